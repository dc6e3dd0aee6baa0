import Diagnostics
import Text
import YAMLSyntax

/// Where a condition stands, as far as its meaning depends on it.
struct ConditionContext {
  let scope: NameScope
  /// How a message names the condition: "`when` of rule `accept`".
  var subject: String
  /// True if `not`, open ends and a bare operation take in invalid values: in `impossible` and `only_when`.
  var takesInvalid = false
  /// True if a pack says it: numbers outside the range of the spec are cut to it, and what then selects nothing is not a mistake.
  var isOfHouse = false
}

extension SpecificationDecoder {
  private struct Choice {
    var values: [Int]
    /// True if `any` was written.
    var isAny = false
  }

  func condition(_ written: WrittenCondition, in context: ConditionContext) -> Condition? {
    let alternatives = written.alternatives.mapAll { written in
      terms(of: written, in: context).map {
        Conjunction($0, operation: context.scope.operationFactor)
      }
    }
    return alternatives.map { Condition(alternatives: $0, span: written.span) }
  }

  /// Looks up the names of terms that hold together, in the order written.
  func terms(of written: [WrittenTerm], in context: ConditionContext) -> [Term]? {
    let terms = written.mapAll {
      $0.isCompared ? compared($0, in: context) : term($0, in: context).map { [$0] }
    }
    guard let all = terms?.flatMap(\.self) else { return nil }
    var known: Set<Int> = []
    guard let twice = all.first(where: { !known.insert($0.factor).inserted }) else { return all }
    return read.reject(
      .duplicateName,
      "\(context.subject) compares two factors twice",
      at: twice.span,
      help: ["one comparison says it: `same as`, or a list of maps of which one must hold"]
    )
  }

  private func term(_ written: WrittenTerm, in context: ConditionContext) -> Term? {
    let scope = context.scope
    let number: Int
    let choice: Choice?
    if case .operations(let texts) = written.choice {
      number = scope.operationFactor
      choice = operations(texts, in: context).map { Choice(values: $0) }
    } else if let factor = scope.factor(written.factor) {
      number = factor
      choice = self.choice(written.choice, of: scope.factors[factor], in: context)
    } else {
      reportUnknownFactor(written.factor, at: written.span, in: context)
      return nil
    }
    guard let choice, isWithinLimit(choice, at: written.span) else { return nil }
    var term = Term(factor: number, values: choice.values, isAny: choice.isAny, span: written.span)
    if case .texts(let texts) = written.choice {
      term.namesValues = texts.allSatisfy { text in
        !text.isNegated && !text.items.contains { if case .word = $0 { true } else { false } }
      }
    }
    return term
  }

  /// True if the conditions of the spec stay within a size that fits into memory; reports the first that does not.
  private func isWithinLimit(_ choice: Choice, at span: SourceSpan) -> Bool {
    let before = selectedValues
    selectedValues += choice.values.count
    if before <= Limit.selectedValues && selectedValues > Limit.selectedValues {
      let message =
        "the conditions of a spec can select at most \(Limit.selectedValues) values in total"
      read.report(.tooMany, message, at: span)
    }
    return selectedValues <= Limit.selectedValues
  }

  func reportUnknownFactor(_ name: String, at span: SourceSpan, in context: ConditionContext) {
    let scope = context.scope
    if scope.hidesFactors { return }
    let shared = house.factors[name].map {
      "\($0.origin.path) declares it: select it by its id, `\(name):`"
    }
    read.report(
      .unknownFactor,
      "\(context.subject) names the factor `\(name)`, which is not declared",
      at: span,
      help: (scope.home(of: name) ?? shared).map { [$0] }
        ?? read.help(for: name, among: scope.factors.map(\.name), called: "the factors")
    )
  }

  // MARK: Values of a factor

  private func choice(
    _ written: WrittenTerm.Choice,
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    switch written {
    case .operations, .unreadable: return nil
    case .texts(let texts):
      guard let choices = texts.mapAll({ choice($0, of: factor, in: context) }) else { return nil }
      if choices.count == 1 { return choices[0] }
      return Choice(
        values: Set(choices.flatMap(\.values)).sorted(),
        isAny: choices.contains(where: \.isAny)
      )
    case .others(let beside, let span):
      var covered: Set<Int> = []
      for text in beside {
        guard let choice = choice(text, of: factor, in: context) else { return nil }
        covered.formUnion(choice.values)
      }
      if factor.isBroken { return nil }
      let left = factor.valid.filter { !covered.contains($0) }
      if !left.isEmpty || context.isOfHouse { return Choice(values: left) }
      return read.reject(
        .selectsNothing,
        "nothing is left for `others`: the keys beside it name every valid value of "
          + "`\(factor.name)`",
        at: span,
        help: ["remove `others`; invalid values are named by `invalid` or their ids"]
      )
    }
  }

  private func choice(
    _ text: ConditionText,
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    var values: Set<Int> = []
    for item in text.items {
      guard let part = self.values(of: item, in: factor, context, at: text.span) else { return nil }
      values.formUnion(part)
    }
    guard text.isNegated else {
      return Choice(values: values.sorted(), isAny: text.items.contains(.word(.any)))
    }
    if factor.isBroken { return nil }
    let candidates = context.takesInvalid ? Array(factor.values.indices) : factor.valid
    let left = candidates.filter { !values.contains($0) }
    if !left.isEmpty || context.isOfHouse { return Choice(values: left) }
    return read.reject(
      .selectsNothing,
      "`\(text.text)` leaves no \(context.takesInvalid ? "" : "valid ")value of `\(factor.name)`",
      at: text.span,
      help: [listOfValues(factor)]
    )
  }

