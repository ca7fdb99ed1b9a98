import Metrics
import Report
import TestSupport
import Testing

@Suite("JUnit")
struct JUnitTests {
  @Test("counts, times and outcomes")
  func golden() {
    var table = Table()
    table.equal(
      junit(Samples.run, [Samples.failed(reason: "frozen")]),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="Scenarios" tests="1" failures="1" errors="0" skipped="0" time="0.500">
        <testsuite name="Scenarios" tests="1" failures="1" errors="0" skipped="0" time="0.500">
          <properties>
            <property name="seed" value="7"/>
            <property name="version" value="0.1.0"/>
          </properties>
          <testcase classname="Scenarios/slow.yaml" name="slow" file="Scenarios/slow.yaml" time="0.500">
            <properties>
              <property name="seed" value="7"/>
              <property name="world" value="simulated"/>
              <property name="verdict" value="failed"/>
            </properties>
            <failure message="frozen" type="expectation">frozen
      failed: first frame of bob: not measured, expected at most 2000 ms (no PLI)</failure>
            <system-out>warning: 3 packets were discarded</system-out>
          </testcase>
        </testsuite>
      </testsuites>

      """, "failed")
    let all = junit(Samples.run, Samples.each)
    for part in [
      #"tests="5" failures="2" errors="1" skipped="1" time="12.845""#,
      #"<skipped message="no camera"/>"#,
      #"<failure message="inconclusive: drift straddles" type="inconclusive">drift straddles</failure>"#,
      #"<error message="worker died of signal 11" type="error">"#,
      #"<failure message="first frame of bob: not measured, expected at most 2000 ms (no PLI)""#,
      #"<property name="bob first frame (ms)" value="634.123"/>"#,
      #"<property name="bob av drift (ms/min) 95 % interval" value="-1.5 to -0.9"/>"#,
    ] {
      table.holds(all.contains(part), "\(part) is missing")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a diagnosis stands above the reason, and beside each expectation that it explains")
  func diagnosis() {
    let text = junit(Samples.run, [Samples.diagnosed])
    var table = Table()
    for part in [
      "dtls-no-common-cipher (dtls): no cipher suite in common\n",
      "  evidence: no cipher suite in common (no cipher suite in common: 3; no cipher suite in common, line 12, packet 17, 1.55 s)\n",
      "  cleared: no cipher suite in common: no cipher suite in common\n",
      "expected at most 2000 ms (no PLI), because of dtls-no-common-cipher",
    ] {
      table.holds(text.contains(part), "\(part) is missing in \(text)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hostile text stays text; an empty run is a document")
  func hostile() {
    var table = Table()
    let plain = junit(Samples.run, [Samples.page("x").result])
    let hostile = junit(Samples.run, [Samples.page(Samples.hostile).result])
    table.equal(tags(of: hostile).fault, nil, "well formed")
    table.equal(tags(of: hostile).names, tags(of: plain).names, "the same elements")
    table.holds(
      hostile.contains(
        "&lt;script&gt;alert(1)&lt;/script&gt; &quot;q&quot; &#39;a&#39; &amp; ]]&gt; &lt;!-- \u{fffd}\u{fffd}\u{fffd}\u{fffd} \n"
      ), "escaped")
    let forbidden = hostile.unicodeScalars.contains {
      $0.value < 0x20 && $0 != "\n" || $0.value == 0xfffe || $0.value == 0x202e
    }
    table.holds(!forbidden, "no forbidden character")
    table.equal(tags(of: junit(Samples.run, [])).fault, nil, "empty")
    table.holds(junit(Samples.run, []).contains(#"tests="0" failures="0""#), "empty counts")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
