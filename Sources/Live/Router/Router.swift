internal import LinuxIO
public import Netem
internal import SansIO
internal import Synchronization

/// The network of a live run: a thread that moves packets between TUN devices through the links of the scenario.
///
/// The thread touches only links, packets and descriptors, so that it may have a real-time priority; all it is told comes by a
/// mailbox. Deadlines are absolute instants of CLOCK_MONOTONIC.
public final class Router {
  private let plan: RouterPlan
  private let mailbox: RouterMailbox
  private var thread: SystemThread?

  public init(plan: RouterPlan) throws {
    self.plan = plan
    mailbox = try RouterMailbox()
  }

  deinit { _ = try? stop() }

  /// Packets move from now on.
  public func start() throws {
    let work = RouterThread(plan: plan, mailbox: mailbox)
    thread = try SystemThread("router") { work.run() }
  }

  /// Changes the link of an interface; the trace says it under `name`, at the instant at which it came about.
  public func set(_ index: Int, to settings: LinkSettings, name: String) {
    mailbox.post(.set(index: index, settings, name: name))
  }

  /// Ends the thread, and gives what it recorded; packets on their way are not delivered any more.
  public func stop() throws -> RouterRecord {
    mailbox.post(.stop)
    thread?.join()
    thread = nil
    return try mailbox.result.withLock { try $0?.get() } ?? RouterRecord(plan)
  }
}

/// What the router's thread is told, and what it leaves when it ends.
final class RouterMailbox: Sendable {
  enum Message {
    case set(index: Int, LinkSettings, name: String)
    case stop
  }

  let wake: WakeSignal
  let result = Mutex<Result<RouterRecord, any Error>?>(nil)
  private let messages = Mutex<[Message]>([])

  init() throws(SystemError) { wake = try WakeSignal() }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake.notify()
  }

  func takeMessages() -> [Message] {
    wake.clear()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

/// The loop of the router's thread.
struct RouterThread: Sendable {
  let plan: RouterPlan
  let mailbox: RouterMailbox

  /// Of SCHED_FIFO, 1 to 99: above ordinary work, below what a machine may need to stay alive.
  private static let priority = 50

  func run() {
    let result = Result { try forward() }
    mailbox.result.withLock { $0 = result }
  }

  private var now: Instant { Instant(nanoseconds: monotonicNanoseconds() - plan.origin) }

  private func forward() throws -> RouterRecord {
    let isRealTime = plan.wantsRealTime && Scheduling.tryRealTime(priority: Self.priority)
    Scheduling.setTimerSlack(nanoseconds: 1)
    let forwarding = Forwarding(plan: plan) { now }
    let loop = try EventLoop()
    let mail = plan.interfaces.count
    try loop.add(mailbox.wake.descriptor, token: mail)
    for (index, interface) in plan.interfaces.enumerated() {
      try loop.add(interface.tun, token: index)
    }
    // Behind the mailbox, the sockets of one public server after those of another.
    let sockets = plan.publicServers.enumerated().flatMap { server, publicServer in
      publicServer.sockets.indices.map { (server: server, socket: $0) }
    }
    for (index, place) in sockets.enumerated() {
      let socket = plan.publicServers[place.server].sockets[place.socket]
      try loop.add(socket.descriptor, token: mail + 1 + index)
    }
    while true {
      let deadline = forwarding.deadline.map { $0.nanoseconds + plan.origin }
      for token in try loop.wait(until: deadline) {
        if token == mail {
          guard readMail(forwarding) else { return forwarding.finish(isRealTime: isRealTime) }
        } else if token > mail {
          let place = sockets[token - mail - 1]
          forwarding.read(publicServer: place.server, socket: place.socket)
        } else if !forwarding.read(from: token) {
          loop.remove(plan.interfaces[token].tun)
        }
      }
      forwarding.advance(to: now)
    }
  }

  /// False: it is time to stop.
  private func readMail(_ forwarding: Forwarding) -> Bool {
    for message in mailbox.takeMessages() {
      switch message {
      case .set(let index, let settings, let name):
        forwarding.set(index, to: settings, name: name, at: now)
      case .stop: return false
      }
    }
    return true
  }
}
