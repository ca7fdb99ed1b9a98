internal import COpenSSL
internal import CSim
import SansIO

/// Sole owner of one `SSL`: brackets every call into libssl with the clock and the chance that belong to it.
///
/// How virtual time is kept. libssl starts a timer with every flight, and looks at `gettimeofday` (CSim's) whenever
/// it waits for a datagram: 15 ms before the end it already counts the timer as run out. So libssl is told, through
/// `DTLS_set_timer_cb`, that each wait lasts `farAway`, and never sees its timer run out by itself; the callback
/// tells us when a wait begins or backs off, and the true deadline is ours, to the nanosecond. At that deadline
/// `handleTimeout` shows libssl a clock that is past the end.
@safe final class TLSSession {
  /// What callbacks saw while libssl ran, in order.
  enum Note {
    case secret(String)
    case fingerprint(FingerprintCheck)
    case alert(received: Bool, name: String)
  }

  enum Step: Hashable {
    case waiting
    case done
    case data(byteCount: Int)
    case closed
    case failed(reason: Int32, String)
  }

  /// What AES-GCM adds to a record: 8 bytes of nonce, 16 of tag (RFC 5288 §3).
  private static let sealByteCount = 24
  private static let farAwayMicroseconds: UInt32 = 2_000_000_000

  private let ssl: OpaquePointer
  private let identity: DTLSIdentity
  private let expected: [ExpectedFingerprint]
  private let clock: PeerClock
  private let mtu: Int
  private var randomState: UInt64
  private var timer: FlightTimer
  private var timerBegan = false
  private var inbound: [UInt8]?
  private(set) var outbound: [[UInt8]] = []
  private(set) var notes: [Note] = []
  /// When the flight under way is to be sent again; nil: no flight waits for an answer.
  private(set) var deadline: Instant?

  init(
    role: DTLSTransport.Role, identity: DTLSIdentity, expected: [ExpectedFingerprint],
    configuration: DTLSConfiguration, randomState: UInt64, clock: PeerClock
  ) throws(DTLSError) {
    try Library.prepare()
    guard (280...16384).contains(configuration.mtu) else { throw .mtu(configuration.mtu) }
    guard !configuration.profiles.isEmpty else { throw .noProfiles }
    guard let ssl = unsafe SSL_new(Library.context) else { throw libraryError("SSL_new") }
    unsafe self.ssl = ssl
    self.identity = identity
    self.expected = expected
    self.clock = clock
    self.mtu = configuration.mtu
    self.randomState = randomState
    self.timer = FlightTimer(configuration.timer, roundTripTime: .zero)
    try prepare(role, configuration)
  }

  deinit { unsafe SSL_free(ssl) }

  private func prepare(_ role: DTLSTransport.Role, _ configuration: DTLSConfiguration)
    throws(DTLSError)
  {
    // Callbacks run only inside our own calls, so the reference need not be counted.
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let bio = unsafe BIO_new(Library.datagramBIO) else { throw libraryError("BIO_new") }
    unsafe BIO_set_data(bio, me)
    unsafe SSL_set_bio(ssl, bio, bio)
    let profiles = configuration.profiles.map(\.libraryName).joined(separator: ":")
    guard unsafe SSL_set_ex_data(ssl, 0, me) == 1,
      unsafe SSL_use_certificate(ssl, identity.certificate) == 1,
      unsafe SSL_use_PrivateKey(ssl, identity.key) == 1,
      unsafe SSL_set_tlsext_use_srtp(ssl, profiles) == 0,  // this one returns 0 for success
      // libssl forgets the seal when it fills a datagram.
      unsafe shim_set_mtu(ssl, configuration.mtu - Self.sealByteCount) > 0
    else { throw libraryError("SSL_use_certificate") }
    unsafe SSL_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    unsafe SSL_set_info_callback(ssl) { ssl, event, value in
      guard shim_is_alert(event) != 0, let pointer = unsafe SSL_get_ex_data(ssl, 0),
        let name = unsafe SSL_alert_desc_string_long(value)
      else { return }
      unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
        .note(.alert(received: shim_is_read(event) != 0, name: String(cString: name)))
    }
    unsafe DTLS_set_timer_cb(ssl) { ssl, previous in
      if let pointer = unsafe SSL_get_ex_data(ssl, 0) {
        unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
          .noteTimer(backsOff: previous != 0)
      }
      return TLSSession.farAwayMicroseconds
    }
    switch role {
    case .client: unsafe SSL_set_connect_state(ssl)
    case .server: unsafe SSL_set_accept_state(ssl)
    }
  }

  // MARK: Verbs

  func start(timer: FlightTimer) { self.timer = timer }

  /// Takes one datagram, or none, and does what the handshake can.
  func handshake(_ datagram: [UInt8]?, at now: Instant) -> Step {
    inbound = datagram
    let result = unsafe call(at: now) { unsafe SSL_do_handshake($0) }
    inbound = nil
    return result == 1 ? .done : step(result)
  }

