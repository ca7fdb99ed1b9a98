/// Where, or why, a call is to break, or not to be good: what keeps it from coming up, or what spoils it.
public enum ExpectedFailure: Hashable, Sendable {
  case stage(CallStage)
  /// Somewhere from the keys of SRTP to what is shown and heard.
  case media
  case cause(Cause)

  /// The stages of which one has to break.
  public var stages: ClosedRange<CallStage> {
    switch self {
    case .stage(let stage): stage...stage
    case .media: .srtp ... .render
    case .cause(let cause): cause.stage...cause.stage
    }
  }

  /// As a scenario names it: "dtls", "media", "dtls-no-common-cipher".
  public var word: String {
    switch self {
    case .stage(let stage): stage.rawValue
    case .media: Self.mediaWord
    case .cause(let cause): cause.id
    }
  }

  public static let mediaWord = "media"
}
