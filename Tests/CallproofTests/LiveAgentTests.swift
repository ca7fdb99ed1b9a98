import Foundation
import LinuxIO
import TestSupport
import Testing

@Suite("Live calls from the command line")
struct LiveAgentTests {
  /// Answers all that comes before the offer, and then does something else.
  private static func agent(thatDoes deed: String) -> String {
    """
    #!/bin/sh
    i=0
    while read -r line; do
      i=$((i + 1))
      case $i in
        1) echo '{"id":1,"result":{"name":"x","version":"1","level":2,"features":["trickle"]}}' ;;
        11) echo "the last words" >&2; \(deed) ;;
        *) echo "{\\"id\\":$i,\\"result\\":{}}" ;;
      esac
    done
    """
  }

  private static let scenario = """
    scenario: Broken peer
    worlds: [live]
    peers:
      alice: {stack: agent, binary: /bin/sh, flags: [agent.sh]}
      bob: {stack: swift, audio: none, video: none}
    call:
      - alice dials bob
      - bob answers
    expect:
      - connected: {bob: within 10s}
    """

  @Test("a peer that breaks its word is an error that names it, with the end of its log")
  func brokenPeers() throws {
    guard LiveCalls.canRun("live, broken peers") else { return }
    var table = Table()
    let rows: [(deed: String, words: String)] = [
      ("exit 7", "ended in the middle of the run with exit code 7"),
      ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV, segmentation fault)"),
      ("echo Segmentation fault", "found 'Segmentation fault'"),
      ("yes '{\"method\":\"spin\"}'", "flooded its output"),
      ("sleep 1000 & exit 3", "ended in the middle of the run with exit code 3"),
    ]
    for (deed, words) in rows {
      let folder = ScratchFolder()
      try folder.write(Self.agent(thatDoes: deed), to: "agent.sh")
      try folder.write(Self.scenario, to: "broken.yaml")
      let end = try Program.run("run", "broken.yaml", "--output", "out", in: folder)
      table.equal(end.code, 1, "\(deed): exit code")
      table.holds(end.text.contains("peer alice (agent)"), "\(deed): \(end.text)")
      // A reader that is slow itself, a busy one in debug mode, never sees a flood: only that no answer comes.
      let isDrowned = deed.hasPrefix("yes") && end.text.contains("did not answer 'createOffer'")
      table.holds(end.text.contains(words) || isDrowned, "\(deed): \(end.text)")
      table.holds(end.text.contains("the last words"), "\(deed): log in \(end.text)")
      let log = "cases/broken-peer-live/alice.log"
      table.equal(folder.text("out/\(log)"), "the last words\n", "\(deed): the log")
      let page = folder.text("out/index.html") ?? ""
      table.holds(page.contains("href=\"\(log)\""), "\(deed): the log is linked")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a refused command is the step's refusal, not a broken peer")
  func refusal() throws {
    guard LiveCalls.canRun("live, refusal") else { return }
    let folder = ScratchFolder()
    let deed = #"echo '{"id":11,"error":{"code":-32000,"message":"no codec"}}'"#
    try folder.write(Self.agent(thatDoes: deed), to: "agent.sh")
    try folder.write(Self.scenario, to: "refused.yaml")
    let end = try Program.run("run", "refused.yaml", "--output", "out", in: folder)
    #expect(end.code == 1)
    #expect(end.text.contains("'alice dials bob', was refused: alice: no codec"), "\(end.text)")
  }

  @Test("agent check tells the level of the example and of our own peer")
  func agentCheck() throws {
    var table = Table()
    let folder = ScratchFolder()
    if let python = OtherProgram.python {
      let example = Checkout.path("ci/examples/agent.py")
      let end = try Program.run("agent", "check", python, example, in: folder)
      table.equal(end.code, 0, "example: \(end.complaints)")
      table.holds(end.text.contains("example 1: reaches level 1, declares level 1"), end.text)
      // One that answers what it does not know by an empty result breaks a call that asks for its description.
      let text = String(decoding: try readFile(example, atMost: 1 << 16), as: UTF8.self)
      try folder.write(
        text.replacingOccurrences(
          of: #"("create", "close")"#, with: #"("create", "close", "localDescription")"#),
        to: "empty.py")
      let empty = try Program.run("agent", "check", python, "empty.py", in: folder)
      table.equal(empty.code, 1, "an empty description")
      table.holds(empty.text.contains("in the answer to 'localDescription'"), empty.text)
    } else {
      print("SKIPPED: agent check, the example: python3 is missing")
    }
    let missing = try Program.run("agent", "check", "/nowhere/agent", in: folder)
    table.equal(missing.code, 1, "missing program")
    table.holds(missing.complaints.contains("/nowhere/agent"), missing.complaints)
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a level is reached only by an agent that answers all of it, in the order of a call")
  func agentCheckFailures() throws {
    var table = Table()
    let rows: [(deed: String, words: String)] = [
      ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV, segmentation fault)"),
      ("exit 5", "ended in the middle of the run with exit code 5"),
      (#"echo '{"id":4,"result":{"type":7,"sdp":[]}}'"#, "in the answer to 'createOffer'"),
      (#"echo '{"id":4,"result":{"type":"answer","sdp":"v=0"}}'"#, "its offer has type 'answer'"),
      (#"echo '{"id":4,"result":{"type":"offer","sdp":"x"}}'"#, "its offer cannot be read"),
    ]
    for (deed, words) in rows {
      let folder = ScratchFolder()
      try folder.write(
        """
        i=0
        while read -r line; do
          i=$((i + 1))
          case $i in
            1) echo '{"id":1,"result":{"name":"x","version":"1","level":1}}' ;;
            4) \(deed) ;;
            *) echo "{\\"id\\":$i,\\"result\\":{}}" ;;
          esac
        done
        """, to: "agent.sh")
      let end = try Program.run("agent", "check", "sh", "agent.sh", in: folder)
      table.equal(end.code, 1, "\(deed): exit code")
      table.holds(end.text.contains(words), "\(deed): \(end.text)")
      table.holds(end.text.contains("x 1: reaches no level, declares level 1"), end.text)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("agent check ends what an agent leaves behind")
  func agentCheckLeavesNothing() throws {
    guard LiveCalls.canRun("agent check, what is left behind") else { return }
    let folder = ScratchFolder()
    let left = LeftBehind(mark: folder.mark)
    try folder.write(
      """
      read -r line
      setsid sh -c 'sleep 1000; : \(folder.mark)' </dev/null >/dev/null 2>&1 &
      """, to: "agent.sh")
    let end = try Program.run("agent", "check", "sh", "agent.sh", in: folder)
    #expect(end.code == 1)
    #expect(end.text.contains("the agent: reaches no level"), "\(end.text)")
    #expect(left.list(within: 5) == [])
  }

  @Test("agent check says how it is used, and how an agent is made to start")
  func agentCheckHelp() throws {
    let folder = ScratchFolder()
    let help = try Program.run("agent", "check", "--help", in: folder)
    #expect(help.code == 0)
    #expect(help.text.contains("Usage: callproof agent check CMD…"), "\(help.text)")
    try folder.write("#!/bin/sh\n", to: "agent.sh")
    let locked = try Program.run("agent", "check", "./agent.sh", in: folder)
    #expect(locked.code == 1)
    #expect(
      locked.complaints.contains("chmod +x it, or put its interpreter before it"),
      "\(locked.complaints)")
  }

  @Test("peers lists every stack, for people and for programs")
  func peers() throws {
    var table = Table()
    let folder = ScratchFolder()
    let text = try Program.run("peers", in: folder).text
    let json = try Program.run("peers", "--json", in: folder).text
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    table.holds(list.count >= 11, "\(list.count) stacks")
    for stack in list {
      let name = stack["name"] as? String ?? ""
      table.holds(text.contains("\n\(name) ") || text.hasPrefix("\(name) "), "\(name) in the text")
      let isThere = stack["version"] is String
      table.holds(isThere != (stack["missing"] is String), "\(name): there or missing")
      table.holds(!(stack["install"] as? String ?? "").isEmpty, "\(name): what installs it")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
