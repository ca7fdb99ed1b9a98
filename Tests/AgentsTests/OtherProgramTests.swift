import TestSupport
import Testing

@Suite("Programs that are not ours, run by tests")
struct OtherProgramTests {
  @Test("how one ends is told, with all that it wrote")
  func ends() throws {
    var table = Table()
    let rows: [(script: String, code: Int32, text: String, complaints: String)] = [
      ("cat; echo no >&2; exit 3", 3, "asked", "no\n"),
      ("echo a; echo b", 0, "a\nb\n", ""),
      ("kill -9 $$", 137, "", ""),
    ]
    for row in rows {
      // Only the first reads it.
      let input = row.script.hasPrefix("cat") ? Array("asked".utf8) : []
      let end = try OtherProgram.run("/bin/sh", ["-c", row.script], input: input)
      table.equal(end.code, row.code, row.script)
      table.equal(end.text, row.text, row.script)
      table.equal(end.complaints, row.complaints, row.script)
    }
    // More than pipes hold.
    let loud = try OtherProgram.run("/bin/sh", ["-c", "yes | head -c 300000 | tee /dev/stderr"])
    table.equal(loud.output.count, 300_000, "output")
    table.equal(loud.complaints.utf8.count, 300_000, "complaints")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the folder of the peers is that of ci/setup --peers")
  func peersFolder() {
    var table = Table()
    let rows: [(environment: [String: String], folder: String)] = [
      (["HOME": "/home/a"], "/home/a/.local/share/callproof"),
      (["HOME": "/home/a", "XDG_DATA_HOME": "/data"], "/data/callproof"),
      (["XDG_DATA_HOME": "/data", "CALLPROOF_PEERS": "/peers"], "/peers"),
      (
        ["HOME": "/home/a", "XDG_DATA_HOME": "", "CALLPROOF_PEERS": ""],
        "/home/a/.local/share/callproof"
      ),
    ]
    for row in rows {
      table.equal(OtherProgram.peersFolder(row.environment), row.folder, "\(row.environment)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
