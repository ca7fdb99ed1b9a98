/// A network that has a name: the figures of a peer's access link, and who published them.
///
/// 1 kbps is 1000 bit/s of IP bytes; delay is one way; loss strikes before the queue, in both directions; queues drop at
/// their tail. A name that begins with a tool's name keeps that tool's own figures.
public struct NetworkProfile: Hashable, Sendable {
  public var name: String
  public var settings: LinkSettings
  /// Where the figures come from.
  public var source: String

  public init(name: String, settings: LinkSettings, source: String) {
    self.name = name
    self.settings = settings
    self.source = source
  }

  public static func named(_ name: String) -> NetworkProfile? {
    all.first { $0.name == name }
  }

  /// In the order in which they are listed to people.
  public static let all: [NetworkProfile] = [
    NetworkProfile(name: "perfect", settings: .perfect, source: "Callproof"),
    profile(
      "wifi", down: 40_000, up: 33_000, delay: (1, 1), queue: .packets(100),
      source: "Apple Network Link Conditioner, Wifi Average"),
    profile(
      "cable", down: 6000, up: 1000, delay: (2, 2), queue: .packets(10),
      source: "Apple Network Link Conditioner, Cable modem"),
    profile(
      "dsl", down: 2000, up: 256, delay: (5, 5), queue: .packets(10),
      source: "Apple Network Link Conditioner, DSL"),
    profile(
      "lte", down: 12_000, up: 12_000, delay: (35, 35), queue: .packets(100),
      source: "WebPageTest, LTE as in use (not verified)"),
    profile(
      "apple-lte", down: 50_000, up: 10_000, delay: (50, 65), queue: .packets(100),
      source: "Apple Network Link Conditioner, LTE (not verified)"),
    profile(
      "3g", down: 780, up: 330, delay: (100, 100), queue: .packets(100),
      source: "Apple Network Link Conditioner and Augmented Traffic Control, 3G Average"),
    profile(
      "3g-good", down: 850, up: 420, delay: (90, 100), queue: .packets(100),
      source: "Augmented Traffic Control, 3G Good"),
    profile(
      "3g-lossy", down: 780, up: 330, delay: (100, 100), loss: .uniform(0.01),
      queue: .packets(100), source: "Apple Network Link Conditioner, 3G Lossy"),
    profile(
      "edge", down: 240, up: 200, delay: (400, 440), queue: .packets(100),
      source: "Apple Network Link Conditioner and Augmented Traffic Control, Edge Average"),
    profile(
      "edge-lossy", down: 240, up: 200, delay: (400, 440), loss: .uniform(0.01),
      queue: .packets(100),
      source: "Apple Network Link Conditioner and Augmented Traffic Control, Edge Lossy"),
    profile(
      "2g-rural", down: 20, up: 18, delay: (650, 650), loss: .uniform(0.02), queue: .packets(100),
      source: "Augmented Traffic Control, 2G Developing Rural"),
    profile(
      "very-bad", down: 1000, up: 1000, delay: (500, 500), loss: .uniform(0.1),
      queue: .packets(100), source: "Apple Network Link Conditioner, Very Bad Network"),
    profile(
      "satellite", down: 1000, up: 256, delay: (300, 300), queue: .milliseconds(300),
      source: "Loadero, satellite phone (its 600 ms read as a round trip)"),
    profile(
      "satellite-leo", delay: (20, 20), loss: .uniform(0.025), source: "comcast, Starlink"),
    profile(
      "wifi-congested", down: 5000, up: 5000, delay: (10, 10),
      jitter: Jitter(distribution: .uniform, amount: .milliseconds(20), keepsOrder: true),
      loss: .bursts(meanLoss: 0.1, meanBurst: 3), queue: .bytes(30_000),
      source: "str0m, wifi congested"),
    profile(
      "webpagetest-3g", down: 1600, up: 768, delay: (150, 150), queue: .packets(100),
      source: "WebPageTest, 3G (its 300 ms are a round trip)"),
    profile(
      "devtools-3g", down: 500, up: 500, delay: (200, 200), queue: .packets(100),
      source: "Chrome DevTools, 3G, nominal figures"),
    profile(
      "rmcat", down: 1000, up: 1000, delay: (50, 50), queue: .milliseconds(300),
      source: "RFC 8867, as encoded in ns3-rmcat"),
    profile(
      "blackout", down: 0, up: 0, delay: (0, 0), loss: .uniform(1),
      source: "Apple Network Link Conditioner, 100% Loss"),
  ]

  /// Rates in kbps, delays in milliseconds.
  private static func profile(
    _ name: String, down: Int64? = nil, up: Int64? = nil, delay: (down: Int, up: Int),
    jitter: Jitter? = nil, loss: Loss? = nil, queue: QueueLimit? = nil, source: String
  ) -> NetworkProfile {
    func direction(_ rate: Int64?, _ delay: Int) -> DirectionSettings {
      DirectionSettings(
        rate: rate.map { .kilobits($0) }, queue: queue, delay: .milliseconds(delay),
        jitter: jitter, loss: loss)
    }
    return NetworkProfile(
      name: name,
      settings: LinkSettings(up: direction(up, delay.up), down: direction(down, delay.down)),
      source: source)
  }
}
