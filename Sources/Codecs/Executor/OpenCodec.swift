/// One open codec without an executor around it, for an executor that does the work on threads of its own.
///
/// It may be handed from thread to thread, whole; two must never use it at once.
public final class OpenCodec {
  private let codec: any Codec

  public init(_ stream: CodecStream) throws(CodecError) { codec = try stream.makeCodec() }

  public func perform(_ job: CodecJob) -> CodecResult { codec.perform(job) }
}
