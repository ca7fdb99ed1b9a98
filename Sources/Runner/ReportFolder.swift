internal import FoundationEssentials

/// The folder of a report: filled aside, then put in place whole.
struct ReportFolder {
  /// Where the report will be.
  let path: String
  /// Where it is written meanwhile.
  let draft: String
  private let latest: String?

  /// - Parameter output: the folder asked for; nil: one of its own below `Reports`, and `Reports/latest` points to it.
  init(output: String?, name: String, timestamp: String) throws(InputError) {
    if let output {
      path = output.hasSuffix("/") && output.count > 1 ? String(output.dropLast()) : output
      latest = nil
    } else {
      var candidate = "Reports/\(timestamp)-\(name)"
      var number = 2
      while FileManager.default.fileExists(atPath: candidate) {
        candidate = "Reports/\(timestamp)-\(name)-\(number)"
        number += 1
      }
      path = candidate
      latest = "Reports/latest"
    }
    draft = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
    try refuseForeignFolder()
    do {
      try FileManager.default.createDirectory(
        atPath: "\(draft)/cases", withIntermediateDirectories: true)
    } catch {
      throw InputError(["\(path): cannot be written: \(error)"])
    }
  }

  /// Only a report is replaced by a report, never somebody's other folder.
  private func refuseForeignFolder() throws(InputError) {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let content = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard isFolder, content.isEmpty || content.contains("report.json") else {
      throw InputError([
        "--output: found '\(path)', which is not a report; expected a new or empty folder, or an earlier report"
      ])
    }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(draft)/\(name)"))
  }

  /// Puts the finished report in its place; an earlier one there is gone only once this one is whole.
  func publish() throws {
    let files = FileManager.default
    let old = "\(draft).old"
    if files.fileExists(atPath: path) { try files.moveItem(atPath: path, toPath: old) }
    try files.moveItem(atPath: draft, toPath: path)
    if files.fileExists(atPath: old) { try files.removeItem(atPath: old) }
    guard let latest else { return }
    try? files.removeItem(atPath: latest)
    try files.createSymbolicLink(
      atPath: latest, withDestinationPath: String(path.dropFirst("Reports/".count)))
  }

  func discard() { try? FileManager.default.removeItem(atPath: draft) }
}
