internal import CLinux
internal import Glibc

/// A thread of the system that does one thing; signals go to the others.
public final class SystemThread {
  private var thread: pthread_t
  private var isJoined = false

  public init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, work.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    self.thread = thread
    guard error == 0 else {
      unsafe work.release()
      throw SystemError(call: "start the thread \(name)", errno: error)
    }
  }

  deinit { join() }

  /// Waits for its end.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  private final class Work: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      unsafe linux_name_thread(name)
      body()
    }
  }
}
