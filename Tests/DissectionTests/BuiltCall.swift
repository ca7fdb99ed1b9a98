import Packets
import SansIO

@testable import Dissection

/// A call written for a test: checks, handshakes and media of the two hosts of `BuiltCapture`, seen from one place.
struct BuiltCall {
  private(set) var capture = BuiltCapture()

  static let offer = description(of: "10.0.0.1", port: 5000, ufrag: "aaaa", setup: "actpass")
  static let answer = description(of: "10.0.0.2", port: 6000, ufrag: "bbbb", setup: "active")

  static func description(
    of host: String, port: Int, ufrag: String, setup: String, direction: String = "sendrecv"
  ) -> [UInt8] {
    let section = { (kind: String, types: String, maps: String) in
      """
      m=\(kind) \(port) UDP/TLS/RTP/SAVPF \(types)
      c=IN IP4 \(host)
      a=ice-ufrag:\(ufrag)
      a=ice-pwd:0123456789012345678901
      a=fingerprint:sha-256 \(Array(repeating: "AB", count: 32).joined(separator: ":"))
      a=setup:\(setup)
      a=\(direction)
      a=rtcp-mux
      a=extmap:3 urn:ietf:params:rtp-hdrext:ssrc-audio-level
      \(maps)

      """
    }
    let audio = section("audio", "111", "a=rtpmap:111 opus/48000/2")
    let video = section(
      "video", "96 97 98",
      "a=rtpmap:96 VP8/90000\na=rtpmap:97 rtx/90000\na=fmtp:97 apt=96\na=rtpmap:98 H264/90000\na=fmtp:98 packetization-mode=1"
    )
    return Array(
      "v=0\no=- \(port) 1 IN IP4 127.0.0.1\ns=-\nt=0 0\n\(audio)\(video)"
        .replacing("\n", with: "\r\n").utf8)
  }

  mutating func send(_ payload: [UInt8], fromAlice: Bool = true, at milliseconds: Double) {
    let (source, destination) =
      fromAlice
      ? (BuiltCapture.alice, BuiltCapture.bob) : (BuiltCapture.bob, BuiltCapture.alice)
    capture.add(payload, from: source, to: destination, interface: 0, at: milliseconds)
  }

  private var transaction: UInt8 = 0

  enum Response {
    case granted
    case refused(code: Int)
    case silence
  }

  /// A check and what comes back for it 20 ms later.
  mutating func check(
    at milliseconds: Double, fromAlice: Bool = true, isControlling: Bool? = nil,
    _ response: Response
  ) {
    transaction &+= 1
    let identity =
      [UInt8(fromAlice ? 1 : 2)] + [UInt8](repeating: transaction, count: 3)
      + Array("\(Int(milliseconds))        ".utf8.prefix(8))
    func message(_ kind: [UInt8], _ attributes: [UInt8]) -> [UInt8] {
      kind + [0, UInt8(attributes.count), 0x21, 0x12, 0xa4, 0x42] + identity + attributes
    }
    let name = Array((fromAlice ? "bbbb:aaaa" : "aaaa:bbbb").utf8)
    let role: [UInt8] = isControlling ?? fromAlice ? [0x80, 0x2a, 0, 8] : [0x80, 0x29, 0, 8]
    send(
      message(
        [0, 1], [0, 6, 0, 9] + name + [0, 0, 0] + role + [UInt8](repeating: 9, count: 8)),
      fromAlice: fromAlice, at: milliseconds)
    switch response {
    case .granted: send(message([1, 1], []), fromAlice: !fromAlice, at: milliseconds + 20)
    case .refused(let code):
      let value: [UInt8] = [0, 9, 0, 4, 0, 0, UInt8(code / 100), UInt8(code % 100)]
      send(message([1, 0x11], value), fromAlice: !fromAlice, at: milliseconds + 20)
    case .silence: break
    }
  }

  /// Both sides check every so many milliseconds.
  mutating func checks(_ times: StrideTo<Double>, _ response: Response = .granted) {
    for time in times {
      check(at: time, response)
      check(at: time + 50, fromAlice: false, response)
    }
  }

