/// The script of the call: which step began, and how it ended. Steps count from 0.
public enum ScriptEvent: Hashable, Sendable {
  /// `text` is the step as a person reads it: "alice dials bob".
  case began(step: Int, text: String)
  case finished(step: Int)
  case timedOut(step: Int)
  /// The step was not possible: an answer without an offer, say.
  case refused(step: Int, reason: String)
  /// The script is at its end, or could not go on.
  case ended
}
