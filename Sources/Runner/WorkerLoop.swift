internal import LinuxIO
public import Scenario

/// The other side of `WorkerPool`: one case a line on standard input, one answer a line on standard output.
public enum WorkerLoop {
  /// Serves until there is no more input, or until a live case is done; false: a line was no task.
  ///
  /// A worker never outlives the run: it ends at the end of its input, and in the middle of a case with its parent.
  public static func serve(_ worlds: [WorldKind: CaseRun.Perform]) -> Bool {
    OwnProcess.endWithParent()
    let output = OwnProcess.claimOutput()
    while let line = readLine() {
      guard let task = WorkerTask(line: line) else { return false }
      // The parent may have ended before it could be tied to.
      guard OwnProcess.isRead(output) else { break }
      let answer = CaseRun(task: task).answer(worlds)
      guard (try? writeAll(Array((answer.line + "\n").utf8), to: output)) != nil else { break }
      // What a process becomes for a live world cannot be undone.
      if task.world == .live { break }
    }
    return true
  }
}
