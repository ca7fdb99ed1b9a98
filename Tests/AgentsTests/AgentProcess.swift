import Foundation
import LinuxIO
import TestSupport

/// The built `callproof agent …`: lines in, lines out.
enum AgentProcess {
  private static let path = Checkout.product("callproof")

  static func isThere() -> Bool {
    if fileKind(path) == .file { return true }
    print("SKIPPED: agents as processes: \(path) is not built")
    return false
  }

  /// What it wrote and its exit code once it was told all lines; its input stays open until it ends or the limit passes.
  static func run(
    _ arguments: [String], _ lines: [String], seconds: Double = 30
  ) throws -> (lines: [String], code: Int32) {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["agent"] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Pipes hold more than these lines are.
    input.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    let limit = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: limit)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    limit.cancel()
    let written = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    return (written, process.terminationStatus)
  }
}
