/// A browser that runs the page of the agent protocol: how it is reached differs, what the page says does not.
protocol Browser: AnyObject {
  /// As the agent calls itself: "chromium".
  var name: String { get }
  /// As the browser calls itself; known once it is open.
  var version: String { get }
  /// What it can beside what the page names.
  var features: [String] { get }
  /// What its user should know of this machine.
  var warning: String? { get }
  var process: BrowserProcess { get }
  /// Readable when the page may have said something.
  var output: Int32 { get }

  /// Loads the page.
  func open(_ page: String, until deadline: Int64) throws(BrowserError)
  /// Runs an expression whose value nobody waits for.
  func run(_ expression: String) throws(BrowserError)
  /// The value, a string, of an expression.
  func value(of expression: String, until deadline: Int64) throws(BrowserError) -> String
  /// The lines that the page has said by now; does not wait.
  func takeLines() throws(BrowserError) -> [String]
  /// Asks it to end.
  func quit()
}
