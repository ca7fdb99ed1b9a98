import DTLS
import SansIO
import Testing

@Suite("DTLS determinism")
struct DeterminismTests {
  @Test("the same seed gives the same bytes at the same instants, on any thread")
  func transcripts() async {
    let seeds = Array(UInt64(100)..<140)
    let alone = seeds.map(transcript)
    // Twice as many as there are seeds, all at once.
    let together = await withTaskGroup(of: (Int, [HandshakePair.Sent]).self) { group in
      for index in 0..<2 * seeds.count {
        group.addTask { (index, transcript(seeds[index % seeds.count])) }
      }
      var results = [[HandshakePair.Sent]](repeating: [], count: 2 * seeds.count)
      for await (index, sent) in group { results[index] = sent }
      return results
    }
    #expect(together == alone + alone, "a transcript depends on more than its seed")
    #expect(Set(alone).count == seeds.count, "two seeds gave the same transcript")
  }
}

private func transcript(_ seed: UInt64) -> [HandshakePair.Sent] {
  let pair = HandshakePair(.init(seed: seed, lossProbability: 0.2))
  pair.start()
  pair.run(until: \.isOver)
  return pair.sent
}
