internal import CLinux
internal import Glibc

/// A network apart, with a loopback and a TUN device; it lives as long as its sandbox.
public final class NetworkNamespace {
  public let plan: NetworkPlan
  /// Each read takes an IP packet that the namespace sent, each write gives it one. Non-blocking; -1: no device.
  public let tun: Int32
  /// The namespace itself.
  public let descriptor: Int32

  private let control: Int32
  private let index: Int32

  init(_ plan: NetworkPlan) throws(SystemError) {
    let name = plan.device
    guard plan.ipv4.map({ $0.count == 4 }) ?? true, plan.ipv6.map({ $0.count == 16 }) ?? true,
      (1...15).contains(name.utf8.count), !name.utf8.contains(0),
      (68...65535).contains(plan.mtu), (1...1_000_000).contains(plan.queueLength)
    else { throw SystemError(call: "make the network \(plan)", errno: EINVAL) }
    var made = linux_network()
    var step = LINUX_NETWORK_NAMESPACE
    let error: Int32 = unsafe name.withCString { name in
      unsafe Self.withBytes(plan.ipv4) { ipv4 in
        unsafe Self.withBytes(plan.ipv6) { ipv6 in
          var request = unsafe linux_network_plan()
          unsafe request.device = plan.hasDevice ? name : nil
          unsafe request.ipv4 = ipv4
          unsafe request.ipv6 = ipv6
          unsafe request.mtu = UInt32(plan.mtu)
          unsafe request.queue_length = UInt32(plan.queueLength)
          return unsafe linux_make_network(&request, &made, &step)
        }
      }
    }
    guard error == 0 else { throw SystemError(call: Self.words(for: step, plan), errno: error) }
    self.plan = plan
    tun = made.tun
    descriptor = made.descriptor
    control = made.control
    index = made.index
  }

  deinit {
    if tun >= 0 { close(tun) }
    close(control)
    close(descriptor)
  }

  /// The device's counters, from the kernel's side. Any thread may ask, one at a time.
  public func statistics() throws(SystemError) -> InterfaceCounters {
    var counters = linux_counters()
    let error = unsafe linux_read_counters(control, plan.hasDevice ? index : 1, &counters)
    guard error == 0 else {
      throw SystemError(call: "read the counters of \(plan.device)", errno: error)
    }
    return InterfaceCounters(counters)
  }

  /// Does something (opening a socket) in the namespace; the calling thread is back in its own afterwards.
  public func inside<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result
  {
    let own = linux_enter_network(descriptor)
    guard own >= 0 else { throw SystemError(call: "enter a network namespace", errno: errno) }
    let result: Swift.Result<Result, SystemError>
    do throws(SystemError) {
      result = .success(try body())
    } catch {
      result = .failure(error)
    }
    let error = linux_leave_network(own)
    guard error == 0 else { throw SystemError(call: "leave a network namespace", errno: error) }
    return try result.get()
  }

  private static func withBytes<Result>(
    _ bytes: [UInt8]?, _ body: (UnsafePointer<UInt8>?) -> Result
  ) -> Result {
    guard let bytes else { return body(nil) }
    return unsafe bytes.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }

  private static func words(for step: linux_network_step, _ plan: NetworkPlan) -> String {
    switch step {
    case LINUX_NETWORK_TUN_NODE: "open /dev/net/tun"
    case LINUX_NETWORK_TUN: "make the TUN device \(plan.device)"
    case LINUX_NETWORK_LINK: "set up \(plan.device) (MTU \(plan.mtu))"
    case LINUX_NETWORK_LOOPBACK: "set up the loopback device"
    case LINUX_NETWORK_IPV4: "give \(plan.device) an IPv4 address"
    case LINUX_NETWORK_IPV6: "give \(plan.device) an IPv6 address (is IPv6 on in this kernel?)"
    case LINUX_NETWORK_ROUTE: "make \(plan.device) the default route"
    case LINUX_NETWORK_RETURN: "leave a network namespace"
    default: "make a network namespace"
    }
  }
}

/// What a device counted: `sent` packets came out of the TUN descriptor, `received` ones were written to it.
public struct InterfaceCounters: Hashable, Sendable {
  public var receivedPackets, sentPackets: Int
  public var receivedBytes, sentBytes: Int
  /// Dropped by the kernel: the namespace could not take what was written.
  public var receivedDropped: Int
  /// Dropped by the kernel: nobody read the TUN descriptor in time.
  public var sentDropped: Int
  public var receivedErrors, sentErrors: Int

  init(_ counters: linux_counters) {
    receivedPackets = Int(clamping: counters.received_packets)
    sentPackets = Int(clamping: counters.sent_packets)
    receivedBytes = Int(clamping: counters.received_bytes)
    sentBytes = Int(clamping: counters.sent_bytes)
    receivedDropped = Int(clamping: counters.received_dropped)
    sentDropped = Int(clamping: counters.sent_dropped)
    receivedErrors = Int(clamping: counters.received_errors)
    sentErrors = Int(clamping: counters.sent_errors)
  }
}
