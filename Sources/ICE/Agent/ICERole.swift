/// Which side nominates (RFC 8445 §6.1.1).
public enum ICERole: Hashable, Sendable {
  case controlling, controlled

  var other: ICERole { self == .controlling ? .controlled : .controlling }
}
