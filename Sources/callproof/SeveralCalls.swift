internal import Dissection
internal import SDPRules
internal import Trace

/// Files of several calls, told apart by what marks a call.
enum SeveralCalls {
  /// Something that belongs to one call as a whole.
  fileprivate enum Item {
    /// An offer with its answer, by their places; of a dump all of one connection.
    case exchange(Range<Int>)
    case candidates(Int)
    case capture(Int)
    case log(Int)
    case trace(Int)

    /// Two of these in different calls show that there are several; a description and a capture may be mixed up.
    var kind: Int? {
      switch self {
      case .exchange: 0
      case .capture: 1
      case .log: 2
      case .trace: 3
      case .candidates: nil
      }
    }
  }

  /// The files of each call, and last those that name none; nil: nothing says that they are of more than one.
  static func parts(of input: CallInput) throws -> [CallInput]? {
    let exchanges = exchanges(input)
    guard
      [exchanges.count, input.captures.count, input.logs.count, input.traces.count]
        .contains(where: { $0 > 1 })
    else { return nil }
    let items = try marked(input, exchanges)
    let known = items.filter { !$0.marks.isEmpty }
    let calls = CallMarks.calls(of: known.map(\.marks)).map { call in call.map { known[$0].item } }
    let kinds = calls.flatMap { call in Set(call.compactMap(\.kind)) }
    guard Set(kinds).count < kinds.count else { return nil }
    let unknown = items.filter(\.marks.isEmpty).map(\.item)
    return (calls + (unknown.isEmpty ? [] : [unknown])).map { input.part($0) }
  }

  private static func exchanges(_ input: CallInput) -> [Range<Int>] {
    var exchanges: [Range<Int>] = []
    var wasOffer = false
    for (index, source) in input.descriptions.enumerated() {
      let isOffer = source.kind.map { $0 == .offer } ?? !wasOffer
      if let last = exchanges.last,
        source.connection != nil
          ? input.descriptions[last.lowerBound].connection == source.connection
          : wasOffer && !isOffer && input.descriptions[index - 1].connection == nil
      {
        exchanges[exchanges.count - 1] = last.lowerBound..<index + 1
      } else {
        exchanges.append(index..<index + 1)
      }
      wasOffer = isOffer
    }
    return exchanges
  }

  private static func marked(
    _ input: CallInput, _ exchanges: [Range<Int>]
  ) throws -> [(item: Item, marks: Set<String>)] {
    // Captures of runs lie beside their traces.
    let folders = Set(input.traces.count > 1 ? input.traces.map { folder(of: $0.path) } : [])
    var items: [(item: Item, marks: Set<String>)] = exchanges.map { exchange in
      let sources = input.descriptions[exchange]
      var marks = connection(sources.first?.path, sources.first?.connection)
      for source in sources { marks.formUnion(CallMarks.marks(of: source.description.bytes)) }
      return (.exchange(exchange), marks)
    }
    for (index, candidates) in input.candidates.enumerated() {
      let marks = Set(candidates.entries.compactMap(\.ufrag).map { CallMarks.ufrag($0) })
      items.append((.candidates(index), marks))
    }
    for (index, path) in input.captures.enumerated() {
      var reading = CaptureReading([], keys: MediaKeys(), isCompared: false)
      try reading.read(path)
      let beside = folders.intersection([folder(of: path)]).map { "folder \($0)" }
      items.append((.capture(index), reading.dissector.marks.union(beside)))
    }
    for (index, log) in input.logs.enumerated() {
      items.append((.log(index), log.log.marks.union(connection(log.path, log.connection))))
    }
    for (index, trace) in input.traces.enumerated() {
      let header = trace.trace.header
      var marks: Set = ["trace \(header.name) \(header.world) \(header.seed)"]
      if !folders.isEmpty { marks.insert("folder \(folder(of: trace.path))") }
      items.append((.trace(index), marks))
    }
    return items
  }

  private static func connection(_ path: String?, _ number: Int?) -> Set<String> {
    guard let path, let number else { return [] }
    return ["connection \(number) of \(path)"]
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }
}

extension CallInput {
  /// What belongs to one call, with all keys.
  fileprivate func part(_ items: [SeveralCalls.Item]) -> CallInput {
    var part = self
    part.descriptions = []
    part.candidates = []
    part.captures = []
    part.logs = []
    part.traces = []
    for item in items {
      switch item {
      case .exchange(let range): part.descriptions += descriptions[range]
      case .candidates(let index): part.candidates.append(candidates[index])
      case .capture(let index): part.captures.append(captures[index])
      case .log(let index): part.logs.append(logs[index])
      case .trace(let index): part.traces.append(traces[index])
      }
    }
    return part
  }
}
