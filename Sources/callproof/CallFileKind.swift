internal import Glibc
internal import LinuxIO
internal import Packets
internal import SDPRules

/// What a file is, as its first bytes say.
enum CallFileKind {
  case trace, keys, binary, text

  static let expected = """
    session descriptions, a pcap or pcapng capture, a log of events (JSON lines with t_ms and event), times of sound and \
    picture (JSON lines with audio_pts_ms and video_pts_ms), a table of frames (CSV with render_ms), a dump of \
    chrome://webrtc-internals, the trace.jsonl of a run, or keys
    """

  init(_ bytes: [UInt8]) {
    let head = bytes.prefix(4096)
    if head.contains(0) {
      self = .binary
    } else if head.starts(with: "{\"trace\":".utf8) {
      self = .trace
    } else if Self.isKeys(head) {
      self = .keys
    } else {
      self = .text
    }
  }

  private static func isKeys(_ head: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    if text.contains("\"profile\"") {
      return text.contains("\"sends\"") || text.contains("_write_key_salt_hex\"")
    }
    return text.hasPrefix("CLIENT_RANDOM ") || text.contains("\nCLIENT_RANDOM ")
      || text.contains("_TRAFFIC_SECRET_0 ") || text.contains("EXPORTER_SECRET ")
  }

  /// A line that begins a description, raw or escaped.
  static func hasDescription(_ bytes: [UInt8]) -> Bool {
    let mark = Array("v=0".utf8)
    guard bytes.count > mark.count else { return false }
    return (0...(bytes.count - mark.count)).contains { index in
      bytes[index] == mark[0] && bytes[index + 1] == mark[1] && bytes[index + 2] == mark[2]
    }
  }

  /// Whether it is one that `CaptureReader` reads.
  static func isCapture(_ path: String) throws -> Bool {
    guard fileKind(path) != .other else { throw FileError.notRegular }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError.system(SystemError(call: "open", errno: errno)) }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 4)
    guard let count = try Descriptor.read(descriptor, into: &head), count == 4 else { return false }
    return CaptureReader.isCapture(head)
  }
}
