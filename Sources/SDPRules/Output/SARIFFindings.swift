/// SARIF 2.1.0, as code hosts read it.
enum SARIFFindings {
  static func written(_ report: FindingReport) -> String {
    let json = Escaping.json
    var used: [String] = []
    for finding in report.findings where !used.contains(finding.id) { used.append(finding.id) }
    let rules = used.map { id in
      let rule = Rule.named(id)
      let known = (rule?.known ?? []).map { " Known: \($0)." }.joined()
      return """
                  {
                    "id": \(json(id)),
                    "shortDescription": {"text": \(json(rule?.title ?? id))},
                    "help": {"text": \(json("\(rule?.clause ?? ""). \(rule?.fix ?? "")\(known)"))},
                    "defaultConfiguration": {"level": \(json(level(rule?.severity ?? .warning)))}
                  }
        """
    }
    let results = report.findings.map { result($0, report, used) }
    return """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
          {
            "tool": {
              "driver": {
                "name": "callproof",
                "rules": [\(rules.isEmpty ? "" : "\n\(rules.joined(separator: ",\n"))\n          ")]
              }
            },
            "results": [\(results.isEmpty ? "" : "\n\(results.joined(separator: ",\n"))\n      ")]
          }
        ]
      }

      """
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func result(
    _ finding: Finding, _ report: FindingReport, _ used: [String]
  ) -> String {
    let json = Escaping.json
    let consequences = finding.consequences.map { "\nHence, \(report.location($0)): \($0.message)" }
      .joined()
    let message = "\(finding.message) \(finding.fix) (\(finding.clause))\(consequences)"
    let related = finding.consequences.map {
      "            " + location($0, report, isRelated: true)
    }
    let relatedList =
      related.isEmpty
      ? ""
      : ",\n          \"relatedLocations\": [\n\(related.joined(separator: ",\n"))\n          ]"
    return """
              {
                "ruleId": \(json(finding.id)),
                "ruleIndex": \(used.firstIndex(of: finding.id) ?? 0),
                "level": \(json(level(finding.severity))),
                "message": {"text": \(json(message))},
                "locations": [\(location(finding, report, isRelated: false))]\(relatedList)
              }
      """
  }

  private static func location(_ finding: Finding, _ report: FindingReport, isRelated: Bool)
    -> String
  {
    let json = Escaping.json
    let snippet = finding.value.map { ", \"snippet\": {\"text\": \(json($0))}" } ?? ""
    let region = report.line(finding).map { ", \"region\": {\"startLine\": \($0)\(snippet)}" } ?? ""
    let message = isRelated ? ", \"message\": {\"text\": \(json(finding.message))}" : ""
    return
      "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \(json(uri(report.fileName(finding) ?? "-")))}\(region)}\(message)}"
  }

  /// A relative or absolute path as a URI reference.
  private static func uri(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
