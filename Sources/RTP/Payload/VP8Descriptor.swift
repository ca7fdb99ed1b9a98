internal import SansIO

/// The VP8 payload descriptor: what precedes the coded bytes in every packet (RFC 7741 §4.2).
///
/// ```
///       0 1 2 3 4 5 6 7
///      +-+-+-+-+-+-+-+-+
///      |X|R|N|S|R| PID |   always
///      +-+-+-+-+-+-+-+-+
/// X:   |I|L|T|K| RSV   |   when X
///      +-+-+-+-+-+-+-+-+
/// I:   |M| PictureID   |   7 bits, or 15 in two bytes when M
///      +-+-+-+-+-+-+-+-+
/// L:   |   TL0PICIDX   |
///      +-+-+-+-+-+-+-+-+
/// T/K: |TID|Y| KEYIDX  |   when T or K
///      +-+-+-+-+-+-+-+-+
/// ```
public struct VP8Descriptor: Hashable, Sendable {
  /// A running number of frames, with the width it is sent in: it wraps at that width.
  public enum PictureID: Hashable, Sendable {
    case bits7(UInt8)
    case bits15(UInt16)

    public var value: UInt16 {
      switch self {
      case .bits7(let value): UInt16(value & 0x7f)
      case .bits15(let value): value & 0x7fff
      }
    }

    /// The number of the frame that follows.
    public var next: PictureID {
      switch self {
      case .bits7(let value): .bits7(value &+ 1 & 0x7f)
      case .bits15(let value): .bits15(value &+ 1 & 0x7fff)
      }
    }
  }

  /// TID and Y, sent when T is set.
  public struct TemporalLayer: Hashable, Sendable {
    /// 0...3; 0 is the base layer.
    public var index: UInt8
    /// Depends on the base layer only.
    public var isSynchronization: Bool

    public init(index: UInt8, isSynchronization: Bool) {
      self.index = index
      self.isSynchronization = isSynchronization
    }
  }

  /// N: the frame may be dropped without harm to later ones.
  public var isNonReference = false
  /// S: the payload begins with the first byte of a partition.
  public var startsPartition = false
  /// PID, 0...7.
  public var partition: UInt8 = 0
  public var pictureID: PictureID?
  public var baseLayerPictureIndex: UInt8?
  public var temporalLayer: TemporalLayer?
  /// KEYIDX, 0...31.
  public var keyIndex: UInt8?

  public init() {}

  /// Reads the descriptor at the head of a payload; `byteCount` says where the coded bytes begin.
  public init(parsing payload: [UInt8]) throws(PayloadError) {
    var reader = ByteReader(payload)
    do {
      let first = try reader.uint8()
      isNonReference = first & 0x20 != 0
      startsPartition = first & 0x10 != 0
      partition = first & 0x07
      guard first & 0x80 != 0 else { return }
      let present = try reader.uint8()
      if present & 0x80 != 0 {
        let high = try reader.uint8()
        if high & 0x80 != 0 {
          pictureID = .bits15(UInt16(high & 0x7f) << 8 | UInt16(try reader.uint8()))
        } else {
          pictureID = .bits7(high)
        }
      }
      if present & 0x40 != 0 { baseLayerPictureIndex = try reader.uint8() }
      guard present & 0x30 != 0 else { return }
      let layer = try reader.uint8()
      if present & 0x20 != 0 {
        temporalLayer = TemporalLayer(index: layer >> 6, isSynchronization: layer & 0x20 != 0)
      }
      if present & 0x10 != 0 { keyIndex = layer & 0x1f }
    } catch {
      throw .truncated(offset: error.offset)
    }
  }

  /// S and PID 0: the first packet of a frame (RFC 7741 §4.2, "the beginning of a new VP8 frame").
  public var startsFrame: Bool { startsPartition && partition == 0 }

  /// How many bytes the descriptor takes on the wire.
  public var byteCount: Int {
    guard hasExtension else { return 1 }
    var count = 2
    switch pictureID {
    case .bits7: count += 1
    case .bits15: count += 2
    case nil: break
    }
    if baseLayerPictureIndex != nil { count += 1 }
    if temporalLayer != nil || keyIndex != nil { count += 1 }
    return count
  }

  private var hasExtension: Bool {
    pictureID != nil || baseLayerPictureIndex != nil || temporalLayer != nil || keyIndex != nil
  }

  public func serialized() -> [UInt8] {
    var first: UInt8 = partition & 0x07
    if hasExtension { first |= 0x80 }
    if isNonReference { first |= 0x20 }
    if startsPartition { first |= 0x10 }
    guard hasExtension else { return [first] }
    var present: UInt8 = 0
    var fields: [UInt8] = []
    switch pictureID {
    case .bits7(let value):
      present |= 0x80
      fields.append(value & 0x7f)
    case .bits15(let value):
      present |= 0x80
      fields += [0x80 | UInt8(value >> 8 & 0x7f), UInt8(value & 0xff)]
    case nil: break
    }
    if let baseLayerPictureIndex {
      present |= 0x40
      fields.append(baseLayerPictureIndex)
    }
    if temporalLayer != nil || keyIndex != nil {
      var byte = (keyIndex ?? 0) & 0x1f
      if keyIndex != nil { present |= 0x10 }
      if let temporalLayer {
        present |= 0x20
        byte |= (temporalLayer.index & 3) << 6
        if temporalLayer.isSynchronization { byte |= 0x20 }
      }
      fields.append(byte)
    }
    return [first, present] + fields
  }
}
