import SansIO
import TestSupport
import Testing

@testable import RTP

/// A row of payload-descriptors.json; `expect` is nil where the payload must be rejected.
struct PayloadVector {
  var codec: String
  var name: String
  var payload: [UInt8]
  var expect: [String: Any]?

  static func load() -> [PayloadVector] {
    FixtureFolder().rows("payload-descriptors.json", under: "vectors").map {
      PayloadVector(
        codec: $0["codec"] as? String ?? "", name: $0["name"] as? String ?? "",
        payload: bytes(hexadecimal: $0["hex"] as? String ?? "") ?? [],
        expect: $0["expect"] as? [String: Any])
    }
  }
}

@Suite("Payload descriptor vectors")
struct PayloadVectorTests {
  @Test("every vector parses to the fields it names, or is rejected")
  func vectors() {
    var table = Table()
    let vectors = PayloadVector.load()
    table.equal(vectors.count, 14, "vectors in the file")
    for vector in vectors {
      switch vector.codec {
      case "VP8": checkVP8(vector, &table)
      case "H264": checkH264(vector, &table)
      default: table.holds(false, "unknown codec \(vector.codec)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private func checkVP8(_ vector: PayloadVector, _ table: inout Table) {
    let descriptor = try? VP8Descriptor(parsing: vector.payload)
    guard let expect = vector.expect as? [String: Int] else {
      table.equal(descriptor, nil, vector.name)
      return
    }
    guard let descriptor else {
      table.holds(false, "\(vector.name): rejected")
      return
    }
    var fields: [String: Int] = [
      "S": descriptor.startsPartition ? 1 : 0, "N": descriptor.isNonReference ? 1 : 0,
      "pid": Int(descriptor.partition), "header": descriptor.byteCount,
      "X": vector.payload[0] >> 7 == 1 ? 1 : 0,
    ]
    fields["picture_id"] = descriptor.pictureID.map { Int($0.value) }
    switch descriptor.pictureID {
    case .bits7: fields["picture_bits"] = 7
    case .bits15: fields["picture_bits"] = 15
    case nil: break
    }
    fields["tl0picidx"] = descriptor.baseLayerPictureIndex.map { Int($0) }
    fields["tid"] = descriptor.temporalLayer.map { Int($0.index) }
    fields["Y"] = descriptor.temporalLayer.map { $0.isSynchronization ? 1 : 0 }
    fields["keyidx"] = descriptor.keyIndex.map { Int($0) }
    for (field, value) in expect { table.equal(fields[field], value, "\(vector.name): \(field)") }
    table.equal(
      descriptor.serialized(), Array(vector.payload.prefix(descriptor.byteCount)),
      "\(vector.name): written again")
  }

  private func checkH264(_ vector: PayloadVector, _ table: inout Table) {
    let payload = try? H264Payload(parsing: vector.payload)
    guard let expect = vector.expect else {
      table.equal(payload, nil, vector.name)
      return
    }
    switch payload {
    case .single(let unit):
      table.equal([hexadecimal(unit)], expect["nals"] as? [String] ?? [], vector.name)
    case .aggregate(let units):
      table.equal(units.map { hexadecimal($0) }, expect["nals"] as? [String] ?? [], vector.name)
    case .fragment(let header, let isStart, let isEnd, let bytes):
      table.equal(
        isStart ? "start" : isEnd ? "end" : "middle", expect["fu"] as? String ?? "", vector.name)
      table.equal(hexadecimal(bytes), expect["fragment"] as? String ?? "", vector.name)
      if let text = expect["nal_header"] as? String {
        table.equal(hexadecimal([header]), text, vector.name)
      }
      if let joined = expect["nal_when_joined_with_start_and_middle"] as? String {
        let parts = ["7c858884", "7c050011", hexadecimal(vector.payload)]
          .map(unhex)
        table.equal(
          (try? H264Depacketizer.frame(from: parts)).map { hexadecimal($0) }, "00000001" + joined,
          "\(vector.name): joined")
      }
    case nil:
      table.holds(false, "\(vector.name): rejected")
    }
    if let isKeyFrame = expect["keyframe"] as? Bool {
      table.equal(H264Depacketizer.isKeyFrame(vector.payload), isKeyFrame, "\(vector.name): key")
    }
  }

  private func unhex(_ text: String) -> [UInt8] { bytes(hexadecimal: text) ?? [] }
}
