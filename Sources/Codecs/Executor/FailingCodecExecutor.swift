public import SansIO

/// An executor with a planted fault: jobs of one kind fail from a certain one on.
public final class FailingCodecExecutor: CodecExecutor {
  public enum Fault: Hashable, Sendable {
    case encodePicture, decodeFrame, encodeSound, decodeSound
  }

  private let base: any CodecExecutor
  private let fault: Fault
  private let firstFailing: Int
  private var seen = 0
  /// Tickets whose result is replaced.
  private var failing: [Int] = []

  /// - Parameter firstFailing: how many jobs of that kind are still done.
  public init(_ base: any CodecExecutor, fault: Fault, after firstFailing: Int = 0) {
    self.base = base
    self.fault = fault
    self.firstFailing = firstFailing
  }

  public var deadline: Instant? { base.deadline }

  public func open(_ stream: CodecStream) throws(CodecError) -> Int { try base.open(stream) }

  public func close(_ handle: Int) { base.close(handle) }

  public func submit(_ job: CodecJob, handle: Int, ticket: Int, at now: Instant) {
    if Self.kind(of: job) == fault {
      if seen >= firstFailing { failing.append(ticket) }
      seen += 1
    }
    base.submit(job, handle: handle, ticket: ticket, at: now)
  }

  public func nextResult(at now: Instant) -> (ticket: Int, result: CodecResult)? {
    guard let next = base.nextResult(at: now) else { return nil }
    guard let index = failing.firstIndex(of: next.ticket) else { return next }
    failing.remove(at: index)
    return (next.ticket, .failed(.planted))
  }

  private static func kind(of job: CodecJob) -> Fault? {
    switch job {
    case .encodePicture: .encodePicture
    case .decodeFrame: .decodeFrame
    case .encodeSound: .encodeSound
    case .decodeSound, .concealSound, .recoverSound: .decodeSound
    case .setBitRate: nil
    }
  }
}
