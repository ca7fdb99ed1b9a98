internal import LinuxIO

/// One end of a pipe that does not block; one that breaks counts as closed.
enum Pipe {
  enum Reading {
    case bytes(Int)
    case nothing
    case closed
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
    do throws(SystemError) {
      guard let count = try Descriptor.read(descriptor, into: &buffer) else { return .nothing }
      return count == 0 ? .closed : .bytes(count)
    } catch {
      return .closed
    }
  }

  /// How many bytes went; nil: nobody reads any more.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    do throws(SystemError) {
      return try Descriptor.write(descriptor, bytes) ?? 0
    } catch {
      return nil
    }
  }
}
