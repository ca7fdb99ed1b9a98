/// Which rule speaks of an attribute that has a known name and a value in no known form.
enum MalformedAttributes {
  /// nil: a family looks into the text itself.
  static func rule(_ name: String) -> Rule? {
    switch name {
    case "candidate", "fingerprint", "msid", "extmap", "setup", "rtpmap": nil
    case "simulcast", "rid": SimulcastRules.malformed
    case "ssrc", "ssrc-group": StreamRules.ssrcMalformed
    case "sctp-port", "max-message-size": DataChannelRules.malformed
    case "mid", "group", "bundle-only": BundleRules.malformed
    case "ice-ufrag", "ice-pwd": ICERules.malformed
    default: StructureRules.attributeMalformed
    }
  }

  /// Which rule speaks of a value that is there and not as it should be written.
  static func owner(_ name: String) -> Rule {
    switch name {
    case "candidate": CandidateRules.syntax
    case "fingerprint": FingerprintRules.malformed
    case "extmap": ExtensionRules.malformed
    case "setup": SetupRules.invalid
    case "rtpmap": PayloadTypeRules.mapInvalid
    default: rule(name) ?? StructureRules.attributeMalformed
    }
  }
}
