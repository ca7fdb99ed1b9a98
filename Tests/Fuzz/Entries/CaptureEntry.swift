internal import Dissection
internal import Packets
internal import SDPRules

enum CaptureEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    let whole = Reading(bytes, pieceByteCount: max(1, bytes.count))
    // A file comes as the disk or the pipe gives it.
    let pieces = Reading(bytes, pieceByteCount: 7)
    guard whole.count == pieces.count, whole.fault == pieces.fault else {
      return "in pieces it reads otherwise: \(pieces.count) packets, \(whole.count) at once"
    }
    guard whole.text == pieces.text else { return "in pieces it tells something else" }
    return Reports.broken(FindingReport(files: [.init(name: "f.pcap")], findings: whole.findings))
  }

  private struct Reading {
    let count: Int
    let fault: CaptureFault?
    let text: String
    let findings: [Finding]

    init(_ bytes: [UInt8], pieceByteCount: Int) {
      var reader = CaptureReader()
      var dissector = Dissector()
      var start = 0
      var fault: CaptureFault?
      do throws(CaptureFault) {
        while start < bytes.count {
          let end = min(bytes.count, start + pieceByteCount)
          reader.append(bytes[start..<end])
          while let packet = try reader.next() { dissector.add(packet) }
          start = end
        }
        fault = reader.end()
      } catch {
        fault = error
      }
      dissector.finish()
      count = reader.packetCount
      self.fault = fault
      text =
        dissector.text(name: "f.pcap", format: "pcap")
        + dissector.json(name: "f.pcap", format: "pcap")
      findings = dissector.findings(file: 0)
    }
  }
}
