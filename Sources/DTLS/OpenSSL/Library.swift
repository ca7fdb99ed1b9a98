internal import COpenSSL
internal import CSim

/// What OpenSSL needs once a process: its source of chance, one context, one kind of BIO.
///
/// The context is shared, since making one costs more than half a handshake. It is only read after it was made, and
/// its reference count is atomic, so every thread may use it.
@safe enum Library {
  /// Calls this before the first bracket, because making the context opens one itself.
  static func prepare() throws(DTLSError) {
    guard randomInstalled == 1 else { throw libraryError("RAND_set_rand_method") }
    guard unsafe context != nil, unsafe datagramBIO != nil else {
      throw libraryError("SSL_CTX_new")
    }
  }

  private static let randomInstalled = shim_install_random()

  nonisolated(unsafe) static let context: OpaquePointer? = unsafe makeContext()

  /// One write is one datagram, one read is one datagram: memory BIOs would run them together.
  nonisolated(unsafe) static let datagramBIO: OpaquePointer? = unsafe makeDatagramBIO()

  /// What browsers offer for DTLS 1.2; RFC 8827 §6.5 requires the first, and P-256.
  private static let ciphers = """
    ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:\
    ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305
    """

  private static func makeContext() -> OpaquePointer? {
    // Drawn for session tickets, which are off: any constant will do.
    sim_begin(0, 0)
    defer { _ = sim_end() }
    guard let context = unsafe SSL_CTX_new(DTLS_method()) else { return nil }
    unsafe shim_set_options(context)
    unsafe SSL_CTX_set_cert_verify_callback(context, verifyCertificate, nil)
    unsafe SSL_CTX_set_keylog_callback(context, noteSecret)
    guard unsafe shim_require_dtls12(context) == 1,
      unsafe SSL_CTX_set_cipher_list(context, ciphers) == 1,
      unsafe shim_set_groups(context, "P-256:X25519:P-384") == 1,
      unsafe shim_set_signatures(
        context, "ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA384:RSA+SHA384:RSA+SHA512") == 1
    else {
      unsafe SSL_CTX_free(context)
      return nil
    }
    return unsafe context
  }

  private static func makeDatagramBIO() -> OpaquePointer? {
    let type = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
    guard let method = unsafe BIO_meth_new(type, "datagrams") else { return nil }
    unsafe BIO_meth_set_read(method, readDatagram)
    unsafe BIO_meth_set_write(method, writeDatagram)
    unsafe BIO_meth_set_ctrl(method, controlDatagrams)
    unsafe BIO_meth_set_create(method) { bio in
      unsafe BIO_set_init(bio, 1)
      return 1
    }
    return unsafe method
  }
}

/// The oldest error in this thread's queue, in OpenSSL's words; the queue is empty afterwards.
func libraryError(_ call: String) -> DTLSError {
  .library(call: call, reason: drainErrors().text)
}

/// The oldest error in this thread's queue: its reason code and OpenSSL's words for it.
func drainErrors() -> (reason: Int32, text: String) {
  let error = ERR_get_error()
  defer { ERR_clear_error() }
  guard error != 0, let text = unsafe ERR_reason_error_string(error) else {
    return (0, "no reason given")
  }
  return (shim_error_reason(error), unsafe String(cString: text))
}

/// The session that a callback of libssl belongs to.
private func session(_ ssl: OpaquePointer?) -> TLSSession? {
  guard let pointer = unsafe SSL_get_ex_data(ssl, 0) else { return nil }
  return unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
}

private func session(bio: OpaquePointer?) -> TLSSession? {
  guard let pointer = unsafe BIO_get_data(bio) else { return nil }
  return unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
}

private func readDatagram(
  _ bio: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32
) -> Int32 {
  unsafe shim_clear_retry(bio)
  guard let buffer = unsafe buffer, capacity > 0,
    let datagram = unsafe session(bio: bio)?.takeInbound()
  else {
    unsafe shim_set_retry_read(bio)
    return -1
  }
  // As with a socket, what does not fit is lost.
  let count = min(datagram.count, Int(capacity))
  unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
    .copyBytes(from: datagram.prefix(count))
  return Int32(count)
}

private func writeDatagram(_ bio: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int32)
  -> Int32
{
  guard let bytes = unsafe bytes, count > 0, let session = unsafe session(bio: bio) else {
    return -1
  }
  session.noteOutbound(
    unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
  return count
}

private func controlDatagrams(
  _ bio: OpaquePointer?, _ command: Int32, _ number: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
  switch command {
  case BIO_CTRL_FLUSH: 1
  default: 0  // no MTU of its own, no overhead, no peer
  }
}

/// Takes the place of chain building: the fingerprint is the trust (RFC 8122 §6.2); dates and names say nothing.
private func verifyCertificate(_ store: OpaquePointer?, _ argument: UnsafeMutableRawPointer?)
  -> Int32
{
  let index = SSL_get_ex_data_X509_STORE_CTX_idx()
  guard let ssl = unsafe X509_STORE_CTX_get_ex_data(store, index),
    let session = unsafe session(OpaquePointer(ssl)),
    let certificate = unsafe X509_STORE_CTX_get0_cert(store),
    session.verify(certificate: unsafe encoded(certificate: certificate))
  else {
    // This one becomes the alert bad_certificate, as RFC 8122 §6.2 asks.
    unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
    return 0
  }
  return 1
}

private func noteSecret(_ ssl: OpaquePointer?, _ line: UnsafePointer<CChar>?) {
  guard let line = unsafe line else { return }
  unsafe session(ssl)?.note(.secret(String(cString: line)))
}
