internal import SDPRules
internal import SansIO

/// When each frame was rendered: a table with a head, its columns apart by commas, semicolons or tabs.
struct FrameLog: Sendable {
  private static let columnLimit = 256
  private static let lineLimitBytes = 64 << 10
  /// Nine hours at 30 frames a second.
  private static let rowLimit = 1_000_000
  private static let commentLimit = 100

  private(set) var rendered: [Instant] = []
  /// Numbers of frames that are not among those rendered; nil where frames have none.
  private(set) var missing: Int?
  /// Rows whose frame was rendered before the one above, and the first of them.
  private(set) var stepsBack = 0
  private(set) var firstStepBack: Int?
  private(set) var unread = 0
  private(set) var firstUnread: Int?

  private struct Head {
    var separator: UInt8
    var render: Int
    /// Nanoseconds of one.
    var unit: Int64
    var frame: Int?
  }

  /// Nil: no such table.
  init?(_ bytes: [UInt8]) throws(InputFault) {
    var start = bytes.firstIndex { $0 > 32 } ?? bytes.count
    var number = bytes[..<start].count { $0 == 10 } + 1
    if bytes[start...].starts(with: [0xef, 0xbb, 0xbf]) { start += 3 }
    var top = Self.line(bytes, &start)
    // Comments stand above the head.
    while Self.isBlankOrComment(top), start < bytes.count, number < Self.commentLimit {
      top = Self.line(bytes, &start)
      number += 1
    }
    guard let head = try Self.head(top) else { return nil }
    var numbers: [Int64] = []
    var hasNumbers = head.frame != nil
    while start < bytes.count, rendered.count < Self.rowLimit {
      number += 1
      let line = Self.line(bytes, &start)
      guard !Self.isBlankOrComment(line) else { continue }
      let row = Self.row(line, head)
      // A frame that was never rendered has an empty cell.
      if row.isEmpty { continue }
      guard let time = row.time else {
        unread += 1
        firstUnread = firstUnread ?? number
        continue
      }
      if let last = rendered.last, time < last.nanoseconds {
        stepsBack += 1
        firstStepBack = firstStepBack ?? number
      }
      rendered.append(Instant(nanoseconds: time))
      if let frame = row.frame { numbers.append(frame) } else { hasNumbers = false }
    }
    if start < bytes.count {
      unread += 1
      firstUnread = firstUnread ?? number + 1
    }
    let first = rendered.min() ?? .start
    rendered = rendered.compactMap { Instant(ofLog: $0.nanoseconds - first.nanoseconds) }.sorted()
    missing = hasNumbers ? Self.gaps(numbers) : nil
  }

  /// "# made by a player", or nothing at all.
  private static func isBlankOrComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.first { $0 > 32 }.map { $0 == UInt8(ascii: "#") } ?? true
  }

  private static func line(_ bytes: [UInt8], _ start: inout Int) -> ArraySlice<UInt8> {
    let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
    defer { start = min(end + 1, bytes.count) }
    return bytes[start..<end]
  }

  private static func head(_ line: ArraySlice<UInt8>) throws(InputFault) -> Head? {
    guard line.prefix(lineLimitBytes).count < lineLimitBytes else {
      // It may be anything; a table says in its first cells what it is.
      guard isHead(line.prefix(64)) else { return nil }
      throw InputFault(
        description: "line 1 has \(line.count) bytes; a table of frames has a short head")
    }
    guard isHead(line) else { return nil }
    let separator =
      [UInt8(ascii: ","), UInt8(ascii: ";"), 9].first { line.contains($0) } ?? UInt8(ascii: ",")
    let cells = line.split(separator: separator, omittingEmptySubsequences: false)
    guard cells.count <= columnLimit else {
      throw InputFault(
        description: "line 1 has \(cells.count) columns; at most \(columnLimit) are read")
    }
    let names = cells.map { cell in
      String(decoding: cell.filter { $0 > 32 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        .lowercased()
    }
    guard let render = names.firstIndex(where: { $0.hasPrefix("render") }) else { return nil }
    let units: [(String, Int64)] = [
      ("_ns", 1), ("_us", 1000), ("_ms", 1_000_000), ("_s", 1_000_000_000),
    ]
    let unit = units.first { names[render].hasSuffix($0.0) }?.1 ?? 1_000_000
    return Head(
      separator: separator, render: render, unit: unit,
      frame: names.firstIndex { ["frame", "frame_id", "frame_number", "id"].contains($0) })
  }

  /// Words, and one of them is "render…".
  private static func isHead(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self).lowercased()
    return line.allSatisfy { $0 >= 32 || $0 == 9 || $0 == 13 } && text.contains("render")
      && !text.contains("{") && !text.contains("<")
  }

  private static func row(_ line: ArraySlice<UInt8>, _ head: Head)
    -> (time: Int64?, frame: Int64?, isEmpty: Bool)
  {
    guard line.count < lineLimitBytes else { return (nil, nil, false) }
    let cells = line.split(
      separator: head.separator, maxSplits: columnLimit, omittingEmptySubsequences: false)
    guard cells.indices.contains(head.render) else { return (nil, nil, false) }
    func cell(_ index: Int) -> [UInt8] {
      let text = cells[index].filter { $0 > 32 && $0 != UInt8(ascii: "\"") }
      // Where a comma does not part columns, it may stand for the point.
      let comma = UInt8(ascii: ",")
      guard head.separator != comma, text.count(where: { $0 == comma }) == 1 else { return text }
      return text.map { $0 == comma ? UInt8(ascii: ".") : $0 }
    }
    let render = cell(head.render)
    if render.isEmpty { return (nil, nil, true) }
    let time = DecimalText.number(render).flatMap { DecimalText.nanoseconds($0, unit: head.unit) }
    var frame: Int64?
    if let index = head.frame, cells.indices.contains(index),
      let number = DecimalText.number(cell(index)),
      number.places == 0
    {
      frame = number.units
    }
    return (time, frame, false)
  }

  private static func gaps(_ numbers: [Int64]) -> Int {
    let distinct = Set(numbers)
    guard let least = distinct.min(), let most = distinct.max() else { return 0 }
    let span = most.subtractingReportingOverflow(least).partialValue
    // Numbers that jump are no count of frames.
    guard span >= 0, span < Int64(distinct.count) * 10 else { return 0 }
    return Int(span) + 1 - distinct.count
  }
}
