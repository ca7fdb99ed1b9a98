internal import SansIO
internal import Trace

extension Analysis {
  /// What does not break an expectation but wants to be looked at, per peer and then of the run, in a stable order.
  var warnings: [String] { peers.indices.flatMap { warnings($0) } + emulator.warnings }

  private func warnings(_ index: Int) -> [String] {
    let name = peers[index].name
    var warnings: [String] = []
    if let offset = numbers[index].offset.percentile(95), let words = offsetWarning(offset) {
      warnings.append("\(name): \(words)")
    }
    let asked = peers[index].streams.reduce(0) { $0 + $1.keyFrameRequests.count }
    if asked > 10 { warnings.append("\(name) requested \(asked) key frames") }
    let skipped = peers[index].streams.reduce(0) { $0 + $1.skippedFrames }
    if skipped > 0 { warnings.append("\(name) did not encode \(skipped) captured frames") }
    let failures = peers[index].streams.reduce(0) { $0 + $1.decodeFailures.count }
    if failures > 0 { warnings.append("\(name) could not decode \(failures) frames") }
    if let first = peers[index].firstDiscard {
      let count = peers[index].discarded
      warnings.append(
        count == 1
          ? "\(name) discarded a message (\(first))"
          : "\(name) discarded \(count) messages (the first: \(first))")
    }
    if let reason = peers[index].dtlsFailure {
      warnings.append("\(name): DTLS failed: \(reason.value)")
    }
    if let reason = peers[index].refusals.first {
      warnings.append("\(name) could not carry out a command: \(reason.value)")
    }
    return warnings
  }

  private func offsetWarning(_ offset: Double) -> String? {
    guard !AVOffset.undetectable.contains(offset) else { return nil }
    let amount = FixedDecimal.rounded(offset.magnitude, places: 1)
    let side = offset > 0 ? "ahead of" : "behind"
    let reach = AVOffset.acceptable.contains(offset) ? "detectable" : "not acceptable"
    return "sound is \(amount) ms \(side) the picture, which is \(reach) (ITU-R BT.1359-1)"
  }
}
