internal import Metrics
internal import Netem
internal import SansIO

extension Scenario {
  /// Reads a scenario file: one scenario, or one for each cell of its matrix.
  ///
  /// - Parameters:
  ///   - file: the name that errors, marks and reports show.
  ///   - network: a profile that takes the place of whatever the file and its matrix say of the network.
  public static func parse(_ text: [UInt8], file: String, network: String? = nil)
    throws(ScenarioErrors) -> [Scenario]
  {
    let document: YAMLNode
    do { document = try YAMLParser.parse(text, file: file) } catch { throw ScenarioErrors([error]) }
    var decoding = Decoding(file: file)
    guard document.entries != nil else {
      decoding.fail(document, "", expected: "a scenario: a map (scenario, peers, call, …)")
      throw ScenarioErrors(decoding.errors)
    }
    var scenarios: [Scenario] = []
    let cells = decoding.cells(document, network: network)
    for cell in cells where decoding.errors.count < ScenarioErrors.limit {
      if let scenario = decoding.scenario(cell) { scenarios.append(scenario) }
    }
    // What the matrix got wrong hides nothing of the rest.
    if cells.isEmpty { _ = decoding.scenario(MatrixCell(document: document, label: "")) }
    guard decoding.errors.isEmpty else { throw ScenarioErrors(decoding.errors) }
    return scenarios
  }
}

extension Decoding {
  /// One cell's document as a scenario; nil when it has errors, which are recorded.
  mutating func scenario(_ cell: MatrixCell) -> Scenario? {
    let errorsBefore = errors.count
    guard let fields = fields(cell.document, .scenario, "", "a scenario") else { return nil }
    for key in ["scenario", "peers", "call"] where fields.entry(key) == nil {
      fail(fields.mark, "", found: "no '\(key)'", expected: Self.needed(key))
    }
    var title = ""
    fields.with("scenario") { title = self.title($0, $1) ?? "" }
    var scenario = Scenario(
      title: title, file: file, peers: [], network: [], networkNames: [], call: [],
      expectations: [])
    if !cell.label.isEmpty { scenario.name += " [\(cell.label)]" }
    fields.with("seed") { scenario.seed = seed($0, $1) }
    fields.with("signalling") { node, path in
      guard let inner = self.fields(node, .signalling, path, "signalling settings") else { return }
      inner.with("delay") {
        scenario.signallingDelay =
          duration($0, $1, in: .zero ... .seconds(60), example: "50ms") ?? scenario.signallingDelay
      }
    }
    serverNames = []
    relayNames = []
    peerNames = []
    fields.with("servers") { scenario.servers = servers($0, $1) }
    serverNames = scenario.servers.map(\.name)
    relayNames = scenario.servers.filter { $0.kind == .turn }.map(\.name)
    fields.with("peers") { scenario.peers = peers($0, $1) }
    peerNames = scenario.peers.map(\.name)
    worlds(fields, &scenario)
    scenario.network = peerNames.map { _ in .perfect }
    scenario.networkNames = peerNames.map { _ in "perfect" }
    // Without peers, every other name would be an error of its own.
    guard !peerNames.isEmpty else { return nil }
    fields.with("network") { node, path in
      let links = network(node, path)
      scenario.network = links.map(\.0)
      scenario.networkNames = links.map(\.name)
    }
    script(fields, &scenario)
    scenario.skip = cell.skip
    scenario.pairing = cell.pairing(of: scenario)
    return errors.count == errorsBefore ? scenario : nil
  }

  /// Left out: every world that has what the scenario needs.
  private mutating func worlds(_ fields: Fields, _ scenario: inout Scenario) {
    let reason = Self.liveOnly(scenario)
    if reason != nil { scenario.worlds = [.live] }
    fields.with("worlds") { node, path in
      guard node.elements?.isEmpty != true else {
        fail(node.mark, path, found: "an empty list", expected: "simulated, live or both of them")
        return
      }
      guard let words = words(node, path, "world", of: WorldKind.allCases.map(\.rawValue)) else {
        return
      }
      scenario.worlds = words.compactMap(WorldKind.init(rawValue:))
      guard let reason, scenario.worlds.contains(.simulated) else { return }
      fail(
        node.mark, path, found: "'simulated'",
        expected: "'live' alone, since \(reason), which is not simulated")
    }
  }

  private mutating func script(_ fields: Fields, _ scenario: inout Scenario) {
    var steps: [Marked<Step>]?
    fields.with("call") { steps = self.steps($0, $1) }
    var timedOut: [String] = []
    fields.with("expect") { node, path in
      scenario.expectations = expectations(node, path, steps: steps)
      timedOut = scenario.expectations.compactMap {
        if case .stepTimesOut(let text) = $0.value { text } else { nil }
      }
    }
    checkFailure(scenario.expectations)
    scenario.call = steps ?? []
    if let steps { order(steps, peers: scenario.peers, timedOut: timedOut, "call") }
  }

  private static func needed(_ key: String) -> String {
    switch key {
    case "scenario": "a title, such as 'scenario: Weak network'"
    case "peers": "the peers, such as 'peers: {alice: {}, bob: {}}'"
    default: "the steps, such as 'call: [alice dials bob, bob answers, connected within 5s]'"
    }
  }

  private mutating func title(_ node: YAMLNode, _ path: String) -> String? {
    guard let text = node.text, text.count <= 120,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
    else {
      fail(node, path, expected: "a title of one line, at most 120 characters")
      return nil
    }
    return text
  }

  private mutating func seed(_ node: YAMLNode, _ path: String) -> UInt64? {
    let text = node.text ?? ""
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seed = UInt64(text)
    else {
      fail(node, path, expected: "a whole number, 0 to \(UInt64.max)")
      return nil
    }
    return seed
  }
}
