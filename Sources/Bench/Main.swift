/// Prints how fast the product is: one table, each figure beside its goal. Run by `ci/bench`.
@main
enum Bench {
  static func main() throws {
    #if DEBUG
      print("A build without optimisation: the figures are those of the tests, not of the product.\n")
    #endif
    var rows: [Row] = []
    // Calls first: what a call needs in memory shows only in a process that has done nothing else.
    let calls = try CallFigures()
    rows += calls.rows
    rows += try PacketFigures().rows
    rows += try ProtectionFigures().rows
    rows += try DescriptionFigures().rows
    rows.append(ReferenceLoop.row)
    Row.printTable(rows)
    print("\nTrace of the call: \(calls.fingerprint). The same binary must always print the same.")
    print("CPU time of this process; the least of several rounds, what is compared in turn.")
  }
}
