internal import Trace

/// How scenario files name codecs: "VP8", "H264/42e01f" (profile-level-id, RFC 6184 §8.1), "opus".
enum CodecNames {
  /// What only other implementations have.
  private static let foreign = ["VP9", "AV1"]

  /// - Parameter isSwift: what the Swift peer has, no more.
  static func known(_ kind: TrackKind, isSwift: Bool) -> [String] {
    switch kind {
    case .audio: ["opus"]
    case .video: ["VP8", "H264", "H264/42e01f", "H264/4d0028"] + (isSwift ? [] : foreign)
    }
  }

  /// The one spelling of a codec's name; nil when it is not one. "H264" alone is constrained baseline, level 3.1.
  static func canonical(_ name: String, _ kind: TrackKind, isSwift: Bool) -> String? {
    switch (kind, name) {
    case (.audio, "opus"), (.video, "VP8"): return name
    case (.video, _) where foreign.contains(name): return isSwift ? nil : name
    case (.video, "H264"): return "H264/42e01f"
    case (.video, _):
      guard name.hasPrefix("H264/") else { return nil }
      let profile = name.dropFirst(5).lowercased()
      let isHexadecimal = profile.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
      return profile.utf8.count == 6 && isHexadecimal ? "H264/" + profile : nil
    case (.audio, _): return nil
    }
  }
}

extension Decoding {
  mutating func codecs(
    _ node: YAMLNode, _ path: String, _ kind: TrackKind, isSwift: Bool = false
  ) -> [String]? {
    words(node, path, "codec", known: CodecNames.known(kind, isSwift: isSwift)) {
      CodecNames.canonical($0, kind, isSwift: isSwift)
    }
  }
}
