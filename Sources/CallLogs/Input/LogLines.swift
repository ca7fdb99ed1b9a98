internal import Trace

/// The JSON objects of a log: one a line, or the elements of one array.
struct LogLines {
  /// Longer lines are not read.
  private static let lineLimitBytes = 1 << 20
  private static let arrayLimitBytes = 8 << 20
  /// More events than a call of days has.
  private static let objectLimit = 200_000

  private(set) var objects: [(line: Int?, json: JSONValue)] = []
  /// Lines that are no JSON object.
  private(set) var unreadable = 0
  private(set) var firstUnreadable: Int?

  /// - Parameter isWanted: says of an object whether it is kept.
  init(_ bytes: [UInt8], isWanted: (JSONValue) -> Bool) {
    let first = bytes.first { $0 > 32 }
    if first == UInt8(ascii: "["), bytes.count <= Self.arrayLimitBytes,
      let root = try? Self.json(bytes[...])
    {
      objects = (root.arrayValue ?? []).prefix(Self.objectLimit).filter(isWanted).map { (nil, $0) }
      return
    }
    // What does not begin with an object at all is another kind of file.
    guard first == UInt8(ascii: "{") else { return }
    var (number, start) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      number += 1
      add(bytes[start..<end], number, isWanted)
      start = end + 1
      // Neither is what goes on and on without one.
      if objects.isEmpty, unreadable >= 1000 { return }
    }
  }

  private mutating func add(
    _ line: ArraySlice<UInt8>, _ number: Int, _ isWanted: (JSONValue) -> Bool
  ) {
    guard line.contains(where: { $0 > 32 }) else { return }
    let json =
      line.count <= Self.lineLimitBytes && objects.count < Self.objectLimit
      ? try? Self.json(line) : nil
    guard let json, case .object = json else {
      unreadable += 1
      firstUnreadable = firstUnreadable ?? number
      return
    }
    if isWanted(json) { objects.append((number, json)) }
  }

  private static func json(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: String(decoding: bytes, as: UTF8.self), roundingNumbers: true)
  }
}
