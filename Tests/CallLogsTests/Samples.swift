import CallLogs
import SDPRules
import TestSupport

/// Logs in short, and what is found in them.
enum Samples {
  /// "error ice-failed failed" for each finding, consequences behind "<".
  static func found(_ log: String, detail: String = "") -> [String] {
    guard let read = try? CallLog(Array(log.utf8)) else { return ["no log"] }
    return read.findings(file: 0).map { finding in
      var value = finding.value.map { " \($0)" } ?? ""
      if case .text(let word)? = finding.details.first(where: { $0.name == detail })?.value {
        value += " \(word)"
      }
      return "\(finding.severity.word) \(finding.id)\(value)\(finding.followers)"
    }
  }

  /// Lines "TIME EVENT {more}" as JSON lines: "4 icegatheringstatechange state=gathering". Values are texts unless they
  /// read as JSON; `_` stands for a space in them.
  static func events(_ lines: String) -> String {
    lines.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      var text = "{\"t_ms\": \(words[0]), \"event\": \"\(words[1])\""
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        let value = parts[1].replacing("_", with: " ")
        let isJSON =
          Double(value) != nil || ["true", "false", "null"].contains(value) || value.hasPrefix("[")
          || value.hasPrefix("{")
        text += ", \"\(parts[0])\": \(isJSON ? value : "\"\(value)\"")"
      }
      return text + "}\n"
    }.joined()
  }

  static let host = "candidate=candidate:1_1_udp_2122260223_192.0.2.50_51220_typ_host"
  static let reflexive =
    "candidate=candidate:2_1_udp_1686052607_203.0.113.50_51220_typ_srflx_raddr_192.0.2.50_rport_51220"
  static let relay =
    "candidate=candidate:3_1_udp_41885439_198.51.100.9_50000_typ_relay_raddr_203.0.113.50_rport_51220"
}

extension Finding {
  /// " < ice-failed": what follows from it.
  var followers: String { consequences.map { " < \($0.id)" }.joined() }
}
