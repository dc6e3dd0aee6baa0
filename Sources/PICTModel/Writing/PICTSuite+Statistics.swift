extension PICTSuite {
  /// The statistics as PICT writes them.
  package func statistics(seconds: Int) -> String {
    let minutes = seconds / 60 % 60
    let rest = seconds % 60
    return """
      Combinations:   \(combinations)
      Generated tests:\(rows.count)
      Generation time:\(seconds / 3_600):\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)

      """
  }
}
