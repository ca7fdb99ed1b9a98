/// Packets as the kernel saw them on the interfaces of peers, in memory until the run ends.
struct CapturedTraffic: Sendable {
  struct Frame: Sendable {
    /// Of the run's clock, nanoseconds: when the kernel saw it.
    var at: Int64
    /// Index of the interface.
    var interface: UInt8
    var bytes: ByteArena.Piece
    var originalByteCount: UInt32
  }

  /// What the capture of one interface counted.
  struct Counts: Hashable, Sendable {
    var received = 0
    /// There was no room for them in the kernel, or in what a run keeps.
    var dropped = 0
    var droppedByInterface = 0
  }

  /// Of one interface in the order in which the kernel saw them; of several, in the order in which they were read.
  var frames = ChunkedArray<Frame>()
  var bytes = ByteArena()
  var counts: [Counts]
  /// Why packets may be missing that nobody counted.
  var broken: [String] = []

  private var byteCount = 0
  /// A host that floods takes no more memory than that.
  private static let byteLimit = 1 << 30

  init(interfaceCount: Int) { counts = [Counts](repeating: Counts(), count: interfaceCount) }

  mutating func append(
    _ packet: UnsafeRawBufferPointer, interface: Int, at now: Int64, originalByteCount: Int
  ) {
    guard byteCount + packet.count <= Self.byteLimit else {
      counts[interface].dropped += 1
      return
    }
    byteCount += packet.count
    unsafe frames.append(
      Frame(
        at: now, interface: UInt8(interface), bytes: bytes.append(packet),
        originalByteCount: UInt32(clamping: originalByteCount)))
  }
}
