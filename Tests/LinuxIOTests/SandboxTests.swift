import Foundation
import LinuxIO
import TestSupport
import Testing

/// What no test process can do itself, tried by a program that enters a sandbox.
@Suite("A sandbox", .serialized)
struct SandboxTests {
  /// Why no sandbox can be had here; nil: one can.
  static let lack: String? = {
    let abilities = Sandbox.probe()
    if abilities.canRun { return nil }
    return [abilities.namespaces, abilities.tun].filter { !$0.isThere }
      .map { "\($0.found) (\($0.remedy))" }.joined(separator: ", ")
  }()

  /// Prints why a test is skipped, if it is.
  static func canRun(_ name: String) -> Bool {
    if let lack { print("SKIPPED: \(name): \(lack)") }
    return lack == nil
  }

  @Test(
    "keeps a promise",
    arguments: [
      "networks", "silence", "rights", "ends", "starts", "descendants", "hostile", "sockets",
      "twice", "ping", "processors",
    ])
  func keeps(trial: String) throws {
    guard Self.canRun("sandbox, \(trial)") else { return }
    if trial == "ping", fileKind("/usr/bin/ping") == nil {
      print("SKIPPED: sandbox, ping: /usr/bin/ping is missing (apt-get install iputils-ping)")
      return
    }
    #expect(try Probe.run([trial]) == Probe.End(code: 0, text: ""))
  }

  @Test("is not needed to end what a program leaves in other sessions")
  func orphans() throws {
    #expect(try Probe.run(["orphans"]) == Probe.End(code: 0, text: ""))
  }

  /// Ends it at different moments, some of them while it is still entering.
  @Test("leaves nothing behind when it is killed")
  func leavesNothing() throws {
    guard Self.canRun("sandbox, leaves nothing behind") else { return }
    var table = Table()
    for round in 0..<10 {
      let marker = "\(7_000_000 + Int.random(in: 0..<900_000))"
      let (process, output) = try Probe.start(["hold", marker])
      var namespaces: [String] = []
      if round % 2 == 0 {
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        namespaces = line.split(separator: "\n").flatMap { $0.split(separator: " ") }
          .filter { $0.contains("[") }.map { String($0) }
        table.equal(namespaces.count, 3, "round \(round) holds: \(line)")
      } else {
        let reading = output.fileHandleForReading.fileDescriptor
        _ = waitForInput([reading], milliseconds: Int32.random(in: 0..<60))
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      var left = Leftovers(marker: marker, namespaces: namespaces)
      // The kernel has a moment to take down what is left.
      for _ in 0..<100 where !left.isEmpty {
        _ = waitForInput([], milliseconds: 20)
        left = Leftovers(marker: marker, namespaces: namespaces)
      }
      table.holds(left.isEmpty, "round \(round): \(left)")
    }
    #expect(table.failures == [])
  }
}

/// The processes of a sandbox that are there after its end.
private struct Leftovers: CustomStringConvertible {
  var description: String

  var isEmpty: Bool { description.isEmpty }

  init(marker: String, namespaces: [String]) {
    var found: [String] = []
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    where Int(entry) != nil {
      let line = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline") ?? Data()
      let isMarked = String(decoding: line, as: UTF8.self).contains(marker)
      let isInside = ["net", "mnt", "ipc"].contains { kind in
        let path = "/proc/\(entry)/ns/\(kind)"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: path))
          .map { namespaces.contains($0) } ?? false
      }
      if isMarked || isInside { found.append(entry) }
    }
    description = found.joined(separator: " ")
  }
}
