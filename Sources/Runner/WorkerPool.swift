public import LinuxIO
public import Metrics
internal import SansIO

/// Runs cases in worker processes, one case at a time each, so that a crash in a C library reds one case only.
public struct WorkerPool {
  public enum Progress: Sendable {
    case began(Case)
    case finished(CaseResult)
  }

  private struct Worker {
    let process: ChildProcess
    var task: Int?
  }

  /// The program itself and the arguments that make it a worker.
  private let command: (path: String, arguments: [String])
  private let jobs: Int

  public init(path: String, arguments: [String], jobs: Int) {
    command = (path, arguments)
    self.jobs = max(1, jobs)
  }

  /// One answer a case, in the order given; nil: the run was interrupted before the case was done.
  public func run(
    _ cases: [Case], tasks: [WorkerTask], progress: (Progress) -> Void
  ) throws(SystemError) -> [WorkerAnswer?] {
    var answers = [WorkerAnswer?](repeating: nil, count: cases.count)
    var workers: [Worker] = []
    var next = 0
    var done = 0
    while done < cases.count, Interrupts.caught == nil {
      while workers.count < min(jobs, cases.count - done) { workers.append(try start()) }
      for index in workers.indices where workers[index].task == nil && next < cases.count {
        progress(.began(cases[next]))
        workers[index].task = next
        _ = workers[index].process.send(tasks[next].line)  // a dead worker shows at its output
        next += 1
      }
      var dead: [Int] = []
      for index in waitForInput(workers.map(\.process.output), milliseconds: 500) {
        guard let lines = workers[index].process.readLines() else {
          dead.append(index)
          continue
        }
        for line in lines {
          guard let task = workers[index].task else { continue }
          let answer =
            WorkerAnswer(line: line)
            ?? broken(cases[task], "the worker answered: \(line.prefix(200))")
          answers[task] = answer
          workers[index].task = nil
          done += 1
          progress(.finished(answer.result))
        }
      }
      for index in dead.reversed() {
        let worker = workers.remove(at: index)
        let exit = worker.process.wait()
        guard let task = worker.task else { continue }
        let answer = broken(cases[task], Self.text(exit))
        answers[task] = answer
        done += 1
        progress(.finished(answer.result))
      }
    }
    for worker in workers { worker.process.kill() }
    return answers
  }

  private func start() throws(SystemError) -> Worker {
    Worker(process: try ChildProcess(path: command.path, arguments: command.arguments))
  }

  private static func text(_ exit: ChildProcess.Exit) -> String {
    switch exit {
    case .signal(let signal):
      "the worker process was ended by signal \(signal) (\(signalName(signal)))"
    case .code(let code): "the worker process ended with exit code \(code)"
    }
  }

  private func broken(_ item: Case, _ reason: String) -> WorkerAnswer {
    WorkerAnswer.error(item, reason: reason)
  }
}
