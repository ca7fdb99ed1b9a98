public import Metrics

/// The whole page: summary, then the sections of the cases, failures first.
public func html(_ run: RunInfo, _ cases: [(result: CaseResult, section: String)]) -> String { "" }
