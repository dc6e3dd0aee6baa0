import Combinatorics
import Specification

extension FindingWriter {
  /// The condition of a question as it is said: where that takes fewer letters, with values that cannot occur there.
  func asked(_ question: QuestionRegion) throws(LimitExceeded) -> NamedCube {
    var said = question.condition
    var asked = lowered.named(said)
    for (place, literal) in asked.literals.enumerated()
    where literal.factor != specification.operationFactor && literal.values.count > 1 {
      let factor = literal.factor
      guard specification.factors[factor].line == nil else { continue }
      var wider = said
      for value in 0..<lowered.domains.sizes[factor] where !said.contains(value, factor: factor) {
        var slice = said
        slice.restrict(factor, to: [value])
        if try !space.rows.intersects(slice) { wider.insert(value, factor: factor) }
      }
      guard let loose = lowered.named(wider).literals.first(where: { $0.factor == factor }),
        loose != literal, wording.isShorter(loose, than: literal)
      else { continue }
      said = wider
      asked.literals[place] = loose
    }
    return asked
  }
}
