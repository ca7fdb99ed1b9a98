internal import Trace

/// The JSON objects of a log: one a line, perhaps behind other words, or the elements of one array. Memory is bounded, whatever the log holds.
struct LogLines {
  /// Longer lines are not read; events that carry descriptions are shorter.
  private static let lineLimitBytes = 256 << 10
  private static let arrayLimitBytes = 1 << 20
  /// Values read in all: those of many tens of thousands of events.
  private static let valueLimit = 500_000
  /// A log that holds anything begins with it.
  private static let patienceLines = 1000

  private(set) var objects: [(line: Int?, json: JSONValue)] = []
  /// Lines that are no JSON object, or too much.
  private(set) var unread = 0
  private(set) var firstUnread: Int?
  private var values = 0
  /// Lines that begin with an object, and such that hold none.
  private var bare = 0
  private var prose: (count: Int, first: Int?) = (0, nil)

  /// - Parameter isWanted: says of an object whether it is kept.
  init(_ bytes: [UInt8], isWanted: (JSONValue) -> Bool) {
    let first = bytes.first { $0 > 32 }
    if first == UInt8(ascii: "["), bytes.count <= Self.arrayLimitBytes,
      let root = try? Self.json(bytes[...])
    {
      objects = (root.arrayValue ?? []).filter(isWanted).map { (nil, $0) }
      return
    }
    var (number, start) = (0, 0)
    while start < bytes.count, values < Self.valueLimit {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      number += 1
      add(bytes[start..<end], number, isWanted)
      start = end + 1
      if objects.isEmpty, number >= Self.patienceLines { return }
    }
    if start < bytes.count {
      unread += 1
      firstUnread = firstUnread ?? number + 1
    }
    // Among lines that are all objects, others are damage; in the log of a program they are its own.
    if first == UInt8(ascii: "{") || prose.count < bare, let first = prose.first {
      unread += prose.count
      firstUnread = min(firstUnread ?? first, first)
    }
  }

  private mutating func add(
    _ line: ArraySlice<UInt8>, _ number: Int, _ isWanted: (JSONValue) -> Bool
  ) {
    guard let first = line.first(where: { $0 > 32 }) else { return }
    let object = line.drop { $0 != UInt8(ascii: "{") }
    guard !object.isEmpty, object.count <= Self.lineLimitBytes,
      let json = try? Self.json(object), case .object = json
    else {
      prose = (prose.count + 1, prose.first ?? number)
      return
    }
    if first == UInt8(ascii: "{") { bare += 1 }
    values += json.valueCount
    guard isWanted(json) else { return }
    objects.append((number, json))
  }

  private static func json(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: String(decoding: bytes, as: UTF8.self), roundingNumbers: true)
  }
}

extension JSONValue {
  /// Itself and all inside it.
  fileprivate var valueCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
    case .null, .bool, .integer, .decimal, .string: 1
    }
  }
}
