internal import SDP
internal import SansIO

/// The certificate's hash, without which no key is trusted (RFC 8122, RFC 8842).
enum FingerprintRules {
  static let missing = Rule(
    "fingerprint-missing", .error,
    "A section with DTLS has a fingerprint, or its session or bundle has.",
    clause: "RFC 8842 §5.3", bad: "m=audio 9 UDP/TLS/RTP/SAVPF 111 without a=fingerprint",
    good: "a=fingerprint:sha-256 AB:CD:…",
    fix: "Write the a=fingerprint of the certificate that DTLS will present.",
    explains: [.inSection("setup-missing", "transport-insecure")],
    behaviours: [])
  static let malformed = Rule(
    "fingerprint-malformed", .error,
    "A fingerprint is a hash name and as many bytes in hexadecimal as the hash has.",
    clause: "RFC 8122 §5", bad: "a=fingerprint:sha-256 AB:CD",
    good: "a=fingerprint:sha-256 and 32 bytes",
    fix: "Write every byte as two hexadecimal digits, with colons between.",
    explains: [.inFile("fingerprint-missing")])
  static let weak = Rule(
    "fingerprint-weak", .warning, "The hash is SHA-256 or better.", clause: "RFC 8122 §5.1",
    bad: "a=fingerprint:sha-1 …", good: "a=fingerprint:sha-256 …",
    fix: "Use SHA-256; other hashes may stand beside it.")
  static let unknown = Rule(
    "fingerprint-hash-unknown", .error, "The hash is one that peers know.", clause: "RFC 8122 §5",
    bad: "a=fingerprint:sha-257 …", good: "a=fingerprint:sha-256 …", fix: "Use sha-256.")

  static let all = [missing, malformed, weak, unknown]

  /// Bytes of each hash; those that RFC 8122 §5 forbids have a place, too.
  private static let lengths = [
    "sha-1": 20, "sha-224": 28, "sha-256": 32, "sha-384": 48, "sha-512": 64, "md5": 16, "md2": 16,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    judge(view.session, view, { view.at($0) }, &findings)
    for section in view.usedSections {
      judge(section.own, view, { section.at($0) }, &findings)
      // An answer is judged beside its offer.
      if view.role != .answer, section.isDTLS, isMissing(section, view) {
        findings.add(
          missing, section.place, clause: "RFC 8842 §5.2",
          "\(section.name.capitalizedFirst) has no fingerprint, nor has the session; there are no keys to trust, and the description is refused."
        )
      }
    }
  }

  private static func isMissing(_ section: SectionView, _ view: DescriptionView) -> Bool {
    !view.isCarried(section) && view.transport(\.fingerprints, of: section).isEmpty
  }

  private static func judge(
    _ table: AttributeTable, _ view: DescriptionView, _ place: (Int) -> Place,
    _ findings: inout Findings
  ) {
    let isBacked = table.fingerprints.contains {
      ["sha-256", "sha-384", "sha-512"].contains($0.value.algorithm)
    }
    for line in table.fingerprints {
      let value = view.value(line.line)
      let name = line.value.algorithm
      guard let length = lengths[name] else {
        findings.add(
          unknown, place(line.line), value: value, severity: isBacked ? .warning : nil,
          "No peer knows the hash \(name); \(isBacked ? "only the other fingerprints count" : "the certificate cannot be checked, and DTLS fails")."
        )
        continue
      }
      if line.value.bytes.count != length {
        findings.add(
          malformed, place(line.line), value: value,
          "The fingerprint has \(line.value.bytes.count) bytes and \(name) has \(length); the certificate cannot match, and the description is refused."
        )
      } else if length <= 20 {
        let isForbidden = name.hasPrefix("md")
        findings.add(
          weak, place(line.line), value: value,
          severity: isForbidden && !isBacked ? .error : isBacked ? .info : nil,
          clause: isForbidden ? "RFC 8122 §5" : nil,
          "The hash \(name) is too weak; peers \(isForbidden ? "must not take" : "are about to refuse") it\(isBacked ? ", and a better one stands beside it" : "")."
        )
      }
    }
    for other in table.others where other.value.name == "fingerprint" {
      findings.add(
        malformed, place(other.line), value: view.value(other.line),
        "This fingerprint cannot be read; the certificate cannot be checked, and the description is refused."
      )
    }
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    let isOffered =
      pair.offered.isDTLS || !pair.offer.transport(\.fingerprints, of: pair.offered).isEmpty
    guard isOffered, isMissing(pair.answered, pair.answer) else { return }
    let changed =
      pair.offered.section.protocol != pair.answered.section.protocol && !pair.answered.isDTLS
    findings.add(
      missing, pair.answered.place,
      "The offer asks for DTLS and the answer has no fingerprint\(changed ? ", probably since its transport became \(pair.answered.section.protocol)" : ""); no keys are agreed, and the answer is refused."
    )
  }
}
