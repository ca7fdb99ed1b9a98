public import SansIO
public import Trace

/// One participant, as the file plans it.
public struct PeerPlan: Hashable, Sendable {
  public var name: String
  /// Which implementation: "swift", "chromium". Whether a world has it is for the world to say.
  public var stack: String
  /// The mark of `stack`, or of the peer where it is not written.
  public var stackMark: SourceMark
  /// The program to start in place of the one that the stack is usually found as; the path as written.
  public var binary: String?
  /// Further arguments of the stack's program.
  public var flags: [String]
  /// What reports call it: "Chromium beta"; nil: the name of the stack.
  public var label: String?
  /// Which addresses its interface has.
  public var families: AddressFamilies
  /// Whose media this peer sends, where it is not its own: an echo, one leg of a server.
  public var forwards: PeerID?
  /// The peer whose network namespace and processes it shares.
  public var host: PeerID?
  public var clock: PeerClock
  /// Nil: no audio track (`audio: none`).
  public var audio: AudioPlan?
  /// Nil: no video track (`video: none`).
  public var video: VideoPlan?
  public var ice: ICEPlan
  public var dtls: DTLSPlan

  /// What a peer is whose every setting is left out.
  public init(name: String, mark: SourceMark) {
    self.name = name
    self.stack = "swift"
    self.stackMark = mark
    self.binary = nil
    self.flags = []
    self.label = nil
    self.families = .v4
    self.forwards = nil
    self.host = nil
    self.clock = PeerClock()
    self.audio = AudioPlan()
    self.video = VideoPlan()
    self.ice = ICEPlan()
    self.dtls = DTLSPlan()
  }
}

extension PeerPlan {
  /// Whether it is any other implementation than ours.
  public var isForeign: Bool { stack != "swift" }

  /// What tables call the implementation: "chromium", "Chromium beta (chromium)".
  public var title: String { label.map { "\($0) (\(stack))" } ?? stack }
}

/// The addresses of a peer's interface.
public enum AddressFamilies: String, Hashable, Sendable, CaseIterable { case v4, v6, both }
