/// What a person in the call sees or hears of it.
public enum Symptom: String, Hashable, Sendable, CaseIterable {
  case noCall = "no call"
  case noConnection = "no connection"
  case noMedia = "connected without any media"
  /// Also where only pictures were agreed on.
  case blackPicture = "black picture with sound"
  case oneWayMedia = "one-way media"
  case silence = "silence"
  case frozenPicture = "frozen picture"
  case freezes = "freezes"
  case lateFirstFrame = "late first frame"
  case apart = "sound and picture apart"
  case callDropped = "call dropped"
  /// A rule of the descriptions is broken, and the call goes on nevertheless.
  case unnoticed = "nothing that is seen or heard"

  /// Whether the call came up, and is not good.
  public var isOfQuality: Bool {
    switch self {
    case .frozenPicture, .freezes, .lateFirstFrame, .apart, .unnoticed: true
    case .noCall, .noConnection, .noMedia, .blackPicture, .oneWayMedia, .silence, .callDropped:
      false
    }
  }
}
