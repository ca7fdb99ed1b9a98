internal import SansIO
public import Trace

/// A trace, read once and sorted by peer and by section: what every number and every verdict is made from.
public struct Analysis: Sendable {
  public let header: TraceHeader
  public private(set) var call = CallFacts()

  public init(_ trace: Trace) {
    header = trace.header
  }
}
