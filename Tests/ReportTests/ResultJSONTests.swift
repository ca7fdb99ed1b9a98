import Metrics
import SansIO
import TestSupport
import Testing
import Trace

@testable import Report

@Suite("Cases as JSON")
struct ResultJSONTests {
  @Test("a case reads back equal")
  func roundTrip() throws {
    var table = Table()
    var extreme = Samples.passed(Samples.hostile)
    extreme.seed = .max
    extreme.duration = .nanoseconds(1_234_567_891)
    extreme.metrics.append(
      Measurement(
        name: "", subject: "", value: FixedDecimal(units: .min, places: 9), unit: "",
        interval: FixedDecimal(
          units: .min, places: 9)...FixedDecimal(units: .max, places: 0)))
    var negative = Samples.failed()
    negative.duration = .milliseconds(-5)
    for result in Samples.each + [
      extreme, negative, Samples.diagnosed, Samples.page(Samples.hostile).result,
    ] {
      let line = result.json.line
      table.holds(!line.contains("\n"), "one line: \(line)")
      table.equal(try CaseResult(json: JSONValue(parsing: line)), result, line)
      table.equal(try CaseResult(json: JSONValue(parsing: result.json.document)), result, line)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a diagnosis has its facts apart, and null for what is not known")
  func diagnosis() throws {
    let json = try #require(Samples.diagnosed.json["diagnosis"])
    var table = Table()
    table.equal(json["cause"]?.stringValue, "dtls-no-common-cipher", "cause")
    table.equal(json["stage"]?.stringValue, "dtls", "stage")
    table.equal(json["symptom"]?.stringValue, "no connection", "symptom")
    let evidence = json["evidence"]?.arrayValue ?? []
    table.equal(evidence.first?["packet"]?.integerValue, 17, "packet")
    table.equal(evidence.last?["packet"], .null, "no packet")
    var nowhere = Samples.diagnosed
    nowhere.diagnosis?.evidence[0].packet = 0
    let read = try CaseResult(json: JSONValue(parsing: nowhere.json.line))
    table.equal(read.diagnosis?.evidence.first?.packet, nil, "a packet that no capture has")
    table.equal(evidence.first?["at"]?.decimalValue?.description, "1.554", "instant in seconds")
    for (part, odd, name) in [
      ("cipher\",\"stage", "cypher\",\"stage", "diagnosis.cause"),
      ("\"no connection\"", "\"odd\"", "diagnosis.symptom"),
    ] {
      let text = replacing(part, with: odd, in: Samples.diagnosed.json.line)
      do {
        _ = try CaseResult(json: JSONValue(parsing: text))
        table.holds(false, "\(name): no error")
      } catch {
        table.holds("\(error)".contains(name), "\(name): \(error)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("refuses what is not a case, and says where")
  func refusals() throws {
    var table = Table()
    let good = Samples.passed().json.line
    let rows: [(String, String, ReportError)] = [
      ("\"passed\",\"warn", "\"green\",\"warn", .member("case.verdict", expected: "a verdict")),
      ("\"seed\":7", "\"seed\":-7", .member("case.seed", expected: "a seed")),
      ("\"seed\":7", "\"seed\":\"x\"", .member("case.seed", expected: "a seed")),
      ("12.345", "true", .member("case.duration", expected: "a number")),
      (
        "12.345", "123456789012345678",
        .member("case.duration", expected: "less than 292 years")
      ),
      ("[]", "[1]", .member("case.warnings", expected: "strings")),
      ("[-1.5,", "[1.5,", .member("metric.interval", expected: "two numbers in order")),
      ("634.123", "\"9e-12\"", .member("metric.value", expected: "a number")),
      ("\"limit\"", "\"limits\"", .member("expectation.limit", expected: "a string")),
    ]
    for (part, replacement, expected) in rows {
      let text = replacing(part, with: replacement, in: good)
      do {
        _ = try CaseResult(json: JSONValue(parsing: text))
        table.holds(false, "\(replacement): no error")
      } catch {
        table.equal(error as? ReportError, expected, replacement)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("damaged lines are errors, never traps")
  func mutations() {
    let line = Array(Samples.failed(reason: "x").json.line.utf8)
    var chance = SplitMix64(state: 7)
    var accepted = 0
    for _ in 0..<10_000 {
      var bytes = line
      for _ in 0...(chance.next() % 3) {
        bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.next())
      }
      let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      if let value, (try? CaseResult(json: value)) != nil { accepted += 1 }
    }
    let truncations = (0..<line.count).count { count in
      (try? JSONValue(parsing: String(decoding: line[..<count], as: UTF8.self))) != nil
    }
    #expect(accepted < 10_000 && truncations == 0)
  }

  @Test("report.json and machine.json")
  func documents() throws {
    var table = Table()
    let text = reportJSON(
      RunInfo(seed: .max, version: "1", title: "t", note: "interrupted"), [Samples.passed()])
    let report = try JSONValue(parsing: text)
    table.equal(report["run"]?["seed"], .string("18446744073709551615"), "a long seed")
    table.equal(report["run"]?["note"], .string("interrupted"), "note")
    table.equal(report["cases"]?.arrayValue?.first, Samples.passed().json, "a case")
    table.equal(
      reportJSON(Samples.run, []),
      """
      {
        "run": {
          "seed": 7,
          "version": "0.1.0"
        },
        "cases": []
      }

      """, "an empty run")
    table.equal(
      try JSONValue(
        parsing: machineJSON(
          host: "h", started: "s", wallSeconds: Samples.decimal(15, 1), jobs: 2,
          details: [(name: "kernel", value: "6")],
          cases: [(name: "a", wallSeconds: Samples.decimal(3))])
      ).line,
      #"{"host":"h","started":"s","wall_seconds":1.5,"jobs":2,"kernel":"6","cases":[{"name":"a","wall_seconds":3}]}"#,
      "machine")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("numbers for people")
  func readable() {
    var table = Table()
    let rows: [(Int64, Int, String)] = [
      (0, 3, "0"), (1_234_567, 3, "1235"), (12_345, 3, "12.3"), (12_350, 3, "12.4"),
      (1_235, 3, "1.24"), (-1_235, 3, "-1.24"), (999_999_999, 9, "1.000"), (5, 2, "0.05"),
      (1_234, 6, "0.001"), (99_950, 3, "100.0"), (42, 0, "42"), (300, 1, "30.0"),
      (.min, 9, "-9223372037"), (.max, 0, "9223372036854775807"),
    ]
    for (units, places, text) in rows {
      table.equal(FixedDecimal(units: units, places: places).readable, text, "\(units)e-\(places)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

/// The first occurrence replaced, as Foundation would.
func replacing(_ part: String, with replacement: String, in text: String) -> String {
  guard let range = text.firstRange(of: part) else { return text }
  return text[..<range.lowerBound] + replacement + text[range.upperBound...]
}
