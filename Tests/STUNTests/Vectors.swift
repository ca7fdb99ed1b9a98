import FoundationEssentials
import SansIO
import TestSupport

@testable import STUN

/// The sample messages of RFC 5769 §2.
struct RFC5769: Decodable {
  struct Vector: Decodable {
    struct Expected: Decodable {
      var kind: String
      var software: String?
      var username: String?
      var priority: UInt32?
      var iceControlled: String?
      var mapped: String?
      var password: String

      enum CodingKeys: String, CodingKey {
        case kind, software, username, priority, mapped, password
        case iceControlled = "ice_controlled"
      }
    }
    var section: String
    var hex: String
    var expect: Expected

    var bytes: [UInt8] { SansIO.bytes(hexadecimal: hex) ?? [] }
  }
  var vectors: [Vector]

  static func load() throws -> [Vector] {
    let bytes = FixtureFolder().bytes("rfc5769/rfc5769-stun.json") ?? []
    return try JSONDecoder().decode(RFC5769.self, from: Data(bytes)).vectors + [ipv6]
  }

  /// §2.3, which the file leaves out: an IPv6 XOR-MAPPED-ADDRESS.
  private static let ipv6 = Vector(
    section: "2.3",
    hex: """
      010100482112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000140002a147\
      0113a9faa5d3f179bc25f4b5bed2b9d900080014a382954e4be67bf11784c97c8292c275bfe3ed4180280004c8fb0b4c
      """,
    expect: Vector.Expected(
      kind: "binding-success", software: "test vector",
      mapped: "[2001:db8:1234:5678:11:2233:4455:6677]:32853", password: "VOkJxbRl1RmTxUk/WvJxBt"))
}

/// Message bytes from the shared vectors beside the checkout; empty where they are absent.
func sharedCorpus() -> [(name: String, bytes: [UInt8])] {
  var corpus: [(String, [UInt8])] = []
  for folder in ["pion-stun", "pion-stun/fuzz", "libwebrtc-corpora/stun"] {
    for (name, bytes) in FixtureFolder.sharedVectors.folder(folder).files {
      guard name.hasSuffix(".csv") else {
        corpus.append((name, bytes))
        continue
      }
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
        let columns = line.split(separator: ",")
        guard columns.count > 1, let message = Data(base64Encoded: String(columns[1])) else {
          continue
        }
        corpus.append((name + " " + columns[0], [UInt8](message)))
      }
    }
  }
  return corpus
}

/// Messages of every shape that this project writes.
func writtenMessages() -> [[UInt8]] {
  let id = TransactionID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c)
  let ipv6 = SocketAddress("2001:db8::1", port: 9)!
  let rows: [STUNMessage] = [
    STUNMessage(
      .request, transactionID: id,
      attributes: [
        .username("far:near"), .priority(0x6e00_01ff), .useCandidate,
        .iceControlling(tieBreaker: .max),
      ]),
    STUNMessage(
      .request, transactionID: id,
      attributes: [.username("é:ü"), .iceControlled(tieBreaker: 1), .software("callproof")]),
    STUNMessage(.indication, transactionID: id),
    STUNMessage(
      .success, transactionID: id,
      attributes: [
        .xorMappedAddress(ipv6), .mappedAddress(SocketAddress(host: [192, 0, 2, 1], port: 65535)),
      ]),
    STUNMessage(
      .error, method: STUNMethod(rawValue: 0xfff), transactionID: id,
      attributes: [
        .errorCode(.roleConflict), .unknownAttributes([0x7fff, 3]), .realm("r"),
        .nonce([1, 2, 3]), .alternateServer(ipv6), .other(type: 0xc057, value: [0, 1, 2, 3, 4]),
      ]),
  ]
  return rows.flatMap { message in
    [
      message.serialized(integrityKey: nil, fingerprint: false),
      message.serialized(integrityKey: Array("password".utf8), fingerprint: true),
    ]
  }
}
