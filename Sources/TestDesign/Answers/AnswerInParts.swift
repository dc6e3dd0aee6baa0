import Specification
import Text

/// The parts into which an answer may fall, each with a result of its own.
extension Wording {
  /// As many parts are named in a line that says how to answer.
  private static let mostParts = 4

  /// What the parts of a question are called where a factor has several values in it, so that what happens may differ: 0枚 and 5枚以上.
  ///
  /// They are the words that an answer is understood by: one that gives a result for each of them, a line each, makes a rule of each.
  ///
  /// - Returns: Two to four names; none where the question has one part only, or an answer in parts would not be understood.
  package func answerableParts(of question: Finding) -> [String] {
    guard let asked = question.question?.asked else { return [] }
    for literal in telling(resolvingApplicability(asked.literals)) {
      let selection = selection(literal)
      // The question names no values of a factor that only has to apply.
      guard selection.form != .all, !selection.allowsNotApplicable else { continue }
      let parts = parts(of: literal)
      guard (2...Self.mostParts).contains(parts.count) else { continue }
      let answer = parts.map { labelled($0.name, "…") }.joined(separator: "\n")
      guard let read = ConditionalAnswer(answer, specification), read.factor == literal.factor,
        read.branches.map(\.values) == parts.map(\.values)
      else { continue }
      return parts.map(\.name)
    }
    return []
  }

  /// The values of a literal one by one, numbers as they follow each other.
  private func parts(of literal: NamedCube.Literal) -> [(name: String, values: [Int]?)] {
    let factor = specification.factors[literal.factor]
    guard !factor.isYesNo else { return [] }
    guard let line = factor.line else {
      return literal.values.map { (factor.values[$0].label.onOneLine, [$0]) }
    }
    return factor.values.intervals(literal.values).map { interval in
      let own = literal.values.filter { value in
        factor.values[value].number.map(interval.numbers.contains) ?? false
      }
      return (terms(own, of: factor.values, on: line) { $0.label.onOneLine }.joined(), own)
    }
  }
}
