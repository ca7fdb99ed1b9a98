public import LinuxIO
internal import Synchronization

/// Keeps every packet on the interfaces of peers, as libpcap gives them: a thread that reads all captures.
public final class LiveCapture {
  private let work: CaptureThread
  private var thread: SystemThread?

  /// - Parameters:
  ///   - origin: CLOCK_MONOTONIC at the start of the run.
  ///   - captures: open ones, in the order of the router's interfaces; nobody else reads them from now on.
  public init(origin: Int64, captures: [PacketCapture]) throws {
    precondition(captures.count < 256)
    work = try CaptureThread(origin: origin, captures: captures)
  }

  deinit { _ = stop() }

  public func start() throws {
    let work = work
    thread = try SystemThread("capture") { work.run() }
  }

  /// Reads what is there, and ends.
  func stop() -> CapturedTraffic {
    work.stop()
    thread?.join()
    thread = nil
    return work.result.withLock { $0 }
  }
}

/// The loop of the capture's thread.
///
/// libpcap tells instants by CLOCK_REALTIME; each batch is put on the run's clock by what both clocks show as it is read, so
/// that a wall clock that is set in the middle of a run moves nothing but the few packets under way.
///
/// Unchecked: the captures are read by the thread alone.
final class CaptureThread: @unchecked Sendable {
  let result: Mutex<CapturedTraffic>

  private let origin: Int64
  private let captures: [PacketCapture]
  private let wake: WakeSignal
  private let isStopping = Atomic(false)

  init(origin: Int64, captures: [PacketCapture]) throws(SystemError) {
    self.origin = origin
    result = Mutex(CapturedTraffic(interfaceCount: captures.count))
    self.captures = captures
    wake = try WakeSignal()
  }

  func stop() {
    isStopping.store(true, ordering: .releasing)
    wake.notify()
  }

  func run() {
    var traffic = CapturedTraffic(interfaceCount: captures.count)
    do {
      try watch(&traffic)
      // What the kernel has seen until now is there to be read.
      for index in captures.indices { try read(index, into: &traffic) }
    } catch {
      traffic.broken.append("\(error)")
    }
    for (index, capture) in captures.enumerated() { count(capture, index, &traffic) }
    let all = traffic
    result.withLock { $0 = all }
  }

  private func watch(_ traffic: inout CapturedTraffic) throws {
    let loop = try EventLoop()
    try loop.add(wake.descriptor, token: captures.count)
    for (index, capture) in captures.enumerated() {
      try loop.add(capture.descriptor, token: index)
    }
    while !isStopping.load(ordering: .acquiring) {
      for token in try loop.wait(until: nil) where token < captures.count {
        try read(token, into: &traffic)
      }
    }
  }

  private func read(_ index: Int, into traffic: inout CapturedTraffic) throws {
    let offset = realtimeNanoseconds() - monotonicNanoseconds() + origin
    try unsafe captures[index].read { at, bytes, byteCount in
      unsafe traffic.append(
        bytes, interface: index, at: at - offset, originalByteCount: byteCount)
    }
  }

  private func count(_ capture: PacketCapture, _ index: Int, _ traffic: inout CapturedTraffic) {
    do {
      let statistics = try capture.statistics()
      traffic.counts[index].received = statistics.received
      traffic.counts[index].dropped += statistics.dropped
      traffic.counts[index].droppedByInterface = statistics.interfaceDropped
    } catch {
      traffic.broken.append("\(error)")
    }
  }
}