  /// One record with one handshake message, or a part of it.
  static func handshake(
    _ type: UInt8, _ sequence: UInt8, byteCount: Int, offset: Int = 0, part: Int? = nil
  ) -> [UInt8] {
    let count = part ?? byteCount
    func three(_ value: Int) -> [UInt8] { [0, UInt8(value >> 8), UInt8(value & 255)] }
    let message =
      [type] + three(byteCount) + [0, sequence] + three(offset) + three(count)
      + [UInt8](repeating: sequence, count: count)
    return record(22, epoch: 0, message)
  }

  static func record(_ type: UInt8, epoch: UInt8, _ content: [UInt8]) -> [UInt8] {
    [type, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 0, UInt8(content.count >> 8)]
      + [UInt8(content.count & 255)] + content
  }

  /// Bob begins, and both sides have keys.
  mutating func keys(at milliseconds: Double) {
    send(Self.handshake(1, 0, byteCount: 60), fromAlice: false, at: milliseconds)
    send(Self.handshake(2, 0, byteCount: 60), at: milliseconds + 20)
    for fromAlice in [false, true] {
      send(
        Self.record(22, epoch: 1, [1, 2, 3, 4]), fromAlice: fromAlice,
        at: milliseconds + (fromAlice ? 60 : 40))
    }
  }

  /// RTP with a header of its own for each packet.
  static func rtp(
    _ type: UInt8, _ number: Int, timestamp: Int, ssrc: UInt32, isMarked: Bool = false,
    version: UInt8 = 2, element: UInt8? = nil, _ payload: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint8(version << 6 | (element == nil ? 0 : 0x10))
    writer.uint8(type | (isMarked ? 0x80 : 0))
    writer.uint16(UInt16(truncatingIfNeeded: number))
    writer.uint32(UInt32(truncatingIfNeeded: timestamp))
    writer.uint32(ssrc)
    if let element {
      writer.uint16(0xbede)
      writer.uint16(1)
      for byte in [element << 4, 1, 0, 0] { writer.uint8(byte) }
    }
    for byte in payload { writer.uint8(byte) }
    return writer.bytes
  }

  /// Opus, 50 packets a second.
  mutating func sound(
    _ seconds: Double = 6, from start: Double = 0, fromAlice: Bool = true, ssrc: UInt32 = 50,
    first: Int = 0, step: Int = 960, element: UInt8? = nil
  ) {
    for number in 0..<Int(seconds * 50) {
      send(
        Self.rtp(
          111, first + number, timestamp: number * step, ssrc: ssrc, element: element, [120, 1]),
        fromAlice: fromAlice, at: start + Double(number) * 20)
    }
  }

  /// Pictures in two packets each, 30 a second.
  ///
  /// - Parameters:
  ///   - payload: of a packet of a picture, by the numbers of both.
  ///   - stamp: the timestamp by the numbers of both.
  mutating func pictures(
    _ seconds: Double = 6, from start: Double = 0, fromAlice: Bool = true, ssrc: UInt32 = 60,
    type: UInt8 = 96, markers: ClosedRange<Int> = 1...1,
    stamp: (Int, Int) -> Int = { picture, _ in picture * 3000 },
    payload: (Int, Int) -> [UInt8] = { picture, packet in
      packet == 0 ? [0x10, picture == 0 ? 0 : 1, 0, 0] : [0, 7, 7, 7]
    }
  ) {
    for picture in 0..<Int(seconds * 30) {
      for packet in 0...1 {
        send(
          Self.rtp(
            type, picture * 2 + packet, timestamp: stamp(picture, packet), ssrc: ssrc,
            isMarked: markers.contains(packet), payload(picture, packet)),
          fromAlice: fromAlice, at: start + Double(picture) * 100 / 3 + Double(packet))
      }
    }
  }

  /// Of Bob, for a key frame of Alice's.
  mutating func pli(ssrc: UInt32 = 60, at milliseconds: Double) {
    let report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 9]
    send(
      report + [0x81, 206, 0, 2, 0, 0, 0, 9, 0, 0, 0, UInt8(ssrc)], fromAlice: false,
      at: milliseconds)
  }

  func dissected(_ descriptions: [[UInt8]] = [offer, answer]) -> Dissector {
    Samples.dissected(capture.pcapng(names: ["eth0"], hasFlags: false), descriptions)
  }
}
