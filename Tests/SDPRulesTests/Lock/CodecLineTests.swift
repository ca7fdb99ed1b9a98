import SDPRules
import TestSupport
import Testing

@Suite("The lines of a lock")
struct CodecLineTests {
  @Test("a codec reads back from its line, whatever stands in it")
  func codecs() {
    let codecs = [
      CodecMeaning(encoding: "PCMU/8000"),
      CodecMeaning(encoding: "VP8/90000", isRetransmitted: true, feedback: ["nack", "nack pli"]),
      CodecMeaning(encoding: "opus/48000/2", parameters: ["minptime=10", "useinbandfec=1"]),
      CodecMeaning(
        encoding: "a b/1", parameters: ["x=(1, 2)", "y=%28", "%2528", ""], isRetransmitted: true,
        feedback: [") rtx feedback", "ß"]),
    ]
    var table = Table()
    for codec in codecs { table.equal(CodecMeaning(locked: codec.locked), codec, codec.locked) }
    for line in ["", " rtx", "VP8/90000 (", "VP8/90000 rtx nonsense", "VP8/90000 nonsense"] {
      table.equal(CodecMeaning(locked: line), nil, "'\(line)'")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("calls of several peers come in the order of their names")
  func order() throws {
    let meaning = DescriptionMeaning(bundles: [], sections: [])
    func exchange(_ offerer: String, _ answerer: String) -> DescriptionLock.Exchange {
      DescriptionLock.Exchange(
        offerer: offerer, offer: meaning, answerer: answerer, answer: meaning)
    }
    let exchanges = [exchange("b", "c"), exchange("b", "a"), exchange("c", "b")]
    let case1 = DescriptionLock.Case(name: "x", exchanges: exchanges)
    #expect(case1.exchanges.map(\.offerer) == ["b", "b", "c"])
    #expect(case1.exchanges.map(\.answerer) == ["a", "c", "b"])
    #expect(case1.changes(to: case1).isEmpty)
    let fewer = DescriptionLock.Case(name: "x", exchanges: Array(exchanges.prefix(2)))
    #expect(case1.changes(to: fewer).map(\.change.grade) == [.breaking])
  }
}
