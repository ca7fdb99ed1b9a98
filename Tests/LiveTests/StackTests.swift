import AgentProtocol
import LinuxIO
import Resources
import Scenario
import TestSupport
import Testing

@testable import Live

@Suite("Stack catalogue")
struct StackTests {
  private static let mark = SourceMark(file: "x.yaml", line: 1, column: 1)

  @Test("knows every stack that scenarios may name")
  func names() {
    var table = Table()
    for name in Scenario.stacks {
      table.holds(StackCatalogue.stack(named: name).map { !$0.isService } ?? false, name)
    }
    table.holds(StackCatalogue.lacks("webkit")?.contains("known are swift") ?? false, "unknown")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a bare machine lacks all but our own, with the command that brings each")
  func bareMachine() {
    var table = Table()
    let bare = Surroundings(
      program: "/x/callproof", peersFolder: "/nowhere", path: [], packages: [:])
    for stack in StackCatalogue.stacks {
      let lack = stack.lack(in: bare)
      if ["swift", "agent"].contains(stack.name) {
        table.equal(lack, nil, stack.name)
      } else {
        table.holds(
          lack?.hasSuffix(": \(stack.install)") ?? false, "\(stack.name): \(lack ?? "there")")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("finds distributions and programs where they are put")
  func found() throws {
    var table = Table()
    let folder = ScratchFolder()
    let site = "\(folder.path)/python/lib/python3.11/site-packages"
    try makeFolders("\(site)/aiortc-1.16.0.dist-info")
    try makeFolders("\(folder.path)/pion")
    try writeFile([0], to: "\(folder.path)/pion/agent")
    try writeFile([0], to: "\(folder.path)/turnserver")
    let machine = Surroundings(
      program: "/x/callproof", peersFolder: folder.path, path: [folder.path],
      packages: ["coturn": "4.6"])
    table.equal(Stack.aiortc.presence(in: machine), .found(version: "1.16.0"), "aiortc")
    table.equal(Stack.pion.presence(in: machine), .found(version: "unknown"), "pion")
    table.equal(Stack.coturn.presence(in: machine), .found(version: "4.6"), "coturn")
    table.holds(Stack.libwebrtc.lack(in: machine) != nil, "libwebrtc")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("says of each stack what its agent says of itself")
  func features() {
    var table = Table()
    // Mute is the wrapper's of stacks without codecs, the echo one mode's.
    let scripts: [(stack: Stack, script: String, beside: Set<AgentHello.Feature>)] = [
      (.aiortc, "aiortc", []), (.gstreamer, "gstreamer", []), (.libwebrtc, "libwebrtc", []),
      (.libdatachannel, "libdatachannel_agent", [.mute]), (.janus, "janus_agent", [.echo]),
    ]
    for (stack, script, beside) in scripts {
      let text = String(decoding: resource("agents/\(script).py") ?? [], as: UTF8.self)
      let list = text.split(separator: "features = (").dropFirst().first?.prefix { $0 != ")" } ?? ""
      let words = list.split(separator: "\"").map(String.init)
      let told = Set(words.compactMap(AgentHello.Feature.init(rawValue:)))
      table.equal(stack.features, told.union(beside), stack.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("commands carry binary and flags")
  func commands() throws {
    var table = Table()
    let machine = Surroundings(
      program: "/x/callproof", peersFolder: "/p", path: ["/none"], packages: [:])
    var plan = PeerPlan(name: "alice", mark: Self.mark)
    plan.flags = ["--x"]
    table.equal(
      try Stack.swift.command(machine, plan).arguments, ["agent", "swift", "--x"], "swift")
    table.equal(
      try Stack.aiortc.command(machine, plan).arguments,
      ["/dev/shm/shared/agents/aiortc.py", "--x"],
      "aiortc")
    table.equal(
      try Stack.pion.command(machine, plan).arguments,
      ["agent", "coded", "--", "/p/pion/agent", "--x"],
      "pion")
    plan.binary = "/opt/beta"
    table.equal(
      try Stack.chromium.command(machine, plan).arguments,
      ["agent", "chromium", "--binary", "/opt/beta", "--", "--x"], "chromium")
    table.equal(
      try Stack.agent.command(machine, plan), AgentCommand(path: "/opt/beta", arguments: ["--x"]),
      "agent")
    plan.binary = nil
    plan.flags = ["streaming"]
    table.equal(
      try Stack.janus.command(machine, plan).arguments.prefix(3), ["agent", "coded", "--"], "janus")
    #expect(throws: LiveError.self) { try Stack.agent.command(machine, plan) }
    plan.binary = "/x"
    #expect(throws: LiveError.self) { try Stack.swift.command(machine, plan) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
