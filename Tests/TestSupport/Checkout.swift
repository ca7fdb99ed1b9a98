import Foundation

/// The checkout that these tests belong to: sources, scripts and fixtures are read from where they lie in it.
public enum Checkout {
  /// Without a slash at the end.
  public static let root = ancestor(of: #filePath, 3)

  /// The path of something in it, such as "ci/examples/agent.py".
  public static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// What a target's tests carry, such as "CallLogsTests" and "cases".
  public static func fixtures(of target: String, _ name: String) -> String {
    path("Tests/\(target)/Fixtures/\(name)")
  }

  /// Inputs that are not ours to carry, beside the checkout; they may be absent.
  public static func shared(_ name: String) -> String {
    "\(ancestor(of: root, 1))/shared/\(name)"
  }

  /// A program of the package; it is built into the folder of the test bundle.
  public static func product(_ name: String) -> String {
    let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return "\(ancestor(of: bundle ?? "", 1))/\(name)"
  }

  private static func ancestor(of path: String, _ levels: Int) -> String {
    path.split(separator: "/").dropLast(levels).reduce("") { $0 + "/" + $1 }
  }
}
