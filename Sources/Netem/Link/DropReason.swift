/// Why a link did not deliver a packet; the raw value is what traces and captures say.
public enum DropReason: String, Hashable, Sendable, CaseIterable {
  case loss
  case queueFull = "queue full"
  case mtu = "MTU"
}
