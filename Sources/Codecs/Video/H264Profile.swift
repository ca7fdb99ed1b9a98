internal import SansIO

/// What the encoder takes from a profile-level-id (RFC 6184 §8.1): the profile by name and the level.
struct H264Profile: Hashable {
  enum Name: String { case baseline, main, high }
  var name: Name
  /// Ten times the level: 31 is 3.1.
  var level: Int

  /// Profiles that are not encoded, and text that is not six hexadecimal digits, throw.
  init(_ profileLevelID: String) throws(CodecError) {
    guard let fields = bytes(hexadecimal: profileLevelID), fields.count == 3 else {
      throw .unsupportedProfile(profileLevelID)
    }
    switch fields[0] {
    case 0x42: name = .baseline
    case 0x4d: name = .main
    case 0x64: name = .high
    default: throw .unsupportedProfile(profileLevelID)
    }
    level = Int(fields[2])
    guard (10...62).contains(level) else { throw .unsupportedProfile(profileLevelID) }
  }
}
