internal import CFuzzer
internal import FuzzEntries
internal import Glibc

/// The entry that all inputs of this process go to.
nonisolated(unsafe) private var entry = FuzzEntry.description

// fuzz ENTRY [libFuzzer's arguments]; ci/fuzz builds and calls it.
guard CommandLine.arguments.count > 1, let chosen = FuzzEntry(rawValue: CommandLine.arguments[1])
else {
  print(FuzzEntry.allCases.map(\.rawValue).joined(separator: "\n"))
  exit(2)
}
unsafe entry = chosen

private var arguments: [UnsafeMutablePointer<CChar>?] = unsafe CommandLine.arguments.enumerated()
  .filter { $0.offset != 1 }.map { unsafe strdup($0.element) }
private var count = unsafe CInt(arguments.count)
unsafe arguments.append(nil)
private let status = unsafe arguments.withUnsafeMutableBufferPointer { buffer in
  var start = buffer.baseAddress
  return unsafe LLVMFuzzerRunDriver(&count, &start) { bytes, count in
    if let broken = unsafe entry.broken(by: Array(UnsafeBufferPointer(start: bytes, count: count)))
    {
      fatalError(broken)
    }
    return 0
  }
}
exit(status)
