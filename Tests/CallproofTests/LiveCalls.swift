import LinuxIO
import TestSupport

/// Whether this machine can make live calls.
enum LiveCalls {
  /// Why not; nil: it can.
  private static let lack: String? = {
    let abilities = Sandbox.probe()
    return [abilities.namespaces, abilities.tun].first { !$0.isThere }?.found
  }()

  /// Says in the words that `ci/test` counts why a test is skipped, if it is.
  ///
  /// - Parameter programs: what else the calls need of the machine.
  static func canRun(_ test: String, with programs: String...) -> Bool {
    let missing = programs.first { OtherProgram.path(of: $0) == nil }
    guard let reason = missing.map({ "\($0) is missing (ci/setup --peers)" }) ?? lack else {
      return true
    }
    print("SKIPPED: \(test): \(reason)")
    return false
  }
}
