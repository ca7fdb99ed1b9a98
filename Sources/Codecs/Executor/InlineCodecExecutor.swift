public import SansIO

/// Does each job at once, in the caller's thread; its result is due after a modelled cost.
///
/// A codec does one job after the other, so that a job begins when the one before it is due. Results that are due at
/// the same instant come in the order of submission.
public final class InlineCodecExecutor: CodecExecutor {
  private struct Slot {
    var stream: CodecStream
    var codec: any Codec
    /// When the work submitted so far is done.
    var freeAt: Instant
  }

  private struct Pending {
    var due: Instant
    var handle: Int
    var ticket: Int
    var result: CodecResult
  }

  /// By handle; nil when closed.
  private var slots: [Slot?] = []
  /// In the order in which they are given out.
  private var pending: [Pending] = []

  public init() {}

  public var deadline: Instant? { pending.first?.due }

  public func open(_ stream: CodecStream) throws(CodecError) -> Int {
    slots.append(Slot(stream: stream, codec: try stream.makeCodec(), freeAt: .start))
    return slots.count - 1
  }

  public func close(_ handle: Int) {
    guard slots.indices.contains(handle) else { return }
    slots[handle] = nil
    pending.removeAll { $0.handle == handle }
  }

  public func submit(_ job: CodecJob, handle: Int, ticket: Int, at now: Instant) {
    guard slots.indices.contains(handle), var slot = slots[handle] else {
      add(
        Pending(due: now, handle: handle, ticket: ticket, result: .failed(.notOpen(handle: handle)))
      )
      return
    }
    let result = slot.codec.perform(job)
    slot.freeAt =
      max(now, slot.freeAt) + CodecCost.duration(of: job, on: slot.stream, giving: result)
    slots[handle] = slot
    add(Pending(due: slot.freeAt, handle: handle, ticket: ticket, result: result))
  }

  public func nextResult(at now: Instant) -> (ticket: Int, result: CodecResult)? {
    guard let first = pending.first, first.due <= now else { return nil }
    pending.removeFirst()
    return (first.ticket, first.result)
  }

  private func add(_ new: Pending) {
    let place = pending.lastIndex { $0.due <= new.due }.map { $0 + 1 } ?? 0
    pending.insert(new, at: place)
  }
}
