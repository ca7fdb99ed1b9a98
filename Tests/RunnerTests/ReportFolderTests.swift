import Foundation
import LinuxIO
import TestSupport
import Testing

@testable import Runner

@Suite("Report folder")
struct ReportFolderTests {
  private let folder = ScratchFolder()

  @Test("is written aside and put in place whole; an earlier report stays until then")
  func replacing() throws {
    var table = Table()
    let path = folder("out")
    for round in 1...3 {
      // The second finds an empty folder, the third a report with a link on the way to it.
      if round == 2 {
        try FileManager.default.removeItem(atPath: path)
        try folder.makeFolder("out")
      }
      if round == 3 {
        try FileManager.default.createSymbolicLink(
          atPath: folder("link"), withDestinationPath: "out")
      }
      let report = try ReportFolder(output: round == 3 ? folder("link/") : path, name: "")
      try report.write("{\"round\": \(round)}", to: "report.json")
      table.holds(folder.text("out/report.json") != "{\"round\": \(round)}", "\(round): before")
      table.equal(folder.list("out").isEmpty, round != 3, "\(round): the earlier one is there")
      table.equal(try report.publish(), round == 3 ? folder("link") : path, "\(round): place")
      table.equal(folder.text("out/report.json"), "{\"round\": \(round)}", "\(round): after")
      table.equal(folder.list("out"), ["cases", "report.json"], "\(round): files")
      table.equal(folder.list(), round == 3 ? ["link", "out"] : ["out"], "\(round): leftovers")
    }
    let abandoned = try ReportFolder(output: path, name: "")
    abandoned.discard()
    table.equal(folder.text("out/report.json"), "{\"round\": 3}", "a run that broke off")
    table.equal(folder.list(), ["link", "out"], "a run that broke off leaves nothing")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("refuses what is not a report, and what cannot be written")
  func refusals() throws {
    try folder.write("mine", to: "photos/cat.jpg")
    try folder.write("{}", to: "mixed/report.json")
    try folder.write("mine", to: "mixed/thesis.tex")
    try folder.write("<p>", to: "half/index.html")
    try folder.write("text", to: "file")
    let rows: [(path: String, why: String)] = [
      ("photos", "in which 'cat.jpg' is none of ours"),
      ("mixed", "in which 'thesis.tex' is none of ours"), ("half", "which has no report.json"),
      ("file", "which is not a folder"), ("file/below", "which cannot be written: not a directory"),
    ]
    let before = folder.tree("")
    var table = Table()
    for row in rows {
      do {
        _ = try ReportFolder(output: folder(row.path), name: "")
        table.holds(false, "\(row.path) is refused")
      } catch {
        let text = "\(error)"
        table.holds(error is InputError, "\(row.path): \(type(of: error))")
        table.holds(
          text.hasPrefix("--output: found '\(folder(row.path))', \(row.why)"),
          "\(row.path): \(text)")
      }
    }
    table.equal(folder.tree(""), before, "nothing was touched")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("gets a name of its own below the shelf, and latest points to the newest")
  func shelf() throws {
    let shelf = folder("Reports")
    var table = Table()
    let first = try ReportFolder(output: nil, shelf: shelf, name: "t-x")
    table.equal(try first.publish(), "\(shelf)/t-x", "first")
    let second = try ReportFolder(output: nil, shelf: shelf, name: "t-x")
    table.equal(try second.publish(), "\(shelf)/t-x-2", "in the same second")
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "\(shelf)/latest")
    table.equal(link, "t-x-2", "latest")
    table.equal(folder.list("Reports"), ["latest", "t-x", "t-x-2"], "nothing else")

    // What somebody else calls "latest" stays.
    try FileManager.default.removeItem(atPath: "\(shelf)/latest")
    try folder.write("keep", to: "Reports/latest/note")
    _ = try ReportFolder(output: nil, shelf: shelf, name: "t-y").publish()
    table.equal(folder.text("Reports/latest/note"), "keep", "a real folder")
    table.equal(folder.list("Reports"), ["latest", "t-x", "t-x-2", "t-y"], "no draft of a link")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("sweeps drafts of killed runs, never those of running ones")
  func drafts() throws {
    // No process has a number above 2^22.
    let dead = [
      "Reports/t-old.partial-2000000000", "out.partial-2000000001", "other.partial-2000000002",
    ]
    for name in dead { try folder.write("{", to: "\(name)/report.json") }
    try folder.write("{", to: "out.partial-\(getppid())/report.json")
    let held = FolderLock(folder("other.partial-2000000002"))
    _ = try ReportFolder(output: folder("out"), name: "").publish()
    _ = try ReportFolder(output: nil, shelf: folder("Reports"), name: "t").publish()
    var table = Table()
    table.equal(
      folder.list(),
      ["Reports", "other.partial-2000000002", "out", "out.partial-\(getppid())"], "beside out")
    table.equal(folder.list("Reports"), ["latest", "t"], "in the shelf")
    table.holds(FolderLock(folder("other.partial-2000000002")) == nil, "a lock holds")
    withExtendedLifetime(held) {}
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
