import LinuxIO
import TestSupport
import Testing

@testable import Agents

@Suite("Messages out of a stream")
struct MessageReaderTests {
  @Test("are whole, whatever pieces they come in")
  func framings() throws {
    let rows: [(framing: MessageReader.Framing, stream: String, messages: [String])] = [
      (.zero, "{\"a\":1}\0{}\0rest", ["{\"a\":1}", "{}"]),
      (.zero, "\0\0", ["", ""]),
      // The length counts bytes, of which "å" has two.
      (.length, "5:[1,2]8:[\"å\",0]3:[0", ["[1,2]", "[\"å\",0]"]),
      (.length, "0:2:[]", ["", "[]"]),
      // A length that is none: nothing comes of it, and the stream's limit ends it.
      (.length, "x:[]", []),
      (.length, "-3:[]", []),
      (.length, "99999999999999999999:[]", []),
    ]
    var table = Table()
    for row in rows {
      for size in [1, 3, 1000] {
        let found = try messages(Array(row.stream.utf8), inPiecesOf: size, row.framing)
        table.equal(found, row.messages, "\(row.stream.debugDescription) in pieces of \(size)")
      }
    }
    #expect(table.failures == [])
  }

  @Test("the end of the stream is told")
  func end() throws {
    let (output, input) = try makePipe()
    Descriptor.makeNonBlocking(output)
    defer { Descriptor.close(output) }
    var reader = MessageReader(.zero)
    let before = reader.fill(from: output)
    Descriptor.close(input)
    let after = reader.fill(from: output)
    #expect(before && !after, "nothing there is no end; a closed pipe is")
  }

  private func messages(
    _ bytes: [UInt8], inPiecesOf size: Int, _ framing: MessageReader.Framing
  ) throws -> [String] {
    let (output, input) = try makePipe()
    Descriptor.makeNonBlocking(output)
    defer {
      Descriptor.close(output)
      Descriptor.close(input)
    }
    var reader = MessageReader(framing)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try writeAll(Array(bytes[start..<min(bytes.count, start + size)]), to: input)
      guard reader.fill(from: output) else { break }
      while let message = reader.next() { found.append(message) }
    }
    return found
  }
}
