package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// By value of the operation: the factors that it reads, by number in `Specification.factors`; `nil` if no rule wins.
  ///
  /// A value of the operation reads a factor where a rule wins for it somewhere and names the factor. A rule that asks a question wins like
  /// any other, and so do rules that contradict each other. To name a factor is to read what its `only_when` names.
  ///
  /// - Parameter countsAny: True if `any` names a factor, too: its author looked at it and said that it makes no difference.
  /// - Returns: By value of the operation.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  package func readFactors(countingAny countsAny: Bool = false) throws(LimitExceeded) -> [Set<Int>?]
  {
    try regions.readFactors(countingAny: countsAny)
  }
}
