import Diagnostics
import Text
import YAMLSyntax

/// Where a condition stands, as far as its meaning depends on it.
struct ConditionContext {
  let scope: NameScope
  /// How a message names the condition: "`when` of rule `accept`".
  let subject: String
  /// Whether `not`, open ends and a bare operation take in invalid values: in `impossible` and `only_when`.
  var takesInvalid = false
  /// Whether a pack says it: numbers outside the range of the spec are cut to it, and what then selects nothing is no mistake.
  var isOfHouse = false
}

extension SpecificationDecoder {
  /// Which of a factor's values are meant.
  struct Choice {
    /// Ascending.
    var values: [Int]
    /// Whether `any` was written.
    var isAny = false
  }

  /// Looks up the names of a condition.
  mutating func condition(_ written: WrittenCondition, in context: ConditionContext) -> Condition? {
    let alternatives = written.alternatives.compactMap { terms(of: $0, in: context) }
    guard alternatives.count == written.alternatives.count else { return nil }
    return Condition(
      alternatives: alternatives.map { Conjunction($0, operation: context.scope.operationFactor) },
      span: written.span
    )
  }

  /// Looks up the names of terms that hold together, in the order written.
  mutating func terms(of written: [WrittenTerm], in context: ConditionContext) -> [Term]? {
    let terms = written.compactMap { term($0, in: context) }
    return terms.count == written.count ? terms : nil
  }

  private mutating func term(_ written: WrittenTerm, in context: ConditionContext) -> Term? {
    let scope = context.scope
    let number: Int
    let choice: Choice?
    if case .operations(let texts) = written.choice {
      number = scope.operationFactor
      choice = operations(texts, in: context).map { Choice(values: $0) }
    } else {
      guard let factor = scope.factor(written.factor) else {
        reportUnknownFactor(written, in: context)
        return nil
      }
      number = factor
      choice = self.choice(written.choice, of: scope.factors[factor], in: context)
    }
    guard let choice, isWithinLimit(choice, at: written.span) else { return nil }
    return Term(factor: number, values: choice.values, isAny: choice.isAny, span: written.span)
  }

  /// Whether the conditions of the spec stay within a size that fits into memory; reports the first that does not.
  private mutating func isWithinLimit(_ choice: Choice, at span: SourceSpan) -> Bool {
    let before = selectedValues
    selectedValues += choice.values.count
    if before <= Limit.selectedValues && selectedValues > Limit.selectedValues {
      read.report(
        .tooMany,
        "the conditions of a spec can select at most \(Limit.selectedValues) values in total",
        at: span
      )
    }
    return selectedValues <= Limit.selectedValues
  }

  private mutating func reportUnknownFactor(_ written: WrittenTerm, in context: ConditionContext) {
    let scope = context.scope
    if scope.hidesFactors { return }
    let name = written.factor
    if name == WrittenTerm.operationName {
      read.report(
        .unknownFactor,
        "\(context.subject) must not name `operation`",
        at: written.span,
        help: ["rules stand under their operations, `submit: …`"]
      )
      return
    }
    var help: [String] = []
    if scope.operation(name) != nil {
      help = ["`\(name)` is an operation: rules stand under it, `\(name): …`"]
    } else if let owner = scope.operations.first(where: { $0.variants?.numbers[name] != nil }) {
      help = ["`\(name)` belongs to the operation: write the key `\(owner.id)/\(name):`"]
    } else if let owner = scope.factors.first(where: { $0.numbers[name] != nil }) {
      help = ["`\(name)` is a value of `\(owner.name)`: write `\(owner.name): {\(name): …}`"]
    } else if let shared = house.factors[name] {
      help = ["\(shared.origin.path) declares it: select it by its id, `\(name):`"]
    } else {
      help = read.help(for: name, among: scope.factors.map(\.name), called: "the factors")
    }
    read.report(
      .unknownFactor,
      "\(context.subject) names the factor `\(name)`, which is not declared",
      at: written.span,
      help: help
    )
  }

  // MARK: Values of a factor

  private mutating func choice(
    _ written: WrittenTerm.Choice,
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    switch written {
    case .texts(let texts): return choice(texts, of: factor, in: context)
    case .operations: return nil
    case .others(let beside, let span):
      var covered: Set<Int> = []
      for text in beside {
        guard let choice = choice([text], of: factor, in: context) else { return nil }
        covered.formUnion(choice.values)
      }
      if factor.isBroken { return nil }
      let left = factor.valid.filter { !covered.contains($0) }
      if left.isEmpty && !context.isOfHouse {
        read.report(
          .selectsNothing,
          "nothing is left for `others`: the keys beside it name every valid value of "
            + "`\(factor.name)`",
          at: span,
          help: ["remove `others`; invalid values are named by `invalid` or their ids"]
        )
        return nil
      }
      return Choice(values: left)
    }
  }

