import TestSupport

/// A scenario with a peer that is our own until a moment comes, and then breaks its word (`Fixtures/unruly.py`).
struct UnrulyPeer {
  private static let script = Checkout.fixtures(of: "CallproofTests", "unruly.py")

  /// The case's name and its file's.
  var name: String
  /// The moment: when the first line, either way, has this in it.
  var word: String
  var deed: String
  var seconds = 1
  /// Comes before the names of the peers.
  var mark = ""

  func write(to folder: ScratchFolder) throws {
    let text = """
      scenario: \(name)
      worlds: [live]
      peers:
        \(mark)alice:
          stack: agent
          binary: \(OtherProgram.python ?? "")
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
