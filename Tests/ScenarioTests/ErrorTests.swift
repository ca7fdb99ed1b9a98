import TestSupport
import Testing

@Suite("Errors of scenario files")
struct ErrorTests {
  /// The one error of each text, exactly.
  func check(_ rows: [(text: String, errors: [String])]) -> [String] {
    var table = Table()
    for row in rows { table.equal(Sample.errors(row.text), row.errors, row.text) }
    return table.failures
  }

  @Test("YAML")
  func yaml() {
    let failures = check([
      ("", ["1:1: found an empty file; expected a scenario"]),
      (
        "a: [1",
        [
          "2:1: found broken YAML: did not find expected ',' or ']' (while parsing a flow sequence that begins at 1:4); expected YAML"
        ]
      ),
      (
        "\ta: 1",
        [
          "1:1: found broken YAML: found character that cannot start any token (while scanning for the next token that begins at 1:1); expected YAML"
        ]
      ),
      (
        "a: 1\nb: 2\na: 3",
        ["3:1: found a second 'a' (the first is in line 1); expected each key once"]
      ),
      ("a: b\n---\nc: d", ["2:1: found a second document; expected one document in a file"]),
      (
        "a: !!str b", ["1:4: found the tag 'tag:yaml.org,2002:str'; expected a value without a tag"]
      ),
      ("a: *b", ["1:4: found '*b'; expected an anchor that is defined above"]),
      ("[a]: b", ["1:1: found a key that is not a word; expected a word and a colon"]),
      (
        "é: ü\n\u{1}",
        ["2:1: found bytes that are not text: control characters are not allowed; expected YAML"]
      ),
      ("- a", ["1:1: found a list; expected a scenario: a map (scenario, peers, call, …)"]),
      ("x", ["1:1: found 'x'; expected a scenario: a map (scenario, peers, call, …)"]),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("the matrix")
  func matrix() {
    let failures = check([
      (
        Sample.call("matrix: [a]"),
        [
          "4:9: matrix: found a list; expected a map of places and their values, such as {network: [wifi, 3g]}, at most 16"
        ]
      ),
      (
        Sample.call("matrix: {network: 3g}"),
        ["4:19: matrix.network: found '3g'; expected a list of values, 1 to 500"]
      ),
      (
        Sample.call("matrix: {network: [3g, 3gg]}"),
        [
          "4:24: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.call("matrix: {network: [3g, 3g]}"),
        ["4:24: matrix.network: found '3g' a second time; expected each value once"]
      ),
      (
        Sample.call("matrix: {netwrok: [3g]}"),
        [
          "4:10: matrix: found the place 'netwrok'; expected one of the keys seed, worlds, network, peers, servers, signalling, call, expect; did you mean 'network'?"
        ]
      ),
      (
        Sample.call("matrix: {peers.alcie.video: [none]}"),
        [
          "4:10: matrix: found the place in peers 'alcie'; expected one of what peers has: alice, bob; did you mean 'alice'?"
        ]
      ),
      (
        Sample.call("matrix: {peers.alice.vidoe: [none]}"),
        [
          "4:10: peers.alice: found the key 'vidoe'; expected one of the keys stack, binary, flags, label, ip, forwards, host, clock, audio, video, ice, dtls; did you mean 'video'?"
        ]
      ),
      (
        Sample.call("matrix: {call.7: [run for 2s]}"),
        ["4:10: matrix: found the place in call '7'; expected one of what call has: 0, 1, 2"]
      ),
      (
        Sample.call("seed: 1\nmatrix: {seed.a: [2]}"),
        ["5:10: matrix: found '1' at seed; expected a map there, or a shorter path"]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("errors come together, in file order")
  func together() {
    let failures = check([
      (
        "scenario: T\nnetwork: 3gg\npeers: {alice: {video: {fps: 0}}, bob: {}}\ncall: [bob answer, run for 1]",
        [
          "2:10: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?",
          "3:30: peers.alice.video.fps: found '0'; expected frames a second such as 30, 1 to 60",
          "4:12: call[0]: found 'answer'; expected what bob does (dials, answers, mutes, unmutes, hangs up); did you mean 'answers'?",
          "4:28: call[1]: found '1'; expected a duration such as 20s, 1ms to 86400s",
        ]
      )
    ])
    #expect(failures.isEmpty, "\(failures)")
  }
}
