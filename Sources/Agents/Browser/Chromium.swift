internal import LinuxIO
internal import Trace

/// Chromium, or its headless shell, driven by DevTools over its descriptors 3 and 4.
final class Chromium: Browser {
  /// What the page calls to say lines.
  private static let binding = "driverReceive"

  private static let programs = ["chromium-headless-shell", "chromium", "google-chrome"]
  /// Debian's script does nothing but stay above the browser, which then does not end with it.
  private static let wrapped = [
    "/usr/bin/chromium-headless-shell": "/usr/lib/chromium/chromium-headless-shell"
  ]

  let name = "chromium"
  private(set) var version = ""
  let features: [String] = []
  let warning: String? = nil
  let process: BrowserProcess
  private let pipe: DevToolsPipe

  var output: Int32 { pipe.output }

  init(binary: String?, flags: [String]) throws(BrowserError) {
    guard let found = BrowserProcess.find(binary.map { [$0] } ?? Self.programs) else {
      throw BrowserError(
        "\(binary ?? "chromium-headless-shell") is not installed: "
          + "apt-get install --no-install-recommends chromium-headless-shell")
    }
    let program = BrowserProcess.find([Self.wrapped[found] ?? found]) ?? found
    let folder = try BrowserProcess.makeFolder()
    do {
      let (commands, input) = try makePipe()
      let (output, answers) = try makePipe()
      defer {
        Descriptor.close(commands)
        Descriptor.close(answers)
      }
      pipe = DevToolsPipe(input: input, output: output)
      process = try BrowserProcess(
        program: program, arguments: Self.flags(folder: folder) + flags + ["about:blank"],
        environment: [:], folder: folder, descriptors: [commands, answers])
    } catch {
      throw BrowserError("\(error)")
    }
  }

  func open(_ page: String, until deadline: Int64) throws(BrowserError) {
    let product = try pipe.call("Browser.getVersion", until: deadline)["product"]?.stringValue ?? ""
    version = product.split(separator: "/").last.map(String.init) ?? product
    // Without a granted capture permission there are no candidates, or names of mDNS in their place.
    _ = try pipe.call(
      "Browser.grantPermissions",
      [JSONMember("permissions", .array([.string("audioCapture"), .string("videoCapture")]))],
      until: deadline)
    let targets =
      try pipe.call("Target.getTargets", until: deadline)["targetInfos"]?.arrayValue ?? []
    guard
      let target = targets.first(where: { $0["type"]?.stringValue == "page" })?["targetId"]
    else { throw BrowserError("the browser has no page") }
    let session = try pipe.call(
      "Target.attachToTarget",
      [JSONMember("targetId", target), JSONMember("flatten", .bool(true))],
      until: deadline)
    pipe.session = session["sessionId"]?.stringValue
    _ = try pipe.call("Inspector.enable", until: deadline)
    _ = try pipe.call("Runtime.enable", until: deadline)
    _ = try pipe.call(
      "Runtime.addBinding", [JSONMember("name", .string(Self.binding))], until: deadline)
    _ = try pipe.call(
      "Page.navigate", [JSONMember("url", .string("file://" + page))], until: deadline)
    while try value(of: "document.readyState + typeof window.driver", until: deadline)
      != "completeobject"
    {
      guard monotonicNanoseconds() < deadline else { throw .timedOut("loading the page") }
      _ = waitForInput([], milliseconds: 10)
    }
  }

  func run(_ expression: String) throws(BrowserError) {
    try pipe.send("Runtime.evaluate", [JSONMember("expression", .string("void " + expression))])
  }

  func value(of expression: String, until deadline: Int64) throws(BrowserError) -> String {
    let result = try pipe.call(
      "Runtime.evaluate",
      [
        JSONMember("expression", .string("String(\(expression))")),
        JSONMember("returnByValue", .bool(true)),
      ], until: deadline)
    guard let value = result["result"]?["value"]?.stringValue, result["exceptionDetails"] == nil
    else { throw BrowserError("the page could not run: \(expression)") }
    return value
  }

  func takeLines() throws(BrowserError) -> [String] {
    var lines: [String] = []
    for (method, params) in try pipe.takeEvents() {
      switch method {
      case "Runtime.bindingCalled" where params["name"]?.stringValue == Self.binding:
        lines += (params["payload"]?.stringValue ?? "").split(separator: "\n").map(String.init)
      case "Inspector.targetCrashed": throw BrowserError("the page crashed")
      default: break
      }
    }
    return lines
  }

  func quit() {
    pipe.session = nil
    _ = try? pipe.send("Browser.close")
  }

  /// Each of these was needed, or spares work that has nothing to do with a call.
  ///
  /// The run's sandbox is around it already; with its own it does not start as root, nor in every container.
  private static func flags(folder: String) -> [String] {
    [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--no-default-browser-check", "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required",
      "--mute-audio", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--disable-extensions",
      "--disable-features=WebRtcHideLocalIpsWithMdns,Translate,MediaRouter,OptimizationHints",
      "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows", "--user-data-dir=\(folder)/profile",
      // Errors of a script from a file are hidden from the page without it.
      "--allow-file-access-from-files", "--remote-debugging-pipe",
    ]
  }
}
