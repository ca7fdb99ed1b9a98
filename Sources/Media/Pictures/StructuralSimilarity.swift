public import SansIO

/// Structural similarity of the luma of two pictures (Wang et al. 2004), with four places; nil below 8x8 samples.
///
/// The mean over windows of 8x8 samples that lie 4 apart, all samples of a window weighing the same, as libyuv's and
/// libwebrtc's; 1 is what equal pictures have, and below 0 lies what is rather the opposite. The constants are those for
/// eight bits: C1 = (0.01·255)², C2 = (0.03·255)². Luma alone, since some receivers hold no chroma as it was decoded;
/// ``psnr(_:_:cap:)`` sees errors of colour. Pictures of unequal size are compared at the size of `a`.
public func ssim(_ a: Picture, _ b: Picture) -> FixedDecimal? {
  let other = b.scaled(width: a.width, height: a.height)
  let columns = a.width / BlockSums.side
  let rows = a.height / BlockSums.side
  guard columns > 1, rows > 1 else { return nil }
  var above = BlockSums.row(0, of: a, other, columns: columns)
  var sum = 0
  for row in 1..<rows {
    let below = BlockSums.row(row, of: a, other, columns: columns)
    for left in 0..<columns - 1 {
      let right = left + 1
      sum += (above[left] + above[right] + below[left] + below[right]).similarity
    }
    above = below
  }
  let places = 10_000
  let count = (rows - 1) * (columns - 1)
  return FixedDecimal(units: Int64(sum / count * places / BlockSums.one), places: 4)
}

/// Sums over 4x4 samples of both pictures, or over the four such blocks of a window.
private struct BlockSums {
  static let side = 4
  /// A similarity of 1: a mean of 2^20 of them, which is the most windows that a picture has, fits 62 bits.
  static let one = 1 << 40
  private static let half = 20
  /// C1 and C2 times the square of the samples of a window, since sums are compared and not means.
  private static let c1 = 26_634
  private static let c2 = 239_708
  private static let samples = 64

  /// Of the samples of each picture.
  var a = 0
  var b = 0
  /// Of the squares of both.
  var squares = 0
  var products = 0

  static func + (one: BlockSums, other: BlockSums) -> BlockSums {
    var sums = one
    sums.a += other.a
    sums.b += other.b
    sums.squares += other.squares
    sums.products += other.products
    return sums
  }

  /// Of a whole window: similarity of brightness times that of contrast and structure.
  var similarity: Int {
    let brightness = Self.ratio(2 * a * b + Self.c1, a * a + b * b + Self.c1)
    let covariance = Self.samples * products - a * b
    let variances = Self.samples * squares - a * a - b * b
    return brightness * Self.ratio(2 * covariance + Self.c2, variances + Self.c2)
  }

  private static func ratio(_ dividend: Int, _ divisor: Int) -> Int { (dividend << half) / divisor }

  /// A row of blocks, from the left.
  static func row(_ row: Int, of a: Picture, _ b: Picture, columns: Int) -> [BlockSums] {
    let width = a.width
    let first = row * side * width
    return unsafe a.bytes.withUnsafeBufferPointer { a in
      unsafe b.bytes.withUnsafeBufferPointer { b in
        guard let a0 = a.baseAddress, let b0 = b.baseAddress else { return [] }
        return (0..<columns).map { column in
          let corner = first + column * side
          return unsafe BlockSums(a0 + corner, b0 + corner, width: width)
        }
      }
    }
  }
}

extension BlockSums {
  /// Of the block that begins there; plain loops, as fast as can be in a build without optimisation.
  fileprivate init(_ a0: UnsafePointer<UInt8>, _ b0: UnsafePointer<UInt8>, width: Int) {
    var line = 0
    while line < Self.side {
      var index = line &* width
      let end = index &+ Self.side
      while index < end {
        let one = Int(truncatingIfNeeded: unsafe a0[index])
        let other = Int(truncatingIfNeeded: unsafe b0[index])
        a = a &+ one
        b = b &+ other
        squares = squares &+ (one &* one &+ other &* other)
        products = products &+ one &* other
        index = index &+ 1
      }
      line = line &+ 1
    }
  }
}
