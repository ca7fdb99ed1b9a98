internal import SansIO

/// A `profile-level-id`, compared by what it means: 42c01f and 42e01f are the same (RFC 6184 §8.1).
public struct H264Profile: Hashable, Sendable {
  public enum Profile: Hashable, Sendable {
    case constrainedBaseline, baseline, main, extended, high, constrainedHigh
    /// A pattern that RFC 6184 Table 5 does not name.
    case other(profileIDC: UInt8, constraints: UInt8)
  }

  /// `level_idc`, with the level 1b told apart from 1.1.
  public struct Level: Hashable, Sendable, Comparable {
    /// Ten times the level: 31 is 3.1.
    public let idc: UInt8
    public let is1b: Bool

    public init(idc: UInt8, is1b: Bool = false) {
      // 1b is written as level_idc 11 with constraint_set3, or as 9 (H.264 §A.3).
      self.is1b = is1b
      self.idc = is1b ? 11 : idc
    }

    /// 1b lies between 1 and 1.1.
    private var order: Int { is1b ? 21 : Int(idc) * 2 }
    public static func < (a: Level, b: Level) -> Bool { a.order < b.order }
  }

  public var profile: Profile
  public var level: Level

  public init(profile: Profile, level: Level) {
    self.profile = profile
    self.level = level
  }

  /// RFC 6184 §8.1: without the parameter, Baseline without constraints at level 1.
  public static let absent = H264Profile(profile: .baseline, level: Level(idc: 10))

  /// Reads six hexadecimal digits; nil for anything else.
  public init?(_ profileLevelID: some StringProtocol) {
    guard let bytes = bytes(hexadecimal: profileLevelID), bytes.count == 3 else { return nil }
    let (idc, constraints) = (bytes[0], bytes[1])
    profile =
      Self.patterns.first { $0.idc == idc && constraints & $0.mask == $0.bits }?.profile
      ?? .other(profileIDC: idc, constraints: constraints)
    let hasConstraint3 = constraints & 0x10 != 0
    let is1b =
      switch profile {
      case .constrainedBaseline, .baseline, .main, .extended: bytes[2] == 11 && hasConstraint3
      case .high, .constrainedHigh, .other: bytes[2] == 9
      }
    level = Level(idc: bytes[2], is1b: is1b)
  }

  /// RFC 6184 §8.1 Table 5: x bits are left out of the mask.
  private static let patterns: [(idc: UInt8, mask: UInt8, bits: UInt8, profile: Profile)] = [
    (0x42, 0b0100_1111, 0b0100_0000, .constrainedBaseline),
    (0x4d, 0b1000_1111, 0b1000_0000, .constrainedBaseline),
    (0x58, 0b1100_1111, 0b1100_0000, .constrainedBaseline),
    (0x42, 0b0100_1111, 0b0000_0000, .baseline),
    (0x58, 0b1100_1111, 0b1000_0000, .baseline),
    (0x4d, 0b1010_1111, 0b0000_0000, .main),
    (0x58, 0b1100_1111, 0b0000_0000, .extended),
    (0x64, 0b1111_1111, 0b0000_0000, .high),
    // Constrained High: constraint_set4 and 5 (H.264 §A.2.4.2), as libwebrtc has it.
    (0x64, 0b1111_1111, 0b0000_1100, .constrainedHigh),
  ]
}

/// What the parameters of an H.264 payload type say (RFC 6184 §8.1).
public struct H264Parameters: Hashable, Sendable {
  /// As written; nil when the parameter is absent or malformed.
  public var profileLevelID: String?
  public var profile: H264Profile
  /// 0 when absent.
  public var packetizationMode: Int
  public var levelAsymmetryAllowed: Bool

  public init(_ parameters: [FormatParameter]) {
    let text = parameters.value("profile-level-id")
    let parsed = text.flatMap { H264Profile($0) }
    profileLevelID = parsed == nil ? nil : text
    profile = parsed ?? .absent
    packetizationMode = parameters.value("packetization-mode").flatMap { Int($0) } ?? 0
    levelAsymmetryAllowed = parameters.value("level-asymmetry-allowed") == "1"
  }

  /// RFC 6184 §8.2.2: profile and packetization mode are symmetric; the level is not part of the configuration.
  public func isCompatible(with other: H264Parameters) -> Bool {
    profile.profile == other.profile.profile && packetizationMode == other.packetizationMode
  }

  /// The profile-level-id for an answer: our own level when both allow asymmetry, else the lower one (§8.2.2).
  public func answer(to offer: H264Parameters) -> String {
    let ours = profileLevelID ?? Self.absentText
    let theirs = offer.profileLevelID ?? Self.absentText
    if profile.level == offer.profile.level { return theirs }
    if levelAsymmetryAllowed && offer.levelAsymmetryAllowed { return ours }
    return profile.level < offer.profile.level ? ours : theirs
  }

  static let absentText = "42000a"
}
