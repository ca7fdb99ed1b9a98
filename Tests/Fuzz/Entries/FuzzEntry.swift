/// What a fuzzer feeds with bytes: a parser, and what was promised of it whatever the bytes are.
///
/// libFuzzer and the tests that replay its corpora call the same code. That nothing crashes or hangs needs no word here.
public enum FuzzEntry: String, CaseIterable, Sendable {
  /// One session description: read, summed up, judged, reported in every format.
  case description
  /// One session description: what is written reads as the same.
  case roundTrip = "round-trip"
  /// Text with session descriptions in it: offers, answers and what they mean to each other.
  case pair
  /// A pcap or pcapng capture.
  case capture
  /// A JSON text, and the trace that its lines may be.
  case json
  /// A log of a call: events, a dump of chrome://webrtc-internals, times of sound and picture, frames.
  case log
  /// A file of keys: TLS secrets, or the SRTP keys of a run.
  case keys

  /// What of the promise was broken; nil: it held.
  public func broken(by bytes: [UInt8]) -> String? {
    switch self {
    case .description: DescriptionEntry.broken(by: bytes)
    case .roundTrip: RoundTripEntry.broken(by: bytes)
    case .pair: PairEntry.broken(by: bytes)
    case .capture: CaptureEntry.broken(by: bytes)
    case .json: JSONEntry.broken(by: bytes)
    case .log: LogEntry.broken(by: bytes)
    case .keys: KeysEntry.broken(by: bytes)
    }
  }
}
