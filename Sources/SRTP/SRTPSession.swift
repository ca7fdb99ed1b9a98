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

  func apply(_ verb: Verb, to packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    guard (leastByteCount(verb)...Self.largestPacket).contains(packet.count) else {
      throw .malformed(byteCount: packet.count)
    }
    var status = srtp_err_status_ok
    let session = unsafe session
    // The trailer, and nothing of ours behind it, should libsrtp ever look further.
    let capacity = packet.count + Int(SRTP_MAX_TRAILER_LEN) + 4
    let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let start = buffer.baseAddress
      unsafe packet.withUnsafeBufferPointer { packet in
        guard let start = unsafe start, let source = packet.baseAddress else { return }
        unsafe start.initialize(from: source, count: packet.count)
        unsafe (start + packet.count).initialize(repeating: 0, count: capacity - packet.count)
      }
      var length = Int32(packet.count)
      status =
        switch verb {
        case .protectRTP: unsafe srtp_protect(session, start, &length)
        case .protectRTCP: unsafe srtp_protect_rtcp(session, start, &length)
        case .unprotectRTP: unsafe srtp_unprotect(session, start, &length)
        case .unprotectRTCP: unsafe srtp_unprotect_rtcp(session, start, &length)
        }
      count = status == srtp_err_status_ok ? Int(max(0, min(length, Int32(capacity)))) : 0
    }
    guard status == srtp_err_status_ok else { throw error(status, verb, packet.count) }
    return result
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
