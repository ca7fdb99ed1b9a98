/// First in, first out, without moving the rest at each pop.
public struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  public init() {}

  public var isEmpty: Bool { head == elements.count }
  public var count: Int { elements.count - head }
  public var first: Element? { isEmpty ? nil : elements[head] }

  public mutating func append(_ element: Element) { elements.append(element) }

  public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer { compact() }
    head += 1
    return elements[head - 1]
  }

  public mutating func removeAll() {
    elements = []
    head = 0
  }

  private mutating func compact() {
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }
}

extension Queue: Sendable where Element: Sendable {}
