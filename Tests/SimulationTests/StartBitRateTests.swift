import SansIO
import TestSupport
import Testing
import Trace

@Suite("What an encoder starts with")
struct StartBitRateTests {
  @Test("one side that sends little does not make the other side send little")
  func asymmetric() throws {
    let outcome = try TestCall("asymmetric") {
      $0.network = "perfect"
      $0.alice.video = "bitrate: 30kbps, max_bitrate: 30kbps"
      $0.bob.video = "bitrate: 300kbps, max_bitrate: 800kbps"
    }.run()
    let targets = outcome.media(TestCall.bob).compactMap { item in
      if case .targetBitRate(_, let rate) = item.event { rate } else { nil }
    }
    #expect(targets.count > 1)
    #expect(targets.allSatisfy { $0 >= .kilobits(200) }, "\(targets)")
  }
}
