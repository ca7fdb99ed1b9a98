import Foundation

/// A folder for one test, gone when the test is.
public final class ScratchFolder {
  public let path: String

  public init() {
    path = NSTemporaryDirectory() + "callproof-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path below the folder.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a file, and the folders that it lies in; returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let full = self(name)
    let folder = full.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: full))
    return full
  }

  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  /// What lies in a folder below this one, in alphabetical order.
  public func list(_ name: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self(name))) ?? []).sorted()
  }

  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
  }

  public func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every file below a folder and its bytes.
  public func tree(_ name: String) -> [String: Data] {
    var tree: [String: Data] = [:]
    for file in (try? FileManager.default.subpathsOfDirectory(atPath: self(name))) ?? [] {
      tree[file] = FileManager.default.contents(atPath: self("\(name)/\(file)"))
    }
    return tree
  }
}
