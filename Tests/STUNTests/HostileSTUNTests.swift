import SansIO
import TestSupport
import Testing

@testable import STUN

@Suite("Hostile STUN")
struct HostileSTUNTests {
  @Test("every truncation of every vector is refused")
  func truncations() throws {
    var table = Table()
    for bytes in try RFC5769.load().map(\.bytes) + writtenMessages() {
      for count in 0..<bytes.count {
        table.holds((try? STUNMessage(parsing: Array(bytes[..<count]))) == nil, "\(count) bytes")
        _ = STUNMessage.verifiesIntegrity(Array(bytes[..<count]), key: [1])
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(3))")
  }

  @Test("10,000 mutations never trap, and what is accepted can be written and read again")
  func mutations() throws {
    var table = Table()
    let vectors = try RFC5769.load().map(\.bytes) + writtenMessages()
    var generator = Seed(5769).stream("stun mutations")
    var accepted = 0
    for round in 0..<10_000 {
      let bytes = mutated(vectors[round % vectors.count], using: &generator)
      guard let message = try? STUNMessage(parsing: bytes) else { continue }
      accepted += 1
      let written = message.serialized(integrityKey: nil, fingerprint: true)
      table.equal(try? STUNMessage(parsing: written), message, hexadecimal(bytes))
      if round % 16 == 0 { _ = STUNMessage.verifiesIntegrity(bytes, key: [1, 2, 3]) }
    }
    table.holds(accepted > 500, "only \(accepted) mutations reached the attributes")
    #expect(table.failures.isEmpty, "\(table.failures.prefix(3))")
  }

  @Test("corpora of other projects: an error or a message, never a trap")
  func corpora() {
    let corpus = sharedCorpus()
    if corpus.isEmpty { print("SKIPPED: shared STUN corpora: not beside this checkout") }
    var table = Table()
    for (name, bytes) in corpus {
      let message = try? STUNMessage(parsing: bytes)
      if name.hasPrefix("frombrowsers") || name.hasPrefix("ex1_chrome") {
        table.holds(message?.messageClass == .request, "\(name) is a browser's request")
      }
      _ = STUNMessage.verifiesIntegrity(bytes, key: [1])
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(5))")
  }
}
