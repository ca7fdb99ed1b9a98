/// Makes text from outside harmless in each format.
public enum Escaping {
  /// For a terminal: no control character, no escape sequence, no text that runs backwards.
  public static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A JSON string with its quotes.
  public static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isUnsafe(scalar), scalar.value <= 0xffff {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else if isUnsafe(scalar) {
          result += "\\ufffd"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// JSON that is written already, made as harmless: what hides or reverses text is escaped.
  public static func harmless(json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      if isUnsafe(scalar), scalar.value > 0x7f, scalar.value <= 0xffff {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else if isUnsafe(scalar), scalar.value > 0xffff {
        result += "\\ufffd"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func html(_ text: String) -> String {
    var result = ""
    for character in visible(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }

  /// Nothing that Markdown or the HTML in it would take for its own.
  static func markdown(_ text: String) -> String {
    var result = ""
    for character in visible(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  /// A code span around any text.
  static func markdownCode(_ text: String) -> String {
    var longest = 0
    var run = 0
    let visible = visible(text).replacing("|", with: "¦")
    for character in visible {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(visible) \(fence)"
  }

  /// Of a workflow command: message, or property.
  static func github(_ text: String, isProperty: Bool = false) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff,
      0xfff9...0xfffb, 0xe0000...0xe007f:
      true
    default: false
    }
  }
}
