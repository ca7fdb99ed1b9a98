import Foundation
import LinuxIO
import TestSupport

/// What a run could leave on the machine: processes, namespaces, devices, files.
///
/// A run is told from everybody else's by a mark that stands in its working folder, in the names of its peers, and so in
/// the folders or arguments of every process that belongs to it.
struct LeftBehind {
  /// A number may be given again; with the time of its beginning it is one process's alone.
  struct Identity: Hashable {
    var id: Int
    var began: String
  }

  private let mark: String
  private let devices: Set<String>
  private let mounts: Set<String>
  /// The test's own, which every other process of the machine may share.
  private let home: Set<String>
  /// Processes of the run, as they were seen.
  private(set) var processes: Set<Identity> = []
  /// "net:[4026532301]", those of the run alone.
  private(set) var namespaces: Set<String> = []
  /// Who else was seen, and in which of them: their numbers are given again, too.
  private var strangers: [Identity: Set<String>] = [:]

  /// Before anything runs.
  init(mark: String) {
    self.mark = mark
    devices = Self.names(in: "/sys/class/net")
    mounts = Self.namespaceMounts
    home = Self.namespaces(of: "self")
  }

  /// Notes which processes and namespaces the run has now.
  mutating func look() {
    strangers = [:]
    for identity in Self.everybody {
      let held = Self.namespaces(of: "\(identity.id)").subtracting(home)
      if isOfRun(identity) {
        processes.insert(identity)
        namespaces.formUnion(held)
      } else if !held.isEmpty {
        strangers[identity] = held
      }
    }
  }

  /// What is left once the machine has had that long; an empty list: nothing.
  func list(within seconds: Double) -> [String] {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let left = list
      if left.isEmpty || deadline < Date() { return left }
      _ = waitForInput([], milliseconds: 50)
    }
  }

  private var list: [String] {
    var left: [String] = []
    for identity in Self.everybody {
      let held = Self.namespaces(of: "\(identity.id)").intersection(namespaces)
      if processes.contains(identity) || isOfRun(identity) {
        left.append("process \(identity.id): \(Self.text("/proc/\(identity.id)/cmdline"))")
      } else if let then = strangers[identity]?.intersection(held), !then.isEmpty {
        left.append("process \(identity.id) holds \(then.sorted())")
      }
    }
    left += Self.names(in: "/sys/class/net").subtracting(devices).map { "device \($0)" }
    left += Self.namespaceMounts.subtracting(mounts).map { "mount \($0)" }
    for folder in ["/dev/shm", "/tmp", "/var/tmp", "/run"] {
      // The test's own folder bears the mark, too.
      for name in Self.names(in: folder) where name.contains(mark) && !name.hasPrefix("callproof-")
      {
        left.append("\(folder)/\(name)")
      }
    }
    return left.sorted()
  }

  private func isOfRun(_ identity: Identity) -> Bool {
    let folder = "/proc/\(identity.id)"
    return Self.text("\(folder)/cmdline").contains(mark)
      || Self.link("\(folder)/cwd")?.contains(mark) == true
  }

  /// Every process but those that have ended and are only waited for: they hold nothing any more.
  private static var everybody: [Identity] {
    names(in: "/proc").compactMap { name in
      guard let id = Int(name), id != getpid() else { return nil }
      // The name in parentheses may hold anything, spaces too (proc(5)).
      let fields = text("/proc/\(name)/stat").split(separator: ")").last?.split(separator: " ")
      guard let fields, fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
      return Identity(id: id, began: String(fields[19]))
    }
  }

  /// Those that it lives in, and those that it holds by a descriptor.
  private static func namespaces(of process: String) -> Set<String> {
    var found: Set<String> = []
    for kind in ["net", "mnt", "pid", "ipc", "user"] {
      if let link = link("/proc/\(process)/ns/\(kind)") { found.insert(link) }
    }
    for number in names(in: "/proc/\(process)/fd") {
      guard let link = link("/proc/\(process)/fd/\(number)"), link.hasSuffix("]") else { continue }
      if ["net:[", "mnt:[", "pid:[", "ipc:[", "user:["].contains(where: link.hasPrefix) {
        found.insert(link)
      }
    }
    return found
  }

  /// Namespaces that a file keeps.
  private static var namespaceMounts: Set<String> {
    Set(
      text("/proc/self/mountinfo").split(separator: "\n").map(String.init).filter {
        $0.contains(" - nsfs ")
      })
  }

  private static func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
  }

  private static func link(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

extension ScratchFolder {
  /// A word of the folder's path that stands nowhere else.
  var mark: String { String(path.suffix(36).prefix(8)) }
}
