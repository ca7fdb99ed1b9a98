internal import Foundation
internal import Live

/// How long aiortc takes to parse a description, where `ci/setup --peers` has installed it.
enum PythonParse {
  private static let program = """
    import sys, time
    from aiortc.sdp import SessionDescription
    text = open(sys.argv[1], newline="").read()
    least = None
    for _ in range(15):
        start = time.process_time_ns()
        for _ in range(20):
            SessionDescription.parse(text)
        took = (time.process_time_ns() - start) / 20
        least = took if least is None else min(least, took)
    print(int(least))
    """

  /// Nanoseconds of CPU time, the least of 15 rounds; nil where aiortc is not installed.
  static func nanoseconds(_ path: String) throws -> Double? {
    let python = "\(Surroundings().peersFolder)/python/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", program, path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.filter(\.isNumber))
  }
}
