/// A datagram cut into DTLS records (RFC 6347 §4.1), before libssl sees it.
///
/// libssl drops most invalid records without a word, and answers some (unknown types, impossible fragments) with a
/// fatal alert, so that one forged datagram would end a handshake. RFC 6347 §4.1.2.7 lets a receiver discard what
/// is invalid, so those are taken out here, and each is given a reason.
struct DTLSRecords {
  static let headerByteCount = 13

  /// The records worth showing to libssl, back to back.
  private(set) var accepted: [UInt8] = []
  private(set) var problems: [String] = []
  /// Whether a handshake record is among the accepted ones, and of which epochs records are.
  private(set) var hasHandshake = false
  private(set) var hasEncrypted = false

  /// - Parameter sealByteCount: what encryption adds to the content of a record, at least.
  init(_ bytes: [UInt8], sealByteCount: Int) {
    guard let first = bytes.first else {
      problems.append("empty datagram")
      return
    }
    guard DTLSTransport.isDTLS(bytes) else {
      problems.append("not DTLS: first byte \(first)")
      return
    }
    var offset = 0
    while offset < bytes.count {
      guard bytes.count - offset >= Self.headerByteCount else {
        problems.append("record header cut after \(bytes.count - offset) of 13 bytes")
        return
      }
      let length = integer(bytes, at: offset + 11, byteCount: 2)
      let end = offset + Self.headerByteCount + length
      guard end <= bytes.count else {
        let present = bytes.count - offset - Self.headerByteCount
        problems.append("record of \(length) bytes cut after \(present)")
        return
      }
      judge(bytes, offset..<end, sealByteCount)
      offset = end
    }
  }

  private mutating func judge(_ bytes: [UInt8], _ record: Range<Int>, _ sealByteCount: Int) {
    let type = bytes[record.lowerBound]
    let version = integer(bytes, at: record.lowerBound + 1, byteCount: 2)
    let epoch = integer(bytes, at: record.lowerBound + 3, byteCount: 2)
    // 0xFEFF is DTLS 1.0, which the first ClientHello may say (RFC 6347 §4.2.1); 0xFEFD is DTLS 1.2.
    guard version == 0xfeff || version == 0xfefd else {
      problems.append("record version \(version)")
      return
    }
    // change_cipher_spec, alert, handshake; application data only once encrypted (RFC 5246 §6.2.1).
    guard (20...(epoch == 0 ? 22 : 23)).contains(type) else {
      problems.append("record of type \(type) in epoch \(epoch)")
      return
    }
    guard record.count > Self.headerByteCount else {
      problems.append("empty record")
      return
    }
    if epoch == 0, let problem = Self.contentProblem(bytes, record, type: type) {
      problems.append(problem)
      return
    }
    // From OpenSSL 3.0.19 on, one that is too short for its tag ends the association.
    let contentByteCount = record.count - Self.headerByteCount
    guard epoch == 0 || contentByteCount > sealByteCount else {
      problems.append("encrypted record of \(contentByteCount) bytes, too short for its tag")
      return
    }
    hasHandshake = hasHandshake || type == 22
    hasEncrypted = hasEncrypted || epoch > 0
    accepted += bytes[record]
  }

  /// What is impossible about a record in the clear.
  private static func contentProblem(_ bytes: [UInt8], _ record: Range<Int>, type: UInt8) -> String?
  {
    let start = record.lowerBound + headerByteCount
    switch type {
    case 20:  // RFC 5246 §7.1: the one byte 1
      return record.upperBound - start == 1 && bytes[start] == 1 ? nil : "wrong change_cipher_spec"
    case 21:  // RFC 5246 §7.2: level 1 or 2, then the description
      return record.upperBound - start == 2 && (1...2).contains(bytes[start]) ? nil : "wrong alert"
    default:
      return fragmentProblem(bytes, start..<record.upperBound)
    }
  }

  /// A record holds one fragment of one handshake message (RFC 6347 §4.2.2).
  private static func fragmentProblem(_ bytes: [UInt8], _ content: Range<Int>) -> String? {
    guard content.count >= 12 else { return "handshake header cut" }
    let start = content.lowerBound
    let length = integer(bytes, at: start + 1, byteCount: 3)
    let fragmentOffset = integer(bytes, at: start + 6, byteCount: 3)
    let fragmentLength = integer(bytes, at: start + 9, byteCount: 3)
    guard fragmentOffset + fragmentLength <= length, 12 + fragmentLength == content.count else {
      return "impossible handshake fragment"
    }
    return nil
  }
}

/// The caller has checked that the bytes are there.
private func integer(_ bytes: [UInt8], at offset: Int, byteCount: Int) -> Int {
  bytes[offset..<offset + byteCount].reduce(0) { $0 << 8 | Int($1) }
}
