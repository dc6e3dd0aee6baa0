import Combinatorics
import Specification

/// The settled circumstances that a question about undefined combinations need not mention.
extension FindingWriter {
  /// Returns what a question asks, with the values that a settled circumstance leaves as its second condition.
  ///
  /// The circumstance is a single literal: the only one, or one that covers most of the factor's values in the question. The values are those
  /// of the question's own combinations. If the factor may not apply there, or has invalid values on both sides, nothing is added.
  func narrowed(
    _ asked: NamedCube,
    _ settled: [[NamedCube.Literal]],
    _ question: QuestionRegion
  ) throws(LimitExceeded) -> NamedCube {
    guard conditions(asked).count < 2, wording.beyondRangeQuestion(asked) == nil,
      let own = try space.rows(of: question.rows).support(in: question.condition)
    else { return asked }
    func isInvalid(_ literal: NamedCube.Literal, _ value: Int) -> Bool {
      lowered.isInvalid(value, of: literal.factor)
    }
    let left = settled.filter { $0.count == 1 }.compactMap { circumstances in
      let literal = circumstances[0]
      let all = question.condition.values(of: literal.factor)
      let isBroad = 2 * literal.values.count(where: all.contains) > all.count
      guard isBroad || settled.count == 1 else { return nil as NamedCube.Literal? }
      let values = own.values(of: literal.factor)
      guard !values.contains(where: literal.values.contains) else { return nil }
      return lowered.named(Cube(lowered.domains, literal.factor, in: values)).literals.first {
        $0.factor == literal.factor
      }
    }
    let said = left.first { literal in
      var valid = literal
      valid.values.removeAll { isInvalid(literal, $0) }
      return !literal.allowsNotApplicable && !valid.values.isEmpty
        && wording.phraseCount(literal) <= wording.phraseCount(valid)
    }
    var narrowed = asked
    if let said {
      narrowed.literals.removeAll { $0.factor == said.factor }
      narrowed.literals.append(said)
    }
    return narrowed
  }

  /// True if circumstances contradict some literals.
  func excludes(_ literals: [NamedCube.Literal], _ circumstances: [NamedCube.Literal]) -> Bool {
    circumstances.contains { literal in
      literal.factor != specification.operationFactor
        && literals.contains { other in
          other.factor == literal.factor
            && !(other.allowsNotApplicable && literal.allowsNotApplicable)
            && !other.values.contains(where: literal.values.contains)
        }
    }
  }
}
