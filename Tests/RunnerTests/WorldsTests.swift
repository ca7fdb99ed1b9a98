import Metrics
import Report
import SansIO
import Scenario
import TestSupport
import Testing

@testable import Runner

@Suite("Worlds, repetitions and what the machine lacks")
struct WorldsTests {
  private let folder = ScratchFolder()

  private func cases(
    world: WorldChoice? = nil, repeats: Int = 1, _ text: String
  ) throws -> [Case] {
    try folder.write(text, to: "s.yaml")
    var selection = CaseList.Selection()
    selection.world = world
    selection.repeats = repeats
    return try CaseList.cases(in: [folder("s.yaml")], selection)
  }

  private static func scenario(_ bob: String, more: String = "") -> String {
    Sample.scenario("S", more: more).replacing("bob: {}", with: "bob: {\(bob)}")
  }

  @Test("a case runs where its file and the run agree")
  func worlds() throws {
    let (any, live) = (Self.scenario(""), Self.scenario("stack: firefox"))
    let simulated = Self.scenario("", more: "worlds: simulated")
    let rows: [(text: String, choice: WorldChoice?, cases: [String])] = [
      (any, nil, ["S"]), (any, .simulated, ["S"]), (any, .live, ["S (live)"]),
      (any, .both, ["S", "S (live)"]), (live, nil, ["S (live)"]), (live, .live, ["S (live)"]),
      (live, .both, ["S: its file allows the live world only", "S (live)"]),
      (live, .simulated, ["S: its file allows the live world only"]),
      (simulated, .live, ["S (live): its file allows the simulated world only"]),
      (simulated, .both, ["S", "S (live): its file allows the simulated world only"]),
    ]
    var table = Table()
    for row in rows {
      let found = try cases(world: row.choice, row.text)
      table.equal(
        found.map { $0.title + ($0.skip.map { ": \($0)" } ?? "") }, row.cases,
        "\(row.choice.map(\.rawValue) ?? "nothing said")")
    }
    let skipped = try cases(
      Self.scenario(
        "",
        more: """
          matrix: {peers.bob.stack: [swift, pion]}
          exceptions: [{where: {peers.bob.stack: pion}, skip: not today}]
          """))
    table.equal(skipped.map(\.skip), [nil, "not today"], "a cell that its file leaves out")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("repetitions have names and folders of their own; only simulated ones need other seeds")
  func repetitions() throws {
    let found = try cases(world: .both, repeats: 3, Self.scenario("", more: "seed: 5"))
    var table = Table()
    table.equal(
      found.map { "\($0.title) \($0.seed.value) \($0.slug)" },
      [
        "S 5 s", "S #2 6 s-2", "S #3 7 s-3", "S (live) 5 s-live", "S (live) #2 5 s-live-2",
        "S (live) #3 5 s-live-3",
      ], "cases")
    for item in found {
      let task = WorkerTask(
        file: item.scenario.file, name: item.scenario.name, seed: item.seed.value, network: nil,
        folder: "f", slug: item.slug, world: item.world, attempt: item.attempt, caseTimeout: 30,
        allowsPublic: true)
      let read = WorkerTask(line: task.line)
      table.equal(read, task, "\(item.title): task")
      table.equal(try CaseList.find(task).title, item.title, "the worker finds the same case")
      table.equal(
        WorkerAnswer.bare(task, .error, reason: "r").result.title, item.title, "and so it answers")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a label stands for the implementation: beside what it says of itself, or in its place")
  func labels() throws {
    let text = Self.scenario("label: Ours").replacing("alice: {}", with: "alice: {label: Ears}")
    let peers = try #require(try cases(text).first).scenario.peers
    var result = CaseResult(
      name: "n", file: "f", world: "live", seed: 1, verdict: .passed,
      implementations: [
        PeerImplementation(peer: "bob", implementation: "swift", version: "0.1", level: 4)
      ])
    result.label(peers)
    #expect(
      result.implementations.map(\.words) == ["bob: Ours (swift 0.1)", "alice: Ears (swift)"])
  }

  @Test("a file that expects nothing is told so before anything runs")
  func nothingExpected() throws {
    do {
      _ = try cases("scenario: S\npeers: {a: {}, b: {}}\ncall: [a dials b, b answers]")
      Issue.record("accepted")
    } catch let error as InputError {
      let says =
        "s.yaml:1:1: found no 'expect'; expected what must hold, such as 'expect: [connected: {bob: within 5s}]'"
      #expect(error.problems.count == 1 && error.problems[0].hasSuffix(says), "\(error)")
    }
  }

  @Test("a live case that wants what is not there says what; the machine is asked once")
  func inventory() throws {
    var asked: [String] = []
    let machine = Machine(
      lacksLive: { nil },
      lacksStack: { name in
        asked.append(name)
        return name == "swift" || name == "aiortc" ? nil : "\(name) is missing"
      })
    let inventory = Inventory(machine)
    let rows: [(bob: String, more: String, reason: String?)] = [
      ("", "", nil), ("stack: aiortc", "", nil), ("stack: firefox", "", "firefox is missing"),
      ("stack: firefox, binary: firefox-beta", "", nil),
      ("stack: firefox, binary: /bin/sh", "", nil),
      ("stack: firefox, binary: ./none", "", "./none, the program of bob, is not there"),
      ("stack: aiortc", "servers: {t: {turn: working}}", "coturn is missing"),
      ("stack: aiortc", "servers: {t: {turn: dead}}", nil),
      (
        "stack: aiortc", "servers: {s: {stun: {public: stun.example.org}}}",
        "s is outside the machine (stun.example.org:3478); only with --allow-public does anything leave it"
      ),
    ]
    var table = Table()
    for row in rows {
      let item = try cases(world: .live, Self.scenario(row.bob, more: row.more))
      table.equal(item.map(inventory.lacks), [row.reason], row.bob + row.more)
    }
    table.equal(asked, ["swift", "aiortc", "firefox", "coturn"], "each once")
    let outside = try cases(
      world: .live, Self.scenario("", more: "servers: {s: {stun: {public: a.example}}}"))
    table.equal(
      outside.map(Inventory(machine, allowsPublic: true).lacks), [nil], "with --allow-public")
    let none = Machine(lacksLive: { "no /dev/net/tun" }, lacksStack: { _ in nil })
    let live = try cases(world: .live, Self.scenario(""))
    let simulated = try cases(Self.scenario(""))
    table.equal(live.map(Inventory(none).lacks), ["no /dev/net/tun"], "no live world")
    table.equal(simulated.map(Inventory(none).lacks), [nil], "simulated ones want nothing")
    table.equal(
      machine.missing(["aiortc", "pion"]) + none.missing(["pion"]),
      ["pion is missing", "no /dev/net/tun"], "--require")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a worker of a live case serves that one and is replaced")
  func oneCaseAWorker() throws {
    let names = ["a", "b", "c"]
    for name in names { try folder.write(Sample.answer(name).line + "\n", to: "answers/\(name)") }
    // A worker that was given two cases would answer the second with the first one's name.
    let script = """
      while read -r line; do
        name=${line##*\\"slug\\": \\"}; name=${name##*\\"slug\\":\\"}; name=${name%%\\"*}
        cat $1/${served:-$name}; served=$name
      done
      """
    let pool = WorkerPool(
      command: ("/bin/sh", ["-c", script, "worker", folder("answers")]), jobs: 1,
      caseTimeout: .seconds(60), servesOne: true)
    let finished = try pool.run(names.map(Sample.task)) { _ in }
    var table = Table()
    table.equal(finished.map { $0?.answer.result.name }, names, "names")
    table.equal(
      finished.map { $0?.answer.result.verdict }, [.passed, .passed, .passed], "verdicts")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what broke, or a machine that was too slow, stands above the expectations")
  func doubts() {
    let rows: [(from: Verdict, failure: String?, overload: String?, to: Verdict, reason: String?)] =
      [
        (.passed, nil, nil, .passed, nil),
        (.passed, nil, "late", .inconclusive, "the machine was overloaded: late"),
        (.failed, nil, "late", .inconclusive, "the machine was overloaded: late; why"),
        (.error, nil, "late", .error, "why"), (.failed, "bob hung", nil, .error, "bob hung; why"),
        (.passed, "bob hung", "late", .error, "bob hung"),
      ]
    var table = Table()
    for row in rows {
      var result = CaseResult(
        name: "n", file: "f", world: "live", seed: 1, verdict: row.from,
        reason: row.from == .passed ? nil : "why")
      result.take(failure: row.failure, overload: row.overload)
      table.equal(result.verdict, row.to, "\(row)")
      table.equal(result.reason, row.reason, "\(row)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
