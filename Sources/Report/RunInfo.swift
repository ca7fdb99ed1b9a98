/// What a report says of the run as a whole; what differs between equal runs stands in `machine.json`.
public struct RunInfo: Hashable, Sendable {
  public var seed: UInt64
  /// Of this program.
  public var version: String
  /// The name of the run, as its folder has it.
  public var title: String
  /// What a reader must know before the numbers: "interrupted after 3 of 10 cases".
  public var note: String?

  public init(seed: UInt64, version: String, title: String, note: String? = nil) {
    self.seed = seed
    self.version = version
    self.title = title
    self.note = note
  }
}
