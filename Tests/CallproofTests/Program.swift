import Foundation
import LinuxIO
import TestSupport

/// The built `callproof`, as a person or a CI job starts it.
final class Program {
  struct End {
    /// The exit code; of a killed program 128 and the signal.
    var code: Int32
    var text: String
    var complaints: String
  }

  static let path = Checkout.product("callproof")

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private(set) var text = ""

  init(_ arguments: [String], in folder: ScratchFolder) throws {
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Reads standard output until that has been written; false: it ended before.
  func wait(for words: String) -> Bool {
    while !text.contains(words) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return false }
      text += String(decoding: data, as: UTF8.self)
    }
    return true
  }

  /// Waits until the program says something, or for that many seconds.
  func wait(atMost seconds: Double) {
    let descriptor = output.fileHandleForReading.fileDescriptor
    _ = waitForInput([descriptor], milliseconds: Int32(seconds * 1000))
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end of the program, and of every process that it started: all of them hold standard error.
  func end() -> End {
    _ = wait(for: "\u{0}")
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let code = process.terminationStatus
    return End(
      code: process.terminationReason == .exit ? code : 128 + code, text: text,
      complaints: String(decoding: complaints, as: UTF8.self))
  }

  static func run(_ arguments: String..., in folder: ScratchFolder) throws -> End {
    try Program(arguments, in: folder).end()
  }
}
