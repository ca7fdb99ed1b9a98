import Foundation
import LinuxIO
import TestSupport

/// A scenario with a peer that is our own until a moment comes, and then breaks its word (`Fixtures/unruly.py`).
struct UnrulyPeer {
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { fileKind($0) == .file }
  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/unruly.py"

  /// The case's name and its file's.
  var name: String
  /// The moment: when the first line, either way, has this in it.
  var word: String
  var deed: String
  var seconds = 1
  /// Comes before the names of the peers.
  var mark = ""

  /// Why there can be no such call here; nil: there can.
  static var lack: String? {
    guard python != nil else { return "python3 is missing" }
    let abilities = Sandbox.probe()
    return [abilities.namespaces, abilities.tun].first { !$0.isThere }?.found
  }

  /// Whether there can be such a call here; says in the words that `ci/test` counts why not.
  static func canRun(_ test: String) -> Bool {
    guard let lack else { return true }
    print("SKIPPED: \(test): \(lack)")
    return false
  }

  func write(to folder: ScratchFolder) throws {
    let text = """
      scenario: \(name)
      worlds: [live]
      peers:
        \(mark)alice:
          stack: agent
          binary: \(Self.python ?? "")
          flags: ["\(Self.script)", '\(word)', \(deed), "\(Program.path)", agent, swift]
          video: {size: 160x90, fps: 15}
        \(mark)bob: {video: {size: 160x90, fps: 15}}
      call:
        - \(mark)alice dials \(mark)bob
        - \(mark)bob answers
        - connected within 10s
        - run for \(seconds)s
        - \(mark)alice hangs up
      expect:
        - first frame: {\(mark)bob: within 8s}
      """
    try folder.write(text, to: "\(name).yaml")
  }
}
