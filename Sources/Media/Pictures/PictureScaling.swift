extension Picture {
  /// This picture at another size: each new sample is the mean of the old ones it covers, or the nearest.
  ///
  /// Integers only, so the same on every machine. Both sides must be in 1...`maximumSide`.
  public func scaled(width newWidth: Int, height newHeight: Int) -> Picture {
    if newWidth == width && newHeight == height { return self }
    var result = Picture(width: newWidth, height: newHeight)
    for (from, to) in zip(planes, result.planes) {
      let columns = Self.spans(from.width, to.width)
      let rows = Self.spans(from.height, to.height)
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe result.bytes.withUnsafeMutableBufferPointer { target in
          for (y, row) in rows.enumerated() {
            for (x, column) in columns.enumerated() {
              var sum = 0
              for sampleY in row {
                let line = from.offset + sampleY * from.width
                for sampleX in column { sum += Int(unsafe source[line + sampleX]) }
              }
              let count = row.count * column.count
              unsafe target[to.offset + y * to.width + x] = UInt8((sum + count / 2) / count)
            }
          }
        }
      }
    }
    return result
  }

  /// Which old samples each new one is made of; at least one each.
  private static func spans(_ old: Int, _ new: Int) -> [Range<Int>] {
    (0..<new).map { index in
      let start = index * old / new
      return start..<max(start + 1, (index + 1) * old / new)
    }
  }
}
