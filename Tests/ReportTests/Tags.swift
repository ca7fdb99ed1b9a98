/// The tags of XML or HTML in order, without their attributes; fails on what is not well formed.
///
/// Text must hold no bare `<` or `>`; elements nest; HTML's void elements have no end.
func tags(of source: String) -> (names: [String], fault: String?) {
  let void = ["meta", "img", "br"]
  var names: [String] = []
  var open: [String] = []
  var rest = source.utf8[...]
  while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
    // A style sheet may hold ">" in selectors.
    if open.last != "style", rest[..<start].contains(UInt8(ascii: ">")) {
      return (names, "a bare '>' after \(names.last ?? "")")
    }
    guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
      return (names, "a tag without end")
    }
    let tag = String(decoding: rest[rest.index(after: start)..<end], as: UTF8.self)
    rest = rest[rest.index(after: end)...]
    if tag.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 != 0 || tag.contains("<") {
      return (names, "a quote or '<' inside of <\(tag)>")
    }
    let name = String(tag.split(whereSeparator: { $0 == " " || $0 == "\n" }).first ?? "")
    names.append(name)
    if name.hasPrefix("/") {
      guard open.popLast() == String(name.dropFirst()) else {
        return (names, "<\(name)> too early")
      }
    } else if !name.hasPrefix("?"), !name.hasPrefix("!"), !tag.hasSuffix("/"), !void.contains(name)
    {
      open.append(name)
    }
  }
  return (names, open.isEmpty ? nil : "<\(open)> left open")
}
