internal import Live
internal import Runner
internal import Simulation

/// The hidden `callproof worker`: one case a line on standard input, one answer a line on standard output.
enum WorkerCommand {
  static let name = "worker"

  static func run(_ terminal: Terminal) -> ExitCode {
    let isServed = WorkerLoop.serve([
      .simulated: { try Simulation.run($0, seed: $1, files: $2.files) },
      .live: {
        try Live.run(
          $0, seed: $1, files: $2.files, allowsPublic: $2.allowsPublic, orders: $2.orders)
      },
    ])
    if isServed { return .held }
    terminal.complain("callproof worker: not a task; 'callproof run' starts the workers")
    return .wrongInput
  }
}
