import Foundation
import Packets
import SDPRules
import TestSupport

@testable import Dissection

/// Captures that tests read, and how they are read.
enum Samples {
  static let captures = FixtureFolder().folder("captures")
  static let cases = FixtureFolder().folder("cases")

  /// All packets of a file, given to the reader in pieces.
  static func packets(
    _ bytes: [UInt8], pieces: Int = 4096
  ) throws(CaptureFault) -> [CapturedPacket] {
    var reader = CaptureReader()
    var packets: [CapturedPacket] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      reader.append(bytes[start..<min(bytes.count, start + pieces)])
      while let packet = try reader.next() { packets.append(packet) }
    }
    if let fault = reader.end() { throw fault }
    return packets
  }

  static func dissected(
    _ bytes: [UInt8], _ descriptions: [[UInt8]] = [], keys: MediaKeys = MediaKeys(),
    isCompared: Bool = false
  ) -> Dissector {
    var dissector = Dissector(
      descriptions.enumerated().map { CallDescription($0.element, isOffer: $0.offset % 2 == 0) },
      keys: keys, isCompared: isCompared)
    var reader = CaptureReader()
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      reader.append(bytes[start..<min(bytes.count, start + 4096)])
      guard (try? dissector.add(from: &reader)) != nil else { break }
    }
    dissector.finish()
    return dissector
  }

  /// A capture with the descriptions of its call.
  static func call(_ name: String) -> Dissector {
    dissected(
      captures.bytes("\(name).pcap") ?? [],
      ["offer", "answer"].compactMap { captures.bytes("\(name).\($0).sdp") })
  }

  static let calls = [
    "chromium-aiortc-vp8", "chromium-firefox-vp8", "chromium-webrtcbin-h264",
    "chromium-wrtc-vp8-loss5", "firefox-janus-echo", "webrtcbin-aiortc-dtls-handshake-failure",
  ]
}
