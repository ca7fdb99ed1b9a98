internal import SansIO

/// Who is behind each source (RFC 3550 §6.5).
public struct SourceDescription: Hashable, Sendable {
  /// The items of one source.
  public struct Chunk: Hashable, Sendable {
    public var ssrc: UInt32
    public var items: [Item]

    public init(ssrc: UInt32, items: [Item]) {
      self.ssrc = ssrc
      self.items = items
    }
  }

  /// One fact about a source: CNAME is kind 1, MID (RFC 9143 §15.1) is kind 15.
  public struct Item: Hashable, Sendable {
    public static let cname: UInt8 = 1
    public static let mid: UInt8 = 15

    /// 1...255.
    public var kind: UInt8
    /// UTF-8, at most 255 bytes; kept as bytes since nobody promises that it is.
    public var value: [UInt8]

    public init(kind: UInt8, value: [UInt8]) {
      self.kind = kind
      self.value = value
    }

    public var text: String { String(decoding: value, as: UTF8.self) }
  }

  /// At most 31.
  public var chunks: [Chunk]

  public init(chunks: [Chunk]) { self.chunks = chunks }

  /// The one description that every compound must carry.
  public init(ssrc: UInt32, cname: String) {
    let item = Item(kind: Item.cname, value: Array(cname.utf8))
    self.init(chunks: [Chunk(ssrc: ssrc, items: [item])])
  }

  public func cname(of ssrc: UInt32) -> String? {
    chunks.first { $0.ssrc == ssrc }?.items.first { $0.kind == Item.cname }?.text
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    chunks = []
    let base = body.offset
    for _ in 0..<body.count {
      let start = body.offset
      var chunk = Chunk(ssrc: try body.uint32(), items: [])
      while true {
        guard body.remaining > 0 else { throw body.fault(.unterminatedChunk(offset: start)) }
        let kind = try body.uint8()
        if kind == 0 { break }
        let length = Int(try body.uint8())
        chunk.items.append(Item(kind: kind, value: try body.take(length)))
      }
      // RFC 3550 §6.5: zeros up to the next word.
      try body.skip(-(body.offset - base) & 3)
      chunks.append(chunk)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.sourceDescription, count: chunks.count) { writer in
      let base = writer.count
      for chunk in chunks {
        writer.uint32(chunk.ssrc)
        for item in chunk.items where item.kind != 0 {
          let value = item.value.prefix(255)
          writer.uint8(item.kind)
          writer.uint8(UInt8(value.count))
          writer.append(value)
        }
        writer.uint8(0)
        writer.zeros(-(writer.count - base) & 3)
      }
    }
  }
}
