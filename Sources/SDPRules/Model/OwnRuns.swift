/// What became of faulty descriptions that runs of our own put before other stacks (`ci/sdp-refusals`).
///
/// A description counts as refused where `setRemoteDescription` fails, or the answer that has to follow it. What a stack
/// takes may still make a bad call: the runs end before any media.
enum OwnRuns {
  struct Count: Hashable {
    var refused: Int
    var tried: Int

    init(_ refused: Int, of tried: Int) {
      self.refused = refused
      self.tried = tried
    }
  }

  /// By the rule that names the fault.
  static func behaviours(of rule: String) -> [Behaviour] {
    zip(stacks, counts[rule] ?? []).compactMap { stack, count in
      guard count.tried > 0 else { return nil }
      let source = "own run, \(stack.name) \(stack.version)"
      switch count.refused {
      case 0: return Behaviour(stack.name, .tolerates, source)
      case count.tried: return Behaviour(stack.name, .refuses, source)
      default:
        return Behaviour(
          stack.name, .refusesSome, "\(source): \(count.refused) of \(count.tried)")
      }
    }
  }
}
