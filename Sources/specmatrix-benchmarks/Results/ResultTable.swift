import Foundation

/// The results of one set as a Markdown table, a line for each model.
package struct ResultTable {
  private let results: [SuiteResult]
  private let contestants: [Contestant]
  private let hasBest: Bool
  /// Why there is no suite, in the order in which it is met.
  private var notes: [String] = []

  /// Takes the results of a set, model by model, each with the same programs in the same order.
  package init(_ results: [SuiteResult]) {
    self.results = results
    var contestants: [Contestant] = []
    for result in results where !contestants.contains(result.contestant) {
      contestants.append(result.contestant)
    }
    self.contestants = contestants
    hasBest = results.contains { $0.best != nil }
    for result in results where result.isInexpressible {
      if let failure = result.failure, !notes.contains(failure) { notes.append(failure) }
    }
  }

  /// The table, and below it why cells are empty.
  package var markdown: String {
    var columns = ["model", "parameters", "constraints"]
    if hasBest { columns.append("best known") }
    columns += contestants.map { $0.isOurs ? "`\($0.name)`" : $0.name }
    columns.append("first 30 %")
    let rule = columns.map { $0 == "model" ? "---" : "--:" }
    var lines = [row(columns), row(rule)]
    var rest = results[...]
    while let first = rest.first {
      let same = rest.prefix { $0.model == first.model }
      rest = rest.dropFirst(same.count)
      lines.append(line(first, Array(same)))
    }
    let below = notes.enumerated().map { "\(sign($0)) \($1)" }
    return (lines + (below.isEmpty ? [] : ["", below.joined(separator: "; ")]))
      .joined(separator: "\n") + "\n"
  }

  private func line(_ model: SuiteResult, _ results: [SuiteResult]) -> String {
    let ours = results.last { $0.contestant.isOurs && $0.isCertified }
    var cells = [model.model, "\(model.parameters)", "\(model.constraints)"]
    if hasBest { cells.append(model.best.map(String.init) ?? "–") }
    cells += results.map(cell)
    cells.append(ours.map { String(format: "%.0f %%", $0.shareOfFirstRows * 100) } ?? "–")
    return row(cells)
  }

  /// Rows and seconds, and what is wrong with the suite.
  private func cell(_ result: SuiteResult) -> String {
    if let failure = result.failure {
      guard result.isInexpressible else { return failure }
      return "–" + (notes.firstIndex(of: failure).map(sign) ?? "")
    }
    let seconds = " (\(ResultTable.seconds(result.medianSeconds)))"
    let differs = result.isRepeatable ? "" : ", **two runs differ**"
    switch result.verdict {
    case .certified: return "\(result.rows)\(seconds)\(differs)"
    case .failed(let invalid, let missed):
      let wrong = [(invalid, "invalid"), (missed, "missed")].filter { $0.0 > 0 }
        .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      return "~~\(result.rows)~~\(seconds) \(wrong)\(differs)"
    case .unchecked: return "\(result.rows)\(seconds), unchecked\(differs)"
    case .unreadable: return "unreadable"
    }
  }

  private func sign(_ note: Int) -> String {
    let signs = ["¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    return signs[min(note, signs.count - 1)]
  }

  private func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Seconds as people read them: three places below one, one above.
  static func seconds(_ seconds: Double) -> String {
    String(format: seconds < 1 ? "%.3f s" : "%.1f s", seconds)
  }
}

/// Results as CSV, a line for each program and model.
package enum ResultCSV {
  static let heading =
    "set,model,parameters,constraints,strength,program,rows,best_known,verdict,invalid_rows,missed,"
    + "median_seconds,least_seconds,least_processor_seconds,peak_bytes,runs,same_bytes,"
    + "share_of_first_rows,note"

  /// The whole file.
  package static func text(_ results: [SuiteResult], strength: Int) -> String {
    ([heading] + results.map { line($0, strength) }).joined(separator: "\n") + "\n"
  }

  private static func line(_ result: SuiteResult, _ strength: Int) -> String {
    let (verdict, invalid, missed) =
      result.failure == nil ? words(result.verdict) : ("none", "", "")
    let program = result.contestant.isOurs ? "specmatrix \(result.contestant.name)" : nil
    let hasSuite = result.failure == nil && result.verdict != .unreadable
    let fields = [
      result.set, result.model, "\(result.parameters)", "\(result.constraints)", "\(strength)",
      program ?? result.contestant.name, hasSuite ? "\(result.rows)" : "",
      result.best.map(String.init) ?? "", verdict, invalid, missed,
      seconds(result.medianSeconds), seconds(result.leastSeconds),
      seconds(result.leastProcessorSeconds), "\(result.peakMemory)", "\(result.runs)",
      result.runs > 1 ? "\(result.isRepeatable)" : "",
      hasSuite ? String(format: "%.4f", result.shareOfFirstRows) : "", result.failure ?? "",
    ]
    return fields.map(quoted).joined(separator: ",")
  }

  private static func words(_ verdict: Verdict) -> (String, String, String) {
    switch verdict {
    case .certified: ("certified", "0", "0")
    case .failed(let invalid, let missed): ("failed", "\(invalid)", "\(missed)")
    case .unchecked: ("unchecked", "", "")
    case .unreadable: ("unreadable", "", "")
    }
  }

  private static func seconds(_ number: Double) -> String { String(format: "%.4f", number) }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n".contains($0) }) else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
