import Metrics
import TestSupport
import Testing

@testable import callproof

@Suite("Command line")
struct OptionParserTests {
  private static let options = RunCommand.options

  @Test("right command lines")
  func right() throws {
    typealias Row = (line: String, paths: [String], values: [String: String])
    let rows: [Row] = [
      ("", [], [:]), ("a b", ["a", "b"], [:]), ("--seed 7 a", ["a"], ["--seed": "7"]),
      ("a --seed=7", ["a"], ["--seed": "7"]), ("--list a", ["a"], ["--list": ""]),
      ("a --filter=x=y", ["a"], ["--filter": "x=y"]), ("--filter -x", [], ["--filter": "-x"]),
      ("--filter=--x", [], ["--filter": "--x"]), ("- a", ["-", "a"], [:]),
      ("--jobs 2 -- --seed -x", ["--seed", "-x"], ["--jobs": "2"]), ("-- --help", ["--help"], [:]),
    ]
    var table = Table()
    for row in rows {
      let words = row.line.split(separator: " ").map(String.init)
      let parsed = try ParsedArguments(words, options: Self.options)
      table.equal(parsed.paths, row.paths, row.line)
      for option in Self.options {
        table.equal(
          parsed.string(option.name), row.values[option.name], "\(row.line): \(option.name)")
      }
      table.holds(!parsed.wantsHelp, "\(row.line): help")
    }
    for line in ["--help", "a --seed -h", "--bogus --help"] {
      let words = line.split(separator: " ").map(String.init)
      table.holds(try ParsedArguments(words, options: Self.options).wantsHelp, "\(line): help")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("wrong command lines say what was found and what would have been right; exit code 2")
  func wrong() {
    let rows: [(line: String, says: String)] = [
      ("run", "callproof: run wants scenario files or folders: callproof run Scenarios"),
      ("run a --sed 1", "callproof: unknown option '--sed'; did you mean '--seed'?"),
      ("run a --outptu=x", "callproof: unknown option '--outptu'; did you mean '--output'?"),
      ("run a -j", "callproof: unknown option '-j'; expected one of --seed, --network,"),
      ("run a --seed", "callproof: --seed wants a value: --seed N"),
      ("run a --seed=", "callproof: --seed wants a value: --seed N"),
      ("run a --output --jobs 2", "callproof: --output wants a value: --output DIR"),
      ("run a --list=yes", "callproof: --list takes no value"),
      ("run a --seed 1 --seed 2", "callproof: --seed is given twice"),
      (
        "run a --seed -3",
        "callproof: --seed: found '-3'; expected a whole number, 0 to 18446744073709551615"
      ),
      (
        "run a --seed 18446744073709551616",
        "callproof: --seed: found '18446744073709551616'; expected"
      ),
      ("run a --seed +1", "callproof: --seed: found '+1'; expected"),
      ("run a --seed 0x10", "callproof: --seed: found '0x10'; expected"),
      ("run a --jobs 0", "callproof: --jobs: found '0'; expected a whole number, 1 to 256"),
      ("run a --jobs 257", "callproof: --jobs: found '257'; expected"),
      (
        "run a --case-timeout 0",
        "callproof: --case-timeout: found '0'; expected a whole number, 1 to 86400"
      ),
      ("run /nonexistent", "/nonexistent: no such file or folder"),
      ("run /dev/null --network 3gg", "--network: found '3gg'; expected one of "),
      ("check", "callproof: check wants scenario files or folders: callproof check Scenarios"),
      ("check --seed 1", "callproof: unknown option '--seed'; expected one of --help"),
      ("check /nonexistent", "/nonexistent: no such file or folder"),
      ("profiles 3g", "callproof: profiles takes no arguments: found '3g'"),
      ("causes dtls-faild", "callproof: no cause 'dtls-faild'; did you mean 'dtls-failed'?"),
      ("causes nonsense", "callproof: no cause 'nonsense'; callproof causes lists them"),
      ("chekc a", "callproof: unknown command 'chekc'; did you mean 'check'?"),
      ("--verison", "callproof: unknown option '--verison'; did you mean '--version'?"),
      ("serve", "callproof: unknown command 'serve'; expected one of run, check, "),
      ("help rnu", "callproof: unknown command 'rnu'; did you mean 'run'?"),
      ("", "callproof 0.1.0: proves that WebRTC calls work"),
    ]
    var table = Table()
    for row in rows {
      let heard = Heard()
      let words = row.line.split(separator: " ").map(String.init)
      let code = CommandLineTool.run(words, heard.terminal())
      table.equal(code, .wrongInput, "'\(row.line)': exit code")
      table.holds(heard.complaints.hasPrefix(row.says), "'\(row.line)': \(heard.complaints)")
      table.equal(heard.text, "", "'\(row.line)': standard output")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("help names every command and option, and fits 120 columns")
  func help() {
    let general = [
      "run", "check", "causes", "profiles", "\n  agent ", "--version", "--help", "Exit codes: 0 ",
    ]
    let ofRun =
      RunCommand.options.map(\.name) + ["Usage: callproof run PATHS… [OPTIONS]", "Examples:"]
    let rows: [(line: String, names: [String])] = [
      ("--help", general), ("-h", general), ("help", general), ("run --help", ofRun),
      ("run a b -h", ofRun), ("help run", ofRun),
      ("help agent", ["callproof agent check CMD…"]),
      ("check --help", ["Usage: callproof check PATHS…"]),
      ("causes --help", ["Usage: callproof causes [ID…]\n"]),
      ("causes", Cause.all.map { "  \($0.id) " } + CallStage.allCases.map(\.rawValue)),
      ("causes dtls-failed", ["  law     RFC ", "  expect  fails with: dtls-failed"]),
      ("causes signalling-slow", ["  expect  nothing: it shows in logs and captures alone"]),
      ("profiles --help", ["Usage: callproof profiles\n"]), ("--version", ["callproof 0.1.0\n"]),
    ]
    var table = Table()
    for row in rows {
      let heard = Heard()
      let words = row.line.split(separator: " ").map(String.init)
      table.equal(CommandLineTool.run(words, heard.terminal()), .held, "\(row.line): exit code")
      for name in row.names { table.holds(heard.text.contains(name), "\(row.line): \(name)") }
      table.equal(heard.complaints, "", "\(row.line): standard error")
      let long = heard.text.split(separator: "\n").filter { $0.count > 120 }
      table.equal(long, [], "\(row.line): lines of more than 120 columns")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
