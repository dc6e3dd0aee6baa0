import Diagnostics
import Specification
import Text

extension Wording {
  /// Returns the values of a table cell under the heading of their factor, as a noun phrase.
  ///
  /// "Expired or Already accepted", "1 to 10,000 EUR", 1〜10,000円. Labels are as written; “–” stands for *not applicable*; comparisons of
  /// values that are invalid or do not apply are "not comparable". `values` are ascending; the index after a factor's own values stands for
  /// *not applicable*. For `Specification.operationFactor`, they are indices into `Specification.operationValues` of variants or parts of
  /// one operation.
  package func cell(_ values: [Int], of factor: Int) -> String {
    guard factor < specification.operationFactor else { return variants(values) }
    let declared = specification.factors[factor]
    let chosen = values.filter { $0 < declared.values.count }
    if declared.comparison != nil {
      let absent = chosen.count < values.count || chosen.isEmpty ? [say("not comparable")] : []
      return either([comparison(chosen, of: declared)].compactMap(\.self) + absent)
    }
    let literal = NamedCube.Literal(
      factor: factor,
      values: chosen,
      allowsNotApplicable: chosen.count < values.count
    )
    return list(selection(literal), declared.values, on: declared.line)
  }

  /// Returns the condition under which a factor does not apply as values of the single deciding factor, or `nil` if several decide.
  package func absence(of factor: Int) -> String? {
    guard let condition = specification.factors[factor].onlyWhen,
      condition.alternatives.count == 1, condition.alternatives[0].terms.count == 1,
      let term = condition.alternatives[0].terms.first, term.factor < specification.operationFactor
    else { return nil }
    let deciding = specification.factors[term.factor]
    guard !deciding.isYesNo, deciding.onlyWhen == nil else { return nil }
    return cell(deciding.values.indices.filter { !term.values.contains($0) }, of: term.factor)
  }

  private func variants(_ values: [Int]) -> String {
    guard let first = values.first else { return "" }
    let operation = operationValues[first].operation
    let declared = specification.operations[operation]
    let chosen = values.map { $0 - firstValues[operation] }
    return list(
      ValueSelection(form: .oneOf(chosen)),
      declared.variants,
      on: declared.line
    )
  }

  private func list(
    _ selection: ValueSelection,
    _ values: [FactorValue],
    on line: NumberLine?
  ) -> String {
    func labels(_ chosen: [Int]) -> [String] {
      terms(chosen, of: values, on: line) { $0.label.onOneLine }
    }
    let absent = selection.allowsNotApplicable ? ["–"] : []
    switch (selection.form, language) {
    case (.none, _): return "–"
    case (.all, _): return either(labels(Array(values.indices)) + absent)
    case (.oneOf(let chosen), _): return either(labels(chosen) + absent)
    case (.allExcept(let missing), .english):
      let names = labels(missing)
      let others =
        names.count == 1 ? "not \(names[0])" : "neither " + names.joined(separator: " nor ")
      return others + (absent.isEmpty ? "" : ", or –")
    case (.allExcept(let missing), .japanese):
      return JapaneseGrammar.both(labels(missing)) + "以外" + (absent.isEmpty ? "" : "または–")
    }
  }
}
