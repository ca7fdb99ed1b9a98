internal import FoundationEssentials
internal import LinuxIO
internal import SDPRules

/// The files of a folder that may belong to a call.
enum CallFolder {
  /// Names, offers before answers, the first exchange before the second.
  static func files(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { !$0.hasPrefix(".") && fileKind("\(folder)/\($0)") == .file }
    let keyed = files.map { name in
      (number: number(name), rank: kind(name) == .answer ? 1 : 0, name: name)
    }
    return keyed.sorted { ($0.number, $0.rank, $0.name) < ($1.number, $1.rank, $1.name) }
      .map(\.name)
  }

  /// What people write about calls quotes pieces of them.
  static func mayBeOfCall(_ name: String) -> Bool {
    ![".md", ".html", ".xml", ".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
  }

  /// What the name of a file calls the description in it.
  static func kind(_ path: String) -> DescriptionSource.Kind? {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    switch (name.contains("offer"), name.contains("answer")) {
    case (true, false): return .offer
    case (false, true): return .answer
    default: return nil
    }
  }

  /// "offer-2.sdp": 2; a name without a number comes first.
  private static func number(_ name: String) -> Int {
    let stem = name.split(separator: ".").first ?? ""
    let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(6).reversed()
    return Int(String(digits)) ?? 0
  }
}
