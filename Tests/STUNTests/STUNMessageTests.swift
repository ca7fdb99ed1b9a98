import SansIO
import TestSupport
import Testing

@testable import STUN

@Suite("STUN messages")
struct STUNMessageTests {
  @Test("RFC 5769 §2: the sample messages are read, verified and written again")
  func sampleMessages() throws {
    var table = Table()
    let vectors = try RFC5769.load()
    table.equal(vectors.count, 3, "vectors")
    for vector in vectors {
      let row = vector.section
      let bytes = vector.bytes
      let expected = vector.expect
      let message = try STUNMessage(parsing: bytes)
      table.equal(message.method, .binding, row)
      table.equal(
        message.messageClass, expected.kind == "binding-request" ? .request : .success, row)
      table.equal(message.transactionID.description, "b7e7a701bc34d686fa87dfae", row)
      table.equal(message.software, expected.software, row)
      table.equal(message.username, expected.username, row)
      table.equal(message.priority, expected.priority, row)
      table.equal(
        message.iceControlled, expected.iceControlled.flatMap { UInt64($0, radix: 16) }, row)
      table.equal(message.xorMappedAddress?.description, expected.mapped, row)
      let key = Array(expected.password.utf8)
      table.holds(STUNMessage.verifiesIntegrity(bytes, key: key), "\(row): integrity")
      table.holds(!STUNMessage.verifiesIntegrity(bytes, key: key + [0x21]), "\(row): wrong key")
      // The samples pad with spaces, which a writer must not (RFC 8489 §14); all else is the same.
      let written = message.serialized(integrityKey: key, fingerprint: true)
      table.equal(written.count, bytes.count, "\(row): length")
      table.equal(try STUNMessage(parsing: written), message, "\(row): round trip")
      table.holds(STUNMessage.verifiesIntegrity(written, key: key), "\(row): own integrity")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("digests: FIPS 180 and RFC 2202 answers")
  func digests() {
    var table = Table()
    let rows: [(String, String)] = [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ]
    for (text, digest) in rows {
      table.equal(hexadecimal(SHA1.digest(of: Array(text.utf8))), digest, text)
    }
    table.equal(
      hexadecimal(
        HMACSHA1.authenticationCode(
          of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))),
      "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", "RFC 2202 case 2")
    table.equal(
      hexadecimal(
        HMACSHA1.authenticationCode(
          of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
          key: [UInt8](repeating: 0xaa, count: 80))),
      "aa4ae5e15272d00e95705637ce8a3b55ed402112", "RFC 2202 case 6")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("type bits, attributes and addresses survive write and parse")
  func roundTrips() throws {
    var table = Table()
    let types: [(UInt16, STUNMethod, STUNClass)] = [
      (0x0001, .binding, .request), (0x0011, .binding, .indication), (0x0101, .binding, .success),
      (0x0111, .binding, .error), (0x0003, STUNMethod(rawValue: 3), .request),
      (0x3fef, STUNMethod(rawValue: 0xfff), .success),
    ]
    for (bits, method, messageClass) in types {
      table.equal(STUNMessageType(method: method, messageClass: messageClass).bits, bits, "\(bits)")
      table.equal(STUNMessageType(bits: bits).method, method, "\(bits)")
      table.equal(STUNMessageType(bits: bits).messageClass, messageClass, "\(bits)")
    }
    for bytes in writtenMessages() {
      let message = try STUNMessage(parsing: bytes)
      let isSealed = STUNMessage.hasIntegrity(bytes)
      let again = message.serialized(
        integrityKey: isSealed ? Array("password".utf8) : nil, fingerprint: isSealed)
      table.equal(again, bytes, "\(message)")
      table.equal(
        STUNMessage.verifiesIntegrity(bytes, key: Array("password".utf8)), isSealed, "\(message)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what RFC 8489 refuses is refused, by name and place")
  func refusals() throws {
    var table = Table()
    let header = "00010000" + "2112a442" + "000000000000000000000000"
    func with(_ length: String, _ attributes: String) -> String {
      header.replacing("00010000", with: "0001" + length) + attributes
    }
    let rows: [(String, STUNError)] = [
      ("", .truncatedHeader(byteCount: 0)),
      (String(header.dropLast(2)), .truncatedHeader(byteCount: 19)),
      ("80" + header.dropFirst(2), .notSTUN(firstByte: 0x80)),
      (header.replacing("2112a442", with: "2112a443"), .magicCookie(0x2112_a443)),
      (header + "00000000", .length(stated: 0, actual: 4)),
      (with("0004", ""), .length(stated: 4, actual: 0)),
      (with("0002", "0000"), .length(stated: 2, actual: 2)),
      (with("0004", "00060001"), .attributeOverrun(type: 6, offset: 20)),
      (with("0008", "0006ffff41414141"), .attributeOverrun(type: 6, offset: 20)),
      (with("0008", "0006000180000000"), .malformedAttribute(type: 6, offset: 20)),
      (with("0008", "0020000400030000"), .malformedAttribute(type: 0x20, offset: 20)),
      (with("0008", "0024000241420000"), .malformedAttribute(type: 0x24, offset: 20)),
      (with("0008", "0009000400000700"), .malformedAttribute(type: 9, offset: 20)),
      (with("0008", "8028000400000000"), .fingerprint(offset: 20)),
    ]
    for (hex, expected) in rows {
      let bytes = SansIO.bytes(hexadecimal: hex) ?? []
      do {
        _ = try STUNMessage(parsing: bytes)
        table.holds(false, "\(hex): accepted")
      } catch {
        table.equal(error, expected, hex)
      }
    }
    // A malformed optional attribute is kept as it came; what stands behind the seal is not read.
    let optional = try STUNMessage(
      parsing: SansIO.bytes(hexadecimal: with("0008", "802a000100000000")) ?? [])
    table.equal(optional.attributes, [.other(type: 0x802a, value: [0])], "optional")
    let sealed = STUNMessage(.request, transactionID: optional.transactionID)
      .serialized(integrityKey: [1], fingerprint: false)
    var extended = sealed + [0, 0x25, 0, 0]
    extended[3] += 4
    table.equal(try STUNMessage(parsing: extended).useCandidate, false, "behind the seal")
    table.holds(STUNMessage.verifiesIntegrity(extended, key: [1]), "integrity ends at the seal")
    table.equal(
      try STUNMessage(
        parsing: SansIO.bytes(hexadecimal: with("0004", "7fff0000")) ?? []
      ).unknownRequiredAttributes, [0x7fff], "unknown")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("RFC 7983 demultiplexing by the first byte")
  func demultiplexing() {
    var table = Table()
    table.equal(STUNMessage.isSTUN([]), false, "empty")
    for byte: UInt8 in 0...255 { table.equal(STUNMessage.isSTUN([byte]), byte < 4, "\(byte)") }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
