internal import CLinux
internal import Glibc

/// A process tree apart from the machine: no network but what is made here, no rights, nothing kept on the disk.
///
/// The process that enters gets namespaces of its own (user where it is not root, mounts, network, IPC) and an empty `/dev/shm`.
/// Its children run below an init in a PID namespace: when the process ends, however that comes about, the kernel ends them all,
/// and devices and mounts vanish with them. They see the disk read-only, except for `/dev/shm` (and an empty `/run`), see no
/// process but their own, and hold no capability. One thread owns this value, which lives as long as its process does, and with it
/// the networks that it made and the programs that run.
public final class Sandbox {
  /// Below it lie the folders that the processes may write to.
  public static let scratchRoot = LINUX_SCRATCH

  private static let hasEntered = OneTime()

  private let handle: linux_sandbox
  /// Those that were started and whose end was not taken yet.
  private var running: [Int32: SandboxedProcess] = [:]
  private var networks: [NetworkNamespace] = []
  private var isLost = false

  /// Who the processes run as. Those of user 0 see themselves as user 1000, where a user namespace can be had.
  public var user: UInt32 { handle.user }

  private init(_ handle: linux_sandbox) { self.handle = handle }

  /// Puts this process, which must have one thread still, into a sandbox.
  public static func enter() throws(SandboxError) -> Sandbox {
    let threads = threadCount()
    guard threads == 1 else {
      throw SandboxError(.freshProcess, found: "the process has \(threads) threads already")
    }
    guard hasEntered.take() else {
      throw SandboxError(.freshProcess, found: "the process has entered a sandbox before")
    }
    var handle = linux_sandbox()
    var failure = linux_failure()
    let tun = linux_try_tun()
    guard tun == 0 else { throw SandboxError(tunError: tun) }
    guard unsafe linux_enter_sandbox(&handle, &failure) == 0 else { throw SandboxError(failure) }
    let sandbox = Sandbox(handle)
    // Nobody can leave it; what is in it must not depend on whoever mentions it last.
    _ = unsafe Unmanaged.passRetained(sandbox)
    return sandbox
  }

  /// Finds out what `enter` would need, in a child that ends at once.
  public static func probe() -> SandboxAbilities { SandboxAbilities() }

  /// Makes a network namespace; the calling thread stays where it is.
  public func makeNetwork(_ plan: NetworkPlan) throws(SystemError) -> NetworkNamespace {
    let network = try NetworkNamespace(plan)
    networks.append(network)
    return network
  }

  /// Makes a folder directly below the scratch root for the processes; one that is there stays.
  public func makeScratch(_ path: String) throws(SystemError) {
    let name = path.dropFirst(Self.scratchRoot.utf8.count + 1)
    guard path.hasPrefix(Self.scratchRoot + "/"), !name.isEmpty, !name.hasPrefix("."),
      !name.contains("/")
    else {
      throw SystemError(
        call: "a scratch folder lies in \(Self.scratchRoot), not at \(path)", errno: EINVAL)
    }
    let error = unsafe withUnsafePointer(to: handle) { unsafe linux_make_scratch($0, path) }
    guard error == 0 else { throw SystemError(call: "mkdir \(path)", errno: error) }
  }

  /// Starts a program; returns when it has been executed.
  public func spawn(_ spec: ProcessSpec) throws(SystemError) -> SandboxedProcess {
    try makeScratch(spec.folder)
    let pipes = try ProcessPipes()
    var start = linux_start()
    let text = try spec.text()
    start.argument_count = Int32(spec.arguments.count + 1)
    start.variable_count = Int32(spec.environment.count)
    start.has_network = spec.network == nil ? 0 : 1
    start.niceness = spec.niceness
    start.memory_limit = UInt64(max(0, spec.memoryLimit ?? 0))
    start.open_files_limit = UInt64(max(0, spec.openFilesLimit))
    var descriptors: [Int32] = []
    var targets: [Int32] = []
    if let network = spec.network {
      descriptors.append(network.descriptor)
      targets.append(0)
    }
    descriptors += pipes.childEnds + spec.descriptors.map(\.ours)
    targets += [0, 1, 2] + spec.descriptors.map(\.theirs)
    var id: Int32 = 0
    var failure = linux_failure()
    let result = unsafe withUnsafePointer(to: handle) {
      unsafe linux_sandbox_start(
        $0, &start, text, text.count, descriptors, targets, Int32(descriptors.count), &id, &failure)
    }
    guard result == 0 else {
      throw SystemError(call: spec.words(for: failure.step), errno: failure.error)
    }
    let process = SandboxedProcess(
      pid: id, sandbox: self, input: pipes.takeInput(), output: pipes.takeOutput(),
      log: pipes.takeLog())
    running[id] = process
    return process
  }

  /// Readable when a process has ended.
  public var exits: Int32 { handle.exits }

  /// The next process that has ended; nil: none has that was not told before.
  public func nextExit() -> (pid: Int32, exit: ChildProcess.Exit)? {
    while !isLost {
      var notice = linux_end_notice()
      switch unsafe withUnsafePointer(to: handle, { unsafe linux_sandbox_next_end($0, &notice) }) {
      case 1:
        guard running.removeValue(forKey: notice.id) != nil else { continue }
        var code: Int32 = 0
        let isSignal = unsafe linux_split_status(notice.status, &code) == 1
        return (notice.id, isSignal ? .signal(code) : .code(code))
      case 0: return nil
      default: lose()
      }
    }
    // The init is gone, and so all of them are.
    guard let pid = running.keys.min() else { return nil }
    running[pid] = nil
    return (pid, .signal(SIGKILL))
  }

  func signal(_ pid: Int32, _ signal: Int32) throws(SystemError) {
    guard running[pid] != nil else { return }
    let error = unsafe withUnsafePointer(to: handle) {
      unsafe linux_sandbox_signal($0, pid, signal)
    }
    // Its end may be on its way to us.
    guard error == 0 || error == ESRCH else {
      throw SystemError(call: "signal \(signal) to process \(pid)", errno: error)
    }
  }

  /// Puts something in the place of the socket that would be readable for ever.
  private func lose() {
    isLost = true
    let silent = linux_make_wake_signal()
    guard silent >= 0 else { return }
    dup2(silent, handle.exits)
    close(silent)
  }

  private static func threadCount() -> Int {
    guard let folder = unsafe opendir("/proc/self/task") else { return 1 }
    defer { unsafe closedir(folder) }
    var count = 0
    while let entry = unsafe readdir(folder) {
      let isDot = unsafe entry.pointee.d_name.0 == CChar(UInt8(ascii: "."))
      if !isDot { count += 1 }
    }
    return count
  }
}

/// Something that can be taken once in a process.
private final class OneTime: @unchecked Sendable {
  // Proof: taken only while the process has a single thread.
  private var isTaken = false

  func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }
}
