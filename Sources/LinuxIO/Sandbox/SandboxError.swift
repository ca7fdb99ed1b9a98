internal import CLinux
internal import Glibc

/// Why no sandbox can be entered: what the machine or the caller lacks, and how to mend it.
public struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Lack: Hashable, Sendable {
    /// The process has entered one before, or has begun too much already.
    case freshProcess
    case userNamespaces, namespaces, mounts, scratch, tun, process
  }

  public var lack: Lack
  /// What was found: "/dev/net/tun may not be opened: permission denied".
  public var found: String
  /// What to do: "run as root, or …".
  public var remedy: String

  public var description: String { remedy.isEmpty ? found : "\(found); \(remedy)" }

  init(_ lack: Lack, found: String, remedy: String = "") {
    self.lack = lack
    self.found = found
    self.remedy = remedy
  }

  init(_ failure: linux_failure) {
    let reason = SystemError(call: "", errno: failure.error).reason
    switch failure.step {
    case LINUX_STEP_USER_NAMESPACE, LINUX_STEP_USER_MAP:
      self.init(
        .userNamespaces, found: "no user namespace can be made: \(reason)",
        remedy: Self.userNamespaceRemedy())
    case LINUX_STEP_NAMESPACES:
      self.init(
        .namespaces, found: "no network namespace can be made: \(reason)",
        remedy: Self.userNamespaceRemedy())
    case LINUX_STEP_MOUNTS:
      self.init(
        .mounts, found: "mounts cannot be made private: \(reason)", remedy: Self.containerRemedy)
    case LINUX_STEP_SCRATCH:
      self.init(
        .scratch, found: "no tmpfs can be mounted on \(LINUX_SCRATCH): \(reason)",
        remedy: failure.error == ENOENT
          ? "make the folder \(LINUX_SCRATCH)" : Self.containerRemedy)
    default:
      self.init(
        .process, found: "the sandbox's first process did not start: \(reason)",
        remedy: Self.containerRemedy)
    }
  }

  /// For a node of TUN devices that cannot be opened.
  init(tunError: Int32) {
    let reason = SystemError(call: "", errno: tunError).reason
    let remedy =
      switch tunError {
      case ENOENT, ENODEV, ENXIO:
        "load the module (modprobe tun); in a container, start it with --device /dev/net/tun"
      case EACCES: "run as root, or let everybody open it (chmod 0666 /dev/net/tun)"
      default: "in a container, start it with --device /dev/net/tun"
      }
    self.init(.tun, found: "/dev/net/tun may not be opened: \(reason)", remedy: remedy)
  }

  private static let containerRemedy =
    "in a container, start it as root with --device /dev/net/tun --cap-add SYS_ADMIN "
    + "--cap-add NET_ADMIN --cap-add SYS_NICE --security-opt apparmor=unconfined"

  /// Names the settings that forbid user namespaces, as far as they can be read.
  private static func userNamespaceRemedy() -> String {
    let settings: [(path: String, bad: String, name: String, good: String)] = [
      ("/proc/sys/user/max_user_namespaces", "0", "user.max_user_namespaces", "10000"),
      ("/proc/sys/kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone", "1"),
      (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
        "kernel.apparmor_restrict_unprivileged_userns", "0"
      ),
    ]
    for setting in settings where settingText(setting.path) == setting.bad {
      return "run as root, or set \(setting.name)=\(setting.good) "
        + "(it is \(setting.bad); sysctl -w \(setting.name)=\(setting.good))"
    }
    return "run as root; " + containerRemedy
  }
}

/// The text of a kernel setting without its end of line; nil: this kernel has none of that name.
func settingText(_ path: String) -> String? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 256)
  let count = unsafe buffer.withUnsafeMutableBytes {
    unsafe read(descriptor, $0.baseAddress, $0.count)
  }
  guard count > 0 else { return nil }
  let text = String(decoding: buffer[..<count], as: UTF8.self)
  return String(text.prefix { $0 != "\n" })
}
