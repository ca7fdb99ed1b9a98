internal import Codecs
internal import LinuxIO
internal import SansIO
internal import Synchronization

/// Does codec work on threads of its own: one for pictures to be encoded, one for everything else. For real time.
///
/// A result is due as soon as it is there; `ready` is readable then. A handle's jobs are done in order, since all of
/// them go to one thread.
final class ThreadedCodecExecutor: CodecExecutor {
  /// A job on its way. From its first job on a codec is used by the thread of its lane alone.
  private struct Work: @unchecked Sendable {
    var codec: OpenCodec
    var handle: Int
    var ticket: Int
    var job: CodecJob
  }

  private struct Done: Sendable {
    var handle: Int
    var ticket: Int
    var result: CodecResult
  }

  /// Results on their way back.
  private final class Outbox: Sendable {
    private let results = Mutex<[Done]>([])
    let signal: WakeSignal

    init() throws { signal = try WakeSignal() }

    func append(_ result: Done) {
      results.withLock { $0.append(result) }
      signal.notify()
    }

    var isEmpty: Bool { results.withLock(\.isEmpty) }

    func takeAll() -> [Done] {
      results.withLock { results in
        let all = results
        results = []
        return all
      }
    }
  }

  private struct Lane {
    var queue: WorkQueue<Work>
    var thread: SystemThread

    init(_ name: String, _ outbox: Outbox) throws {
      let queue = try WorkQueue<Work>()
      self.queue = queue
      thread = try SystemThread(name) {
        while let works = queue.take() {
          for work in works {
            let result = work.codec.perform(work.job)
            outbox.append(Done(handle: work.handle, ticket: work.ticket, result: result))
          }
        }
      }
    }
  }

  private let outbox: Outbox
  private let encoding: Lane
  private let others: Lane
  private var codecs: [Int: (codec: OpenCodec, encodesPictures: Bool)] = [:]
  private var nextHandle = 0
  private var finished = Queue<Done>()

  init() throws {
    outbox = try Outbox()
    encoding = try Lane("encode", outbox)
    others = try Lane("codecs", outbox)
  }

  deinit {
    for lane in [encoding, others] { lane.queue.end() }
    for lane in [encoding, others] { lane.thread.join() }
  }

  /// Readable when a result is due; clear it, then ask for results until there are none.
  var ready: WakeSignal { outbox.signal }

  var deadline: Instant? { finished.isEmpty && outbox.isEmpty ? nil : .start }

  func open(_ stream: CodecStream) throws(CodecError) -> Int {
    let codec = try OpenCodec(stream)
    let encodesPictures = if case .videoEncoder = stream { true } else { false }
    codecs[nextHandle] = (codec, encodesPictures)
    nextHandle += 1
    return nextHandle - 1
  }

  func close(_ handle: Int) { codecs[handle] = nil }

  func submit(_ job: CodecJob, handle: Int, ticket: Int, at now: Instant) {
    guard let (codec, encodesPictures) = codecs[handle] else {
      finished.append(
        Done(handle: handle, ticket: ticket, result: .failed(.notOpen(handle: handle))))
      return
    }
    let lane = encodesPictures ? encoding : others
    lane.queue.append(Work(codec: codec, handle: handle, ticket: ticket, job: job))
  }

  func nextResult(at now: Instant) -> (ticket: Int, result: CodecResult)? {
    if finished.isEmpty { for result in outbox.takeAll() { finished.append(result) } }
    while let next = finished.popFirst() {
      if case .failed(.notOpen) = next.result { return (next.ticket, next.result) }
      if codecs[next.handle] != nil { return (next.ticket, next.result) }
    }
    return nil
  }
}
