public import SansIO

/// Holds codecs and does their work. Every job submitted gives exactly one result, unless its codec is closed first.
public protocol CodecExecutor: AnyObject {
  /// When the next result is due; nil when none is awaited.
  var deadline: Instant? { get }

  /// Opens a codec and gives the handle to name it by.
  func open(_ stream: CodecStream) throws(CodecError) -> Int

  /// Ends a codec; results it still owes are dropped.
  func close(_ handle: Int)

  /// - Parameter ticket: the caller's own number, given back with the result.
  func submit(_ job: CodecJob, handle: Int, ticket: Int, at now: Instant)

  /// The next result that is due by `now`; drained until nil.
  func nextResult(at now: Instant) -> (ticket: Int, result: CodecResult)?
}
