internal import SansIO
internal import Trace

/// One event of a log, whatever wrote it.
struct LogEvent: Sendable {
  /// From 1; nil where the log has one line only.
  var line: Int?
  /// On the log's clock; nil where nothing says.
  var at: Instant?
  /// In lower case, without marks between words: "icecandidate", "firstrtp".
  var name: String
  var fields: JSONValue

  /// The first of these members that is a text.
  func text(_ names: String...) -> String? {
    names.lazy.compactMap { fields[$0]?.stringValue }.first
  }

  /// A whole number, also where it is written as text.
  func integer(_ names: String...) -> Int? {
    for name in names {
      if let number = fields[name]?.integerValue { return Int(number) }
      if let number = fields[name]?.stringValue.flatMap({ Int($0) }) { return number }
    }
    return nil
  }

  func bool(_ name: String) -> Bool? { fields[name]?.boolValue }

  /// What a state changed to.
  var state: String? {
    text("state", "newState", "value", "iceGatheringState", "iceConnectionState", "connectionState")
      .map { text in
        let word = LogEvent.word(text)
        // As Chromium wrote it once: "ICEConnectionStateChecking".
        return word.prefixes(["icegatheringstate", "iceconnectionstate"])
      }
  }

  /// Letters and digits of a name, in lower case; `on` in front of an event is the name of its handler.
  static func word(_ text: String) -> String {
    var word = ""
    for byte in text.utf8.prefix(64) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        word.unicodeScalars.append(Unicode.Scalar(byte + 32))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        word.unicodeScalars.append(Unicode.Scalar(byte))
      default: break
      }
    }
    for event in ["icecandidate", "icegathering", "iceconnection", "connectionstate"]
    where word.hasPrefix("on\(event)") {
      return String(word.dropFirst(2))
    }
    return word
  }
}

extension String {
  /// Without the first of these that it begins with.
  fileprivate func prefixes(_ prefixes: [String]) -> String {
    for prefix in prefixes where hasPrefix(prefix) && count > prefix.count {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}
