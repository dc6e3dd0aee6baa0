import Foundation

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
