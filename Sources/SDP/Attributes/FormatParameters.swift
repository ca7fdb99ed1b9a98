internal import SansIO

/// One `name=value` of an `a=fmtp` line; a value without `=` is a name alone ("0-15").
public struct FormatParameter: Hashable, Sendable {
  public var name: String
  public var value: String?

  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Splits "minptime=10;useinbandfec=1"; spaces around the parts do not count.
  public static func list(_ text: String) -> [FormatParameter] {
    text.utf8.split(separator: .semicolon).compactMap { part in
      guard let trimmed = part.trimmed else { return nil }
      guard let equals = trimmed.firstIndex(of: .equals) else {
        return FormatParameter(String(Substring(trimmed)), nil)
      }
      let name = trimmed[..<equals].trimmed ?? trimmed[..<equals]
      let value = trimmed[trimmed.index(after: equals)...]
      return FormatParameter(
        String(Substring(name)), value.trimmed.map { String(Substring($0)) } ?? "")
    }
  }

  public static func text(_ parameters: [FormatParameter]) -> String {
    parameters.map { parameter in
      parameter.value.map { "\(parameter.name)=\($0)" } ?? parameter.name
    }.joined(separator: ";")
  }
}

extension [FormatParameter] {
  /// Parameter names compare without regard to case (RFC 4855 §3); nil when it is not there.
  public func value(_ name: String) -> String? {
    first { $0.name.lowercasedASCII == name }?.value
  }

  public mutating func set(_ name: String, _ value: String) {
    if let index = firstIndex(where: { $0.name.lowercasedASCII == name }) {
      self[index].value = value
    } else {
      append(FormatParameter(name, value))
    }
  }
}

extension Substring.UTF8View {
  /// Without spaces at both ends; nil when nothing else is there.
  fileprivate var trimmed: Substring.UTF8View? {
    guard let first = firstIndex(where: { $0 > .space }),
      let last = lastIndex(where: { $0 > .space })
    else { return nil }
    return self[first...last]
  }
}

/// What an `a=fmtp` line says about a format (RFC 8866 §6.15).
public struct FormatParameters: Hashable, Sendable {
  /// A payload type, mostly.
  public var format: String
  /// Everything behind the format, as it stood.
  public var text: String

  public init(format: String, text: String) {
    self.format = format
    self.text = text
  }

  public init(payloadType: UInt8, _ parameters: [FormatParameter]) {
    self.init(format: String(payloadType), text: FormatParameter.text(parameters))
  }

  init?(_ scanner: inout Scanner) {
    guard let format = scanner.word() else { return nil }
    self.format = format
    text = scanner.restAfterSpace()
  }

  public var payloadType: UInt8? { UInt8(format) }
  public var parameters: [FormatParameter] { FormatParameter.list(text) }

  /// RFC 4588 §8.6: the payload type that this one retransmits.
  public var associatedPayloadType: UInt8? {
    text.utf8.count < 64 ? parameters.value("apt").flatMap { UInt8($0) } : nil
  }

  public var value: String { text.isEmpty ? format : "\(format) \(text)" }
}
