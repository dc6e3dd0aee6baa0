import Combinatorics
import Specification

/// What the sentence of a question about undefined combinations leaves out.
extension FindingWriter {
  /// Returns what is asked, with what is left of a settled circumstance as second condition.
  ///
  /// That is the only settled circumstance if it is a single literal, or else one that covers most of a factor's values in the question. What
  /// is left neither includes that the factor does not apply, nor invalid values of a range on both sides.
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
