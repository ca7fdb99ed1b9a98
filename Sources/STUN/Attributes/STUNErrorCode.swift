/// The code and reason of an error response (RFC 8489 §14.8).
public struct STUNErrorCode: Hashable, Sendable {
  /// 300...699.
  public var code: UInt16
  /// For people; at most 763 bytes are sent.
  public var reason: String

  public init(code: UInt16, reason: String) {
    self.code = code
    self.reason = reason
  }

  public static let badRequest = STUNErrorCode(code: 400, reason: "Bad Request")
  public static let unauthenticated = STUNErrorCode(code: 401, reason: "Unauthenticated")
  public static let unknownAttribute = STUNErrorCode(code: 420, reason: "Unknown Attribute")
  /// RFC 8445 §7.3.1.1.
  public static let roleConflict = STUNErrorCode(code: 487, reason: "Role Conflict")
  public static let serverError = STUNErrorCode(code: 500, reason: "Server Error")
}

extension STUNErrorCode: CustomStringConvertible {
  public var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}
