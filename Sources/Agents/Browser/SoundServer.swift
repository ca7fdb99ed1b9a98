internal import LinuxIO

/// A PulseAudio server with a loudspeaker that nobody hears, for browsers that cannot do without one.
///
/// Firefox has a sound card of software too, but that one runs 5 to 15 % slow on a busy machine; this one keeps time.
final class SoundServer {
  private static let startLimit: Int64 = 5_000_000_000

  private let process: CompanionProcess
  private let socket: String

  /// Nil: PulseAudio is not installed, or does not start.
  init?(folder: String) {
    guard let program = BrowserProcess.find(["pulseaudio"]) else { return nil }
    socket = folder + "/sound.socket"
    let modules = [
      "module-null-sink rate=48000 channels=1",
      "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
    ]
    do {
      process = try CompanionProcess(
        path: program,
        arguments: [
          "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
          "--realtime=no", "--high-priority=no", "--log-level=error",
        ] + modules.flatMap { ["-L", $0] },
        environment: ["HOME": folder, "TMPDIR": folder, "XDG_RUNTIME_DIR": folder],
        descriptors: [nil, nil, nil])
    } catch {
      return nil
    }
    let deadline = monotonicNanoseconds() + Self.startLimit
    while fileKind(socket) == nil {
      guard !process.hasEnded, monotonicNanoseconds() < deadline else { return nil }
      _ = waitForInput([], milliseconds: 10)
    }
  }

  /// What a client of the server needs.
  var environment: [String: String] { ["PULSE_SERVER": "unix:\(socket)"] }
}
