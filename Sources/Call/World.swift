public import Netem
public import SansIO
public import Trace

/// Time, network and peers of one run. Virtual time jumps; live time waits. Neither knows the script.
public protocol World {
  var now: Instant { get }
  /// The answer is an event with the ticket; it never comes before this call returns.
  mutating func tell(_ peer: PeerID, _ command: Command) -> Ticket
  /// `name`: what the scenario calls the settings, for the trace.
  mutating func set(_ link: LinkID, to settings: LinkSettings, name: String)
  /// Runs until something happens or `deadline` comes (nil): the only call that lets time pass.
  ///
  /// What it returns is already in the trace.
  mutating func next(before deadline: Instant) throws -> TraceEvent?
  /// Writes what the performer did into the trace.
  mutating func record(_ subject: TraceEvent.Subject, _ kind: TraceEvent.Kind)
}
