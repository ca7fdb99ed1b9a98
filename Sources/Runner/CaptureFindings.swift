internal import Call
internal import Dissection
internal import Metrics
internal import Packets
internal import SDPRules

/// What the packets of a run show to be wrong, for the diagnosis.
enum CaptureFindings {
  /// Empty as well where the capture cannot be read: then the trace alone has to do.
  static func find(_ record: RunRecord, _ call: CallFacts) -> [Finding] {
    let descriptions = call.exchanges.flatMap { exchange in
      [
        CallDescription(Array(exchange.offer.sdp.utf8), isOffer: true),
        CallDescription(Array(exchange.answer.sdp.utf8), isOffer: false),
      ]
    }
    let keys = record.keys.isEmpty ? nil : try? MediaKeys(Array(CaseRun.json(record.keys).utf8))
    var dissector = Dissector(descriptions, keys: keys ?? MediaKeys())
    var reader = CaptureReader()
    reader.append(record.capture[...])
    do {
      try dissector.add(from: &reader)
    } catch {
      return []
    }
    dissector.finish()
    return dissector.findings(file: 0)
  }
}
