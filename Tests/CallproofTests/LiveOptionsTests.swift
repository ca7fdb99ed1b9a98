import Live
import Runner
import TestSupport
import Testing

@testable import callproof

@Suite("Options for the live world")
struct LiveOptionsTests {
  private func options(_ arguments: [String]) throws -> Run.Options {
    try RunCommand.options(
      from: ParsedArguments(["s.yaml"] + arguments, options: RunCommand.options))
  }

  @Test("our own peer has the program's version")
  func ownVersion() {
    let swift = StackCatalogue.stack(named: "swift")
    #expect(
      swift?.presence(in: Surroundings()) == .found(version: CommandLineTool.version))
  }

  @Test("worlds, repetitions and jobs arrive; what is none of them is told")
  func options() throws {
    var table = Table()
    let given = try options(["--world", "both", "--repeat", "10", "--jobs", "4"])
    table.equal(given.selection.world, .both, "world")
    table.equal(given.selection.repeats, 10, "repeats")
    table.equal([given.jobs, given.liveJobs], [4, 1], "live cases stay one at a time")
    let plain = try options([])
    table.equal(plain.selection.world, nil, "no world")
    table.equal(plain.selection.repeats, 1, "once")
    let rows: [(arguments: [String], says: String)] = [
      (["--world", "real"], "--world: found 'real'; expected simulated, live or both"),
      (["--repeat", "0"], "--repeat: found '0'; expected a whole number, 1 to 1000"),
    ]
    for row in rows {
      do {
        _ = try options(row.arguments)
        table.holds(false, "\(row.arguments)")
      } catch { table.equal("\(error)", row.says, "\(row.arguments)") }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "doctor: a line for each thing, what to install, and exit code 3 where live calls cannot be")
  func doctor() {
    let there = LiveMachine.Part(name: "TUN devices", missing: nil, detail: "as root")
    let gone = LiveMachine.Part(name: "namespaces", missing: "they are off: turn them on")
    let slow = LiveMachine.Part(name: "real time", missing: "not allowed", isNeeded: false)
    let rows: [(parts: [LiveMachine.Part], code: ExitCode, says: [String])] = [
      (
        [there, slow], .held,
        [
          "  TUN devices  yes  as root\n", "  real time    no   not allowed\n",
          "are possible: 1 of 2",
        ]
      ),
      (
        [there, gone], .machineLacks,
        ["  namespaces   no   they are off: turn them on\n", "not possible"]
      ),
    ]
    var table = Table()
    for row in rows {
      let heard = Heard()
      let code = DoctorCommand.tell(
        row.parts, stacks: [there, LiveMachine.Part(name: "x", missing: "apt-get install x")],
        heard.terminal())
      table.equal(code, row.code, "exit code")
      for text in row.says + ["ci/setup --peers", "apt-get install x"] {
        table.holds(heard.text.contains(text), "'\(text)' in \(heard.text)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
