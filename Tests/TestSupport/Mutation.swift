import SansIO

/// The bytes with one to four changes: mostly in place, else a piece removed, inserted, doubled or cut off.
///
/// - Parameter telling: bytes that mean something to the parser under test; limits of fields, unless said otherwise.
public func mutated(
  _ original: [UInt8], telling: [UInt8] = [0, 0x7f, 0x80, 0xff],
  using generator: inout SplitMix64
) -> [UInt8] {
  var bytes = original
  for _ in 0...generator.next() % 4 {
    guard !bytes.isEmpty else { break }
    let place = Int(generator.next() % UInt64(bytes.count))
    let end = min(bytes.count, place + 1 + Int(generator.next() % 20))
    let draw = generator.next()
    switch draw % 10 {
    case 0, 1: bytes[place] ^= 1 << UInt8(draw >> 8 & 7)
    case 2, 3: bytes[place] = UInt8(truncatingIfNeeded: draw >> 8)
    case 4, 5: bytes[place] = telling[Int(draw >> 8) % telling.count]
    case 6: bytes.removeSubrange(place..<(draw >> 8 & 1 == 0 ? place + 1 : end))
    case 7: bytes.insert(telling[Int(draw >> 8) % telling.count], at: place)
    case 8: bytes.insert(contentsOf: bytes[place..<end], at: Int(draw >> 8) % (bytes.count + 1))
    default: bytes.removeSubrange((draw >> 8 & 1 == 0 ? end : place)...)
    }
  }
  return bytes
}
