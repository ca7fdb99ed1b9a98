import SDPRules
import TestSupport
import Testing

@Suite("What tells the files of one call from those of another")
struct CallMarksTests {
  @Test("items that share a mark are of one call, directly or by others")
  func calls() {
    var table = Table()
    let rows: [(String, [Set<String>], [[Int]])] = [
      ("nothing", [], []), ("one", [["a"]], [[0]]), ("apart", [["a"], ["b"]], [[0], [1]]),
      ("together", [["a"], ["a", "b"]], [[0, 1]]),
      ("by a third one that comes last", [["a"], ["c"], ["b"], ["a", "b"]], [[0, 2, 3], [1]]),
      ("without marks", [[], []], [[0], [1]]),
    ]
    for (name, items, calls) in rows { table.equal(CallMarks.calls(of: items), calls, name) }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a later description of the same side shares a mark, and the other side none")
  func descriptions() {
    let offer = CallMarks.marks(of: Samples.bytes(Samples.offer))
    let answer = CallMarks.marks(of: Samples.bytes(Samples.answer))
    #expect(!offer.isEmpty && !answer.isEmpty)
    #expect(offer.isDisjoint(with: answer))
    // A restart of ICE under another session number.
    let lines = Samples.offer.split(separator: "\n").map { line in
      line.hasPrefix("a=ice-ufrag:") ? "a=ice-ufrag:anew" : String(line)
    }
    let later = lines.joined(separator: "\n").replacing("4962303333179871722", with: "77777777")
    #expect(!CallMarks.marks(of: Samples.bytes(later)).isDisjoint(with: offer))
  }
}
