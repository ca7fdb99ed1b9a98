internal import CLinux

/// The pipes of a program that is about to start; what is not taken is closed.
final class ProcessPipes {
  private var input: Pipe
  private var output: Pipe
  private var log: Pipe

  init() throws(SystemError) {
    input = try Pipe()
    do throws(SystemError) {
      output = try Pipe()
    } catch {
      input.close()
      throw error
    }
    do throws(SystemError) {
      log = try Pipe()
    } catch {
      input.close()
      output.close()
      throw error
    }
  }

  deinit {
    input.close()
    output.close()
    log.close()
  }

  /// What becomes the program's descriptors 0, 1 and 2.
  var childEnds: [Int32] { [input.reading, output.writing, log.writing] }

  func takeInput() -> Int32 { input.take(\.writing) }
  func takeOutput() -> Int32 { output.take(\.reading) }
  func takeLog() -> Int32 { log.take(\.reading) }
}

/// Both ends of a pipe, close-on-exec; -1: taken.
private struct Pipe {
  var reading: Int32
  var writing: Int32

  init() throws(SystemError) {
    (reading, writing) = try makePipe()
  }

  mutating func take(_ end: WritableKeyPath<Pipe, Int32>) -> Int32 {
    let taken = self[keyPath: end]
    self[keyPath: end] = -1
    Descriptor.makeNonBlocking(taken)
    // A picture goes through in one piece; where that much is not allowed, in more.
    linux_widen_pipe(taken)
    return taken
  }

  func close() {
    if reading >= 0 { Descriptor.close(reading) }
    if writing >= 0 { Descriptor.close(writing) }
  }
}
