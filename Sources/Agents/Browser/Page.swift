internal import LinuxIO
internal import Resources

/// The page that is one peer, whatever the browser: scripts that the program carries in itself.
enum Page {
  /// In the order in which they use each other.
  static let scripts = [
    "clock", "strip", "picture", "quality", "marks", "sound", "video", "statistics", "agent",
    "driver",
  ]

  /// Writes the page and its scripts into a folder; returns the page's path.
  static func write(into folder: String) throws(BrowserError) -> String {
    var files: [(name: String, bytes: [UInt8])] = []
    for script in scripts {
      guard let bytes = resource("page/\(script).js") else {
        throw BrowserError("the program lacks its page: \(script).js")
      }
      files.append(("\(script).js", bytes))
    }
    let head = "<!doctype html><meta charset=\"utf-8\"><title>callproof</title><body>\n"
    let tags = files.map { "<script src=\"\($0.name)\"></script>\n" }.joined()
    files.append(("page.html", Array((head + tags).utf8)))
    do throws(SystemError) {
      for file in files { try writeFile(file.bytes, to: "\(folder)/\(file.name)") }
    } catch {
      throw BrowserError("the page could not be written: \(error)")
    }
    return folder + "/page.html"
  }
}
