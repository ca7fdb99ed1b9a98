internal import CLinux
internal import Glibc

/// How long the threads in network namespaces could have run and waited for a processor instead.
///
/// The kernel counts that for each thread (`/proc/PID/task/TID/schedstat`) when it is given a processor. What a thread does
/// between the last look at it and its end is lost. A process that may not be looked at is left out, and nothing is said of a
/// namespace without others; so is a thread that has put itself behind all others (`nice`), for its work can wait.
public struct SchedulerCounts {
  /// What one thread got, in nanoseconds.
  public struct Share: Hashable, Sendable {
    public var running: Int64 = 0
    /// A wait counts when it ends, so this may exceed the time since the look before.
    public var waiting: Int64 = 0
  }

  private struct Thread: Hashable {
    var process: Int32
    var id: Int32
  }

  private struct Namespace: Hashable {
    var device: UInt64
    var inode: UInt64

    /// - Parameter look: `stat` or `fstat`.
    init?(_ look: (UnsafeMutablePointer<stat>) -> Int32) {
      var status = stat()
      guard unsafe look(&status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  private let namespaces: [Namespace?]
  /// Of threads that lived at the last look.
  private var counts: [Thread: Share] = [:]
  /// Processes that are elsewhere: a process does not come in from outside once the agents are there.
  private var strangers: Set<Int32> = [getpid()]

  /// Looks once, so that the first shares are of what comes from now on.
  public init(_ networks: [NetworkNamespace]) {
    namespaces = networks.map { network in
      unsafe Namespace { unsafe fstat(network.descriptor, $0) }
    }
    _ = take()
  }

  /// What the thread got that waited longest since the look before, by namespace in the order given; nil: no process is there, or
  /// none that may be looked at.
  public mutating func take() -> [Share?] {
    var shares = [Share?](repeating: nil, count: namespaces.count)
    var current: [Thread: Share] = [:]
    let processes = Self.numbers(in: "/proc")
    strangers.formIntersection(processes)
    strangers.insert(getpid())
    for process in processes where !strangers.contains(process) {
      guard let namespace = unsafe Namespace({ unsafe stat("/proc/\(process)/ns/net", $0) }),
        let index = namespaces.firstIndex(of: namespace)
      else {
        strangers.insert(process)
        continue
      }
      for id in Self.numbers(in: "/proc/\(process)/task") {
        guard let now = Self.count(of: "/proc/\(process)/task/\(id)/schedstat") else { continue }
        let thread = Thread(process: process, id: id)
        current[thread] = now
        let before = counts[thread] ?? Share()
        let share = Share(
          running: max(0, now.running - before.running),
          waiting: max(0, now.waiting - before.waiting))
        if let longest = shares[index], share.waiting <= longest.waiting { continue }
        if getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(id)) <= 0 {
          shares[index] = share
        }
      }
    }
    counts = current
    return shares
  }

  /// The names of a folder that are numbers.
  private static func numbers(in folder: String) -> [Int32] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var numbers: [Int32] = []
    while true {
      let number = unsafe linux_next_number(stream)
      guard number >= 0 else { return numbers }
      numbers.append(number)
    }
  }

  /// "RUNNING WAITING SLICES".
  private static func count(of path: String) -> Share? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 96)
    let length = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read(descriptor, bytes.baseAddress, bytes.count)
    }
    guard length > 0 else { return nil }
    let words = bytes[..<length].split(separator: UInt8(ascii: " "))
    guard words.count == 3, let running = Int64(String(decoding: words[0], as: UTF8.self)),
      let waiting = Int64(String(decoding: words[1], as: UTF8.self))
    else { return nil }
    return Share(running: max(0, running), waiting: max(0, waiting))
  }
}
