import SansIO
import TestSupport

/// One case of a vector file: a packet and what is to be found in it.
struct Vector {
  let name: String
  let bytes: [UInt8]
  /// Nil: the packet must be refused.
  let expect: [String: Any]?
}

enum Vectors {
  static var rtp: [Vector] { load("rtp-headers.json") }
  static var rtcp: [Vector] { load("rtcp-packets.json") }

  private static func load(_ name: String) -> [Vector] {
    FixtureFolder().rows(name, under: "vectors").map {
      Vector(
        name: $0["name"] as? String ?? "?",
        bytes: bytes(hexadecimal: $0["hex"] as? String ?? "") ?? [],
        expect: $0["expect"] as? [String: Any])
    }
  }

  /// The files of a folder that is not ours to carry; none in a bare checkout.
  static func files(_ folder: String) -> [(name: String, bytes: [UInt8])] {
    FixtureFolder.sharedVectors.folder(folder).files.map { ("\(folder)/\($0.name)", $0.bytes) }
  }

  /// The bytes of a seed in the text form of Go's fuzzer: `[]byte("\x81a\"...")`.
  static func goSeed(_ text: [UInt8]) -> [UInt8] {
    guard let open = text.firstIndex(of: UInt8(ascii: "\"")),
      let close = text.lastIndex(of: UInt8(ascii: "\"")), open < close
    else { return [] }
    var result: [UInt8] = []
    var rest = text[(open + 1)..<close]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        result.append(UInt8(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      default: result.append(escape)
      }
    }
    return result
  }

  /// UDP payloads of a little-endian pcap of IPv4 packets behind four bytes of link header or an Ethernet header.
  static func pcapPayloads(_ file: [UInt8]) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    var offset = 24
    while offset + 16 <= file.count {
      let length = (0..<4).reduce(0) { $0 | Int(file[offset + 8 + $1]) << (8 * $1) }
      let packet = file[(offset + 16)..<min(file.count, offset + 16 + length)]
      offset += 16 + length
      // The header of IPv4 without options, protocol UDP.
      guard
        let ip = packet.indices.first(where: {
          packet[$0] == 0x45 && $0 + 28 <= packet.endIndex && packet[$0 + 9] == 17
        })
      else { continue }
      payloads.append(Array(packet[(ip + 28)...]))
    }
    return payloads
  }
}
