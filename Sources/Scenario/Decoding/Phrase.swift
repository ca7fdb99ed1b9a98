/// The words of a scalar, taken one after another, each with its place.
struct Phrase {
  let node: YAMLNode
  /// Characters from the start of the scalar, which is what a column counts.
  private let words: [(text: String, offset: Int)]
  private var position = 0

  /// Nil: not a scalar, or one that says nothing.
  init?(_ node: YAMLNode) {
    guard let text = node.text else { return nil }
    self.node = node
    var words: [(text: String, offset: Int)] = []
    var word = ""
    var offset = 0
    // Unicode scalars, not characters: so libyaml counts columns.
    for scalar in text.unicodeScalars {
      if scalar == " " || scalar == "\n" || scalar == "\t" {
        if !word.isEmpty { words.append((word, offset - word.unicodeScalars.count)) }
        word = ""
      } else {
        word.unicodeScalars.append(scalar)
      }
      offset += 1
    }
    if !word.isEmpty { words.append((word, offset - word.unicodeScalars.count)) }
    self.words = words
  }

  var isAtEnd: Bool { position >= words.count }

  /// The word `distance` behind the next one; nil past the end.
  func peek(_ distance: Int = 0) -> String? {
    let index = position + distance
    return words.indices.contains(index) ? words[index].text : nil
  }

  /// Where the next word is, or the phrase where none is left.
  func mark(_ distance: Int = 0) -> SourceMark {
    let index = position + distance
    return words.indices.contains(index) ? node.mark(atOffset: words[index].offset) : node.mark
  }

  mutating func next() -> String? {
    defer { position += 1 }
    return peek()
  }

  /// Takes those words if they come next.
  mutating func take(_ expected: String...) -> Bool {
    guard expected.indices.allSatisfy({ peek($0) == expected[$0] }) else { return false }
    position += expected.count
    return true
  }

  /// What an error says was found: the next word, or the whole phrase when it ends too early.
  func found(_ distance: Int = 0) -> String {
    peek(distance).map { "'\(YAMLNode.shortened($0))'" } ?? node.found
  }
}
