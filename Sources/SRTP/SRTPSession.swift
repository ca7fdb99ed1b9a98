internal import CSRTP

/// Sole owner of one `srtp_t`: one direction, any number of SSRCs.
@safe struct SRTPSession: ~Copyable {
  enum Verb {
    case protectRTP, protectRTCP, unprotectRTP, unprotectRTCP
  }

  /// No UDP payload is longer.
  private static let largestPacket = 65535
  private static let initialized = srtp_init()

  private let session: srtp_t
  private let cipher: SRTPCipher

  init(cipher: SRTPCipher, keyingMaterial: [UInt8], isOutbound: Bool) throws(SRTPError) {
    guard keyingMaterial.count == cipher.keyingMaterialByteCount else {
      throw .keyingMaterial(
        byteCount: keyingMaterial.count, expected: cipher.keyingMaterialByteCount)
    }
    guard Self.initialized == srtp_err_status_ok else {
      throw .library(call: "srtp_init", status: Self.initialized.rawValue)
    }
    var key = keyingMaterial
    var session: srtp_t?
    let status = unsafe key.withUnsafeMutableBufferPointer { key in
      var policy = unsafe srtp_policy_t()
      switch cipher {
      case .aes128CMHMACSHA1_80:
        unsafe srtp_crypto_policy_set_rtp_default(&policy.rtp)
        unsafe srtp_crypto_policy_set_rtcp_default(&policy.rtcp)
      case .aeadAES128GCM:
        unsafe srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtp)
        unsafe srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtcp)
      case .aeadAES256GCM:
        unsafe srtp_crypto_policy_set_aes_gcm_256_16_auth(&policy.rtp)
        unsafe srtp_crypto_policy_set_aes_gcm_256_16_auth(&policy.rtcp)
      }
      // A template: libsrtp makes a stream for each SSRC, inbound only once a packet of it proved authentic.
      unsafe policy.ssrc.type = isOutbound ? ssrc_any_outbound : ssrc_any_inbound
      unsafe policy.key = key.baseAddress  // copied before srtp_create returns
      // As libwebrtc (srtp_session.cc): a NACK without RTX is answered by the same packet again.
      unsafe policy.window_size = 1024
      unsafe policy.allow_repeat_tx = 1
      return unsafe srtp_create(&session, &policy)
    }
    guard status == srtp_err_status_ok, let session = unsafe session else {
      throw .library(call: "srtp_create", status: status.rawValue)
    }
    unsafe self.session = session
    self.cipher = cipher
  }

  deinit { unsafe srtp_dealloc(session) }

  /// Changes a packet in place; after an error it is empty, since libsrtp may have changed half of it.
  func apply(_ verb: Verb, to packet: inout [UInt8]) throws(SRTPError) {
    let byteCount = packet.count
    guard (leastByteCount(verb)...Self.largestPacket).contains(byteCount) else {
      packet.removeAll()
      throw .malformed(byteCount: byteCount)
    }
    packet.append(contentsOf: repeatElement(0, count: spareByteCount(verb)))
    var length = Int32(byteCount)
    let status = unsafe packet.withUnsafeMutableBufferPointer { buffer in
      let start = buffer.baseAddress
      return switch verb {
      case .protectRTP: unsafe srtp_protect(session, start, &length)
      case .protectRTCP: unsafe srtp_protect_rtcp(session, start, &length)
      case .unprotectRTP: unsafe srtp_unprotect(session, start, &length)
      case .unprotectRTCP: unsafe srtp_unprotect_rtcp(session, start, &length)
      }
    }
    guard status == srtp_err_status_ok else {
      packet.removeAll()
      throw error(status, verb, byteCount)
    }
    packet.removeLast(packet.count - max(0, min(Int(length), packet.count)))
  }

  /// Room behind the packet: protecting writes the tag, and of RTCP the index (no MKI is used); behind a packet from outside
  /// lies nothing of ours, should libsrtp ever look further.
  private func spareByteCount(_ verb: Verb) -> Int {
    switch verb {
    case .protectRTP, .protectRTCP: cipher.rtcpOverheadByteCount
    case .unprotectRTP, .unprotectRTCP: Int(SRTP_MAX_TRAILER_LEN) + 4
    }
  }

  /// The fixed header, and what protection added (RFC 3711 §3.1, §3.4).
  private func leastByteCount(_ verb: Verb) -> Int {
    switch verb {
    case .protectRTP: 12
    case .protectRTCP: 8
    case .unprotectRTP: 12 + cipher.rtpOverheadByteCount
    case .unprotectRTCP: 8 + cipher.rtcpOverheadByteCount
    }
  }

  private func error(_ status: srtp_err_status_t, _ verb: Verb, _ byteCount: Int) -> SRTPError {
    switch status {
    case srtp_err_status_auth_fail: .notAuthentic
    // NSS reports a wrong GCM tag as a failure of the cipher.
    case srtp_err_status_cipher_fail where verb == .unprotectRTP || verb == .unprotectRTCP:
      .notAuthentic
    case srtp_err_status_replay_fail: .replayed
    case srtp_err_status_replay_old, srtp_err_status_pkt_idx_old: .tooOld
    case srtp_err_status_bad_param, srtp_err_status_parse_err, srtp_err_status_cant_check:
      .malformed(byteCount: byteCount)
    case srtp_err_status_key_expired: .keyExpired
    default: .library(call: "\(verb)", status: status.rawValue)
    }
  }
}
