internal import LinuxIO
internal import Metrics

/// The workers of one run, what each of them does now, and what is done.
struct WorkerShift {
  private struct Worker {
    let process: ChildProcess
    /// The index of its case and when it got it; nil: it has nothing to do.
    var work: (task: Int, began: ContinuousClock.Instant)?
    /// Since when it was told to end its case, and why; nil: it was not.
    var told: (at: ContinuousClock.Instant, why: String)?
  }

  /// How long a live case may take to leave what it recorded, once it was told to end.
  private static let farewell = Duration.seconds(10)

  /// How long a process may take to end once its output has.
  private static let graceMilliseconds: Int32 = 5000
  /// How often interrupts and the time limit are looked after at the least.
  private static let turnMilliseconds: Int32 = 200

  let tasks: [WorkerTask]
  let caseTimeout: Duration
  /// A live world cannot be left: its worker serves one case and ends.
  let servesOne: Bool
  private(set) var finished: [WorkerPool.Finished?]
  private var workers: [Worker] = []
  private var next = 0
  private var done = 0
  private var isInterrupted = false
  private let clock = ContinuousClock()

  init(tasks: [WorkerTask], caseTimeout: Duration, servesOne: Bool = false) {
    self.tasks = tasks
    self.caseTimeout = caseTimeout
    self.servesOne = servesOne
    finished = Array(repeating: nil, count: tasks.count)
  }

  var isOver: Bool { done == tasks.count }

  /// Whether a worker more would have something to do.
  func wantsWorker(besides jobs: Int) -> Bool { workers.count < min(jobs, tasks.count - done) }

  mutating func add(_ process: ChildProcess) { workers.append(Worker(process: process)) }

  /// Gives every idle worker the next case.
  mutating func handOut(_ progress: (WorkerPool.Progress) -> Void) {
    for index in workers.indices where workers[index].work == nil && next < tasks.count {
      progress(.began(tasks[next]))
      workers[index].work = (next, clock.now)
      _ = workers[index].process.send(tasks[next].line)  // a dead worker shows at its output
      next += 1
    }
  }

  /// Waits for answers, and takes those that are there. A worker that breaks its word is replaced.
  mutating func collect(_ progress: (WorkerPool.Progress) -> Void) {
    var lost: [Int] = []
    let outputs = workers.map(\.process.output)
    for index in waitForInput(outputs, milliseconds: Self.turnMilliseconds) {
      guard let lines = workers[index].process.readLines() else {
        let exit = workers[index].process.end(within: Self.graceMilliseconds)
        settle(index, brokenBy: Self.text(exit), progress)
        lost.append(index)
        continue
      }
      for line in lines where !lost.contains(index) {
        guard accept(line, from: index, progress) else {
          lost.append(index)
          continue
        }
        if servesOne {
          workers[index].process.end(within: Self.graceMilliseconds)
          lost.append(index)
        }
      }
    }
    remove(lost)
  }

  /// Ends the workers whose case takes longer than it may; a live one gets the time to leave what it recorded.
  mutating func endOverdue(_ progress: (WorkerPool.Progress) -> Void) {
    let why = "the case was ended after \(Self.text(caseTimeout)) of wall time (--case-timeout)"
    endCases(because: why, within: Self.farewell, progress) { [clock, caseTimeout] began in
      clock.now - began > caseTimeout
    }
  }

  /// Ends all cases that run, and all workers; what live cases recorded until then is kept.
  mutating func interrupt(because why: String, _ progress: (WorkerPool.Progress) -> Void) {
    isInterrupted = true
    repeat {
      endCases(because: why, within: Self.farewell / 2, progress) { _ in true }
      if !workers.isEmpty { collect(progress) }
    } while workers.contains { $0.work != nil }
    dismiss()
  }

  private mutating func endCases(
    because why: String, within farewell: Duration, _ progress: (WorkerPool.Progress) -> Void,
    where isDue: (_ began: ContinuousClock.Instant) -> Bool
  ) {
    var lost: [Int] = []
    for index in workers.indices {
      guard let work = workers[index].work else { continue }
      if let told = workers[index].told {
        guard clock.now - told.at > farewell else { continue }
      } else {
        guard isDue(work.began) else { continue }
        workers[index].told = (clock.now, why)
        // Only live worlds listen while they work.
        if servesOne, workers[index].process.send(why) { continue }
      }
      workers[index].process.end(within: 0)
      settle(index, brokenBy: workers[index].told?.why ?? why, progress)
      lost.append(index)
    }
    remove(lost)
  }

  /// Ends all workers, whatever they do.
  mutating func dismiss() {
    for worker in workers { worker.process.end(within: 0) }
    workers = []
  }

  /// False: the line is not the answer that was waited for.
  private mutating func accept(
    _ line: String, from index: Int, _ progress: (WorkerPool.Progress) -> Void
  ) -> Bool {
    guard let work = workers[index].work else { return false }
    let task = tasks[work.task]
    guard let answer = WorkerAnswer(line: line), answer.result.title == task.title,
      answer.result.file == task.file
    else {
      settle(index, brokenBy: "the worker process answered '\(Self.excerpt(line))'", progress)
      return false
    }
    settle(index, answer, isWhole: true, progress)
    return true
  }

  private mutating func settle(
    _ index: Int, brokenBy reason: String, _ progress: (WorkerPool.Progress) -> Void
  ) {
    guard let work = workers[index].work else { return }
    settle(index, .bare(tasks[work.task], .error, reason: reason), isWhole: false, progress)
  }

  private mutating func settle(
    _ index: Int, _ answer: WorkerAnswer, isWhole: Bool,
    _ progress: (WorkerPool.Progress) -> Void
  ) {
    guard let work = workers[index].work else { return }
    finished[work.task] = WorkerPool.Finished(
      answer: answer, isWhole: isWhole, wallTime: clock.now - work.began,
      isInterrupted: isInterrupted && answer.result.verdict == .error)
    workers[index].work = nil
    done += 1
    progress(.finished(answer.result))
  }

  private mutating func remove(_ lost: [Int]) {
    for index in lost.sorted(by: >) { workers.remove(at: index).process.end(within: 0) }
  }

  private static func text(_ exit: ChildProcess.Exit) -> String {
    switch exit {
    case .signal: "the worker process was ended by \(exit)"
    case .code: "the worker process ended without an answer (\(exit))"
    }
  }

  private static func text(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    return rest == 0 ? "\(seconds) s" : "\(Int64(duration / .milliseconds(1))) ms"
  }

  private static func excerpt(_ line: String) -> String {
    line.count > 200 ? "\(line.prefix(200))…" : line
  }
}
