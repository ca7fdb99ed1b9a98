internal import CLinux
internal import Glibc

/// Processes whose parents ended before them, and which left their process groups: they come to this process, which ends them.
public enum Orphans {
  /// From now on what descendants of this process leave behind comes to it, and not to the machine's init.
  public static func adopt() { linux_adopt_orphans() }

  /// Ends every child of this process, and what comes to it by their end; the end of none of them can be asked for afterwards.
  public static func endAll() {
    // A child's end brings its own children here.
    for _ in 0..<1000 {
      let children = children()
      if children.isEmpty { return }
      for child in children {
        kill(child, SIGKILL)
        while unsafe waitpid(child, nil, 0) < 0, errno == EINTR {}
      }
    }
  }

  private static func children() -> [Int32] {
    guard let folder = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(folder) }
    var children: [Int32] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let id = Int32(name), parent(of: name) == getpid() { children.append(id) }
    }
    return children
  }

  /// The fourth field of its `stat`; the second, its name in parentheses, may have anything in it (proc(5)).
  private static func parent(of process: String) -> Int32? {
    guard let bytes = try? readFile("/proc/\(process)/stat", atMost: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[name...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }
}
