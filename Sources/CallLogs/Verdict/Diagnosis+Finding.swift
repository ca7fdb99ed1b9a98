public import Metrics
public import SDPRules

extension Diagnosis {
  /// As one finding among others: what a trace shows has no rule of its own, so its cause stands for it.
  ///
  /// - Parameter file: the place of the trace among the files of a report.
  public func finding(file: Int) -> Finding {
    Finding(
      id: cause.id, severity: symptom.isOfQuality ? .warning : .error,
      place: Place(file: file, mid: mid),
      value: nil, clause: clause, message: sentence, fix: fix)
  }
}
