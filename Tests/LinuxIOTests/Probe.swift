import Foundation
import TestSupport

/// The built `linuxio-probe`.
enum Probe {
  static let path = Checkout.product("linuxio-probe")

  struct End: Equatable {
    var code: Int32
    var text: String
  }

  static func start(_ arguments: [String], of path: String = Probe.path) throws -> (Process, Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  static func run(_ arguments: [String], of path: String = Probe.path) throws -> End {
    let (process, output) = try start(arguments, of: path)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return End(code: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
  }
}
