internal import RTP
internal import SRTP
internal import SansIO
internal import Trace

/// Keys that make SRTP and SRTCP readable; which of them fits a sender is found by trying.
public final class MediaKeys {
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
  }

  typealias Key = HandshakeKeys.Key
  /// Of one sender: keeps the roll-over counters of its streams.
  private final class Session {
    let key: Key
    let unprotect: InboundSRTP
    init(_ key: Key) throws(SRTPError) {
      self.key = key
      unprotect = try InboundSRTP(cipher: key.cipher, keyingMaterial: key.material)
    }
  }
  /// One direction of a flow, at one place of capture.
  struct Direction: Hashable {
    var flow: Int
    var isForward: Bool
  }

  /// What became of a packet.
  enum Outcome {
    case opened([UInt8])
    /// The sender's key is known, and does not fit.
    case refused
    case noKey
  }

  private static let fileLimit = 1 << 20
  private static let keyLimit = 1024
  private var keys: [Key] = []
  private var log = KeyLog()
  private var handshakes: Set<[UInt8]> = []
  private var sessions: [Direction: Session] = [:]
  /// Tries that failed since the last key came.
  private var failures: [Direction: Int] = [:]

  /// None; a capture may bring some.
  public init() {}

  /// Those of one file.
  public convenience init(_ bytes: [UInt8]) throws(Fault) {
    self.init()
    try add(file: bytes)
  }

  /// Reads TLS secrets in the NSS key log format, or the `srtp-keys.json` of a run: a list of `{"profile", "sends", "receives"}`, key
  /// and salt in hexadecimal; or one object with `client_write_key_salt_hex` and `server_write_key_salt_hex`.
  public func add(file bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.fileLimit else {
      throw Fault(description: "more than \(Self.fileLimit) bytes")
    }
    guard !log.add(bytes) else { return }
    guard
      let root = try? JSONValue(
        parsing: String(decoding: bytes, as: UTF8.self), roundingNumbers: true)
    else {
      throw Fault(
        description:
          "no keys; expected the srtp-keys.json of a run, or an NSS key log with CLIENT_RANDOM or EXPORTER_SECRET lines"
      )
    }
    var hasKeys = false
    for entry in root.arrayValue ?? [root] { hasKeys = try add(entry) || hasKeys }
    guard hasKeys else { throw Fault(description: "no SRTP keys in the file") }
  }

  /// - Returns: whether there was any key in it.
  private func add(_ entry: JSONValue) throws(Fault) -> Bool {
    guard let profile = entry["profile"]?.stringValue else { return false }
    guard let cipher = Self.cipher(profile) else {
      throw Fault(description: "unknown SRTP profile '\(profile)'")
    }
    var hasKeys = false
    for name in [
      "sends", "receives", "client_write_key_salt_hex", "server_write_key_salt_hex",
    ] {
      guard let text = entry[name]?.stringValue else { continue }
      guard let material = bytes(hexadecimal: text),
        material.count == cipher.keyingMaterialByteCount
      else {
        throw Fault(
          description:
            "'\(name)' is not \(cipher.keyingMaterialByteCount) bytes of key and salt in hexadecimal"
        )
      }
      add(Key(cipher: cipher, material: material))
      hasKeys = true
    }
    return hasKeys
  }

  private func add(_ key: Key) {
    guard keys.count < Self.keyLimit, !keys.contains(key) else { return }
    keys.append(key)
    failures.removeAll()
  }

  /// Adds lines of an NSS key log; they serve the handshakes that are told from now on.
  func add(keyLog bytes: [UInt8]) { log.add(bytes) }

  /// No packet can be opened so far.
  var isEmpty: Bool { keys.isEmpty }
  var hasSecrets: Bool { !log.sessions.isEmpty }

  /// Derives the keys of a handshake, once.
  func learn(client: HelloMessage, server: HelloMessage) {
    guard handshakes.count < Self.keyLimit, !handshakes.contains(server.random) else { return }
    let found = HandshakeKeys.derive(client: client, server: server, log)
    guard !found.isEmpty else { return }
    handshakes.insert(server.random)
    for key in found { add(key) }
  }

  private static func cipher(_ profile: String) -> SRTPCipher? {
    switch profile {
    case "SRTP_AES128_CM_SHA1_80", "SRTP_AES128_CM_HMAC_SHA1_80": .aes128CMHMACSHA1_80
    case "SRTP_AEAD_AES_128_GCM": .aeadAES128GCM
    case "SRTP_AEAD_AES_256_GCM": .aeadAES256GCM
    default: nil
    }
  }

  func unprotect(_ packet: [UInt8], _ direction: Direction) -> Outcome {
    let isControl = isRTCP(packet)
    if let session = sessions[direction] {
      if let plain = Self.open(packet, session, isControl) { return .opened(plain) }
      // A second handshake may have brought another key. With its own, anew, a packet that came twice would pass.
      let plain = find(packet, direction, isControl, besides: session.key)
      return plain.map { .opened($0) } ?? .refused
    }
    return find(packet, direction, isControl).map { .opened($0) } ?? .noKey
  }

  /// Tries all keys; with none that fits, every packet would cost all of them.
  private func find(
    _ packet: [UInt8], _ direction: Direction, _ isControl: Bool, besides known: Key? = nil
  ) -> [UInt8]? {
    guard failures[direction, default: 0] < 50 else { return nil }
    for key in keys where key != known {
      guard let session = try? Session(key), let plain = Self.open(packet, session, isControl)
      else { continue }
      sessions[direction] = session
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
