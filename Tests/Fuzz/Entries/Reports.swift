internal import SDPRules
internal import Trace

/// What holds of every report, whatever it tells of.
enum Reports {
  static func broken(_ report: FindingReport) -> String? { broken(report.written) }

  /// In no format a control character but the line feed; JSON is JSON.
  static func broken(_ written: (FindingReport.Format) -> String) -> String? {
    for format in FindingReport.Format.allCases {
      let text = written(format)
      if let place = text.unicodeScalars.first(where: isControl) {
        return "\(format) holds U+\(String(place.value, radix: 16))"
      }
      guard format == .json || format == .sarif else { continue }
      do throws(JSONError) {
        _ = try JSONValue(parsing: text)
      } catch {
        return "\(format) is no JSON: \(error)"
      }
    }
    return nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 10: false
    // C0 and C1, and the marks that turn the direction of text.
    case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
