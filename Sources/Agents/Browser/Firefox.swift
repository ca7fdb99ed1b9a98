internal import AgentProtocol
internal import LinuxIO
internal import Trace

/// Firefox, driven by Marionette. The page's lines are fetched: a script waits in the page until there are some.
final class Firefox: Browser {
  /// How long a script waits in the page for lines, in milliseconds.
  private static let patience = 1000

  let name = "firefox"
  private(set) var version = ""
  let features = ["keylog"]
  let process: BrowserProcess
  private let marionette: Marionette
  /// The script that waits for lines now.
  private var fetch: Int64?
  private var keyLog: KeyLogFile
  private let sound: SoundServer?

  var warning: String? {
    sound != nil
      ? nil
      : "without pulseaudio Firefox's sound runs some per cent slow: apt-get install pulseaudio"
  }

  var output: Int32 { marionette.connection.descriptor }

  init(binary: String?, flags: [String], until deadline: Int64) throws(BrowserError) {
    let names = ["firefox-esr", "firefox"]
    guard let program = BrowserProcess.find(binary.map { [$0] } ?? names) else {
      throw BrowserError(
        "\(binary ?? names[0]) is not installed: "
          + "apt-get install --no-install-recommends firefox-esr")
    }
    let folder = try BrowserProcess.makeFolder()
    let profile = folder + "/profile"
    sound = SoundServer(folder: folder)
    do throws(SystemError) {
      try makeFolders(profile)
      let preferences = FirefoxPreferences.file(hasSoundServer: sound != nil)
      try writeFile(Array(preferences.utf8), to: profile + "/user.js")
    } catch {
      throw BrowserError("\(error)")
    }
    keyLog = KeyLogFile(path: folder + "/keys")
    process = try BrowserProcess(
      program: program,
      arguments: ["--headless", "--no-remote", "--profile", profile, "--marionette"] + flags
        + ["about:blank"],
      environment: [
        "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1", "SSLKEYLOGFILE": folder + "/keys",
      ].merging(sound?.environment ?? [:]) { $1 },
      folder: folder)
    let port = try Self.port(in: profile, of: process, until: deadline)
    marionette = try Marionette(port: port, until: deadline)
  }

  func open(_ page: String, until deadline: Int64) throws(BrowserError) {
    let session = try marionette.call("WebDriver:NewSession", until: deadline)
    version = session["capabilities"]?["browserVersion"]?.stringValue ?? ""
    _ = try marionette.call(
      "WebDriver:SetTimeouts", [JSONMember("script", .integer(60000))], until: deadline)
    _ = try marionette.call(
      "WebDriver:Navigate", [JSONMember("url", .string("file://" + page))], until: deadline)
    guard try value(of: "typeof window.driver", until: deadline) == "object" else {
      throw BrowserError("the page did not run")
    }
    try fetchMore()
  }

  func run(_ expression: String) throws(BrowserError) {
    _ = try marionette.send("WebDriver:ExecuteScript", Self.script("void \(expression)"))
  }

  func value(of expression: String, until deadline: Int64) throws(BrowserError) -> String {
    let value = try marionette.call(
      "WebDriver:ExecuteScript", Self.script("return String(\(expression))"), until: deadline)
    guard let text = value.stringValue else {
      throw BrowserError("the page could not run: \(expression)")
    }
    return text
  }

  func takeLines() throws(BrowserError) -> [String] {
    try marionette.fill()
    var lines = keyLog.takeLines().map { AgentNotice.secret($0).line }
    while let waiting = fetch, let answer = marionette.takeAnswer(to: waiting) {
      lines += try answer.get().stringValue?.split(separator: "\n").map(String.init) ?? []
      marionette.forgetAnswers(before: waiting)
      try fetchMore()
    }
    return lines
  }

  func quit() {
    _ = try? marionette.send(
      "Marionette:Quit", [JSONMember("flags", .array([.string("eForceQuit")]))])
  }

  private func fetchMore() throws(BrowserError) {
    fetch = try marionette.send(
      "WebDriver:ExecuteAsyncScript",
      Self.script(
        "window.driver.fetch(\(Self.patience)).then(arguments[arguments.length - 1])"))
  }

  private static func script(_ text: String) -> [JSONMember] {
    [JSONMember("script", .string(text)), JSONMember("args", .array([]))]
  }

  /// Firefox chooses a free port and leaves its number in the profile.
  private static func port(
    in profile: String, of process: BrowserProcess, until deadline: Int64
  ) throws(BrowserError) -> UInt16 {
    while monotonicNanoseconds() < deadline {
      if let bytes = try? readFile(profile + "/MarionetteActivePort", atMost: 64),
        let port = UInt16(
          String(decoding: bytes, as: UTF8.self).filter { $0.isNumber })
      {
        return port
      }
      process.readLog()
      if process.hasEnded {
        throw BrowserError("\(process.program) ended at once: \(process.ending())")
      }
      _ = waitForInput([], milliseconds: 20)
    }
    throw .timedOut("Marionette's port")
  }
}
