/// The header extensions of a section against those of an earlier one.
enum ExtensionDiff {
  static func compare(
    _ before: SectionMeaning, _ after: SectionMeaning, _ place: CodecDiff.Place,
    _ changes: inout Changes
  ) {
    guard before.extensions != after.extensions else { return }
    let (old, new) = (parts(before), parts(after))
    let (known, now) = (
      Dictionary(old) { first, _ in first }, Dictionary(new) { first, _ in first }
    )
    for (uri, way) in old {
      guard let found = now[uri] else {
        let isNeeded = after.simulcast != nil && name(uri) == "rtp-stream-id"
        changes.add(
          isNeeded ? .breaking : .behaviour, place, "extension", uri, nil,
          isNeeded
            ? "The encodings of simulcast cannot be told apart any more."
            : "It is no longer sent\(effect(uri)).")
        continue
      }
      guard found != way else { continue }
      changes.add(
        .behaviour, place, "direction of \(name(uri))", way, found,
        "The extension goes another way.")
    }
    for (uri, way) in new where known[uri] == nil {
      changes.add(
        .behaviour, place, "extension", nil, way == "sendrecv" ? uri : "\(uri) \(way)",
        "It may be sent now.")
    }
  }

  private static func parts(_ section: SectionMeaning) -> [(String, String)] {
    section.extensions.map { text in
      let parts = text.split(separator: " ", maxSplits: 1)
      return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "sendrecv")
    }
  }

  /// The last part of a URI names it well enough.
  static func name(_ uri: String) -> String {
    uri.split { $0 == "/" || $0 == ":" || $0 == "#" }.last.map(String.init) ?? uri
  }

  private static func effect(_ uri: String) -> String {
    switch name(uri) {
    case "mid": ": packets are told apart by payload type alone"
    case "draft-holmer-rmcat-transport-wide-cc-extensions-01", "abs-send-time":
      ": the sender's estimate of the path loses what it is made from"
    case "ssrc-audio-level": ": who speaks cannot be seen without decoding"
    case "video-orientation", "3gpp:video-orientation": ": turned pictures arrive unturned"
    case "dependency-descriptor-rtp-header-extension": ": a server cannot tell layers apart"
    case "rtp-stream-id", "repaired-rtp-stream-id": ": encodings cannot be told apart by name"
    default: ""
    }
  }
}
