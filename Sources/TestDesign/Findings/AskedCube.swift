import Combinatorics
import Specification

extension FindingWriter {
  /// The cube of a question as it is said: each factor by the values that the question has, or, where that takes fewer letters, by all that may
  /// be said besides since they cannot occur there.
  func asked(_ question: QuestionRegion) throws(LimitExceeded) -> NamedCube {
    var said = question.said
    var asked = lowered.named(said)
    for (place, literal) in asked.literals.enumerated()
    where literal.factor != specification.operationFactor && literal.values.count > 1 {
      let factor = literal.factor
      guard specification.factors[factor].line == nil else { continue }
      var wider = said
      wider.restrict(factor, to: question.cube.values(of: factor))
      guard let loose = lowered.named(wider).literals.first(where: { $0.factor == factor }),
        loose != literal, wording.isShorter(loose, than: literal)
      else { continue }
      var added = wider
      added.restrict(
        factor,
        to: wider.values(of: factor).filter { !said.contains($0, factor: factor) }
      )
      guard try !space.rows.intersects(added) else { continue }
      said = wider
      asked.literals[place] = loose
    }
    return asked
  }
}
