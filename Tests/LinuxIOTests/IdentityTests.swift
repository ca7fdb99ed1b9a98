import Foundation
import LinuxIO
import TestSupport
import Testing

/// A sandbox entered by somebody else than root, or by a root with fewer rights.
@Suite("A sandbox entered by others", .serialized)
struct IdentityTests {
  /// Gives user 65534 a TUN node of its own in a private mount namespace, or leaves it without.
  private static let script = """
    mount -t tmpfs none /mnt && mknod -m 0666 /mnt/tun c 10 200 || exit 77
    if [ "$1" = node ]; then mount --bind /mnt/tun /dev/net/tun || exit 77; fi
    shift
    drop="setpriv --reuid 65534 --regid 65534 --clear-groups"
    $drop test -x "$1" || exit 77
    exec $drop "$@"
    """

  private static func canRun(_ name: String) -> Bool {
    guard SandboxTests.canRun(name) else { return false }
    let needed = ["/usr/bin/unshare", "/usr/bin/setpriv", "/usr/bin/mknod"]
    let missing = needed.first { fileKind($0) != .file }
    if getuid() == 0, missing == nil { return true }
    print(
      "SKIPPED: \(name): \(missing.map { "\($0) is missing" } ?? "only root can become others")")
    return false
  }

  private static func asNobody(_ node: String, _ trial: String) throws -> Probe.End {
    let end = try Probe.run(
      ["-m", "sh", "-c", script, "sh", node, Probe.path, trial], of: "/usr/bin/unshare")
    if end.code == 77 {
      print("SKIPPED: sandbox of user 65534, \(trial): no device node or no way to the program")
      return Probe.End(code: 0, text: "")
    }
    return end
  }

  @Test(
    "keeps its promises without root",
    arguments: [
      "networks", "silence", "rights", "ends", "starts", "descendants", "hostile", "sockets",
    ])
  func withoutRoot(trial: String) throws {
    guard Self.canRun("sandbox of user 65534, \(trial)") else { return }
    #expect(try Self.asNobody("node", trial) == Probe.End(code: 0, text: ""))
  }

  @Test("keeps its promises with sudo, and as a root without CAP_SYS_ADMIN")
  func otherRoots() throws {
    guard Self.canRun("sandbox of other roots") else { return }
    var table = Table()
    let ways = [
      ["/usr/bin/env", "SUDO_UID=65534", "SUDO_GID=65534"],
      ["/usr/bin/setpriv", "--bounding-set", "-sys_admin"],
    ]
    for way in ways {
      for trial in ["networks", "rights"] {
        let end = try Probe.run(way.dropFirst() + [Probe.path, trial], of: way[0])
        // Programs as the caller of sudo cannot go where that one may not.
        if way.count == 3, end.text.contains("permission denied") {
          print("SKIPPED: sandbox with sudo, \(trial): user 65534 has no way to \(Probe.path)")
          continue
        }
        table.equal(end, Probe.End(code: 0, text: ""), "\(way.joined(separator: " ")) \(trial)")
      }
    }
    #expect(table.failures == [])
  }

  @Test("says what is missing")
  func saysWhatIsMissing() throws {
    guard Self.canRun("sandbox, what is missing") else { return }
    var table = Table()
    var status = stat()
    guard unsafe stat("/dev/net/tun", &status) == 0, status.st_mode & 0o006 == 0 else {
      print("SKIPPED: sandbox, what is missing: everybody may open /dev/net/tun")
      return
    }
    let end = try Self.asNobody("none", "enter")
    if end.code != 0 {
      table.equal(
        end,
        Probe.End(
          code: 3,
          text: "/dev/net/tun may not be opened: permission denied; "
            + "run as root, or let everybody open it (chmod 0666 /dev/net/tun)\n"),
        "without a node")
    }
    #expect(table.failures == [])
  }
}
