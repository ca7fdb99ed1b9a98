internal import Runner
internal import Simulation

/// The hidden `callproof worker`: one case a line on standard input, one answer a line on standard output.
enum WorkerCommand {
  static let name = "worker"

  static func run() -> ExitCode {
    while let line = readLine() {
      guard let task = WorkerTask(line: line) else {
        Terminal.complain("worker: not a task: \(line)")
        return .wrongInput
      }
      do {
        let item = try CaseList.find(task)
        let answer = CaseRun(item, folder: task.folder).answer(Simulation.run)
        Terminal.answer(answer.line)
      } catch {
        Terminal.complain("worker: \(error)")
        return .wrongInput
      }
    }
    return .held
  }
}
