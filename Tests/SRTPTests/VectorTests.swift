import SRTP
import SansIO
import TestSupport
import Testing

/// What is checked, and how far it reaches: the RFCs give key streams and packets under session keys, which cannot be
/// handed to libsrtp. Each of them is reproduced by `Reference`; then libsrtp's packets, under master keys, must equal
/// those of `Reference` byte for byte, for RFC 3711 B.3's master key among others.
@Suite("SRTP vectors")
struct VectorTests {
  @Test("RFC 3711 B.2 and RFC 6188 7.1: key streams")
  func keystreams() throws {
    var table = Table()
    let vectors = rows("srtp-aes-cm.json", under: "keystream")
    for vector in vectors {
      let aes = Reference.AES(hex(vector, "session_key"))
      for (block, expected) in vector["blocks"] as? [String: String] ?? [:] {
        let stream = Reference.keystream(
          aes, iv: hex(vector, "shifted_salt"), byteCount: 16, first: Int(block, radix: 16) ?? 0)
        table.equal(hexadecimal(stream), expected, "\(vector["name"] ?? "") block \(block)")
      }
    }
    #expect(table.failures.isEmpty && table.rows == 12, "\(table.failures)")
  }

  @Test("RFC 3711 B.3 and RFC 6188 7.2: session keys, the former also through libsrtp")
  func sessionKeys() throws {
    var table = Table()
    for vector in rows("srtp-aes-cm.json", under: "kdf") {
      let name = "\(vector["name"] ?? "")"
      let master = hex(vector, "master_key")
      let salt = hex(vector, "master_salt")
      for (label, field) in [(0, "cipher_key"), (1, "auth_key"), (2, "cipher_salt")] {
        let expected = hex(vector, field)
        let derived = Reference.derive(
          master, salt, label: UInt8(label), byteCount: expected.count)
        table.equal(derived, expected, "\(name) \(field)")
      }
      guard master.count == 16 else { continue }
      // Under the session keys of the text itself, not under derived ones.
      let reference = ReferenceSRTP(
        isGCM: false, key: hex(vector, "cipher_key"), salt: hex(vector, "cipher_salt"),
        authenticationKey: Array(hex(vector, "auth_key").prefix(20)))
      let outbound = try OutboundSRTP(cipher: .aes128CMHMACSHA1_80, keyingMaterial: master + salt)
      let packet = rtp(sequence: 1234, byteCount: 1000)
      table.equal(
        try outbound.protectRTP(packet), reference.protectRTP(packet, roc: 0), "\(name), libsrtp")
    }
    #expect(table.failures.isEmpty && table.rows == 7, "\(table.failures)")
  }

  @Test("RFC 7714 16 and 17: packets under session keys")
  func gcmPackets() throws {
    var table = Table()
    for vector in rows("srtp-aes-gcm.json", under: "vectors") {
      let reference = ReferenceSRTP(isGCM: true, key: hex(vector, "key"), salt: hex(vector, "salt"))
      let plain = hex(vector, "plain")
      let isRTP = vector["proto"] as? String == "rtp"
      let index = UInt32(vector[isRTP ? "roc" : "srtcp_index"] as? Int ?? 0)
      let sealed =
        isRTP
        ? reference.protectRTP(plain, roc: index) : reference.protectRTCP(plain, index: index)
      table.equal(
        hexadecimal(sealed), vector["protected"] as? String ?? "",
        "\(vector["suite"] ?? "") \(vector["proto"] ?? "")")
    }
    #expect(table.failures.isEmpty && table.rows == 4, "\(table.failures)")
  }

  @Test("libsrtp's packets are the reference's, RTP across a rollover and RTCP, every cipher")
  func library() throws {
    var table = Table()
    var generator = Seed(1).stream("srtp")
    for cipher in SRTPCipher.allCases {
      let material = generator.bytes(cipher.keyingMaterialByteCount)
      let isGCM = cipher != .aes128CMHMACSHA1_80
      let outbound = try OutboundSRTP(cipher: cipher, keyingMaterial: material)
      let inbound = try InboundSRTP(cipher: cipher, keyingMaterial: material)
      let rtpKeys = ReferenceSRTP(isGCM: isGCM, keyingMaterial: material, rtcp: false)
      let rtcpKeys = ReferenceSRTP(isGCM: isGCM, keyingMaterial: material, rtcp: true)
      for (offset, byteCount) in [0, 1, 15, 16, 17, 160, 300].enumerated() {
        let sequence = 65533 + offset
        let packet = rtp(sequence: UInt16(truncatingIfNeeded: sequence), byteCount: byteCount)
        let sealed = try outbound.protectRTP(packet)
        let row = "\(cipher) RTP \(sequence)"
        table.equal(sealed, rtpKeys.protectRTP(packet, roc: UInt32(sequence >> 16)), row)
        table.equal(sealed.count, packet.count + cipher.rtpOverheadByteCount, row)
        table.equal(try inbound.unprotectRTP(sealed), packet, row)
      }
      // The first index is 1 in libsrtp; RFC 3711 §3.4 says 0, receivers take it from the packet.
      for index in 1...4 as ClosedRange<UInt32> {
        let packet = [0x81, 201, 0, 7, 1, 2, 3, 4] + generator.bytes(24)
        let sealed = try outbound.protectRTCP(packet)
        let row = "\(cipher) RTCP \(index)"
        table.equal(sealed, rtcpKeys.protectRTCP(packet, index: index), row)
        table.equal(sealed.count, packet.count + cipher.rtcpOverheadByteCount, row)
        table.equal(try inbound.unprotectRTCP(sealed), packet, row)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

/// A packet with a plain header.
func rtp(sequence: UInt16, ssrc: UInt32 = 0xcafe_babe, byteCount: Int) -> [UInt8] {
  [0x80, 96, UInt8(sequence >> 8), UInt8(truncatingIfNeeded: sequence), 0, 0, 0x10, 0]
    + Reference.bigEndian(ssrc) + (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
}

private func rows(_ name: String, under key: String) -> [[String: Any]] {
  FixtureFolder().rows("rfc/\(name)", under: key)
}

private func hex(_ vector: [String: Any], _ field: String) -> [UInt8] {
  bytes(hexadecimal: vector[field] as? String ?? "") ?? []
}
