import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite("Cases of a run")
struct CaseListTests {
  private let folder = ScratchFolder()

  @Test("files are found below folders in alphabetical order, each once, whatever ways lead to it")
  func files() throws {
    for name in [
      "b/z.yaml", "b/deep/a.yml", "a.yaml", "b/notes.txt", "b/.hidden/x.yaml", "b/.y.yaml",
    ] {
      try folder.write(Sample.scenario(name), to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder("b/link.yaml"), withDestinationPath: folder("a.yaml"))
    let rows: [(paths: [String], files: [String])] = [
      ([""], ["a.yaml", "b/deep/a.yml", "b/z.yaml"]),
      (["b", "a.yaml"], ["b/deep/a.yml", "a.yaml", "b/z.yaml"]),
      (["a.yaml", "b"], ["a.yaml", "b/deep/a.yml", "b/z.yaml"]),
      (["b/z.yaml", "b"], ["b/z.yaml", "b/deep/a.yml", "b/link.yaml"]),
      (["b/z.yaml", "b//z.yaml", "./b/./z.yaml", "b/../b/z.yaml"], ["b/../b/z.yaml"]),
      (["b/deep/"], ["b/deep/a.yml"]),
      (["b/notes.txt"], ["b/notes.txt"]),
    ]
    var table = Table()
    for row in rows {
      let found = ScenarioFiles(at: row.paths.map { folder($0) })
      // "b/link.yaml" leads to "a.yaml": a file goes by the first of its names in the alphabet.
      table.equal(found.files, row.files.map { folder($0) }, "\(row.paths)")
      table.equal(found.problems, [], "\(row.paths): problems")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "files that are all of a folder's scenarios go by the folder, in whatever order they are named")
  func commonFolder() throws {
    for name in ["b/z.yaml", "b/deep/a.yml", "b/deep/b.yml", "a.yaml"] {
      try folder.write(Sample.scenario(name), to: name)
    }
    let rows: [(paths: [String], folder: String?)] = [
      (["b"], "b"), (["b/z.yaml", "b/deep/b.yml", "b/deep/a.yml"], "b"),
      (["b/deep", "b/z.yaml"], "b"),
      (["b/deep/b.yml", "b/deep/a.yml"], "b/deep"), (["b/deep/a.yml"], nil), (["b", "a.yaml"], ""),
      (["b/z.yaml", "a.yaml"], nil),
    ]
    var table = Table()
    for row in rows {
      let found = ScenarioFiles(at: row.paths.map { folder($0) }).folder
      let expected = row.folder.map { $0.isEmpty ? folder.path : folder($0) }
      table.equal(found, expected, "\(row.paths)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("everything that is wrong with all paths and files is told together")
  func problems() throws {
    try folder.write(Sample.scenario("Good"), to: "good.yaml")
    try folder.write(Sample.scenario("Bad", more: "netwrk: 3g"), to: "bad.yaml")
    try folder.write("scenario: [", to: "broken.yaml")
    try folder.makeFolder("empty")
    try folder.makeFolder("odd/x.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder("odd/dangling.yaml"), withDestinationPath: "nowhere.yaml")
    let paths = ["good.yaml", "gone.yaml", "bad.yaml", "empty", "broken.yaml", "odd"]
    var problems: [String] = []
    do {
      _ = try CaseList.cases(in: paths.map { folder($0) } + ["/dev/zero"])
    } catch {
      problems = error.problems.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
    }
    let starts = [
      "gone.yaml: no such file or folder", "empty: no scenario in it (*.yaml, *.yml)",
      "/dev/zero: neither a file nor a folder",
      "bad.yaml:5:1: found the key 'netwrk'; expected", "broken.yaml:2:1: found broken YAML",
      "odd/dangling.yaml: cannot be read: no such file or directory",
      "odd/x.yaml: cannot be read: not a regular file",
    ]
    var table = Table()
    table.equal(problems.count, starts.count, "\(problems)")
    for (problem, start) in zip(problems, starts) {
      table.holds(problem.hasPrefix(start), "'\(problem)' begins with '\(start)'")
    }
    table.holds(problems.contains { $0.hasSuffix("did you mean 'network'?") }, "suggestion")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a matrix becomes cells; --network, --seed and --filter narrow them down")
  func selection() throws {
    let matrix = "seed: 5\nmatrix: {network: [wifi, 3g], peers.alice.video.codecs: [VP8, H264]}"
    try folder.write(Sample.scenario("Grid", more: matrix), to: "loss/grid.yaml")
    try folder.write(Sample.scenario("Plain"), to: "plain.yaml")
    let rows: [(selection: CaseList.Selection, cases: [String])] = [
      (
        .init(),
        [
          "Grid [network=wifi, alice.video.codecs=VP8] 5",
          "Grid [network=wifi, alice.video.codecs=H264] 5",
          "Grid [network=3g, alice.video.codecs=VP8] 5",
          "Grid [network=3g, alice.video.codecs=H264] 5", "Plain 1",
        ]
      ),
      (
        .init(seed: 9, network: "lte"),
        [
          "Grid [network=lte, alice.video.codecs=VP8] 9",
          "Grid [network=lte, alice.video.codecs=H264] 9", "Plain 9",
        ]
      ),
      (
        .init(filter: "NETWORK=3G"),
        [
          "Grid [network=3g, alice.video.codecs=VP8] 5",
          "Grid [network=3g, alice.video.codecs=H264] 5",
        ]
      ),
      (.init(filter: "plain"), ["Plain 1"]),
      (
        .init(network: "3g", filter: "loss/GRID"),
        [
          "Grid [network=3g, alice.video.codecs=VP8] 5",
          "Grid [network=3g, alice.video.codecs=H264] 5",
        ]
      ),
      (.init(filter: "nothing has this"), []),
    ]
    var table = Table()
    for row in rows {
      let cases = try CaseList.cases(in: [folder.path], row.selection)
      table.equal(
        cases.map { "\($0.scenario.name) \($0.seed.value)" }, row.cases, "\(row.selection)")
    }
    let plain = [folder("plain.yaml")]
    do {
      _ = try CaseList.cases(in: plain, .init(network: "3g-losy"))
      table.holds(false, "an unknown profile is an error")
    } catch {
      table.holds(
        error.description.hasPrefix("--network: found '3g-losy'; expected one of "), "\(error)")
      table.holds(error.description.hasSuffix("did you mean '3g-lossy'?"), "\(error)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("folders of cases: unique, the same in any order of the paths and with any filter")
  func folders() throws {
    let titles = ["Same name", "same  NAME!", "Same name 2", "Grüße, 3G"]
    for (index, title) in titles.enumerated() {
      try folder.write(Sample.scenario(title), to: "\(index).yaml")
    }
    try folder.write(Sample.scenario("Same name"), to: "4.yaml")
    let paths = (0...4).map { folder("\($0).yaml") }
    func slugs(_ paths: [String], filter: String? = nil) throws -> [String: String] {
      let cases = try CaseList.cases(in: paths, .init(filter: filter))
      return Dictionary(
        uniqueKeysWithValues: cases.map { (String($0.scenario.file.suffix(6)), $0.slug) })
    }
    let expected = [
      "0.yaml": "same-name", "1.yaml": "same-name-2", "2.yaml": "same-name-2-2",
      "3.yaml": "gr-e-3g", "4.yaml": "same-name-3",
    ]
    var table = Table()
    table.equal(try slugs(paths).values.count, Set(expected.values).count, "each its own")
    for order in [paths, paths.reversed()] {
      for (file, slug) in try slugs(order) {
        table.equal("/" + slug, "/" + (expected[String(file.suffix(6))] ?? ""), file)
      }
    }
    table.equal(
      try slugs(paths, filter: "4.yaml").values.first, "same-name-3", "with a filter")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("slugs")
  func slugs() {
    let rows: [(text: String, slug: String)] = [
      ("Weak network, 3G [codec=VP8]", "weak-network-3g-codec-vp8"), ("../../etc", "etc"),
      ("", "case"), ("日本", "case"), ("--a--b--", "a-b"), ("a/b\\c\u{0}d", "a-b-c-d"),
      (String(repeating: "x", count: 200), String(repeating: "x", count: 80)),
      (String(repeating: "x", count: 79) + " y", String(repeating: "x", count: 79)),
    ]
    var table = Table()
    for row in rows { table.equal(Slug.make(row.text, otherwise: "case"), row.slug, row.text) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
