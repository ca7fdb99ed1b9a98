public import SansIO

/// Peak signal-to-noise ratio over all samples of two pictures, in dB with two places.
///
/// 10·log10(255² / MSE), at most `cap`, which is what equal pictures have (libwebrtc's 48 dB). Pictures of unequal
/// size are compared at the size of `a`.
public func psnr(
  _ a: Picture, _ b: Picture, cap: FixedDecimal = FixedDecimal(units: 4800, places: 2)
)
  -> FixedDecimal
{
  let other = b.scaled(width: a.width, height: a.height)
  let error = squaredError(a.bytes, other.bytes)
  guard error > 0 else { return cap }
  let ratio = 65025 * Double(a.bytes.count) / Double(error)
  return min(cap, FixedDecimal(10 * PortableMath.log10(ratio), places: 2))
}

/// The sum of squared differences of arrays that are equally long.
private func squaredError(_ a: [UInt8], _ b: [UInt8]) -> Int {
  unsafe a.withUnsafeBufferPointer { a in
    unsafe b.withUnsafeBufferPointer { b in
      guard let a0 = a.baseAddress, let b0 = b.baseAddress else { return 0 }
      let count = min(a.count, b.count)
      var sum = 0
      var index = 0
      while index < count {
        let difference =
          Int(truncatingIfNeeded: unsafe a0[index]) &- Int(truncatingIfNeeded: unsafe b0[index])
        sum = sum &+ difference &* difference
        index = index &+ 1
      }
      return sum
    }
  }
}
