internal import CLinux
internal import Glibc

/// The process's own wish to be ended (SIGINT, SIGTERM, SIGHUP), caught so that what is there can be saved.
public enum Interrupts {
  public static func catchThem() { linux_catch_interrupts() }

  /// The signal that came, if one did.
  public static var caught: Int32? {
    let signal = linux_caught_interrupt()
    return signal == 0 ? nil : signal
  }
}

/// What a person calls a signal: "SIGSEGV, segmentation fault".
public func signalName(_ signal: Int32) -> String {
  guard let short = unsafe linux_signal_abbreviation(signal), let long = unsafe strsignal(signal)
  else { return "signal \(signal)" }
  return unsafe "SIG\(String(cString: short)), \(String(cString: long).lowercased())"
}
