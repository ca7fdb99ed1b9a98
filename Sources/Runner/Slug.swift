/// Names that every file system and every URL takes: letters, digits and single hyphens.
enum Slug {
  /// "Weak network, 3G [codec=VP8]" becomes "weak-network-3g-codec-vp8".
  static func make(_ text: String, limit: Int = 80, otherwise: String) -> String {
    var slug: [UInt8] = []
    let hyphen = UInt8(ascii: "-")
    for byte in text.lowercased().utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.append(byte)
      default:
        if let last = slug.last, last != hyphen { slug.append(hyphen) }
      }
      if slug.count == limit { break }
    }
    while slug.last == hyphen { slug.removeLast() }
    return slug.isEmpty ? otherwise : String(decoding: slug, as: UTF8.self)
  }
}

extension CaseList {
  /// Gives every case a folder of its own; the order in which the cases come does not matter.
  static func nameFolders(_ cases: inout [Case]) {
    let order = cases.indices.sorted { cases[$0].sortKey < cases[$1].sortKey }
    var taken: Set<String> = []
    for index in order {
      let slug = Slug.make(cases[index].title, otherwise: "case")
      var candidate = slug
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = "\(slug)-\(number)"
        number += 1
      }
      cases[index].slug = candidate
    }
  }
}

extension Case {
  /// Reports are in this order, whatever order the cases ran in.
  var sortKey: (String, String, Int, Int) {
    (scenario.file, scenario.name, world == .simulated ? 0 : 1, attempt)
  }
}
