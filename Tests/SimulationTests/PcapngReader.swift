import SansIO

/// As much of pcapng as our own captures need: interface names, packets, directions, comments.
struct PcapngReader {
  struct Packet {
    var interface: Int
    var at: Instant
    var isOutgoing: Bool
    var comment: String?
    var bytes: [UInt8]
  }

  private(set) var interfaces: [String] = []
  private(set) var packets: [Packet] = []
  private(set) var secrets = ""

  init(_ file: [UInt8]) {
    func word(_ offset: Int) -> Int {
      Int(file[offset]) | Int(file[offset + 1]) << 8 | Int(file[offset + 2]) << 16
        | Int(file[offset + 3]) << 24
    }
    func options(_ start: Int, _ end: Int) -> [Int: [UInt8]] {
      var result: [Int: [UInt8]] = [:]
      var offset = start
      while offset + 4 <= end {
        let code = word(offset) & 0xffff
        let count = word(offset) >> 16
        if code == 0 { break }
        result[code] = Array(file[offset + 4..<offset + 4 + count])
        offset += 4 + (count + 3) & ~3
      }
      return result
    }
    var offset = 0
    while offset + 12 <= file.count {
      let length = word(offset + 4)
      let end = offset + length - 4
      switch word(offset) {
      case 1:
        interfaces.append(String(decoding: options(offset + 16, end)[2] ?? [], as: UTF8.self))
      case 6:
        let time = Int64(word(offset + 12)) << 32 | Int64(word(offset + 16))
        let count = word(offset + 20)
        let options = options(offset + 28 + (count + 3) & ~3, end)
        packets.append(
          Packet(
            interface: word(offset + 8),
            at: Instant(nanoseconds: time - PeerClock.simulatedEpoch),
            isOutgoing: options[2]?.first == 2,
            comment: options[1].map { String(decoding: $0, as: UTF8.self) },
            bytes: Array(file[offset + 28..<offset + 28 + count])))
      case 10:
        let count = word(offset + 12)
        secrets += String(decoding: file[offset + 16..<offset + 16 + count], as: UTF8.self)
      default: break
      }
      offset += max(12, length)
    }
  }
}
