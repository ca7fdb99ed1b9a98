/// Reads XML far enough to find tags that are not closed, and counts the elements.
final class XMLCheck {
  private(set) var elements: [String: Int] = [:]

  /// The name of the root element; nil: the text is not well-formed.
  func read(_ text: String?) -> String? {
    guard let text else { return nil }
    elements = [:]
    var open: [String] = []
    var root: String?
    for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      guard let end = part.firstIndex(of: ">") else { return nil }
      let tag = part[..<end]
      if tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), last == tag.dropFirst() else { return nil }
        continue
      }
      let name = String(tag.prefix { !" /\n".contains($0) })
      if open.isEmpty, root != nil { return nil }
      root = root ?? name
      elements[name, default: 0] += 1
      if !tag.hasSuffix("/") { open.append(name) }
    }
    return open.isEmpty ? root : nil
  }
}
