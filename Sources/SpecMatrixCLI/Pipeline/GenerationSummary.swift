import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// What a generation tells about one spec.
struct GenerationSummary {
  private let specification: Specification
  private let matrix: TestMatrix
  /// How many cases were given up since the last generation.
  private let retired: Int
  private let openQuestions: Int

  init(_ matrix: TestMatrix, earlier: EarlierSuite?, of analysed: AnalysedSpecification) {
    specification = analysed.specification
    self.matrix = matrix
    retired = matrix.retired.count - (earlier?.retired.count ?? 0)
    openQuestions = analysed.analysis.findings.count(where: \.isQuestion)
  }

  /// The summary: a line with the numbers, and one with the files.
  ///
  /// ```
  /// POST: 14 cases of strength 2 (12 kept, 2 new), 1 retired, 3 open questions
  ///   output/POST.json output/POST.csv output/POST.xlsx
  /// ```
  func text(isVerified: Bool, paths: [String]) -> String {
    var parts = [counted(matrix.cases.count, "case") + " of strength \(matrix.strength)\(states)"]
    if matrix.isOptimal { parts.append("optimal") }
    if retired > 0 { parts.append("\(retired) retired") }
    parts.append(openQuestions == 0 ? "no open questions" : counted(openQuestions, "open question"))
    if isVerified { parts.append("verified") }
    return "\(specification.id): \(parts.joined(separator: ", "))\n"
      + "  \(VisibleText.line(paths.joined(separator: " ")))\n"
  }

  /// ` (12 kept, 2 new)`, nothing where there is no case.
  private var states: String {
    let parts = [TestCase.State.kept, .new, .changed].compactMap { state in
      let number = matrix.cases.count { $0.state == state }
      return number > 0 ? "\(number) \(state.rawValue)" : nil
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
