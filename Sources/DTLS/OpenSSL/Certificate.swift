internal import COpenSSL
internal import CSim
public import SansIO

/// A P-256 key and the self-signed certificate that vouches for it: what one peer is known by during a call.
///
/// Drawn from the run's seed, so that the same run has the same fingerprints. Shared freely between threads: both
/// objects are only read once they are made, and OpenSSL counts references and caches exports atomically.
@safe public final class DTLSIdentity: @unchecked Sendable {
  let certificate: OpaquePointer
  let key: OpaquePointer
  /// The certificate as it goes over the wire.
  public let certificateDER: [UInt8]

  /// - Parameter epochUnixNanoseconds: when the call takes place; the certificate is valid from a day before until
  ///   30 days after, as libwebrtc's are (kDefaultCertificateLifetime, kCertificateWindow in ssl_identity.h).
  public init(
    generator: SplitMix64, epochUnixNanoseconds: Int64 = PeerClock.simulatedEpoch
  ) throws(DTLSError) {
    try Library.prepare()
    var generator = generator
    let serial = generator.next() >> 1 | 1  // positive and not zero (RFC 5280 §4.1.2.2)
    let seconds = Int(epochUnixNanoseconds / 1_000_000_000)
    sim_begin(epochUnixNanoseconds / 1000, generator.next())
    defer { _ = sim_end() }
    guard let key = unsafe shim_generate_p256() else { throw libraryError("EVP_EC_gen") }
    guard let certificate = unsafe X509_new() else {
      unsafe EVP_PKEY_free(key)
      throw libraryError("X509_new")
    }
    guard unsafe Self.fill(certificate, key, serial: serial, seconds: seconds) else {
      let error = libraryError("X509_sign")
      unsafe X509_free(certificate)
      unsafe EVP_PKEY_free(key)
      throw error
    }
    unsafe self.key = key
    unsafe self.certificate = certificate
    certificateDER = unsafe encoded(certificate: certificate)
  }

  deinit {
    unsafe X509_free(certificate)
    unsafe EVP_PKEY_free(key)
  }

  /// The hash of the certificate that `a=fingerprint` carries (RFC 8122 §5).
  public func fingerprint(_ algorithm: FingerprintAlgorithm) -> [UInt8] {
    digest(certificateDER, algorithm)
  }

  private static func fill(
    _ certificate: OpaquePointer, _ key: OpaquePointer, serial: UInt64, seconds: Int
  ) -> Bool {
    let day = 24 * 60 * 60
    // The name that libwebrtc gives its certificates.
    let name = unsafe X509_get_subject_name(certificate)
    let named = unsafe "WebRTC".withCString { text in
      unsafe text.withMemoryRebound(to: UInt8.self, capacity: 6) { bytes in
        unsafe X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, bytes, 6, -1, 0)
      }
    }
    return unsafe named == 1
      && X509_set_version(certificate, 2) == 1  // X.509 version 3
      && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1
      && ASN1_TIME_set(X509_getm_notBefore(certificate), seconds - day) != nil
      && ASN1_TIME_set(X509_getm_notAfter(certificate), seconds + 30 * day) != nil
      && X509_set_issuer_name(certificate, name) == 1
      && X509_set_pubkey(certificate, key) == 1
      && X509_sign(certificate, key, EVP_sha256()) > 0
  }
}

/// DER bytes of a certificate; empty when OpenSSL cannot write it.
func encoded(certificate: OpaquePointer) -> [UInt8] {
  let count = unsafe i2d_X509(certificate, nil)
  guard count > 0 else { return [] }
  var bytes = [UInt8](repeating: 0, count: Int(count))
  unsafe bytes.withUnsafeMutableBufferPointer { buffer in
    var cursor = buffer.baseAddress
    _ = unsafe i2d_X509(certificate, &cursor)
  }
  return bytes
}

public func digest(_ bytes: [UInt8], _ algorithm: FingerprintAlgorithm) -> [UInt8] {
  let type =
    switch algorithm {
    case .sha256: unsafe EVP_sha256()
    case .sha384: unsafe EVP_sha384()
    case .sha512: unsafe EVP_sha512()
    }
  var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  var count: UInt32 = 0
  guard unsafe EVP_Digest(bytes, bytes.count, &result, &count, type, nil) == 1 else { return [] }
  return Array(result.prefix(Int(count)))
}
