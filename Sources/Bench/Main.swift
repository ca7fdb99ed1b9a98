internal import LinuxIO

/// Prints how fast the product is: one table, each figure beside its goal. Run by `ci/bench`.
///
/// Arguments name the sections wanted: call, packets, protection, descriptions, captures; none: all of these.
/// `fingerprint` alone runs the call once and prints the hash of its trace and capture: what a change for speed must not
/// change. `emulator` alone holds the links of live runs to what they were asked, in real time; `first-frame` alone has pairs of
/// equals call each other live until they see a picture, by the `callproof` that is built beside it.
@main
enum Bench {
  static func main() throws {
    #if DEBUG
      print(
        "A build without optimisation: the figures are those of the tests, not of the product.\n")
    #endif
    let names = CommandLine.arguments.dropFirst()
    func wants(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    if names.contains("fingerprint") {
      print(try CallFigures.fingerprint())
      return
    }
    if names.contains("emulator") {
      do {
        Row.printTable(try EmulatorFigures().rows)
      } catch let error as SandboxError {
        print("SKIPPED: emulator: \(error)")
      }
      return
    }
    if names.contains("first-frame") {
      let figures = try FirstFrameFigures()
      Row.printTable(figures.rows)
      print("\n" + figures.notes.joined(separator: "\n"))
      return
    }
    var rows: [Row] = []
    var notes = ["CPU time of this process: the least of several rounds, taken in turn."]
    // Calls first: what a call needs in memory shows only in a process that has done nothing else.
    if wants("call") {
      let call = try CallFigures()
      rows += call.rows
      notes.append(
        "Trace and capture of the call: \(call.fingerprint); the same binary always gives the same."
      )
    }
    if wants("packets") { rows += try PacketFigures().rows }
    if wants("protection") { rows += try ProtectionFigures().rows }
    if wants("descriptions") {
      let descriptions = try DescriptionFigures()
      rows += descriptions.rows
      notes += descriptions.notes
    }
    if wants("captures") {
      let captures = try CaptureFigures()
      rows += captures.rows
      notes += captures.notes
    }
    rows.append(ReferenceLoop.row)
    Row.printTable(rows)
    print("\n" + notes.joined(separator: "\n"))
  }
}
