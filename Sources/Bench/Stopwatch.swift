internal import CBench

/// Measures CPU time: how long others made this process wait does not count.
enum Stopwatch {
  /// Nanoseconds of CPU time that `body` took.
  static func nanoseconds<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Double {
    let start = bench_cpu_nanoseconds()
    try body()
    return Double(bench_cpu_nanoseconds() - start)
  }

  /// Lets the contenders run in turn, `rounds` times; gives the least nanoseconds of each.
  ///
  /// In turn, so that a machine that slows down slows all of them; the least, since noise only adds. A round is best so
  /// short that many of them pass undisturbed.
  static func least(
    rounds: Int, warmsUp: Bool = true, _ contenders: [() throws -> Void]
  ) throws -> [Double] {
    var best = [Double](repeating: .infinity, count: contenders.count)
    if warmsUp { for contender in contenders { try contender() } }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        best[index] = min(best[index], try nanoseconds(contender))
      }
    }
    return best
  }

  /// How often `body` asked for memory.
  static func allocations(_ body: () throws -> Void) rethrows -> Int {
    let start = bench_allocations()
    try body()
    return Int(bench_allocations() - start)
  }
}

/// What makes a figure worthless.
enum BenchError: Error {
  case noPictures(shown: Int, expected: Int)
  case codec(String)
  case refusedByLibrary
  case wrongResult
  /// It is built beside this one.
  case noProgram(String)
}

/// A value that the optimizer cannot foresee or throw away.
@inline(never)
func keep<Value>(_ value: Value) -> Value { value }

/// A fixed piece of integer work, for comparing machines.
enum ReferenceLoop {
  static var row: Row {
    var state: UInt64 = 1
    let rounds = 1_000_000
    var least = Double.infinity
    for _ in 0..<7 {
      let time = Stopwatch.nanoseconds {
        for _ in 0..<rounds { state = (state ^ (state >> 27)) &* 0x9e37_79b9_7f4a_7c15 }
      }
      least = min(least, time)
      state = keep(state) | 1
    }
    return Row("this machine: shift, xor and multiply", least / Double(rounds), places: 2, "ns")
  }
}
