import Netem
import SansIO
import Scenario
import TestSupport
import Testing

@Suite("Links of scenario files")
struct LinkTests {
  @Test("every field of a link is read")
  func fields() throws {
    let text = Sample.call(
      """
      network:
        alice:
          rate: 330kbps
          delay: 100ms
          jitter: 20ms normal in order
          loss: 5%
          burst: 3
          queue: 30kB
          loss_at: after
          mtu: 1280
          duplicate: 1%
          reorder: 2.5% by 20ms
          corrupt: 0.1%
          overhead: 28
          up: {rate: 1.5Mbps, queue: 100 packets, loss: none}
          down: {jitter: 5ms, queue: 300ms, burst: none, mtu: none, reorder: none}
        bob: {profile: 3g, up: {delay: 30ms}}
      """)
    var both = DirectionSettings(
      rate: .kilobits(330), queue: .bytes(30_000), delay: .milliseconds(100),
      jitter: Jitter(distribution: .normal, amount: .milliseconds(20), keepsOrder: true),
      loss: .bursts(meanLoss: 0.05, meanBurst: 3), duplication: 0.01,
      reordering: Reordering(probability: 0.025, extraDelay: .milliseconds(20)), corruption: 0.001,
      mtu: 1280, overheadBytesPerPacket: 28, lossAt: .after)
    var up = both
    up.rate = .kilobits(1500)
    up.queue = .packets(100)
    up.loss = nil
    both.jitter = Jitter(distribution: .uniform, amount: .milliseconds(5), keepsOrder: false)
    both.queue = .milliseconds(300)
    both.mtu = nil
    both.reordering = nil
    var bob = NetworkProfile.named("3g")?.settings ?? .perfect
    bob.up.delay = .milliseconds(30)

    let scenario = try #require(try Sample.parse(text).first)
    var table = Table()
    let down = scenario.network[0].down
    table.equal(scenario.network[0].up, up, "up")
    table.holds(
      down.loss.map { if case .uniform(let p) = $0 { abs(p - 0.05) < 1e-9 } else { false } }
        ?? false,
      "burst: none leaves the mean: \(down.loss.debugDescription)")
    both.loss = down.loss
    table.equal(down, both, "down")
    table.equal(scenario.network[1], bob, "bob")
    table.equal(scenario.networkNames[1], "{profile: 3g, up: {delay: 30ms}}", "name")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a change in the call touches the named fields alone")
  func changes() throws {
    let congested = NetworkProfile.named("wifi-congested")?.settings ?? .perfect
    let mobile = NetworkProfile.named("3g")?.settings ?? .perfect
    func loss(_ loss: Loss?, in link: LinkSettings) -> LinkSettings {
      var link = link
      link.up.loss = loss
      link.down.loss = loss
      return link
    }
    var oneWay = mobile
    oneWay.up.loss = .uniform(0.1)
    let rows: [(change: String, from: LinkSettings, to: LinkSettings)] = [
      ("{loss: 5%}", mobile, loss(.uniform(0.05), in: mobile)),
      ("{loss: 5%, burst: 3}", mobile, loss(.bursts(meanLoss: 0.05, meanBurst: 3), in: mobile)),
      (
        "{burst: 3}", loss(.uniform(0.05), in: mobile),
        loss(.bursts(meanLoss: 0.05, meanBurst: 3), in: mobile)
      ),
      ("{burst: 3}", mobile, mobile),
      ("{loss: 100%, burst: 3}", mobile, loss(.uniform(1), in: mobile)),
      ("{loss: none}", congested, loss(nil, in: congested)),
      ("{up: {loss: 10%}}", mobile, oneWay),
      ("3g", congested, mobile),
      ("{profile: 3g, loss: 1%}", congested, loss(.uniform(0.01), in: mobile)),
    ]
    var table = Table()
    for row in rows {
      let scenario = try #require(
        try Sample.parse(Sample.script("alice dials bob, {network: \(row.change)}")).first)
      guard case .network(let changes) = scenario.call[1].value, changes.count == 1 else {
        table.holds(false, row.change)
        continue
      }
      table.equal(changes[0].change.applied(to: row.from), row.to, row.change)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
