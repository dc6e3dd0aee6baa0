import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

extension Generation {
  /// Returns a line with the numbers and one with the files.
  ///
  /// ```
  /// POST: 14 cases at depth relevant (12 kept, 2 new), 1 retired, 3 open questions
  ///   output/POST.json output/POST.csv output/POST.xlsx
  /// ```
  func summary(
    of matrix: TestMatrix,
    earlier: EarlierSuite?,
    _ analysed: AnalysedSpecification,
    _ isCertified: Bool,
    _ paths: [String]
  ) -> String {
    let states = [TestCase.State.kept, .new, .changed].compactMap { state in
      let number = matrix.cases.count { $0.state == state }
      return number > 0 ? "\(number) \(state.rawValue)" : nil
    }
    let inStates = states.isEmpty ? "" : " (\(states.joined(separator: ", ")))"
    var parts = [
      counted(matrix.cases.count, "case") + matrix.extent(of: analysed.specification) + inStates
    ]
    if matrix.isOptimal { parts.append("optimal") }
    let now = Set(matrix.cases.map(\.id) + matrix.flows.map(\.id))
    let retired = (earlier?.cases ?? []).count { !now.contains($0.id) }
    if retired > 0 { parts.append("\(retired) retired") }
    if !matrix.flows.isEmpty { parts.append(counted(matrix.flows.count, "end-to-end case")) }
    let retiredFlows = (earlier?.flows ?? []).count { !now.contains($0.id) }
    if retiredFlows > 0 { parts.append(counted(retiredFlows, "end-to-end case") + " retired") }
    let open = analysed.analysis.requiredQuestions.count
    parts.append(open == 0 ? "no open questions" : counted(open, "open question"))
    if matrix.waiting > 0 {
      parts.append(
        counted(matrix.waiting, "combination")
          + " of values \(matrix.waiting == 1 ? "waits" : "wait") for answers"
      )
    }
    if isCertified { parts.append("verified") }
    return "\(analysed.specification.id): \(parts.joined(separator: ", "))\n"
      + "  \(VisibleText.line(paths.joined(separator: " ")))\n"
  }
}

extension TestMatrix {
  /// Returns ` at depth relevant`, with the strength if it is not the usual one.
  fileprivate func extent(of specification: Specification) -> String {
    let usual = min(2, specification.factors.count + 1)
    return " at depth \(depth.rawValue)" + (strength == usual ? "" : " and strength \(strength)")
  }
}
