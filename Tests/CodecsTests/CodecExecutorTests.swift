import Media
import SansIO
import TestSupport
import Testing

@testable import Codecs

@Suite("Codec jobs in virtual time")
struct CodecExecutorTests {
  static let small = CodecStream.videoEncoder(
    .vp8, width: 160, height: 100, framesPerSecond: 30, bitRate: .kilobits(100),
    maximumPayload: 1150)
  static let sound = CodecStream.audioEncoder(bitRate: .kilobits(32))
  static let picture = CodecJob.encodePicture(
    Picture(width: 160, height: 100), forceKeyFrame: false)

  private func tickets(_ executor: any CodecExecutor, at now: Instant) -> [Int] {
    var tickets: [Int] = []
    while let next = executor.nextResult(at: now) { tickets.append(next.ticket) }
    return tickets
  }

  @Test("results are due after the modelled cost, in order, one job after the other")
  func costs() throws {
    let executor = InlineCodecExecutor()
    let video = try executor.open(Self.small)
    let audio = try executor.open(Self.sound)
    var table = Table()
    table.equal(executor.deadline, nil, "idle")
    executor.submit(Self.picture, handle: video, ticket: 1, at: .start)
    executor.submit(Self.picture, handle: video, ticket: 2, at: .start)
    executor.submit(
      .encodeSound([Int16](repeating: 0, count: 960)), handle: audio, ticket: 3, at: .start)
    executor.submit(.setBitRate(.kilobits(16)), handle: audio, ticket: 4, at: .start)
    // 160x100 in VP8: 20 µs and 10.5 ns a pixel; sound: 180 µs.
    table.equal(executor.deadline?.nanoseconds, 180_000, "sound is first")
    table.equal(tickets(executor, at: Instant(nanoseconds: 179_999)), [], "early")
    table.equal(tickets(executor, at: Instant(nanoseconds: 180_000)), [3, 4], "sound")
    table.equal(executor.deadline?.nanoseconds, 188_000, "first picture")
    table.equal(tickets(executor, at: Instant(nanoseconds: 188_000)), [1], "first picture")
    table.equal(executor.deadline?.nanoseconds, 376_000, "the second waits for the first")
    executor.submit(Self.picture, handle: 99, ticket: 5, at: Instant(nanoseconds: 200_000))
    table.equal(executor.deadline?.nanoseconds, 200_000, "no such codec: at once")
    let failed = executor.nextResult(at: Instant(nanoseconds: 200_000))
    table.equal(failed?.result, .failed(.notOpen(handle: 99)), "no such codec")
    executor.close(video)
    executor.close(video)
    executor.close(-1)
    table.equal(executor.deadline, nil, "closed: results are dropped")
    executor.submit(Self.picture, handle: video, ticket: 6, at: Instant(nanoseconds: 400_000))
    table.equal(tickets(executor, at: Instant(nanoseconds: 400_000)), [6], "closed: fails")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a planted fault fails the jobs of its kind from the chosen one on")
  func fault() throws {
    let executor = FailingCodecExecutor(InlineCodecExecutor(), fault: .encodePicture, after: 2)
    let video = try executor.open(Self.small)
    let audio = try executor.open(Self.sound)
    var table = Table()
    for ticket in 0..<4 {
      executor.submit(Self.picture, handle: video, ticket: ticket, at: .start)
    }
    executor.submit(.encodeSound([1]), handle: audio, ticket: 9, at: .start)
    let end = Instant(nanoseconds: 1_000_000_000)
    while let (ticket, result) = executor.nextResult(at: end) {
      switch (ticket, result) {
      case (0, .frame), (1, .frame), (2, .failed(.planted)), (3, .failed(.planted)): break
      case (9, .failed(.soundLength(samples: 1))): break
      default: table.holds(false, "ticket \(ticket): \(result)")
      }
    }
    table.equal(executor.deadline, nil, "all given out")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
