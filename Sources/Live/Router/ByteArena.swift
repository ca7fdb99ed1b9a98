/// Bytes of many packets one behind the other, kept until the run ends; growing moves none of them.
struct ByteArena: Sendable {
  /// Where a piece lies.
  struct Piece: Hashable, Sendable {
    fileprivate var block: UInt32
    fileprivate var offset: UInt32
    fileprivate(set) var count: UInt32
  }

  private static let blockByteCount = 1 << 20

  private var blocks: [[UInt8]] = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Piece {
    makeRoom(for: bytes.count)
    let block = blocks.count - 1
    let offset = blocks[block].count
    unsafe blocks[block].append(contentsOf: bytes)
    return Piece(block: UInt32(block), offset: UInt32(offset), count: UInt32(bytes.count))
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) -> Piece {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  subscript(piece: Piece) -> ArraySlice<UInt8> {
    let start = Int(piece.offset)
    return blocks[Int(piece.block)][start..<start + Int(piece.count)]
  }

  /// A piece lies in one block; one that is longer than a block has a block of its own.
  private mutating func makeRoom(for count: Int) {
    if let last = blocks.last, last.count + count <= Self.blockByteCount { return }
    var block: [UInt8] = []
    block.reserveCapacity(max(Self.blockByteCount, count))
    blocks.append(block)
  }
}
