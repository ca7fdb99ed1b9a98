internal import LinuxIO

/// What tells a run to end before its script does: a line with the reason, or the end of the pipe.
struct RunOrders {
  let descriptor: Int32
  private var lines = LineBuffer(limit: 4096)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads what is there; nil: no whole line has come.
  mutating func read() -> RunEnd? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    switch Pipe.read(descriptor, into: &buffer) {
    case .nothing: return nil
    case .closed: return RunEnd(reason: "whoever asked for the run is gone")
    case .bytes(let count):
      lines.append(buffer[..<count])
      do throws(LineBuffer.TooLong) {
        return try lines.next().map(RunEnd.init(reason:))
      } catch {
        return RunEnd(reason: error.beginning)
      }
    }
  }
}

/// The run was told to end.
struct RunEnd: Error, Hashable, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}
