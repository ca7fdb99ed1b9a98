import SansIO
import TestSupport
import Testing
import Trace

@Suite("A basic call of two simulated peers")
struct BasicCallTests {
  private struct Row {
    var call: TestCall
    var video: String?
    var audio: String?

    init(
      _ name: String, video: String? = "VP8", audio: String? = "opus",
      _ change: (inout TestCall) -> Void = { _ in }
    ) {
      call = TestCall(name, change)
      self.video = video
      self.audio = audio
    }
  }

  private static let rows = [
    Row("as it comes"),
    Row("H.264 constrained baseline", video: "H264/42e01f") {
      $0.alice.video = "codecs: [H264/42e01f, VP8]"
    },
    Row("H.264 main", video: "H264/4d0028") {
      $0.alice.video = "codecs: [H264/4d0028]"
      $0.bob.video = "codecs: [H264/4d0028]"
    },
    Row("sound alone", video: nil) {
      $0.alice.hasVideo = false
      $0.bob.hasVideo = false
    },
    Row("pictures alone", audio: nil) {
      $0.alice.hasAudio = false
      $0.bob.hasAudio = false
    },
    Row("whole gathering") {
      $0.alice.more = "ice: {trickle: false}"
      $0.bob.more = "ice: {trickle: false}"
    },
    Row("whole gathering with servers") {
      $0.servers = "one: {stun: working}, two: {stun: slow 300ms}"
      $0.alice.more = "ice: {trickle: false}"
      $0.bob.more = "ice: {trickle: false}"
    },
    Row("one trickles, one does not") { $0.bob.more = "ice: {trickle: false}" },
    Row("SHA-384 and AES_CM") {
      $0.alice.more = "dtls: {fingerprint: sha-384, srtp: [AES_CM_128_HMAC_SHA1_80]}"
      $0.bob.more = "dtls: {fingerprint: sha-512}"
    },
    Row("OpenSSL's timer, small MTU") {
      $0.alice.more = "dtls: {timer: openssl, mtu: 400}"
    },
  ]

  @Test("connects, and each sees and hears the other")
  func connects() throws {
    var table = Table()
    for row in Self.rows {
      let outcome = try row.call.run()
      let name = row.call.name
      table.equal(outcome.script, "ended", "\(name): script")
      for peer in [TestCall.alice, TestCall.bob] {
        let who = "\(name), peer \(peer.index)"
        let codecs = outcome.codecs(sentBy: peer)
        table.equal(codecs.sorted(), [row.audio, row.video].compactMap(\.self).sorted(), who)
        let rendered = outcome.rendered(peer)
        if row.video != nil {
          table.holds(rendered.count >= 15, "\(who): \(rendered.count) pictures rendered")
          table.holds(
            rendered.allSatisfy { $0.strip != nil }, "\(who): a picture without its strip")
          let quality = rendered.compactMap { $0.psnr?.units }
          table.holds((quality.min() ?? 0) > 2500, "\(who): PSNR \(quality)")
        } else {
          table.equal(rendered.count, 0, who)
        }
        let marks = outcome.marksPlayed(peer)
        if row.audio != nil {
          table.holds(marks.count >= 3, "\(who): \(marks.count) marks")
          let delays = outcome.audioDelays(
            from: peer == TestCall.alice ? TestCall.bob : TestCall.alice, to: peer)
          table.holds(
            delays.allSatisfy { $0 > .zero && $0 < .milliseconds(150) }, "\(who): late \(delays)")
        } else {
          table.equal(marks.count, 0, who)
        }
        table.equal(outcome.discarded(peer), [], "\(who): discarded")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
