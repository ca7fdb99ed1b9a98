import SansIO
import TestSupport
import Testing

@testable import ICE

@Suite("Checklist")
struct ChecklistTests {
  private func candidate(_ host: String, _ priority: UInt32, _ foundation: String) -> ICECandidate {
    let address = SocketAddress(host, port: 9)!
    return ICECandidate(
      kind: .host, address: address, base: address, priority: priority, foundation: foundation)
  }

  @Test("the best pair of each foundation waits, the others are frozen until it succeeds")
  func foundations() {
    var table = Table()
    var list = Checklist()
    let local = candidate("192.0.2.1", 1000, "1")
    for (host, priority, foundation) in [
      ("198.51.100.1", 10, "a"), ("198.51.100.2", 30, "a"), ("198.51.100.3", 20, "a"),
      ("198.51.100.4", 5, "b"),
    ] as [(String, UInt32, String)] {
      _ = list.add(
        local: local, remote: candidate(host, priority, foundation), role: .controlling)
    }
    table.equal(list.pairs.map(\.state), [.frozen, .waiting, .frozen, .waiting], "initial")
    table.equal(list.nextToCheck(), 1, "highest priority first")
    list.update(1) { $0.transmitted(at: .start, rto: .seconds(1)) }
    table.equal(list.nextToCheck(), 3, "then the other foundation")
    list.update(3) { $0.transmitted(at: .start, rto: .seconds(1)) }
    table.equal(list.nextToCheck(), nil, "frozen ones stay so while a sibling is under way")
    list.trigger(list.pairs[0].id)
    table.equal(list.nextToCheck(), 0, "a triggered check goes first")
    list.untrigger(list.pairs[0].id)
    list.update(1) { $0.fail("") }
    table.equal(list.nextToCheck(), 2, "no sibling left: the best frozen one")
    list.unfreeze(like: list.pairs[1])
    table.equal(list.pairs.map(\.state.isWaiting), [true, false, true, false], "thawed")
    _ = list.add(local: local, remote: candidate("198.51.100.9", 1, "a"), role: .controlling)
    table.equal(list.pairs.last?.state, .frozen, "a trickled one beside waiting ones")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("RFC 8445 §6.1.2.3 priorities, without overflow, and §6.1.2.5 limit")
  func priorities() {
    var table = Table()
    let low = candidate("192.0.2.1", 1, "1")
    let high = candidate("192.0.2.2", 0x7fff_ffff, "1")
    func priority(_ a: ICECandidate, _ b: ICECandidate, _ role: ICERole) -> UInt64 {
      CandidatePair(id: 0, local: a, remote: b, role: role, isFrozen: false).priority
    }
    table.equal(priority(low, high, .controlling), 1 << 32 + 0xffff_fffe, "G < D")
    table.equal(priority(high, low, .controlling), 1 << 32 + 0xffff_ffff, "G > D")
    table.equal(priority(low, high, .controlled), 1 << 32 + 0xffff_ffff, "seen from there")
    table.equal(priority(high, high, .controlled), 0x7fff_ffff << 32 + 0xffff_fffe, "most")

    var list = Checklist()
    for index in 0..<150 {
      let remote = candidate("198.51.\(index).1", UInt32(1000 - index), "\(index)")
      _ = list.add(local: low, remote: remote, role: .controlling)
    }
    table.equal(list.pairs.count, Checklist.limit, "limit")
    table.equal(list.pairs.map(\.remote.priority).min(), 901, "the lowest are dropped")
    let better = candidate("203.0.113.1", 5000, "x")
    table.holds(list.add(local: low, remote: better, role: .controlling) != nil, "a better one")
    table.equal(list.pairs.map(\.remote.priority).min(), 902, "takes the place of the lowest")
    list.updateAll { $0.transmitted(at: .start, rto: .seconds(1)) }
    table.equal(
      list.add(local: low, remote: candidate("203.0.113.2", 6000, "y"), role: .controlling), nil,
      "checks under way are not dropped")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("redundant pairs are never formed; a late signal improves a peer-reflexive one")
  func pruning() {
    var table = Table()
    let server = STUNServer(address: SocketAddress("203.0.113.9", port: 3478)!)
    var one = OneAgent(role: .controlling, servers: [server])
    one.introduce()
    one.introduce()
    table.equal(one.agent.current.checklist.pairs.count, 1, "one socket, one remote address")
    let stranger = SocketAddress("198.51.100.77", port: 1)!
    _ = one.receive(one.far.request(to: one.agent, from: stranger, role: .controlled))
    table.equal(one.agent.current.checklist.pairs.map(\.remote.kind), [.host, .prflx], "met")
    one.agent.addRemoteCandidate(
      kind: .srflx, address: stranger, priority: .max, foundation: "9", at: one.now)
    table.equal(one.agent.current.checklist.pairs.map(\.remote.kind), [.host, .srflx], "named")
    table.equal(one.agent.current.checklist.pairs.last?.remote.priority, 0x7fff_ffff, "31 bits")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

extension CandidatePair.State {
  fileprivate var isWaiting: Bool { self == .waiting }
}
