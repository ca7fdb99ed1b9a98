import AgentProtocol
import LinuxIO
import TestSupport
import Testing
import Trace

@testable import Agents

/// Browsers that are installed, driven by the harness's end of their agent. Nothing is sent to a network.
@Suite("A browser as an agent", .serialized)
struct BrowserAgentTests {
  @Test("Chromium says what it can, makes an offer and ends")
  func chromium() throws {
    guard BrowserProcess.find(["chromium-headless-shell", "chromium"]) != nil else {
      print("SKIPPED: A browser as an agent: Chromium: not installed (chromium-headless-shell)")
      return
    }
    try converse("chromium", codec: "H264") { (_) throws(BrowserError) in
      try Chromium(binary: nil, flags: [])
    }
  }

  @Test("Firefox says what it can, makes an offer and ends")
  func firefox() throws {
    guard BrowserProcess.find(["firefox-esr", "firefox"]) != nil else {
      print("SKIPPED: A browser as an agent: Firefox: not installed (firefox-esr)")
      return
    }
    try converse("firefox", codec: "VP8") { (deadline) throws(BrowserError) in
      try Firefox(binary: nil, flags: [], until: deadline)
    }
  }

  @Test("a browser that is not there, or is none, is named with what brings it")
  func missing() throws {
    let rows: [(binary: String, words: String)] = [
      ("/nowhere/chrome", "/nowhere/chrome is not installed: apt-get install"),
      // Found out by writing to it or by reading from it, whichever comes first.
      ("/bin/true", "; /bin/true ended: exit code 0"),
    ]
    var table = Table()
    for row in rows {
      let conversation = try Conversation { (_) throws(BrowserError) in
        try Chromium(binary: row.binary, flags: [])
      }
      let answer = try conversation.ask("hello", "{}")
      let words = answer["error"]?["message"]?.stringValue ?? answer.line
      table.holds(words.contains(row.words), "\(row.binary): \(words)")
      table.equal(conversation.end(), 1, row.binary)
    }
    #expect(table.failures == [])
  }

  private func converse(
    _ name: String, codec: String,
    launch: @escaping @Sendable (Int64) throws(BrowserError) -> any Browser
  ) throws {
    let conversation = try Conversation(launch: launch)
    var table = Table()
    let early = try conversation.ask("createOffer", "{}")
    table.holds(early["error"] != nil, "an offer before hello is refused")
    let hello = try conversation.ask("hello", "{\"protocol\":1}")["result"]
    table.equal(hello?["name"]?.stringValue, name, "name")
    table.equal(hello?["level"]?.integerValue, 4, "level")
    let codecs = hello?["codecs"]?["video"]?.arrayValue?.compactMap(\.stringValue) ?? []
    table.holds(codecs.contains(codec), "\(codec) is among \(codecs)")

    let origin = monotonicNanoseconds()
    let created = try conversation.ask(
      "create",
      """
      {"name":"alice","origin":\(origin),"audio":{"source":"beep","codecs":["opus"],"direction":"sendrecv"},\
      "video":{"source":"timecode","width":320,"height":180,"fps":15,"codecs":["\(codec)"],"direction":"sendonly"}}
      """)
    let uncertainty = created["result"]?["uncertainty"]?.integerValue ?? .max
    table.holds((1...50_000_000).contains(uncertainty), "uncertainty \(created.line)")
    let now = try conversation.ask("clock", "{}")["result"]?["now"]?.integerValue ?? 0
    table.holds((1..<monotonicNanoseconds() - origin).contains(now), "clock \(now)")

    let offer = try conversation.ask("createOffer", "{}")["result"]?["sdp"]?.stringValue ?? ""
    table.holds(offer.contains("m=audio") && offer.contains("m=video"), "sections of \(offer)")
    table.holds(offer.contains("a=sendonly"), "the direction of video")
    let maps = offer.split(separator: "\r\n").filter { $0.hasPrefix("a=rtpmap:") }
    table.holds(
      maps.allSatisfy { map in ["opus/", "\(codec)/", "rtx/"].contains { map.contains($0) } },
      "only what was asked for: \(maps)")
    let unknown = try conversation.ask("fly", "{}")
    table.equal(unknown["error"]?["code"]?.integerValue, -32601, "an unknown method")
    _ = try conversation.ask("close", "{}")
    table.equal(conversation.end(), 0, "exit code")
    #expect(table.failures == [])
  }
}

/// The harness's end of an agent that runs on a thread of its own.
private final class Conversation {
  private let toAgent: Int32
  private let fromAgent: Int32
  private let thread: SystemThread
  private let code = ExitCode()
  private var reader: LineReader
  private var lastID: Int64 = 0

  /// Written by the agent's thread before it ends, read after it was joined.
  private final class ExitCode: @unchecked Sendable { var value: Int32 = -1 }

  init(launch: @escaping @Sendable (Int64) throws(BrowserError) -> any Browser) throws {
    let (input, toAgent) = try makePipe()
    let (fromAgent, output) = try makePipe()
    self.toAgent = toAgent
    self.fromAgent = fromAgent
    reader = LineReader(fromAgent, limit: AgentMessage.lineLimit)
    Descriptor.makeNonBlocking(fromAgent)
    let code = code
    thread = try SystemThread("browser agent") {
      code.value = BrowserAgent(input: input, output: output, launch: launch).run()
      Descriptor.close(input)
      Descriptor.close(output)
    }
  }

  /// The answer to a request; notices on the way are passed over.
  func ask(_ method: String, _ params: String) throws -> JSONValue {
    lastID += 1
    let line =
      "{\"jsonrpc\":\"2.0\",\"id\":\(lastID),\"method\":\"\(method)\",\"params\":\(params)}\n"
    try writeAll(Array(line.utf8), to: toAgent)
    let deadline = monotonicNanoseconds() + 60_000_000_000
    while monotonicNanoseconds() < deadline {
      if waitForInput([fromAgent], milliseconds: 200).isEmpty { continue }
      guard let lines = try reader.read() else { break }
      for line in lines {
        let message = try JSONValue(parsing: line)
        if message["id"]?.integerValue == lastID { return message }
      }
    }
    return .null
  }

  /// Hangs up and returns the agent's exit code.
  func end() -> Int32 {
    Descriptor.close(toAgent)
    thread.join()
    Descriptor.close(fromAgent)
    return code.value
  }
}
