internal import LinuxIO
public import Metrics

/// Runs cases in worker processes, one case at a time each, so that a crash in a C library reds one case only.
public struct WorkerPool {
  public enum Progress: Sendable {
    case began(WorkerTask)
    case finished(CaseResult)
  }

  /// What became of one case.
  struct Finished: Sendable {
    var answer: WorkerAnswer
    /// False: the worker broke, and whatever it wrote may be half.
    var isWhole: Bool
    var wallTime: Duration
    /// The case was ended with the run.
    var isInterrupted = false
  }

  /// The program itself and the arguments that make it a worker.
  let command: (path: String, arguments: [String])
  let jobs: Int
  /// In wall time: a library that hangs must not hang the run.
  let caseTimeout: Duration
  /// Each worker ends after its first case.
  var servesOne = false

  /// One entry a task, in the order given; nil: the run was interrupted before the case began.
  func run(
    _ tasks: [WorkerTask], progress: (Progress) -> Void
  ) throws(SystemError) -> [Finished?] {
    var shift = WorkerShift(tasks: tasks, caseTimeout: caseTimeout, servesOne: servesOne)
    while !shift.isOver, Interrupts.caught == nil {
      while shift.wantsWorker(besides: jobs) {
        shift.add(try ChildProcess(path: command.path, arguments: command.arguments))
      }
      shift.handOut(progress)
      shift.collect(progress)
      shift.endOverdue(progress)
    }
    if let signal = Interrupts.caught, !shift.isOver {
      let name = signalName(signal)
      shift.interrupt(
        because: "interrupted: the run was ended by \(name) in the middle of this case", progress)
    }
    shift.dismiss()
    return shift.finished
  }
}
