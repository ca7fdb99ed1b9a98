internal import Metrics
internal import SDPRules
internal import SansIO

/// What the packets of the call show to be wrong.
struct CaptureEvidence {
  /// What a run calls its own.
  static let file = "capture.pcapng"

  /// With the names of peers beside their addresses.
  let findings: [Finding]
  /// Of the files that places of findings count in.
  private let files: [String]

  init(_ findings: [Finding], names files: [String], _ analysis: Analysis) {
    self.files = files
    var names: [String: String] = [:]  // for look-up only
    var hosts: [String] = []
    for peer in analysis.peers {
      // Only an address of the peer's own tells who sent a packet.
      for candidate in peer.candidates where candidate.kind == "host" {
        let host = candidate.address.hostText
        if names[host] == nil { hosts.append(host) }
        names[host] = peer.name
      }
    }
    self.findings = findings.map { finding in
      var finding = finding
      for host in hosts {
        finding.message = Self.naming(names[host] ?? "", host, in: finding.message)
      }
      return finding
    }
  }

  /// "alice (10.0.1.1:5000)" in place of "10.0.1.1:5000".
  private static func naming(_ name: String, _ host: String, in message: String) -> String {
    message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix(host + ":") else { return String(word) }
      let isDigit = { (character: Character) in character.isASCII && character.isNumber }
      let end = word.lastIndex(where: isDigit).map { word.index(after: $0) } ?? word.endIndex
      return "\(name) (\(word[..<end]))\(word[end...])"
    }.joined(separator: " ")
  }

  /// The first finding of one of these rules, those under other causes too.
  func finding(_ rules: Rule...) -> Finding? {
    let ids = rules.map(\.id)
    return findings.lazy.flatMap { [$0] + $0.consequences }.first { ids.contains($0.id) }
  }

  /// What was found, since the message is in the sentence of the diagnosis.
  func evidence(_ finding: Finding) -> Evidence {
    let file = finding.place.file
    return Evidence(
      finding.value.map { "\($0) (\(finding.id))" } ?? finding.message,
      file: files.indices.contains(file) ? files[file] : Self.file,
      packet: Self.packet(in: finding.message))
  }

  /// Messages of captures say which packet shows it: "in packet 17".
  private static func packet(in message: String) -> Int? {
    guard let range = message.firstRange(of: "packet ") else { return nil }
    return Int(message[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }
}
