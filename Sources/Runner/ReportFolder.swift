internal import FoundationEssentials
internal import LinuxIO

/// The folder of a report: filled aside, then put in place whole.
struct ReportFolder {
  /// Everything that a report consists of; a folder with anything else in it is not replaced.
  private static let contents = ["report.json", "junit.xml", "index.html", "machine.json", "cases"]
  private static let draftMark = ".partial-"

  /// Where the report is written meanwhile.
  let draft: String
  /// Where it will be, as the user calls it.
  private let path: String
  /// The same with links followed, so that a link to an earlier report stays one.
  private let target: String
  /// The folder below which the report gets a name of its own; nil: the user named it.
  private let shelf: String?
  /// Tells other runs that somebody still writes here.
  private let lock: FolderLock?

  /// - Parameters:
  ///   - output: the folder asked for; nil: one of its own in `shelf`, where `latest` points to it.
  ///   - name: what the folder is called in the shelf.
  init(output: String?, shelf: String = "Reports", name: String) throws {
    if let output {
      path = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
      self.shelf = nil
    } else {
      path = "\(shelf)/\(name)"
      self.shelf = shelf
    }
    target = realPath(path) ?? path
    draft = "\(target)\(Self.draftMark)\(OwnProcess.id)"
    if output != nil { try Self.refuseForeignFolder(target, called: path) }
    do {
      try? FileManager.default.removeItem(atPath: draft)  // of an earlier process with our number
      try makeFolders("\(draft)/cases")
    } catch {
      guard output != nil else { throw SystemError(call: "write to \(shelf)", errno: error.errno) }
      throw InputError(["--output: found '\(path)', which cannot be written: \(error.reason)"])
    }
    lock = FolderLock(draft)
    sweep()
  }

  func write(_ text: String, to name: String) throws(SystemError) {
    try writeFile(Array(text.utf8), to: "\(draft)/\(name)")
  }

  /// Takes away what a case that broke may have written.
  func discardCase(_ slug: String) {
    try? FileManager.default.removeItem(atPath: "\(draft)/cases/\(slug)")
  }

  /// Puts the finished report in its place and returns that; an earlier one is gone only once this one is whole.
  func publish() throws -> String {
    guard let shelf else {
      try replace()
      return path
    }
    // Another run may have begun in the same second.
    var place = path
    var number = 2
    while true {
      do throws(SystemError) {
        if fileKind(place) == nil {
          try move(draft, to: place)
          break
        }
      } catch {
        guard fileKind(place) != nil else { throw error }
      }
      place = "\(path)-\(number)"
      number += 1
    }
    try? pointLink("\(shelf)/latest", to: String(place.dropFirst(shelf.count + 1)))
    return place
  }

  func discard() { try? FileManager.default.removeItem(atPath: draft) }

  private func replace() throws {
    let files = FileManager.default
    let isFull = (try? files.contentsOfDirectory(atPath: target).isEmpty) == false
    guard isFull else { return try move(draft, to: target) }
    do throws(SystemError) {
      try exchange(draft, target)
    } catch {
      // Not every file system can exchange.
      let old = "\(draft).old"
      try move(target, to: old)
      try move(draft, to: target)
      try? files.removeItem(atPath: old)
    }
    discard()
  }

  /// Only a report is replaced by a report, never somebody's other folder.
  private static func refuseForeignFolder(
    _ target: String, called path: String
  ) throws(InputError) {
    guard let kind = fileKind(target) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: target))?.sorted() ?? []
    if kind == .folder {
      if names.isEmpty { return }
      if names.contains("report.json"), names.allSatisfy(contents.contains) { return }
    }
    let why =
      kind != .folder
      ? "which is not a folder"
      : names.first { !contents.contains($0) }.map { "in which '\($0)' is none of ours" }
        ?? "which has no report.json"
    throw InputError([
      "--output: found '\(path)', \(why); expected a new or empty folder, or an earlier report"
    ])
  }

  /// Removes drafts beside ours whose runs were killed.
  private func sweep() {
    let parts = target.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : ""
    let own = shelf == nil ? String(parts.last ?? "") + Self.draftMark : nil
    let list = FileManager.default
    for name in (try? list.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? [] {
      guard let mark = name.ranges(of: Self.draftMark).last,
        let id = Int32(name[mark.upperBound...]),
        own.map(name.hasPrefix) ?? true, !OwnProcess.isRunning(id),
        FolderLock(folder + name) != nil
      else { continue }
      try? list.removeItem(atPath: folder + name)
    }
  }
}
