import Foundation
import SDPRules

/// The texts that tests read: those carried here, and the peers' beside the tests of SDP.
enum Fixtures {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()
  static let cases = here.appending(path: "Fixtures/cases")
  static let rfc = here.appending(path: "Fixtures/rfc")
  static let manifest = here.appending(path: "Fixtures/manifest.json")
  static let refusals = here.appending(path: "Fixtures")
  static let peers = here.appending(path: "../SDPTests/Fixtures/peers").standardized
  static let oldRFC = here.appending(path: "../SDPTests/Fixtures/rfc").standardized

  static func bytes(_ url: URL) -> [UInt8] {
    (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? []
  }

  static func json(_ bytes: some Sequence<UInt8>) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes))
  }

  static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
