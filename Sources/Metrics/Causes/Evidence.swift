public import SansIO

/// One fact that a diagnosis rests on, and where it can be looked up.
public struct Evidence: Hashable, Sendable {
  public struct Counter: Hashable, Sendable {
    /// "packets received".
    public var name: String
    public var value: FixedDecimal

    public init(name: String, value: FixedDecimal) {
      self.name = name
      self.value = value
    }
  }

  /// The fact in words; it does not repeat where it stands.
  public var text: String
  /// The description, log or capture that it stands in: a file as it was given, or "alice's offer" of a run.
  public var file: String?
  /// Of a text, from 1.
  public var line: Int?
  /// Of a capture, from 1.
  public var packet: Int?
  /// Since the run began.
  public var at: Instant?
  public var counter: Counter?

  public init(
    _ text: String, file: String? = nil, line: Int? = nil, packet: Int? = nil, at: Instant? = nil,
    counter: Counter? = nil
  ) {
    self.text = text
    self.file = file
    self.line = line
    self.packet = packet
    self.at = at
    self.counter = counter
  }
}
