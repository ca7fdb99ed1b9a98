public import SansIO

/// The user name fragment and password of one side for one generation (RFC 8445 §5.3).
public struct ICECredentials: Hashable, Sendable {
  /// 4 to 256 ice-chars.
  public var ufrag: String
  /// 22 to 256 ice-chars.
  public var pwd: String

  public init(ufrag: String, pwd: String) {
    self.ufrag = ufrag
    self.pwd = pwd
  }

  /// Draws 4 and 24 ice-chars, as many as libwebrtc does (`ICE_UFRAG_LENGTH`, `ICE_PWD_LENGTH`): 24 and 144 random bits.
  public init(using generator: inout SplitMix64) {
    func draw(_ count: Int) -> String {
      let characters = (0..<count).map { _ in iceCharacters[Int(generator.next() >> 58)] }
      return String(decoding: characters, as: UTF8.self)
    }
    self.init(ufrag: draw(4), pwd: draw(24))
  }

  /// RFC 8839 §5.4 bounds both at 256 characters; a USERNAME with longer ones would not fit.
  var isUsable: Bool {
    (1...256).contains(ufrag.utf8.count) && (1...256).contains(pwd.utf8.count)
  }
}

/// ice-char of RFC 8839 §5.1: 64 of them, so that six bits pick one.
private let iceCharacters = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
