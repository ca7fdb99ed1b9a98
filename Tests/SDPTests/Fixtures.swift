import Foundation
import SDP
import TestSupport

/// The descriptions that tests read: those carried here, and those beside the checkout where they are.
enum Fixtures {
  struct File {
    /// "peers/chromium-156/av-data.offer.sdp"
    var name: String
    var text: String

    /// The description; a file that does not parse is a failure of the test that lists it.
    var description: SessionDescription? { try? SessionDescription(parsing: text) }
  }

  /// The `.sdp` files below a folder, in order of their names; none when it is not there.
  static func files(below folder: String) -> [File] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".sdp") }.sorted().compactMap { name in
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
      return File(name: name, text: String(decoding: data, as: UTF8.self))
    }
  }

  static let all = files(below: FixtureFolder().path)
  static let benchOffer = text("bench-chrome-shaped-offer.sdp")

  static func text(_ name: String) -> String { all.first { $0.name == name }?.text ?? "" }

  /// Offers of real peers, each with its answer.
  static let pairs: [(offer: File, answer: File)] = all.compactMap { offer in
    guard offer.name.hasSuffix(".offer.sdp") else { return nil }
    let name = offer.name.replacing(".offer.sdp", with: ".answer.sdp")
    return all.first { $0.name == name }.map { (offer, $0) }
  }
}
