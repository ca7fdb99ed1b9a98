import Diagnosis
import Metrics
import SansIO
import TestSupport
import Testing
import Trace

@Suite("What a real peer says of a fault is what the diagnosis looks for")
struct DiagnosedFaultTests {
  /// A change of what the far side gets to read.
  private typealias Rewrite = (inout Description) -> Void

  @Test("each fault in a description that only the peers' own words tell of is named")
  func words() throws {
    let rows: [(cause: Cause, rewrite: Rewrite, says: String)] = [
      (.credentialsWrong, Self.replacing("a=ice-ufrag:", "XXXX"), "request for another ufrag"),
      (
        .credentialsWrong, Self.replacing("a=ice-pwd:", "wrongwrongwrongwrongwrong"),
        "request with a wrong password"
      ),
      (.payloadTypeNotNegotiated, Self.renumbering(keepsMID: true), " was not negotiated"),
      (.ssrcUnknown, Self.renumbering(keepsMID: false), "no section for SSRC "),
    ]
    var table = Table()
    for row in rows {
      let pair = try AgentPair()
      pair.rewrite = row.rewrite
      pair.call()
      pair.run(for: .seconds(6))
      let said = (0...1).flatMap { pair.discarded($0) }
      table.holds(said.contains { $0.contains(row.says) }, "\(row.says): \(said.prefix(3))")
      let diagnosis = diagnose(Analysis(Self.trace(of: pair)))
      table.equal(diagnosis?.cause.id, row.cause.id, "\(row.says): \(diagnosis?.sentence ?? "")")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// With the events that a world would add: who calls whom, and that it ended.
  private static func trace(of pair: AgentPair) -> Trace {
    let phones: [(PeerID, SignallingEvent.Phone)] = [
      (PeerID(index: 0), .dialing), (PeerID(index: 1), .ringing), (PeerID(index: 1), .connected),
      (PeerID(index: 0), .connected),
    ]
    let calls = phones.map { peer, state in
      TraceEvent(at: .start, subject: .peer(peer), kind: .signalling(.phone(state)))
    }
    let events = (pair.events[0] + pair.events[1]).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    let header = TraceHeader(name: "pair", world: "simulated", seed: 7, peers: ["alice", "bob"])
    return Trace(header: header, events: calls + events.map(\.element))
  }

  private static func replacing(_ start: String, _ value: String) -> Rewrite {
    changing { $0.hasPrefix(start) ? start + value : $0 }
  }

  /// Each side sends the picture's payload type under a number that the other does not expect.
  private static func renumbering(keepsMID: Bool) -> Rewrite {
    { description in
      let (from, to) = description.kind == .offer ? ("96", "120") : ("120", "96")
      changing { line in
        if !keepsMID, line.contains("sdes:mid") || line.hasPrefix("a=ssrc") { return nil }
        if line.hasPrefix("m=video") { return line.replacing(" \(from)", with: " \(to)") }
        if line.hasSuffix(" apt=\(from)") { return line.dropLast(from.count) + to }
        for name in ["a=rtpmap:", "a=fmtp:", "a=rtcp-fb:"] where line.hasPrefix(name + from) {
          return name + to + line.dropFirst(name.count + from.count)
        }
        return line
      }(&description)
    }
  }

  private static func changing(_ change: @escaping (String) -> String?) -> Rewrite {
    { description in
      let lines = description.sdp.split(separator: "\r\n", omittingEmptySubsequences: false)
      description.sdp = lines.compactMap { change(String($0)) }.joined(separator: "\r\n")
    }
  }
}
