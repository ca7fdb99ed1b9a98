import Codecs
import LinuxIO
import Media
import SansIO
import TestSupport
import Testing

@testable import Agents

@Suite("Threads of a live agent")
struct SwiftThreadsTests {
  /// Waits for the results of so many jobs, at most ten seconds.
  private static func results(
    _ executor: ThreadedCodecExecutor, _ count: Int
  ) -> [(ticket: Int, result: CodecResult)] {
    var results: [(ticket: Int, result: CodecResult)] = []
    for _ in 0..<100 where results.count < count {
      _ = waitForInput([executor.ready.descriptor], milliseconds: 100)
      executor.ready.clear()
      while let next = executor.nextResult(at: .start) { results.append(next) }
    }
    return results
  }

  @Test("codecs give what they give inline, in order")
  func codecs() throws {
    let inline = InlineCodecExecutor()
    let threaded = try ThreadedCodecExecutor()
    let rate = BitRate.kilobits(300)
    let stream = CodecStream.videoEncoder(
      .vp8, width: 160, height: 90, framesPerSecond: 30, bitRate: rate, maximumPayload: 1160)
    var source = TimecodeSource(width: 160, height: 90, framesPerSecond: 30)
    var beep = BeepSource()
    let handles = try [inline as any CodecExecutor, threaded].map { executor in
      (try executor.open(stream), try executor.open(.audioEncoder(bitRate: rate)))
    }
    for frame in 0..<20 {
      let picture = source.picture(frame: UInt32(frame), captured: .start)
      let sound = beep.samples(from: Int64(frame) * 960, count: 960)
      for (executor, (video, audio)) in zip([inline as any CodecExecutor, threaded], handles) {
        executor.submit(
          .encodePicture(picture, forceKeyFrame: frame == 0), handle: video, ticket: 2 * frame,
          at: .start)
        executor.submit(.encodeSound(sound), handle: audio, ticket: 2 * frame + 1, at: .start)
      }
    }
    var expected: [Int: CodecResult] = [:]
    while let (ticket, result) = inline.nextResult(at: .start + .seconds(9)) {
      expected[ticket] = result
    }
    let results = Self.results(threaded, 40)
    var table = Table()
    table.equal(results.count, 40, "results")
    for parity in 0..<2 {
      let tickets = results.map(\.ticket).filter { $0 % 2 == parity }
      table.equal(tickets, Array(stride(from: parity, to: 40, by: 2)), "order")
    }
    for (ticket, result) in results { table.holds(result == expected[ticket], "job \(ticket)") }
    table.holds(threaded.deadline == nil, "nothing is awaited")
    #expect(table.failures == [])
  }

  @Test("a closed codec owes nothing")
  func closes() throws {
    let executor = try ThreadedCodecExecutor()
    let handle = try executor.open(.audioDecoder())
    executor.submit(.concealSound, handle: handle, ticket: 0, at: .start)
    executor.close(handle)
    executor.submit(.concealSound, handle: handle, ticket: 1, at: .start)
    let other = try executor.open(.audioDecoder())
    executor.submit(.concealSound, handle: other, ticket: 2, at: .start)
    let results = Self.results(executor, 2)
    #expect(Set(results.map(\.ticket)) == [1, 2])
    #expect(results.contains { $0.result == .failed(.notOpen(handle: handle)) })
  }

  @Test("a writer drops what it may when nobody reads, and ends when its reader does")
  func writer() throws {
    // It never reads, and is ended at the end of this test.
    let process = try ChildProcess(path: "/bin/sleep", arguments: ["60"])
    let writer = try LineWriter(process.input, name: "test", limit: 4)
    let line = String(repeating: "x", count: 100_000)
    for _ in 0..<20 { writer.offer { line } }
    #expect(writer.droppedLines > 0)
    process.end(within: 0)
    writer.finish()
  }
}
