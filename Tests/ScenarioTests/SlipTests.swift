import TestSupport
import Testing

@Suite("Slips that people make, and what they are told")
struct SlipTests {
  @Test("the word or the unit that was meant is named")
  func meant() {
    var table = Table()
    let rows: [(text: String, error: String)] = [
      (
        Sample.call("signalling: {delay: 20seconds}"),
        "4:21: signalling.delay: found '20seconds'; expected a duration such as 50ms, 0s to 60s; did you mean '20s'?"
      ),
      (
        Sample.call("signalling: {delay: 20msec}"),
        "4:21: signalling.delay: found '20msec'; expected a duration such as 50ms, 0s to 60s; did you mean '20ms'?"
      ),
      (
        "scenario: T\npeers: {alice: {ice: {trickle: no}}, bob: {}}\ncall: [alice dials bob]",
        "2:32: peers.alice.ice.trickle: found 'no'; expected true or false; did you mean 'false'?"
      ),
      (
        "scenario: T\npeers: {alice: {}, bob: {}}\ncall: [alice dials bob, alice hang up]",
        "3:31: call[1]: found 'hang'; expected what alice does (dials, answers, mutes, unmutes, hangs up); did you mean 'hangs up'?"
      ),
      (
        Sample.call("matrix: {network: []}"),
        "4:19: matrix.network: found 0 values; expected a list of values, 1 to 500"
      ),
      (
        "scenario: T\npeers: {alice: {dtls: {mtu: 279}}, bob: {}}\ncall: [alice dials bob]",
        "2:29: peers.alice.dtls.mtu: found '279'; expected a number of bytes, 280 to 9000"
      ),
      (
        "scenario: T\npeers: {alice: {audio: none, video: none}, bob: {}}\ncall: [alice dials bob]",
        "3:8: call[0]: found a call of alice, who has neither sound nor pictures; expected a track to offer"
      ),
    ]
    for row in rows { table.equal(Sample.errors(row.text), [row.error], row.text) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a byte order mark is no part of the file")
  func byteOrderMark() {
    #expect(Sample.errors("\u{feff}" + Sample.call("seed: 3")).isEmpty)
    #expect(
      Sample.errors("\u{feff}seeed: 3\n" + Sample.call("")).contains {
        $0.hasPrefix("1:1: found the key 'seeed'")
      })
  }
}
