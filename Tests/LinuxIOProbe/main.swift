import Foundation
import LinuxIO
import TestSupport

// A trial by its name, in a sandbox; what did not hold is written line by line, and then the exit code is 1.
// With `echo` and `ask` it is a program of such a sandbox; with `run PROGRAM …` it runs one, for whoever wonders how it fares.
let words = CommandLine.arguments.dropFirst().map { String($0) }
var table = Table()
do {
  switch words.first {
  case "echo": try Guest.echo(words.dropFirst())
  case "ask": try Guest.ask(words.dropFirst())
  case "abilities":
    let abilities = Sandbox.probe()
    print(abilities.canRun, abilities.namespaces.found, abilities.tun.found, abilities.tun.remedy)
  case "orphans": try Trials.orphans(&table)
  case "enter": _ = try Sandbox.enter()
  case "hold": try Trials.hold(marker: words.dropFirst().first ?? "")
  case "run": try Trials.run(words.dropFirst())
  case let name?:
    guard let trial = Trials.all[name] else { throw Trouble("there is no trial \(name)") }
    let sandbox = try Sandbox.enter()
    try trial(sandbox, &table)
  case nil: throw Trouble("say which trial: \(Trials.all.keys.sorted())")
  }
} catch {
  print("\(error)")
  exit(3)
}
for failure in table.failures { print(failure) }
exit(table.failures.isEmpty ? 0 : 1)
