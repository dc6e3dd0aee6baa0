import Diagnostics
import Specification
import Text

extension Wording {
  /// Returns the assumption on an operation value, without its name.
  ///
  /// "the same whatever Channel; also with People: 11", チャネルによらず同じ（人数：11人でも同じ）.
  package func assumption(_ assumption: Assumption) -> String {
    same(whatever: factorNames(assumption.factors), invalid: assumption.invalid)
  }

  /// Returns the assumption beside a table whose columns show everything else that matters.
  ///
  /// "the same whatever else; also with People: 11", ほかによらず同じ（人数：11人でも同じ）.
  package func assumptionOfTheRest(invalid: [Assumption.InvalidValues]) -> String {
    same(whatever: language.choose("else", "ほか"), invalid: invalid)
  }

  /// Returns the conditions under which an operation, and some of its variants or parts, are possible.
  ///
  /// "only if Role is Member", 「役割が会員の場合に限る」.
  package func limits(
    of operation: Int,
    among values: Set<Int>? = nil
  ) -> [String] {
    let whole = specification.operations[operation].onlyWhen.map { [only($0)] } ?? []
    let own = specification.operationValues.enumerated().filter {
      $1.operation == operation && values?.contains($0) ?? true
    }
    let named = own.compactMap { _, value in
      value.variant?.onlyWhen.map { (label: value.variantLabel ?? "", limit: only($0)) }
    }
    if own.count == 1 { return whole + named.map(\.limit) }
    return whole
      + named.gathered(by: \.limit).map { alike in
        let labels = alike.map(\.label.onOneLine)
        let list = language.choose(
          EnglishGrammar.list(labels, "and"),
          labels.joined(separator: "・")
        )
        return labelled(list, alike[0].limit)
      }
  }

  private func only(_ condition: Condition) -> String {
    let words = self.condition(of: condition)
    return language == .english ? "only \(words)" : "\(words)に限る"
  }

  /// The maximum number of factors named that an answer does not distinguish.
  private static let maxReach = 3

  /// Says that an answer applies regardless of some factors; empty without factors.
  func reach(_ factors: [Int]) -> String {
    let names = factors.prefix(Self.maxReach).map { specification.factors[$0].label.onOneLine }
    guard !names.isEmpty else { return "" }
    return language.choose(
      "the answer applies regardless of "
        + EnglishGrammar.list(names.map(EnglishGrammar.quoted), "and"),
      names.map(JapaneseGrammar.quoted).joined() + "にかかわらず、同じ回答になります"
    )
  }

  private func same(whatever names: String, invalid: [Assumption.InvalidValues]) -> String {
    let also = invalid.map(invalidValues).joined(separator: language == .english ? ", " : "・")
    if names.isEmpty { return say("the same with \(also)") }
    return invalid.isEmpty
      ? say("the same whatever \(names)") : say("the same whatever \(names); also with \(also)")
  }

  /// Returns a list of factor labels as written; statements and ambiguous labels are quoted.
  func factorNames(_ factors: [Int]) -> String {
    let names = factors.map { number in
      let factor = specification.factors[number]
      let label = factor.label.onOneLine
      return factor.isYesNo
        ? quoted(label) : language.choose(EnglishGrammar.term(label), JapaneseGrammar.noun(label))
    }
    return names.joined(separator: language == .english ? ", " : "・")
  }

  /// Returns invalid values, preceded by the name of their factor.
  private func invalidValues(_ entry: Assumption.InvalidValues) -> String {
    let labels = entry.values.map { specification.factors[entry.factor].values[$0].label.onOneLine }
    let list = language.choose(
      EnglishGrammar.list(labels, "or"),
      labels.joined(separator: "・")
    )
    return labelled(factorNames([entry.factor]), list)
  }
}
