internal import Trace

enum JSONEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? JSONValue(parsing: text, roundingNumbers: true)
    if let value = try? JSONValue(parsing: text) {
      guard let again = try? JSONValue(parsing: value.line), again == value else {
        return "written, it reads as another"
      }
    }
    guard let trace = try? Trace::Trace(lines: text) else { return nil }
    guard let again = try? Trace::Trace(lines: trace.lines), again.lines == trace.lines else {
      return "the trace, written, reads as another"
    }
    return nil
  }
}
