import Foundation

/// A folder of files that tests read: bytes as captured, vectors of RFCs, fuzzers' corpora.
public struct FixtureFolder: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// What the tests of one target carry: `Fixtures` beside the file that asks.
  public init(beside file: String = #filePath) {
    path = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)) + "/Fixtures"
  }

  /// Vectors that are not ours to carry, beside the checkout; without files where they are absent.
  public static let sharedVectors = FixtureFolder(path: Checkout.shared("fixtures/vectors"))

  /// What the fuzzers start from, and what they once found.
  public static let corpora = FixtureFolder(path: Checkout.path("Tests/Fuzz/Corpus"))

  public func folder(_ name: String) -> FixtureFolder { FixtureFolder(path: "\(path)/\(name)") }

  /// In alphabetical order.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The files of the folder and their bytes, in the order of their names.
  public var files: [(name: String, bytes: [UInt8])] {
    names.compactMap { name in bytes(name).map { (name, $0) } }
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
}
