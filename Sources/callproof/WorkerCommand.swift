internal import Live
internal import Runner
internal import Simulation

/// The hidden `callproof worker`: one case a line on standard input, one answer a line on standard output.
enum WorkerCommand {
  static let name = "worker"

  static func run(_ terminal: Terminal) -> ExitCode {
    if WorkerLoop.serve([.simulated: Simulation.run, .live: Live.run]) { return .held }
    terminal.complain("callproof worker: not a task; 'callproof run' starts the workers")
    return .wrongInput
  }
}
