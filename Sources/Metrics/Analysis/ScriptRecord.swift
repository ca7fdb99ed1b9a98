public import SansIO
internal import Trace

/// How the script of the call went.
public struct ScriptRecord: Sendable {
  public enum End: Hashable, Sendable {
    case finished, timedOut
    case refused(String)
  }

  public struct Step: Hashable, Sendable {
    var number: Int
    public var text: String
    public var began: Instant
    /// Nil: the run was over before it.
    public var end: End?

    /// "step 2, 'connected within 5s', timed out"; nil when it did not break.
    public var breakage: String? {
      switch end {
      case .timedOut: "step \(number), '\(text)', timed out"
      case .refused(let reason): "step \(number), '\(text)', was refused: \(reason)"
      case .finished, nil: nil
      }
    }
  }

  public private(set) var steps: [Step] = []
  private(set) var ended: Instant?

  mutating func add(_ event: ScriptEvent, at: Instant) {
    switch event {
    case .began(let step, let text):
      steps.append(Step(number: step, text: text, began: at))
    case .finished(let step): finish(step, .finished, at: at)
    case .timedOut(let step): finish(step, .timedOut, at: at)
    case .refused(let step, let reason): finish(step, .refused(reason), at: at)
    case .ended: ended = ended ?? at
    }
  }

  private mutating func finish(_ number: Int, _ end: End, at: Instant) {
    if let index = steps.lastIndex(where: { $0.number == number }) {
      steps[index].end = end
    } else {
      steps.append(Step(number: number, text: "", began: at, end: end))
    }
  }
}
