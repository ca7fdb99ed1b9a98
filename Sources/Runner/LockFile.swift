internal import LinuxIO
internal import Metrics
public import SDPRules
internal import Scenario
internal import Trace

/// The lock beside a scenario file: what the descriptions of its cases mean.
public enum LockFile {
  private static let suffix = ".lock.yaml"
  private static let byteLimit = 16 << 20
  private static let traceLimit = 1 << 30

  /// "Scenarios/loss/bursty.yaml" has its lock in "Scenarios/loss/bursty.lock.yaml".
  public static func path(for scenario: String) -> String {
    for ending in [".yaml", ".yml"] where scenario.hasSuffix(ending) {
      return scenario.dropLast(ending.count) + suffix
    }
    return scenario + suffix
  }

  /// Locks lie among scenarios and are none.
  static func isLock(_ path: String) -> Bool { path.hasSuffix(suffix) }

  /// nil: there is none.
  public static func read(_ path: String) throws(InputError) -> DescriptionLock? {
    guard fileKind(path) != nil else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, atMost: byteLimit)
    } catch {
      throw InputError(["\(path): cannot be read: \(error)"])
    }
    do {
      return try DescriptionLock.parse(bytes, file: path)
    } catch {
      throw InputError(["\(error)"])
    }
  }

  public static func write(_ lock: DescriptionLock, for scenario: String) throws(InputError) {
    let path = path(for: scenario)
    let name = scenario.split(separator: "/").last.map(String.init) ?? scenario
    let text = lock.yaml(scenario: name)
    do {
      // What cannot be read again is worth nothing.
      _ = try DescriptionLock.parse(Array(text.utf8), file: path)
      try writeFile(Array(text.utf8), to: path)
    } catch {
      throw InputError(["\(path): cannot be written: \(error)"])
    }
  }

  /// What a finished case agreed on, from its folder in the report; nil: it left no trace.
  public static func locked(_ item: Case, report: String) -> DescriptionLock.Case? {
    let path = "\(report)/cases/\(item.slug)/trace.jsonl"
    guard let bytes = try? readFile(path, atMost: traceLimit),
      let trace = try? Trace(lines: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return Analysis(trace).locked(as: item.scenario.name)
  }
}

extension Analysis {
  /// What the peers of this run agreed on, by its meaning; what is no description of a size that is read is left out.
  func locked(as name: String) -> DescriptionLock.Case {
    func peer(_ id: PeerID) -> String {
      header.peers.indices.contains(id.index) ? header.peers[id.index] : "?"
    }
    return DescriptionLock.Case(
      name: name,
      exchanges: call.exchanges.compactMap { exchange in
        guard let offer = DescriptionMeaning(Array(exchange.offer.sdp.utf8)),
          let answer = DescriptionMeaning(Array(exchange.answer.sdp.utf8))
        else { return nil }
        return DescriptionLock.Exchange(
          offerer: peer(exchange.offerer), offer: offer, answerer: peer(exchange.answerer),
          answer: answer)
      })
  }
}
