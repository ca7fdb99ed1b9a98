import TestSupport
import Testing
import Trace

@testable import Agents

@Suite("What sockets lose")
struct SocketLossesTests {
  @Test("each loss is told once, by its kind")
  func told() {
    var losses = SocketLosses()
    var table = Table()
    func all() -> [String] {
      var words: [String] = []
      while case .discarded("socket", let reason)? = losses.next() { words.append(reason) }
      return words
    }
    table.equal(all(), [], "nothing lost")
    losses.truncated = 1
    losses.refused = 3
    table.equal(
      all(), ["1 datagram longer than 2048 bytes", "3 datagrams refused by the system"], "two kinds"
    )
    table.equal(all(), [], "told already")
    losses.refused = 5
    losses.unsent = 2
    table.equal(
      all(),
      [
        "2 datagrams not sent, for the system's queue was full",
        "2 datagrams refused by the system",
      ], "more of one, and another")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
