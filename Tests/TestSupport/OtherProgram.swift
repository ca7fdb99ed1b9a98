import Foundation

/// Programs that are not ours, asked by tests for a second opinion.
public enum OtherProgram {
  public struct End: Sendable {
    /// The exit code; of a killed program 128 and the signal.
    public var code: Int32
    public var output: [UInt8]
    /// What was written to standard error.
    public var complaints: String

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Debian's Python; nil: there is none.
  public static let python = path(of: "python3")

  /// The Python that `ci/setup --tests` makes, with the packages that read reports; nil: it did not.
  public static let pythonOfTests = executable(Checkout.path(".build/python/bin/python"))

  /// The Python that `ci/setup --peers` makes, with aiortc and numpy; nil: it did not.
  public static let pythonOfPeers = executable(
    peersFolder(ProcessInfo.processInfo.environment) + "/python/bin/python")

  /// Where `ci/setup --peers` puts what is no Debian package. A variable that is empty counts as absent.
  public static func peersFolder(_ environment: [String: String]) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let folder = value("CALLPROOF_PEERS") { return folder }
    let data = value("XDG_DATA_HOME") ?? "\(value("HOME") ?? NSHomeDirectory())/.local/share"
    return "\(data)/callproof"
  }

  /// Where Debian or this machine's administrator has put a program; nil: it is missing.
  public static func path(of name: String) -> String? {
    ["/usr/bin", "/usr/local/bin"].lazy.compactMap { executable("\($0)/\(name)") }.first
  }

  /// Runs a program to its end.
  ///
  /// - Parameter input: what it reads from standard input, which ends after it; at most 64 KiB, which a pipe holds.
  ///   It has to read that: who writes to a program that has ended is ended by a signal.
  /// - Parameter environment: nil: that of the tests.
  public static func run(
    _ path: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String]? = nil
  ) throws -> End {
    let folder = ScratchFolder()
    try folder.write("", to: "complaints")
    let complaints = try FileHandle(forWritingTo: URL(filePath: folder("complaints")))
    let (standardInput, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    if !input.isEmpty { try standardInput.fileHandleForWriting.write(contentsOf: Data(input)) }
    try standardInput.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let code = process.terminationStatus
    return End(
      code: process.terminationReason == .exit ? code : 128 + code, output: [UInt8](bytes),
      complaints: folder.text("complaints") ?? "")
  }

  private static func executable(_ path: String) -> String? {
    FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}
