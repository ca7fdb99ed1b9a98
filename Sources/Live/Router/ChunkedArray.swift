/// An array that grows without moving what it holds: a thread with deadlines may append to it.
struct ChunkedArray<Element> {
  private static var chunkCount: Int { 4096 }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count % Self.chunkCount == 0 {
      var chunk: [Element] = []
      chunk.reserveCapacity(Self.chunkCount)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get { chunks[index / Self.chunkCount][index % Self.chunkCount] }
    _modify { yield &chunks[index / Self.chunkCount][index % Self.chunkCount] }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
