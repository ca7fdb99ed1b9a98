extension Int64 {
  /// Nanoseconds: transit times are compared as plain numbers, whose zero nobody knows.
  static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}
