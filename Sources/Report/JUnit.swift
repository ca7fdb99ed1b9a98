public import Metrics

/// The contents of `junit.xml`.
public func junit(_ run: RunInfo, _ results: [CaseResult]) -> String { "" }
