import Foundation
import Metrics
import Netem
import TestSupport
import Testing
import Trace

@testable import Scenario

@Suite("Schema of scenario files")
struct SchemaTests {
  /// The schema that editors read.
  private let schema: JSONValue
  private let definitions: JSONValue

  init() throws {
    let file = Checkout.path("Scenarios/scenario.schema.json")
    schema = try JSONValue(parsing: String(contentsOfFile: file, encoding: .utf8))
    definitions = try #require(schema["$defs"])
  }

  @Test("has the keys that the decoder has, and no others")
  func keys() {
    var table = Table()
    for keys in KeyTable.all {
      let definition = definitions[keys.name]
      table.equal(members(definition?["properties"]), keys.keys, keys.name)
      table.equal(definition?["additionalProperties"]?.boolValue, false, "\(keys.name) is closed")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("has the words that the decoder has")
  func words() {
    let properties = { (name: String) in self.definitions[name]?["properties"] }
    let rows: [(name: String, node: JSONValue?, words: [String])] = [
      ("profiles", definitions["profile"], NetworkProfile.all.map(\.name)),
      ("directions", definitions["direction"], MediaDirection.allCases.map(\.rawValue)),
      ("audio codecs", definitions["audioCodec"], CodecNames.known(.audio, isSwift: false)),
      ("video codecs", definitions["videoCodec"], CodecNames.known(.video, isSwift: false)),
      ("worlds", properties("scenario")?["worlds"], WorldKind.allCases.map(\.rawValue)),
      ("timers", properties("dtls")?["timer"], DTLSPlan.Timer.allCases.map(\.rawValue)),
      ("hashes", properties("dtls")?["fingerprint"], DTLSPlan.Fingerprint.allCases.map(\.rawValue)),
      ("SRTP profiles", properties("dtls")?["srtp"], DTLSPlan.srtpProfiles),
      ("causes", definitions["cause"], Cause.ofRuns.map(\.id)),
      (
        "stages", properties("failure")?["stage"],
        CallStage.allCases.map(\.rawValue) + [ExpectedFailure.mediaWord]
      ),
      ("loss_at", properties("linkDirection")?["loss_at"], LossPlace.allCases.map(\.rawValue)),
    ]
    var table = Table()
    for row in rows { table.equal(enumeration(row.node), row.words, row.name) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("refers only to what it defines")
  func references() {
    var table = Table()
    var pending = [schema]
    while let value = pending.popLast() {
      switch value {
      case .object(let members):
        for member in members {
          if member.name == "$ref", let path = member.value.stringValue {
            let target = path.split(separator: "/").dropFirst().reduce(Optional(schema)) {
              $0?[String($1)]
            }
            table.holds(target != nil, path)
          }
          pending.append(member.value)
        }
      case .array(let elements): pending += elements
      default: break
      }
    }
    table.holds(table.rows > 50, "there are references: \(table.rows)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private func members(_ value: JSONValue?) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.map(\.name)
  }

  /// The words of a value's `enum`, or of the first one inside its `anyOf`.
  private func enumeration(_ value: JSONValue?) -> [String] {
    if let words = value?["enum"]?.arrayValue { return words.compactMap(\.stringValue) }
    return value?["anyOf"]?.arrayValue?.lazy.map { self.enumeration($0) }.first { !$0.isEmpty }
      ?? []
  }
}
