internal import SansIO
internal import Trace

/// What a router did, packet by packet, and how late it was.
public struct RouterRecord: Sendable {
  /// One packet that a host put on the network.
  struct Packet: Sendable {
    enum Origin: Hashable, Sendable {
      case interface(UInt8)
      case server(UInt8)
    }

    /// When it was read.
    var at: Int64
    /// Of all its bytes.
    var digest: UInt64
    /// The headers before the payload, as sent.
    var header: ByteArena.Piece
    var byteCount: UInt32
    var origin: Origin
    /// Index into `discardReasons` of what never came to a link.
    var discarded: UInt8?
  }

  /// What became of a packet at one place.
  struct Event: Sendable {
    enum Fate: UInt8, Sendable {
      case sent, delivered, lost, queueFull, overMTU, noSuchAddress, refusedByKernel

      /// As traces and captures say it; nil: it was not dropped.
      var dropReason: String? {
        switch self {
        case .sent, .delivered: nil
        case .lost: "loss"
        case .queueFull: "queue full"
        case .overMTU: "MTU"
        case .noSuchAddress: "no such address"
        case .refusedByKernel: "refused by the kernel"
        }
      }
    }

    var at: Int64
    /// Index into `packets`.
    var packet: UInt32
    /// Delivered: how long after the link's deadline, in nanoseconds, at most 4.29 s.
    var lateness: UInt32 = 0
    /// Index of the interface.
    var interface: UInt8
    var direction: PacketEvent.Direction
    var fate: Fate
  }

  /// A packet at a server that lives in the router or outside the machine: no other capture has it.
  struct ServerFrame: Sendable {
    var server: UInt8
    var at: Int64
    var bytes: ByteArena.Piece
    /// Index into `packets` of what the server sent; nil: it came in.
    var packet: UInt32?
  }

  var packets = ChunkedArray<Packet>()
  var events = ChunkedArray<Event>()
  var headers = ByteArena()
  var serverFrames: [ServerFrame] = []
  var serverBytes = ByteArena()
  var discardReasons: [String] = []
  /// Changes of links and what links measured.
  var linkEvents: [TraceEvent] = []
  /// In the plan's order.
  let interfaces: [RouterPlan.Interface]
  /// Those that live in the router, then those outside the machine.
  let serverNames: [String]

  /// Packets that never came to a link, by reason, in the order in which the reasons came up.
  public internal(set) var discarded: [(reason: String, count: Int)] = []
  /// What went out of the machine and came back, by public server in the plan's order.
  public internal(set) var publicTraffic: [PublicTraffic] = []
  /// Interfaces that could not be read any more, and the error that ended it.
  public internal(set) var broken: [(interface: String, errno: Int32)] = []
  /// Whether the thread had a real-time priority.
  public internal(set) var isRealTime = false

  /// Of a router that has done nothing yet.
  init(_ plan: RouterPlan) {
    interfaces = plan.interfaces
    serverNames = plan.stunServers.map(\.name) + plan.publicServers.map(\.name)
  }

  /// Packets read from the interfaces, discarded ones included.
  public var readCount: Int {
    packets.count { if case .interface = $0.origin { true } else { false } }
  }
  public var deliveredCount: Int { events.count { $0.fate == .delivered } }
  /// Packets that the links dropped, or that had no way to go.
  public var droppedCount: Int { events.count { $0.fate.dropReason != nil } }

  /// How late packets were written, after the instants that their links had set.
  public var lateness: LatenessSpread {
    LatenessSpread(events.lazy.filter { $0.fate == .delivered }.map { Int64($0.lateness) })
  }
}