  func values(
    of item: ConditionText.Item,
    in factor: NamedValues,
    _ context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    switch item {
    case .word(.any): return Array(factor.values.indices)
    case .word(.others):
      return read.reject(
        .unreadableCondition,
        "`others` means the values that no key beside it names: only in a tree of rules",
        at: span,
        help: ["write `not …` with the values to exclude"]
      )
    case .word(let word):
      let values = factor.values.indices.filter {
        factor.values[$0].isInvalid == (word == .invalid)
      }
      if !values.isEmpty || context.isOfHouse { return values }
      if factor.isBroken { return nil }
      return read.reject(
        .selectsNothing,
        "`\(factor.name)` has no \(word.rawValue) value",
        at: span,
        help: [listOfValues(factor)]
      )
    case .name(let name):
      if let number = factor.number(of: name) { return [number] }
      if factor.isBroken { return nil }
      if let line = factor.line, line.scale.position(name) != nil {
        reportOutside(name, line, of: factor, at: span)
      } else if let scale = factor.scale, scale.hasForm(name) {
        let message = "`\(factor.name)` cannot be \(name): there is no such \(scale.noun)"
        read.report(scale.mistake, message, at: span, help: [listOfValues(factor)])
      } else {
        read.report(
          .unknownValue,
          "`\(factor.name)` has no value `\(name)`",
          at: span,
          help: help(forValue: name, of: factor, context.scope)
        )
      }
      return nil
    case .interval(let from, let to): return interval(from, to, in: factor, context, at: span)
    }
  }

  private func help(
    forValue name: String,
    of factor: NamedValues,
    _ scope: NameScope
  ) -> [String] {
    guard read.hasHelpLeft else { return [] }
    if let value = factor.values.first(where: { $0.label == name }), value.id != name {
      return ["`\(name)` is a label: write the id, `\(value.id)`"]
    }
    if let right = ForeignCondition.comparison(name, on: factor.scale) {
      let isFactor = !factor.ids.contains(right) && scope.factors.contains { $0.name == right }
      return ["write `\(isFactor ? "same as \(right)" : right)`", listOfValues(factor)]
    }
    if ["*", "＊", "_"].contains(name) {
      return [
        "write `any` if it makes no difference, or leave `\(factor.name)` out",
        listOfValues(factor),
      ]
    }
    if ForeignKeys.rest.contains(name.lowercased()) {
      return ["in a tree write `others` for all that no key beside it names", listOfValues(factor)]
    }
    if let truth = ["true": "yes", "false": "no"][name.lowercased()], factor.ids == ["yes", "no"] {
      return ["write `\(truth)`"]
    }
    let words = ["valid", "invalid", "any"]
    let values = [listOfValues(factor)]
    guard let scale = factor.scale else {
      if name.contains(where: \.isNumber), factor.ids == ["yes", "no"] {
        return valuesWithoutNumbers(factor)
      }
      let near = read.near(name, among: factor.ids)
      return (near.isEmpty ? read.near(name, among: words) : near) + values
    }
    // No number is a slip of the pen for another one.
    if scale.number(name) != nil { return values }
    if let right = meant(by: name, of: factor, scale) { return ["write `\(right)`"] + values }
    let names = factor.ids.filter { $0.contains(where: \.isLetter) }
    return read.near(name, among: names + words) + values
  }

  /// The right form of numbers, dates or times.
  func meant(by text: String, of factor: NamedValues, _ scale: Scale) -> String? {
    let right =
      scale.isCounted ? NumberSlip.meant(by: text, on: factor.numbersLine) : scale.meant(text)
    return right == text ? nil : right
  }

  /// Help for a condition that gives numbers to a factor without any: its values, or how a number is declared.
  func valuesWithoutNumbers(_ factor: NamedValues) -> [String] {
    guard factor.ids == ["yes", "no"] else { return [listOfValues(factor)] }
    return [
      "`\(factor.name)` is a statement; a number is declared with its range: `\(factor.name): {range: 0..}`"
    ]
  }

  func listOfValues(_ factor: NamedValues) -> String {
    let numbers = factor.values.filter { $0.number != nil }
    guard let line = factor.line, let first = numbers.first, let last = numbers.last else {
      return "the values of `\(factor.name)` are \(inWords(factor.ids))"
    }
    let others = factor.values.filter { $0.number == nil }.map { ", or `\($0.id)`" }.joined()
    return "a value of `\(factor.name)` is \(line.scale.article) from `\(first.id)` to `\(last.id)`"
      + others
  }
}

extension Conjunction {
  /// Terms in the order of declaration, the operation first: in whichever order they are written, they say the same.
  init(_ terms: [Term], operation: Int) {
    self.init(
      terms: terms.sorted {
        ($0.factor == operation ? -1 : $0.factor) < ($1.factor == operation ? -1 : $1.factor)
      }
    )
  }
}
