extension DescriptionLock {
  /// The lock as YAML, a line for each codec and extension, so that a review shows what moved.
  ///
  /// - Parameter scenario: the name of the scenario file, for the head.
  public func yaml(scenario: String) -> String {
    var text = """
      # What the descriptions of \(Escaping.visible(scenario)) mean; a run beside this file fails when that moves.
      # Written by 'callproof lock'; after a change that is meant: 'callproof lock --update'.
      lock: \(Self.version)
      cases:\(cases.isEmpty ? " []" : "")

      """
    for item in cases {
      text += "  - case: \(Self.scalar(item.name))\n"
      guard !item.exchanges.isEmpty else {
        text += "    exchanges: []\n"
        continue
      }
      text += "    exchanges:\n"
      for exchange in item.exchanges {
        text += "      - offer:\n"
        Self.write(exchange.offer, of: exchange.offerer, &text)
        text += "        answer:\n"
        Self.write(exchange.answer, of: exchange.answerer, &text)
      }
    }
    return text
  }

  private static func write(_ meaning: DescriptionMeaning, of peer: String, _ text: inout String) {
    let indent = "          "
    text += "\(indent)peer: \(scalar(peer))\n"
    let groups = meaning.bundles.map { "[\($0.map { String($0) }.joined(separator: ", "))]" }
    text += "\(indent)bundle: [\(groups.joined(separator: ", "))]\n"
    guard !meaning.sections.isEmpty else {
      text += "\(indent)sections: []\n"
      return
    }
    text += "\(indent)sections:\n"
    for section in meaning.sections {
      text += "\(indent)  - kind: \(scalar(section.kind))\n"
      if section.isRefused {
        text += "\(indent)    refused: true\n"
        continue
      }
      if let direction = section.direction { text += "\(indent)    direction: \(direction)\n" }
      list("codecs", section.codecs.map(\.locked), indent + "    ", &text)
      list("extensions", section.extensions, indent + "    ", &text)
      if let simulcast = section.simulcast {
        text += "\(indent)    simulcast: \(scalar(simulcast))\n"
      }
    }
  }

  private static func list(
    _ name: String, _ entries: [String], _ indent: String, _ text: inout String
  ) {
    if entries.isEmpty { return }
    text += "\(indent)\(name):\n"
    for entry in entries { text += "\(indent)  - \(scalar(entry))\n" }
  }

  /// Plain where nothing in it means anything to YAML in a block (YAML 1.2 §7.3.3), else in double quotes.
  static func scalar(_ text: String) -> String {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
    let isPlain =
      text.utf8.first.map(isLetter) == true && text.utf8.last != 0x20
      && text.utf8.allSatisfy { isLetter($0) || " ()=,./_+-%".utf8.contains($0) }
    if isPlain { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        // What YAML cannot hold as it stands, and what a reviewer cannot see.
        if scalar.value >= 0x20, scalar.value < 0x7f {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
      }
    }
    return result + "\""
  }
}
