internal import LinuxIO
internal import SansIO
internal import Synchronization

/// What a thread has to do, in order; the thread waits while there is nothing.
final class WorkQueue<Item: Sendable>: Sendable {
  private struct State: Sendable {
    var items: [Item] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  private let signal: WakeSignal

  init() throws { signal = try WakeSignal() }

  func append(_ item: Item) { _ = append(item, limit: .max) }

  /// False: so many wait already, and this one was not taken.
  func append(_ item: Item, limit: Int) -> Bool {
    let isTaken = state.withLock { state in
      guard state.items.count < limit, !state.isEnded else { return false }
      state.items.append(item)
      return true
    }
    if isTaken { signal.notify() }
    return isTaken
  }

  /// Nothing more comes; what waits is still done.
  func end() {
    state.withLock { $0.isEnded = true }
    signal.notify()
  }

  /// Everything that waits, once there is something; nil: the end.
  func take() -> [Item]? {
    while true {
      let (items, isEnded) = state.withLock { state in
        let items = state.items
        state.items = []
        return (items, state.isEnded)
      }
      if !items.isEmpty { return items }
      if isEnded { return nil }
      _ = waitForInput([signal.descriptor], milliseconds: -1)
      signal.clear()
    }
  }
}
