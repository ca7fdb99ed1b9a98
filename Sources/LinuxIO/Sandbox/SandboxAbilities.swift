internal import CLinux
internal import Glibc

/// What this machine lets this user do in the live world, each with words for a person.
public struct SandboxAbilities: Sendable {
  public struct Ability: Hashable, Sendable {
    public var isThere: Bool
    /// What was found: "as root", "/dev/net/tun may not be opened: permission denied".
    public var found: String
    /// What to do where it is not there.
    public var remedy: String
  }

  /// Whether it runs as root.
  public var root: Ability
  /// Namespaces, by root's right or a user namespace, and the private mounts in them.
  public var namespaces: Ability
  /// TUN devices, which carry the packets of every peer.
  public var tun: Ability
  /// Real-time priority for the router; without it delays are less exact.
  public var realTime: Ability

  /// Whether a live case can run.
  public var canRun: Bool { namespaces.isThere && tun.isThere }

  init() {
    root = Ability(
      isThere: geteuid() == 0, found: geteuid() == 0 ? "runs as root" : "runs as user \(geteuid())",
      remedy: "")
    namespaces = Self.tryNamespaces()
    tun = Self.tryTun()
    realTime = Self.tryRealTime()
  }

  private static func tryNamespaces() -> Ability {
    var sandbox = linux_sandbox()
    var failure = linux_failure()
    guard unsafe linux_try_sandbox(&sandbox, &failure) == 0 else {
      let error = SandboxError(failure)
      return Ability(isThere: false, found: error.found, remedy: error.remedy)
    }
    let way = sandbox.has_user_namespace != 0 ? "in a user namespace" : "as root"
    return Ability(isThere: true, found: "namespaces can be made \(way)", remedy: "")
  }

  private static func tryTun() -> Ability {
    let error = linux_try_tun()
    guard error == 0 else {
      let error = SandboxError(tunError: error)
      return Ability(isThere: false, found: error.found, remedy: error.remedy)
    }
    return Ability(isThere: true, found: "/dev/net/tun can be opened", remedy: "")
  }

  private static func tryRealTime() -> Ability {
    let result = RealTimeTrial()
    guard (try? SystemThread("trial") { result.error = linux_try_real_time(1) }.join()) != nil,
      result.error == 0
    else {
      let reason = SystemError(call: "", errno: result.error).reason
      return Ability(
        isThere: false, found: "SCHED_FIFO is not allowed: \(reason)",
        remedy: "run as root, or allow it (ulimit -r 50; LimitRTPRIO, /etc/security/limits.conf); "
          + "in a container, start it with --cap-add SYS_NICE")
    }
    return Ability(isThere: true, found: "SCHED_FIFO is allowed", remedy: "")
  }
}

/// What a thread found out, read after it has ended.
private final class RealTimeTrial: @unchecked Sendable {
  // Proof: written by one thread, read after it was joined.
  var error: Int32 = 0
}
