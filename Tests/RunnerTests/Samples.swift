import Metrics
import Runner

/// Small scenario files and worker messages.
enum Sample {
  static func scenario(_ title: String, more: String = "") -> String {
    """
    scenario: \(title)
    peers: {alice: {}, bob: {}}
    call: [alice dials bob, bob answers, connected within 5s]
    expect: [connected: {bob: within 2s}]
    \(more)
    """
  }

  static func task(_ name: String) -> WorkerTask {
    WorkerTask(
      file: "s.yaml", name: name, seed: 7, network: nil, folder: "/nowhere/\(name)", slug: name)
  }

  static func answer(_ name: String, _ verdict: Verdict = .passed) -> WorkerAnswer {
    WorkerAnswer(
      result: CaseResult(
        name: name, file: "s.yaml", world: "simulated", seed: 7, verdict: verdict),
      section: "<details>\(name)</details>")
  }
}
