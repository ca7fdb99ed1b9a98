internal import SDP

enum RoundTripEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    guard let description = try? SessionDescription(parsing: bytes) else { return nil }
    let text = description.serialized()
    guard let again = try? SessionDescription(parsing: text) else {
      return "what was written does not parse"
    }
    guard again == description else { return "what was written reads as another" }
    return again.serialized().utf8.elementsEqual(text.utf8) ? nil : "written anew, it differs"
  }
}