  private mutating func choice(
    _ texts: [ConditionText],
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    var choice = Choice(values: [])
    var isReadable = true
    for text in texts {
      guard let part = self.choice(text, of: factor, in: context) else {
        isReadable = false
        continue
      }
      choice.isAny = choice.isAny || part.isAny
      choice.values += part.values
    }
    guard isReadable else { return nil }
    if texts.count > 1 { choice.values = Set(choice.values).sorted() }
    return choice
  }

  private mutating func choice(
    _ text: ConditionText,
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    if text.items == [.any] { return Choice(values: Array(factor.ids.indices), isAny: true) }
    var values: Set<Int> = []
    var isAny = false
    for item in text.items {
      if item == .any {
        isAny = true
        values.formUnion(factor.ids.indices)
        continue
      }
      guard let part = self.values(of: item, in: factor, context, at: text.span) else { return nil }
      values.formUnion(part)
    }
    guard text.isNegated else { return Choice(values: values.sorted(), isAny: isAny) }
    if factor.isBroken { return nil }
    let candidates = context.takesInvalid ? Array(factor.ids.indices) : factor.valid
    let left = candidates.filter { !values.contains($0) }
    if left.isEmpty && !context.isOfHouse {
      read.report(
        .selectsNothing,
        "`\(text.text)` leaves no \(context.takesInvalid ? "" : "valid ")value of `\(factor.name)`",
        at: text.span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: left)
  }

  /// The numbers of the values that an item of a text means.
  mutating func values(
    of item: ConditionText.Item,
    in factor: NamedValues,
    _ context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    switch item {
    case .any: return Array(factor.ids.indices)
    case .valid, .invalid:
      let isInvalid = item == .invalid
      let values = factor.ids.indices.filter { factor.isInvalid[$0] == isInvalid }
      if values.isEmpty && context.isOfHouse { return [] }
      if values.isEmpty && !factor.isBroken {
        read.report(
          .selectsNothing,
          "`\(factor.name)` has no \(isInvalid ? "invalid" : "valid") value",
          at: span,
          help: [listOfValues(factor)]
        )
      }
      return values.isEmpty ? nil : values
    case .others:
      read.report(
        .unreadableCondition,
        "`others` stands for the values that the keys beside it leave: only in a tree of rules",
        at: span,
        help: ["write `not …` with the values that are not meant"]
      )
      return nil
    case .name(let name):
      if let number = factor.number(of: name) { return [number] }
      if factor.isBroken { return nil }
      if let line = factor.line, line.scale.position(name) != nil {
        reportOutside(name, line, of: factor, at: span)
      } else {
        reportUnknownValue(name, at: span, of: factor)
      }
      return nil
    case .interval(let from, let to): return interval(from, to, in: factor, context, at: span)
    }
  }

  private mutating func reportUnknownValue(
    _ name: String,
    at span: SourceSpan,
    of factor: NamedValues
  ) {
    read.report(
      .unknownValue,
      "`\(factor.name)` has no value `\(name)`",
      at: span,
      help: read.hasHelpLeft ? help(forValue: name, of: factor) : []
    )
  }

  private func help(forValue name: String, of factor: NamedValues) -> [String] {
    if let value = factor.labels.firstIndex(of: name), factor.ids[value] != name {
      return ["`\(name)` is what people read: write the id, `\(factor.ids[value])`"]
    }
    let words = ["valid", "invalid", "any"]
    guard let scale = factor.scale else {
      let near = NearestName.of(name, among: factor.ids) ?? NearestName.of(name, among: words)
      return (near.map { ["did you mean `\($0)`?"] } ?? []) + [listOfValues(factor)]
    }
    // No number is a slip of the pen for another one.
    let values = listOfValues(factor)
    if scale.number(name) != nil { return [values] }
    if scale != .day, let slip = NumberSlip(name) { return ["write `\(slip.right)`", values] }
    let near = NearestName.of(name, among: factor.ids.filter { Int($0) == nil } + words)
    return (near.map { ["did you mean `\($0)`?"] } ?? []) + [values]
  }

  private func listOfValues(_ factor: NamedValues) -> String {
    "the values of `\(factor.name)` are \(inWords(factor.ids))"
  }

  // MARK: Intervals

  private mutating func interval(
    _ from: String?,
    _ to: String?,
    in factor: NamedValues,
    _ context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    if factor.isBroken { return nil }
    guard let scale = factor.scale, let bounds = factor.bounds else {
      read.report(
        .invalidValue,
        "`\(factor.name)` has no numbers that an interval could compare",
        at: span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    if context.isOfHouse {
      // A bound that is none on the spec's scale holds nowhere.
      guard [from, to].allSatisfy({ $0.map { scale.number($0) != nil } ?? true }) else { return [] }
      return cut(from.flatMap(scale.number), to.flatMap(scale.number), to: factor, context)
    }
    var ends: [Int?] = []
    for end in [from, to] {
      guard let end else {
        ends.append(nil)
        continue
      }
      guard let number = bound(end, scale, bounds, of: factor, context, at: span) else {
        return nil
      }
      ends.append(number)
    }
    let (lower, upper) = (ends[0], ends[1])
    if let lower, let upper, lower > upper {
      read.report(
        .backwardsRange,
        "the interval of `\(factor.name)` runs backwards from \(scale.written(lower)) to "
          + "\(scale.written(upper))",
        at: span,
        help: ["write `\(scale.written(upper))..\(scale.written(lower))`"]
      )
      return nil
    }
    let values = factor.values(from: lower, to: upper, takesInvalid: context.takesInvalid)
    if values.isEmpty && !context.isOfHouse {
      read.report(
        .selectsNothing,
        "`\(factor.name)` has no value in `\(from ?? "")..\(to ?? "")`",
        at: span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return values
  }

  /// The values in an interval of a pack, whose numbers outside the range of the spec are cut to it.
  private func cut(
    _ from: Int?,
    _ to: Int?,
    to factor: NamedValues,
    _ context: ConditionContext
  ) -> [Int] {
    let valid = factor.valid.compactMap { factor.positions[$0] }
    var (lower, upper) = (from, to)
    if let least = valid.min(), let greatest = valid.max() {
      guard (from ?? .min) <= greatest, (to ?? .max) >= least else { return [] }
      lower = from.map { max($0, least) }
      upper = to.map { min($0, greatest) }
    }
    return factor.values(from: lower, to: upper, takesInvalid: context.takesInvalid)
  }

  /// The number of a bound within the range of the factor and its neighbours.
  private mutating func bound(
    _ text: String,
    _ scale: Scale,
    _ bounds: ClosedRange<Int>,
    of factor: NamedValues,
    _ context: ConditionContext,
    at span: SourceSpan
  ) -> Int? {
    guard let number = scale.position(text) else {
      let isNoDay = scale == .day && CalendarDay.isWritten(text)
      read.report(
        scale == .day ? .invalidDay : .invalidRange,
        isNoDay
          ? "a bound of `\(factor.name)` is \(text), and there is no such day"
          : "a bound of `\(factor.name)` must be \(scale.bound), not `\(text)`",
        at: span,
        help: isNoDay
          ? [] : [factor.line.map { "its range is `\($0.written)`" } ?? listOfValues(factor)]
      )
      return nil
    }
    if bounds.contains(number) { return number }
    if let line = factor.line {
      reportOutside(text, line, of: factor, at: span)
      return nil
    }
    read.report(
      .invalidRange,
      "\(text) lies outside the numbers of `\(factor.name)`",
      at: span,
      help: ["they go from \(bounds.lowerBound) to \(bounds.upperBound)"]
    )
    return nil
  }

  /// Reports a number beyond the neighbours of a range.
  private mutating func reportOutside(
    _ text: String,
    _ line: NumberLine,
    of factor: NamedValues,
    at span: SourceSpan
  ) {
    let (below, above) = line.scale == .day ? ("before", "after") : ("below", "above")
    let neighbours = [(line.from.map { $0 - 1 }, below), (line.to.map { $0 + 1 }, above)]
    let outside = neighbours.compactMap { number, side -> String? in
      guard let number, factor.positions.contains(number) else { return nil }
      // No length is less than that of the empty text.
      if line.scale == .textLength && number == 0 { return nil }
      return "`\(line.scale.id(number))` stands for every \(line.scale.noun) \(side) it"
    }
    read.report(
      .invalidRange,
      "\(text) lies outside the range of `\(factor.name)`",
      at: span,
      help: ["the range is `\(line.written)`" + outside.map { "; \($0)" }.joined()]
    )
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
