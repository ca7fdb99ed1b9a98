public import Media
internal import SansIO

/// A picture as a WebP image, which every browser shows.
///
/// A VP8 key frame behind a RIFF header is a WebP file (RFC 9649 §2.5); no image library is needed.
public func webP(_ picture: Picture) throws(CodecError) -> [UInt8] {
  // One frame may spend a second's bits: 2 Mbit/s at this rate is enough for clean edges.
  let encoder = try VP8Encoder(
    width: picture.width, height: picture.height, framesPerSecond: 1, bitRate: .kilobits(2000))
  let result = encoder.perform(.encodePicture(picture, forceKeyFrame: true))
  if case .failed(let error) = result { throw error }
  guard case .frame(let frame, _) = result else { throw .library(.encode, status: 0) }
  let padding = frame.count % 2
  var writer = ByteWriter()
  writer.append("RIFF".utf8)
  writer.littleEndian32(UInt32(frame.count + padding + 12))
  writer.append("WEBPVP8 ".utf8)
  writer.littleEndian32(UInt32(frame.count))
  writer.append(frame)
  writer.zeros(padding)
  return writer.bytes
}

extension ByteWriter {
  fileprivate mutating func littleEndian32(_ value: UInt32) { uint32(value.byteSwapped) }
}
