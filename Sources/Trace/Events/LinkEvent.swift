public import SansIO

/// What a link was set to, and what it did.
public enum LinkEvent: Hashable, Sendable {
  /// From this instant on; `text` as the scenario names it: "3g".
  case configured(String)
  /// What the packets of one period really got, beside what was asked; nil: not limited, or not measured.
  case measured(
    PacketEvent.Direction, from: Instant, name: String, asked: FixedDecimal?,
    measured: FixedDecimal?, unit: String)
}
