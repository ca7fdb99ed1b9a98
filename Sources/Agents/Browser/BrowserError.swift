/// Why a browser is of no use, for people: what was found, and what to do where that is known.
struct BrowserError: Error, Hashable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// An answer that did not come within its limit.
  static func timedOut(_ what: String) -> BrowserError {
    BrowserError("the browser did not answer in time: \(what)")
  }
}
