import Foundation
import LinuxIO
import TestSupport
import Testing
import Trace

@Suite("Live calls that are ended before their time")
struct EndedCallTests {
  private static let scenario = """
    scenario: Long
    worlds: [live]
    peers: {alice: {video: none}, bob: {video: none}}
    call: [alice dials bob, bob answers, connected within 20s, run for 300s, alice hangs up]
    expect: [connected: {bob: within 20s}]
    """

  @Test("what was recorded until then is kept, and the reason is told", arguments: [false, true])
  func ended(byInterrupt: Bool) throws {
    guard LiveCalls.canRun("a call that is ended") else { return }
    let folder = ScratchFolder()
    try folder.write(Self.scenario, to: "long.yaml")
    let timeout = byInterrupt ? "600" : "6"
    let program = try Program(
      ["run", "long.yaml", "--case-timeout", timeout, "--output", "out"], in: folder)
    if byInterrupt {
      program.wait(atMost: 5)
      program.send(SIGINT)
    }
    let end = program.end()
    var table = Table()
    table.equal(end.code, 1, "exit code")
    let reason =
      byInterrupt
      ? "interrupted: the run was ended by SIGINT, interrupt in the middle of this case"
      : "the case was ended after 6 s of wall time (--case-timeout)"
    table.holds(end.text.contains("error  Long (live)"), end.text)
    table.holds(end.text.contains(reason), end.text)
    let trace = folder.text("out/cases/long-live/trace.jsonl") ?? ""
    table.holds(trace.contains("\"harness agent\""), "the trace has what there was: \(trace.count)")
    let capture = try? readFile(folder("out/cases/long-live/capture.pcapng"), atMost: 1 << 30)
    table.holds((capture?.count ?? 0) > 500, "the capture: \(capture?.count ?? 0)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
