internal import SDP

/// A header extension on which offer and answer do not agree.
public struct ExtmapProblem: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The answer gave it another id (RFC 8285 §7).
    case idChanged
    /// The answer's direction does not fit the offer's (RFC 8285 §7).
    case directionNotAnswered
    /// One id means two things within a section or a BUNDLE group (RFC 8285 §5, RFC 9143 §9.3).
    case idReused
    /// The answer names what the offer did not (RFC 8285 §7).
    case notOffered
  }

  public var kind: Kind
  public var mLineIndex: Int
  public var mid: String?
  public var uri: String
  public var id: Int
  /// From 1; nil when the offer has no such line.
  public var offerLine: Int?
  public var answerLine: Int?
  public var message: String
  /// Nothing is sent that was not asked for; Chromium answers Firefox's `recvonly` extensions so.
  public var isHarmless = false
}

/// Compares the header extensions of an offer and its answer.
struct ExtmapCheck {
  private(set) var problems: [ExtmapProblem] = []

  init(offer: SessionDescription, answer: SessionDescription) {
    for (index, (offered, answered)) in zip(offer.media, answer.media).enumerated()
    where !offered.isRejected && answered.port != 0 {
      compare(offered, answered, index)
    }
    checkReuse(offer, isOffer: true)
    checkReuse(answer, isOffer: false)
  }

  private struct Entry {
    var map: ExtensionMap
    var line: Int?
  }

  /// At most 1000: an id has 8 bits at most, and every line is compared with every other.
  private static func entries(_ section: MediaSection) -> ArraySlice<Entry> {
    section.lines.compactMap { line in
      guard case .attribute(.extmap(let map)) = line.content else { return nil }
      return Entry(map: map, line: line.source.number == 0 ? nil : line.source.number)
    }.prefix(1000)
  }

  private mutating func compare(_ offered: MediaSection, _ answered: MediaSection, _ index: Int) {
    let offers = Self.entries(offered)
    for entry in Self.entries(answered) {
      let map = entry.map
      let sameURI = offers.filter { $0.map.uri == map.uri }
      func problem(_ kind: ExtmapProblem.Kind, _ offer: Entry?, _ message: String) -> ExtmapProblem
      {
        ExtmapProblem(
          kind: kind, mLineIndex: index, mid: answered.mid ?? offered.mid, uri: map.uri,
          id: Int(map.id), offerLine: offer?.line, answerLine: entry.line, message: message)
      }
      guard let first = sameURI.first else {
        problems.append(
          problem(.notOffered, nil, "\(map.uri) is answered with id \(map.id) but was not offered"))
        continue
      }
      // Ids above 4095 ask the answerer to choose (RFC 8285 §7).
      guard let match = sameURI.first(where: { $0.map.id == map.id || $0.map.id > 4095 }) else {
        problems.append(
          problem(
            .idChanged, first,
            "\(map.uri) was offered with id \(first.map.id), answered with \(map.id)"
          ))
        continue
      }
      let (asked, given) = (match.map.direction ?? .sendrecv, map.direction ?? .sendrecv)
      if given.intersection(asked.reversed) != given {
        var found = problem(
          .directionNotAnswered, match,
          "\(map.uri) was offered \(asked.rawValue), answered \(given.rawValue);"
            + " it can only be answered \(asked.reversed.rawValue) or less")
        found.isHarmless = !given.sends || asked.receives
        problems.append(found)
      }
    }
  }

  /// An id has one meaning among all sections that share a transport.
  private mutating func checkReuse(_ description: SessionDescription, isOffer: Bool) {
    let groups = description.bundleGroups
    var seen: [(scope: Int, id: UInt16, uri: String)] = []
    for (index, section) in description.media.enumerated() where !section.isRejected {
      let group = section.mid.flatMap { mid in groups.firstIndex { $0.contains(mid) } }
      // A section on a transport of its own is a scope of its own.
      let scope = group ?? groups.count + index
      for entry in Self.entries(section) {
        let map = entry.map
        guard let first = seen.first(where: { $0.scope == scope && $0.id == map.id }) else {
          seen.append((scope, map.id, map.uri))
          continue
        }
        if first.uri == map.uri { continue }
        problems.append(
          ExtmapProblem(
            kind: .idReused, mLineIndex: index, mid: section.mid, uri: map.uri, id: Int(map.id),
            offerLine: isOffer ? entry.line : nil, answerLine: isOffer ? nil : entry.line,
            message: "id \(map.id) means \(map.uri) here, and \(first.uri) before"))
      }
    }
  }
}