  /// After the handshake: takes one datagram, or none; to be called until `.waiting`.
  func read(_ datagram: [UInt8]?, at now: Instant) -> Step {
    inbound = datagram
    var buffer = [UInt8](repeating: 0, count: 16384)
    let result = unsafe call(at: now) { ssl in
      unsafe buffer.withUnsafeMutableBytes {
        unsafe SSL_read(ssl, $0.baseAddress, Int32($0.count))
      }
    }
    inbound = nil
    return result > 0 ? .data(byteCount: Int(result)) : step(result)
  }

  /// Sends the flight under way again.
  func handleTimeout(at now: Instant) -> Step {
    // How far libssl's own timer lies ahead; it grows with every back-off.
    var left: Int64 = 0
    _ = unsafe call(at: now) { ssl in
      left = unsafe shim_timer_microseconds(ssl)
      return 1
    }
    guard left >= 0 else { return .waiting }
    let result = unsafe call(at: now, ahead: left) { unsafe shim_handle_timeout($0) }
    return result < 0 ? step(result) : .waiting
  }

  /// Sends close_notify (RFC 5246 §7.2.1).
  func shutdown(at now: Instant) {
    _ = unsafe call(at: now) { unsafe SSL_shutdown($0) }
    deadline = nil
  }

  func takeOutbound() -> [[UInt8]] {
    defer { outbound = [] }
    return outbound
  }

  func takeNotes() -> [Note] {
    defer { notes = [] }
    return notes
  }

  // MARK: Queries, of a finished handshake

  /// "DTLS 1.2", and the registered name of the cipher suite.
  var version: String {
    unsafe SSL_version(ssl) == DTLS1_2_VERSION ? "DTLS 1.2" : String(cString: SSL_get_version(ssl))
  }

  var cipher: String {
    guard let cipher = unsafe SSL_get_current_cipher(ssl),
      let name = unsafe SSL_CIPHER_standard_name(cipher)
    else { return "none" }
    return unsafe String(cString: name)
  }

  /// What encryption adds to each record; that of AES-GCM as long as no cipher suite is agreed.
  var sealByteCount: Int {
    // RFC 7905 §2: no explicit nonce.
    cipher.contains("CHACHA20") ? 16 : Self.sealByteCount
  }

  /// Keys of the agreed SRTP profile; nil when none was agreed.
  func keyingMaterial(role: DTLSTransport.Role) -> SRTPKeyingMaterial? {
    guard let chosen = unsafe SSL_get_selected_srtp_profile(ssl),
      let profile = unsafe SRTPProfile(rawValue: UInt16(truncatingIfNeeded: chosen.pointee.id))
    else { return nil }
    var exported = [UInt8](
      repeating: 0, count: SRTPKeyingMaterial.exportedByteCount(profile))
    let label = "EXTRACTOR-dtls_srtp"  // RFC 5764 §4.2
    guard
      unsafe SSL_export_keying_material(
        ssl, &exported, exported.count, label, label.utf8.count, nil, 0, 0) == 1
    else { return nil }
    return SRTPKeyingMaterial(profile: profile, exported: exported, role: role)
  }

  // MARK: From the callbacks

  func takeInbound() -> [UInt8]? {
    defer { inbound = nil }
    return inbound
  }

  /// Joins records that fit one datagram (RFC 6347 §4.1.1).
  ///
  /// libssl does so itself during the handshake only; a last flight that is sent again would come in two datagrams,
  /// and on a lossy path be lost nearly twice as often.
  func noteOutbound(_ datagram: [UInt8]) {
    if let last = outbound.last, last.count + datagram.count <= mtu, last.first != 21,
      datagram.first != 21
    {
      outbound[outbound.count - 1] += datagram
    } else {
      outbound.append(datagram)
    }
  }

  func note(_ note: Note) { notes.append(note) }

  func noteTimer(backsOff: Bool) {
    timerBegan = true
    if backsOff { timer.backOff() } else { timer.restart() }
  }

  func verify(certificate: [UInt8]) -> Bool {
    let check = FingerprintCheck(certificate: certificate, expected: expected)
    notes.append(.fingerprint(check))
    return check.verified
  }

  // MARK: The bracket

  private func call(
    at now: Instant, ahead microseconds: Int64 = 0, _ body: (OpaquePointer) -> Int32
  ) -> Int32 {
    ERR_clear_error()
    timerBegan = false
    sim_begin(clock.unixNanoseconds(at: now) / 1000 + microseconds, randomState)
    let result = unsafe body(ssl)
    let isTiming = unsafe shim_timer_microseconds(ssl) >= 0
    randomState = sim_end()
    if !isTiming {
      deadline = nil
    } else if timerBegan {
      deadline = now + timer.current
    }
    return result
  }

  private func step(_ result: Int32) -> Step {
    switch unsafe SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .waiting
    case SSL_ERROR_ZERO_RETURN: return .closed
    default:
      let (reason, text) = drainErrors()
      deadline = nil
      return .failed(reason: reason, text)
    }
  }
}

extension TLSSession.Step {
  /// libssl gave up: it sends a flight again 12 times (DTLS1_TMO_ALERT_COUNT), and so does BoringSSL in browsers.
  var isOutOfRetransmissions: Bool {
    if case .failed(SSL_R_READ_TIMEOUT_EXPIRED, _) = self { true } else { false }
  }
}
