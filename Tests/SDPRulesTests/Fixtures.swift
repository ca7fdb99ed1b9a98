import Foundation
import SDPRules
import TestSupport

/// The texts that tests read: those carried here, and the peers' beside the tests of SDP.
enum Fixtures {
  static let own = FixtureFolder()
  static let peers = FixtureFolder(path: Checkout.fixtures(of: "SDPTests", "peers"))

  /// Of each exchange of real peers what it is and in which files; none when the file is absent, which a count has to notice.
  static var manifest: [[String: Any]] {
    json(own.bytes("manifest.json") ?? []) as? [[String: Any]] ?? []
  }

  /// An example of an RFC, here or beside the tests of SDP; empty when it is not there.
  static func rfc(_ name: String) -> [UInt8] {
    let older = FixtureFolder(path: Checkout.fixtures(of: "SDPTests", "rfc"))
    return older.bytes("\(name).sdp") ?? own.folder("rfc").bytes("\(name).sdp") ?? []
  }

  static func json(_ bytes: some Sequence<UInt8>) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes))
  }
}
