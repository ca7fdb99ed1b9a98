import Foundation
import TestSupport

/// Runs a few lines of Python beside the modules that the shipped agents share.
struct PythonScript {
  struct Result {
    var lines: [String]
    var status: Int32
    /// The end of what was written to standard error.
    var log: String
  }

  private static let interpreter = "/usr/bin/python3"
  /// The one that `ci/setup --peers` makes, which has numpy, where it is there.
  static let interpreterOfPeers: String = {
    let path = NSHomeDirectory() + "/.local/share/callproof/python/bin/python"
    return FileManager.default.isExecutableFile(atPath: path) ? path : interpreter
  }()

  static let modules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/CResources/agents").standardized.path

  /// Why Python cannot be had here; nil: it can.
  static let lack: String? =
    FileManager.default.isExecutableFile(atPath: interpreter)
    ? nil : "there is no \(interpreter) (apt-get install python3)"

  let text: String

  /// - Parameter input: what the script reads from standard input, which ends after it.
  func run(
    _ arguments: [String] = [], input: String = "", by interpreter: String = Self.interpreter
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: interpreter)
    process.arguments = ["-B", "-c", text] + arguments
    process.environment = ["PYTHONPATH": Self.modules, "PATH": "/usr/bin:/bin"]
    let (standardInput, output, log) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = log
    try process.run()
    // What is given and what is logged fits the pipes.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init),
      status: process.terminationStatus,
      log: String(String(decoding: complaints, as: UTF8.self).suffix(2000)))
  }
}
