import Netem
import SansIO
import TestSupport
import Testing

@Suite("Network profiles")
struct NetworkProfileTests {
  @Test("carry the published figures")
  func figures() {
    let rows = [
      "perfect -/- 0/0 0 -",
      "wifi 40000/33000 1/1 0 packets(100)",
      "cable 6000/1000 2/2 0 packets(10)",
      "dsl 2000/256 5/5 0 packets(10)",
      "lte 12000/12000 35/35 0 packets(100)",
      "apple-lte 50000/10000 50/65 0 packets(100)",
      "3g 780/330 100/100 0 packets(100)",
      "3g-good 850/420 90/100 0 packets(100)",
      "3g-lossy 780/330 100/100 10 packets(100)",
      "edge 240/200 400/440 0 packets(100)",
      "edge-lossy 240/200 400/440 10 packets(100)",
      "2g-rural 20/18 650/650 20 packets(100)",
      "very-bad 1000/1000 500/500 100 packets(100)",
      "satellite 1000/256 300/300 0 milliseconds(300)",
      "satellite-leo -/- 20/20 25 -",
      "wifi-congested 5000/5000 10/10 100 bytes(30000)",
      "webpagetest-3g 1600/768 150/150 0 packets(100)",
      "devtools-3g 500/500 200/200 0 packets(100)",
      "rmcat 1000/1000 50/50 0 milliseconds(300)",
      "blackout 0/0 0/0 1000 -",
    ]
    var table = Table()
    table.equal(NetworkProfile.all.map(Self.row), rows, "profiles (kbps, ms, loss per mille)")
    for profile in NetworkProfile.all {
      table.equal(NetworkProfile.named(profile.name), profile, profile.name)
      table.equal(profile.settings.up.loss, profile.settings.down.loss, profile.name)
      table.equal(profile.settings.up.queue, profile.settings.down.queue, profile.name)
    }
    table.equal(NetworkProfile.named("4g"), nil, "unknown")
    let wifi = NetworkProfile.named("wifi-congested")?.settings.up
    table.equal(
      wifi?.jitter,
      Jitter(distribution: .uniform, amount: .milliseconds(20), keepsOrder: true), "jitter")
    table.equal(wifi?.loss?.meanBurst.map { FixedDecimal($0, places: 6).units }, 3_000_000, "burst")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private static func row(_ profile: NetworkProfile) -> String {
    let (down, up) = (profile.settings.down, profile.settings.up)
    func rate(_ direction: DirectionSettings) -> String {
      direction.rate.map { String($0.bitsPerSecond / 1000) } ?? "-"
    }
    let queue = down.queue.map { "\($0)" } ?? "-"
    let loss = FixedDecimal((down.loss?.mean ?? 0) * 1000, places: 0)
    return "\(profile.name) \(rate(down))/\(rate(up)) "
      + "\(down.delay.milliseconds)/\(up.delay.milliseconds) \(loss) \(queue)"
  }
}
