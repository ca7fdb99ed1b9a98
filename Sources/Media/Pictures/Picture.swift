/// One picture in I420: a plane of luma, then two of chroma at half the size, rows tightly packed.
public struct Picture: Hashable, Sendable {
  /// In luma samples; odd sizes round their chroma up.
  public let width: Int
  public let height: Int
  /// Luma, then Cb, then Cr; always `Picture.byteCount(width:height:)` bytes.
  public internal(set) var bytes: [UInt8]

  /// The largest width and height that any source, decoder or file may have.
  public static let maximumSide = 4096

  /// A black picture (limited range: luma 16, chroma 128). Both sides must be in 1...`maximumSide`.
  public init(width: Int, height: Int) {
    unsafe self.init(width: width, height: height) { bytes in
      let luma = width * height
      unsafe fill(bytes, at: 0, count: luma, with: 16)
      unsafe fill(bytes, at: luma, count: bytes.count - luma, with: 128)
    }
  }

  /// A picture whose every byte `body` writes.
  public init(width: Int, height: Int, writing body: (UnsafeMutableRawBufferPointer) -> Void) {
    precondition(Self.isPossible(width: width, height: height))
    self.width = width
    self.height = height
    let count = Self.byteCount(width: width, height: height)
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe body(UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  /// Nil when the bytes are not as many as the size needs, or the size is not possible.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard Self.isPossible(width: width, height: height),
      bytes.count == Self.byteCount(width: width, height: height)
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  public var chromaWidth: Int { (width + 1) / 2 }
  public var chromaHeight: Int { (height + 1) / 2 }

  /// Where each plane begins in `bytes`, with the size of its rows and columns.
  var planes: [(offset: Int, width: Int, height: Int)] {
    let luma = width * height
    let chroma = chromaWidth * chromaHeight
    return [
      (0, width, height), (luma, chromaWidth, chromaHeight),
      (luma + chroma, chromaWidth, chromaHeight),
    ]
  }

  public static func isPossible(width: Int, height: Int) -> Bool {
    (1...maximumSide).contains(width) && (1...maximumSide).contains(height)
  }

  /// Bytes of an I420 picture of this size.
  public static func byteCount(width: Int, height: Int) -> Int {
    width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  }
}

/// Sets a run of bytes by copying ever longer pieces of itself: as fast in a build without optimisation.
func fill(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int, count: Int, with value: UInt8) {
  guard count > 0 else { return }
  precondition(offset >= 0 && offset + count <= bytes.count)
  guard let base = bytes.baseAddress else { return }
  let start = unsafe base + offset
  unsafe start.storeBytes(of: value, as: UInt8.self)
  var filled = 1
  while filled < count {
    let piece = min(filled, count - filled)
    unsafe (start + filled).copyMemory(from: start, byteCount: piece)
    filled += piece
  }
}
