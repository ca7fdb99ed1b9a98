/// What waits to be drained, first in, first out.
struct FIFO<Element> {
  private var elements: [Element] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func next() -> Element? {
    guard head < elements.count else {
      elements.removeAll(keepingCapacity: true)
      head = 0
      return nil
    }
    defer { head += 1 }
    return elements[head]
  }
}
