public import Call
public import SansIO
public import Scenario

/// Performs scenarios in the live world.
public enum Live {
  /// Performs the scenario's script among real processes; what came of it is kept even when a peer breaks the run off.
  ///
  /// Public servers are reached only where `allowsPublic` says so. Enters a sandbox, which a process can do once and only while it has one thread: one call a process.
  public static func run(
    _ scenario: Scenario, seed: Seed, files: [String: [UInt8]] = [:], allowsPublic: Bool = false
  ) throws -> RunRecord {
    let cast = try LiveCast(
      scenario: scenario, seed: seed, files: files, allowsPublic: allowsPublic)
    return try run(scenario, seed: seed, cast: cast)
  }

  static func run(_ scenario: Scenario, seed: Seed, cast: LiveCast) throws -> RunRecord {
    var failure: String?
    do {
      try cast.meet()
    } catch let broken as PeerFailure {
      failure = "\(broken)"
    }
    var world = try LiveWorld(scenario: scenario, seed: seed, cast: cast)
    guard failure == nil else { return try world.finish(failure: failure) }
    do {
      try world.begin()
      var performer = CallPerformer(scenario: scenario)
      try performer.run(in: &world)
    } catch let broken as PeerFailure {
      failure = "\(broken)"
    }
    return try world.finish(failure: failure)
  }
}
