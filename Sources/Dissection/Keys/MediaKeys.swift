internal import RTP
internal import SRTP
internal import SansIO
internal import Trace

/// Keys that make SRTP and SRTCP readable; which of them fits a sender is found by trying.
public final class MediaKeys {
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
  }

  private struct Key: Hashable {
    var cipher: SRTPCipher
    var material: [UInt8]
  }
  /// Of one sender: keeps the roll-over counters of its streams.
  private final class Session {
    let unprotect: InboundSRTP
    init(_ key: Key) throws(SRTPError) {
      unprotect = try InboundSRTP(cipher: key.cipher, keyingMaterial: key.material)
    }
  }
  struct Direction: Hashable {
    var flow: Int
    var isForward: Bool
  }

  private static let fileLimit = 1 << 20
  private var keys: [Key] = []
  private var sessions: [Direction: Session] = [:]
  /// Tries that failed before any key fitted.
  private var failures: [Direction: Int] = [:]
  private(set) var decrypted = 0
  private(set) var refused = 0

  /// Reads the `srtp-keys.json` of a run: a list of `{"profile", "sends", "receives"}`, key and salt in hexadecimal; or one object
  /// with `client_write_key_salt_hex` and `server_write_key_salt_hex`.
  public init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.fileLimit,
      let root = try? JSONValue(
        parsing: String(decoding: bytes, as: UTF8.self), roundingNumbers: true)
    else { throw Fault(description: "no JSON; expected the srtp-keys.json of a run") }
    for entry in root.arrayValue ?? [root] {
      guard let profile = entry["profile"]?.stringValue else { continue }
      guard let cipher = Self.cipher(profile) else {
        throw Fault(description: "unknown SRTP profile '\(profile)'")
      }
      for name in [
        "sends", "receives", "client_write_key_salt_hex", "server_write_key_salt_hex",
      ] {
        guard let text = entry[name]?.stringValue else { continue }
        guard let material = Self.bytes(text), material.count == cipher.keyingMaterialByteCount
        else {
          throw Fault(
            description:
              "'\(name)' is not \(cipher.keyingMaterialByteCount) bytes of key and salt in hexadecimal"
          )
        }
        let key = Key(cipher: cipher, material: material)
        if !keys.contains(key), keys.count < 256 { keys.append(key) }
      }
    }
    guard !keys.isEmpty else { throw Fault(description: "no SRTP keys in the file") }
  }

  private static func cipher(_ profile: String) -> SRTPCipher? {
    switch profile {
    case "SRTP_AES128_CM_SHA1_80", "SRTP_AES128_CM_HMAC_SHA1_80": .aes128CMHMACSHA1_80
    case "SRTP_AEAD_AES_128_GCM": .aeadAES128GCM
    default: nil
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(hexadecimalDigit)
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The packet in the clear; nil when no key fits.
  func unprotect(_ packet: [UInt8], _ direction: Direction) -> [UInt8]? {
    let isControl = isRTCP(packet)
    if let session = sessions[direction] {
      let plain = Self.open(packet, session, isControl)
      if plain == nil { refused += 1 } else { decrypted += 1 }
      return plain
    }
    // With no key that fits, every packet would cost all keys.
    guard failures[direction, default: 0] < 50 else { return nil }
    for key in keys {
      guard let session = try? Session(key),
        let plain = Self.open(packet, session, isControl)
      else { continue }
      sessions[direction] = session
      decrypted += 1
      return plain
    }
    failures[direction, default: 0] += 1
    return nil
  }

  private static func open(_ packet: [UInt8], _ session: Session, _ isControl: Bool) -> [UInt8]? {
    isControl
      ? try? session.unprotect.unprotectRTCP(packet) : try? session.unprotect.unprotectRTP(packet)
  }
}
