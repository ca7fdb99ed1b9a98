internal import CPcap
internal import Glibc

/// What libpcap sees on a device of a namespace: whole IP packets with the kernel's time stamps, both ways.
@safe public final class PacketCapture {
  public struct Statistics: Hashable, Sendable {
    /// Packets that the kernel saw for this capture, those dropped included.
    public var received: Int
    /// Dropped because they were not read in time.
    public var dropped: Int
    /// Dropped by the device, where it tells.
    public var interfaceDropped: Int
  }

  /// Readable when there are packets.
  public let descriptor: Int32
  private let handle: OpaquePointer

  /// Opens a device of the calling thread's namespace.
  init(device: String, snapshotLength: Int, bufferBytes: Int) throws(SystemError) {
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let handle = unsafe pcap_create(device, &message) else {
      throw SystemError(call: "capture on \(device): \(Self.text(message))", errno: ENOMEM)
    }
    unsafe pcap_set_snaplen(handle, Int32(clamping: snapshotLength))
    unsafe pcap_set_buffer_size(handle, Int32(clamping: bufferBytes))
    // Packets are to be seen as they pass, not when a block of them is full.
    unsafe pcap_set_immediate_mode(handle, 1)
    unsafe pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
    let status = unsafe pcap_activate(handle)
    guard status >= 0 else {
      let words = unsafe String(cString: pcap_geterr(handle))
      unsafe pcap_close(handle)
      let error = status == PCAP_ERROR_PERM_DENIED ? EPERM : ENODEV
      throw SystemError(call: "capture on \(device): \(words)", errno: error)
    }
    guard unsafe pcap_datalink(handle) == DLT_RAW, unsafe pcap_setnonblock(handle, 1, &message) == 0
    else {
      unsafe pcap_close(handle)
      throw SystemError(call: "capture on \(device): no raw IP packets", errno: EPROTOTYPE)
    }
    descriptor = unsafe pcap_get_selectable_fd(handle)
    unsafe self.handle = handle
  }

  deinit { unsafe pcap_close(handle) }

  /// Takes all packets that are there; returns how many. The bytes are lent for the call.
  ///
  /// `at` is CLOCK_REALTIME in nanoseconds; `length` the packet's own, where the snapshot is shorter.
  @discardableResult
  public func read(
    _ body: (_ at: Int64, _ bytes: UnsafeRawBufferPointer, _ length: Int) -> Void
  ) throws(SystemError) -> Int {
    var count = 0
    while true {
      var header: UnsafeMutablePointer<pcap_pkthdr>?
      var data: UnsafePointer<UInt8>?
      switch unsafe pcap_next_ex(handle, &header, &data) {
      case 1:
        guard let header = unsafe header, let data = unsafe data else { return count }
        let stamp = unsafe header.pointee.ts
        let at = Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_usec)
        unsafe body(
          at, UnsafeRawBufferPointer(start: data, count: Int(header.pointee.caplen)),
          Int(header.pointee.len))
        count += 1
      case 0: return count
      default:
        throw SystemError(
          call: "capture: \(unsafe String(cString: pcap_geterr(handle)))", errno: EIO)
      }
    }
  }

  public func statistics() throws(SystemError) -> Statistics {
    var seen = pcap_stat()
    guard unsafe pcap_stats(handle, &seen) == 0 else {
      throw SystemError(call: "capture: \(unsafe String(cString: pcap_geterr(handle)))", errno: EIO)
    }
    return Statistics(
      received: Int(seen.ps_recv), dropped: Int(seen.ps_drop), interfaceDropped: Int(seen.ps_ifdrop)
    )
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension NetworkNamespace {
  /// Begins to capture on the namespace's device. The buffer holds what is not read in time.
  public func openCapture(snapshotLength: Int = 2048, bufferBytes: Int = 16 << 20)
    throws(SystemError) -> PacketCapture
  {
    guard plan.hasDevice else { throw SystemError(call: "capture: no device", errno: ENODEV) }
    return try inside { () throws(SystemError) in
      try PacketCapture(
        device: plan.device, snapshotLength: snapshotLength, bufferBytes: bufferBytes)
    }
  }
}
