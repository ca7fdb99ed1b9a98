internal import SansIO

/// XML or HTML source in which everything interpolated is escaped, so that no untrusted text can become markup.
///
/// Literals are ours and stand as they are; only another `Markup` is set in unescaped.
struct Markup: ExpressibleByStringInterpolation, Hashable {
  private(set) var source: String

  /// - Parameter rendered: source that was made by this type before, as in a worker process.
  init(rendered: String) { source = rendered }

  init(stringLiteral literal: String) { source = literal }

  init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      source.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { source += literal }

    mutating func appendInterpolation(_ markup: Markup) { source += markup.source }

    mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { source += part.source }
    }

    mutating func appendInterpolation(_ number: Int) { source += String(number) }

    /// A length in a drawing, with one place; what is not finite or far outside becomes the nearest that is not.
    mutating func appendInterpolation(_ length: Double) {
      let bounded = length.isNaN ? 0 : min(max(length, -100_000), 100_000)
      source += FixedDecimal(bounded, places: 1).description
    }

    mutating func appendInterpolation(_ text: String) {
      for scalar in text.unicodeScalars { source.unicodeScalars.appendEscaped(scalar) }
    }
  }

  static func += (a: inout Markup, b: Markup) { a.source += b.source }

  static func + (a: Markup, b: Markup) -> Markup { Markup(rendered: a.source + b.source) }
}

extension String.UnicodeScalarView {
  /// Line ends become line feeds; characters that XML 1.0 §2.2 forbids, and those that reorder what follows, become U+FFFD.
  fileprivate mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": append(contentsOf: "&amp;".unicodeScalars)
    case "<": append(contentsOf: "&lt;".unicodeScalars)
    case ">": append(contentsOf: "&gt;".unicodeScalars)
    case "\"": append(contentsOf: "&quot;".unicodeScalars)
    case "'": append(contentsOf: "&#39;".unicodeScalars)
    case "\n", "\t": append(scalar)
    case "\r": break  // SDP ends its lines with CR LF
    case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{fffe}"..."\u{ffff}",
      "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}":
      append("\u{fffd}")
    default: append(scalar)
    }
  }
}
