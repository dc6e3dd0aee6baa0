package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// What the spec says for every operation and every value of a factor, exactly.
  ///
  /// - Parameter factor: A number in `Specification.factors`.
  /// - Returns: A cell for each operation value and each value of the factor.
  /// - Throws: `LimitExceeded` where the decision diagrams outgrow their limit.
  package func matrix(across factor: Int) throws(LimitExceeded) -> OutcomeMatrix {
    try MatrixBuilder(self).matrix(across: factor)
  }

  /// The matrix across the state that splits the results most: for most operations its values do not all say the same.
  ///
  /// Of equally many the one that leaves most cells with one outcome, then the one declared first. A spec without states has its data
  /// across, one without factors everything in one column.
  ///
  /// - Returns: The matrix.
  /// - Throws: `LimitExceeded` where the decision diagrams outgrow their limit.
  package func mostTellingMatrix() throws(LimitExceeded) -> OutcomeMatrix {
    let builder = try MatrixBuilder(self)
    let states = specification.factors.indices.filter { specification.factors[$0].kind == .state }
    var best: OutcomeMatrix?
    for factor in states.isEmpty ? Array(specification.factors.indices) : states {
      let matrix = try builder.matrix(across: factor)
      if best.map({ matrix.split > $0.split }) ?? true { best = matrix }
    }
    if let best { return best }
    return try builder.matrix(across: nil)
  }

  /// Where each question is asked, in the order of the findings.
  var questionRegions: [(id: String, rows: Diagram)] {
    var rows: [String: Diagram] = [:]
    for (question, id) in zip(questions, questionIDs) { rows[id] = question.rows }
    for (rule, id) in undecidedIDs { rows[id] = regions.wins[rule] }
    return analysis.findings.compactMap { finding in
      rows[finding.id].map { (finding.id, $0) }
    }
  }
}
