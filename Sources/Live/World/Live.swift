public import Call
public import SansIO
public import Scenario

/// Performs scenarios in the live world.
public enum Live {
  /// Performs the scenario's script among real processes; what came of it is kept even when a peer breaks the run off.
  ///
  /// Public servers are reached only where `allowsPublic` says so. A line at `orders` ends the run before its time, with
  /// that line as its failure. Enters a sandbox, which a process can do once and only while it has one thread: one call a process.
  public static func run(
    _ scenario: Scenario, seed: Seed, files: [String: [UInt8]] = [:], allowsPublic: Bool = false,
    orders: Int32? = nil
  ) throws -> RunRecord {
    let processes = try LiveProcesses(
      scenario: scenario, seed: seed, files: files, allowsPublic: allowsPublic, orders: orders)
    return try run(scenario, seed: seed, processes: processes)
  }

  static func run(_ scenario: Scenario, seed: Seed, processes: LiveProcesses) throws -> RunRecord {
    // What was recorded until a peer breaks, or until the run is told to end, is kept.
    if let failure = try failure(of: { try processes.meet() }) {
      return try LiveWorld(scenario: scenario, seed: seed, processes: processes).finish(
        failure: failure)
    }
    var world = try LiveWorld(scenario: scenario, seed: seed, processes: processes)
    let failure = try failure {
      try world.begin()
      var performer = CallPerformer(scenario: scenario)
      try performer.run(in: &world)
    }
    return try world.finish(failure: failure)
  }

  private static func failure(of work: () throws -> Void) throws -> String? {
    do {
      try work()
      return nil
    } catch let broken as PeerFailure {
      return "\(broken)"
    } catch let end as RunEnd {
      return end.reason
    }
  }
}
