internal import CLinux
internal import Glibc

/// Processes whose parents ended before them, and which left their process groups: they come to this process, which ends them.
public enum Orphans {
  /// From now on what descendants of this process leave behind comes to it, and not to the machine's init.
  public static func adopt() { linux_adopt_orphans() }

  /// Ends every child of this process, and what comes to it by their end; nobody can ask for their ends afterwards.
  public static func endAll() {
    var children = [Int32](repeating: 0, count: 256)
    // A child's end brings its own children here.
    for _ in 0..<1000 {
      let count = unsafe linux_children(&children, Int32(children.count))
      guard count > 0 else { return }
      for child in children[..<Int(count)] {
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
      }
    }
  }
}
