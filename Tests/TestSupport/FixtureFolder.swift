import Foundation

/// A folder of files that tests read: bytes as captured, vectors of RFCs, fuzzers' corpora.
public struct FixtureFolder: Sendable {
  private let path: String

  /// What the tests of one target carry: `Fixtures` beside the file that asks.
  public init(beside file: String = #filePath) {
    path = Self.folder(of: file) + "/Fixtures"
  }

  private init(path: String) { self.path = path }

  /// Vectors that are not ours to carry, beside the checkout; without files where they are absent.
  public static let sharedVectors = FixtureFolder(
    path: folder(of: folder(of: folder(of: folder(of: #filePath)))) + "/shared/fixtures/vectors")

  /// What the fuzzers start from, and what they once found.
  public static let corpora = FixtureFolder(
    path: folder(of: folder(of: #filePath)) + "/Fuzz/Corpus")

  public func folder(_ name: String) -> FixtureFolder { FixtureFolder(path: "\(path)/\(name)") }

  /// The files of the folder and their bytes, in the order of their names.
  public var files: [(name: String, bytes: [UInt8])] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { name in bytes(name).map { (name, $0) } }
  }

  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
  }

  /// The rows under `key` of a JSON object; none when the file is absent, which a count of rows has to notice.
  public func rows(_ name: String, under key: String) -> [[String: Any]] {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(name)"),
      let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [] }
    return root[key] as? [[String: Any]] ?? []
  }

  private static func folder(of path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }
}
