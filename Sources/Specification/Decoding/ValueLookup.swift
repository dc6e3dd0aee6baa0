import Diagnostics

/// The lookup of values of a factor for items of a condition.
struct ValueLookup {
  let factor: NamedValues
  let context: ConditionContext
  let span: SourceSpan
  let read: SyntaxReader

  /// Returns the indices of the values, or `nil` after reporting a mistake.
  func values(of item: ConditionText.Item) -> [Int]? {
    switch item {
    case .word(.any): return Array(factor.values.indices)
    case .word(.others):
      return read.reject(
        .unreadableCondition,
        "`others` means the values that no key beside it names: only in a tree of rules",
        at: span,
        help: ["name the values that are meant, or write `not …` with those to exclude"]
      )
    case .word(let word):
      let values = factor.values.indices.filter {
        factor.values[$0].isInvalid == (word == .invalid)
      }
      return filled(values, "`\(factor.name)` has no \(word.rawValue) value")
    case .name(let name): return factor.number(of: name).map { [$0] } ?? unknown(name)
    case .interval(let from, let to): return interval(from, to)
    }
  }

  /// Returns the values, reporting an empty selection.
  func filled(_ values: [Int], _ message: @autoclosure () -> String) -> [Int]? {
    if !values.isEmpty || context.isOfHouse { return values }
    if factor.isBroken { return nil }
    return read.reject(.selectsNothing, message(), at: span, help: [factor.listOfValues])
  }

  private func unknown<Value>(_ name: String) -> Value? {
    if factor.isBroken {
      // The form is wrong whatever the values are.
      let right =
        ForeignCondition.comparison(name, on: factor.scale ?? .integer)
        ?? (factor.scale?.isCounted == true ? NumberSlip.meant(by: name, on: nil) : nil)
      guard let right, right != name else { return nil }
      let message = "the condition on `\(factor.name)` cannot be read: `\(name)`"
      return read.reject(.unreadableCondition, message, at: span, help: ["write `\(right)`"])
    }
    if let line = factor.line, line.scale.position(name) != nil { return outside(name) }
    let list = [factor.listOfValues]
    if let scale = factor.scale, scale.hasForm(name) {
      return read.noNumber(name, on: scale, "`\(factor.name)`", at: span, help: list)
    }
    let message = "`\(factor.name)` has no value `\(name)`"
    let help = read.hasHelpLeft ? help(name) : nil
    return read.reject(.unknownValue, message, at: span, help: help.map { $0 + list } ?? [])
  }

  /// Returns suggestions for a name that no value has.
  private func help(_ name: String) -> [String] {
    if let value = factor.values.first(where: { $0.label == name }), value.id != name {
      return ["`\(name)` is a label: write the id, `\(value.id)`"]
    }
    let isYesNo = factor.ids == ["yes", "no"]
    let denied = ["以外", "ではない", "でない"].first(where: name.hasSuffix)
      .map { String(name.dropLast($0.count)) }
    if let denied, factor.ids.contains(denied) { return ["write `not \(denied)`"] }
    if let right = ForeignCondition.comparison(name, on: factor.scale) {
      if isYesNo, let truth = Self.truths[right.lowercased()] { return ["write `\(truth)`"] }
      let isFactor = !factor.ids.contains(right) && context.scope.factor(right) != nil
      return ["write `\(isFactor ? "same as \(right)" : right)`"]
    }
    if ["*", "＊", "_"].contains(name) {
      return ["write `any` if it makes no difference, or leave `\(factor.name)` out"]
    }
    if ForeignKeys.rest.contains(name.lowercased()) {
      return ["in a tree write `others` for all that no key beside it names"]
    }
    if isYesNo, let truth = Self.truths[name.lowercased()] { return ["write `\(truth)`"] }
    let words = ["valid", "invalid", "any"]
    if words.contains(name) { return [] }
    guard let scale = factor.scale else {
      if isYesNo, name.contains(where: \.isNumber) { return [howNumbersAreDeclared] }
      let near = read.near(name, among: factor.ids)
      return near.isEmpty ? read.near(name, among: words) : near
    }
    // A number is not a misspelling of another number.
    if scale.number(name) != nil { return [] }
    if let right = factor.meant(by: name) { return ["write `\(right)`"] }
    return read.near(name, among: factor.ids.filter { $0.contains(where: \.isLetter) } + words)
  }

  private static let truths = [
    "true": "yes", "false": "no", "not true": "no", "not false": "yes",
  ]

  private var howNumbersAreDeclared: String {
    "a number is declared with its range: `\(factor.name): {range: 0..}`"
  }

  // MARK: Intervals

  /// Returns the values between two bounds, either of which may be open.
  private func interval(_ from: String?, _ to: String?) -> [Int]? {
    if factor.isBroken { return nil }
    guard let scale = factor.scale, let bounds = factor.bounds else {
      return read.reject(
        .invalidValue,
        "`\(factor.name)` has no numbers to compare",
        at: span,
        help: (factor.ids == ["yes", "no"] ? [howNumbersAreDeclared] : []) + [factor.listOfValues]
      )
    }
    if context.isOfHouse { return cut(from, to, scale) }
    var ends: [Int?] = []
    for (end, isLower) in [(from, true), (to, false)] {
      let number = end.flatMap { bound($0, isLower: isLower, scale, bounds) }
      if end != nil, number == nil { return nil }
      ends.append(number)
    }
    if let lower = ends[0], let upper = ends[1], lower > upper {
      if scale.wrapped != nil {
        // An interval of times across midnight.
        return factor.values(from: nil, to: upper, takesInvalid: false)
          + factor.values(from: lower, to: nil, takesInvalid: false)
      }
      let subject = "the interval of `\(factor.name)`"
      return read.backwards(subject, scale.written(lower), scale.written(upper), at: span)
    }
    let values = factor.values(from: ends[0], to: ends[1], takesInvalid: context.takesInvalid)
    return filled(values, "`\(factor.name)` has no value in `\(from ?? "")..\(to ?? "")`")
  }

  /// Returns the values in an interval of a pack, clamped to the range of the spec.
  private func cut(_ from: String?, _ to: String?, _ scale: Scale) -> [Int] {
    let (lower, upper) = (from.flatMap(scale.number), to.flatMap(scale.number))
    // A bound that is not on the spec's scale selects nothing.
    if from != nil, lower == nil { return [] }
    if to != nil, upper == nil { return [] }
    let valid = factor.valid.compactMap { factor.values[$0].number }
    func cut(_ from: Int?, _ to: Int?) -> [Int] {
      let (least, most) = (valid.min() ?? .min, valid.max() ?? .max)
      guard (from ?? .min) <= most, (to ?? .max) >= least else { return [] }
      let (from, to) = (from.map { max($0, least) }, to.map { min($0, most) })
      return factor.values(from: from, to: to, takesInvalid: context.takesInvalid)
    }
    return scale.wrapped != nil && (lower ?? .min) > (upper ?? .max)
      ? cut(nil, upper) + cut(lower, nil) : cut(lower, upper)
  }

  private func bound(
    _ text: String,
    isLower: Bool,
    _ scale: Scale,
    _ bounds: ClosedRange<Int>
  ) -> Int? {
    guard let number = scale.position(text) else {
      let right = factor.meant(by: text).map { ["write `\($0)`"] } ?? []
      let range = factor.line.map { "its range is `\($0.written)`" } ?? factor.listOfValues
      let subject = "a bound of `\(factor.name)`"
      return read.noNumber(text, on: scale, subject, at: span, help: right + [range])
    }
    let beyond = factor.values.first { $0.isInvalid && $0.numbers?.contains(number) == true }
    guard let beyond else { return bounds.contains(number) ? number : outside(text) }
    // One invalid value stands for all numbers beyond the range, so no bound can be in the middle of them.
    let isEnd = beyond.number == number || isLower && beyond.numbers?.lowerBound == number
    return isEnd ? beyond.number : outside(text)
  }

  private func outside<Value>(_ text: String) -> Value? {
    var help = factor.listOfValues
    if let line = factor.line {
      let scale = line.scale
      let outside = factor.values.compactMap { value -> String? in
        // Nothing is less than the origin of a scale.
        guard let number = value.number, value.isNeighbour, !scale.isOrigin(number) else {
          return nil
        }
        let side = number < line.from ?? .min ? scale.sides.below : scale.sides.above
        return "; `\(value.id)` stands for every \(scale.noun) \(side) it"
      }
      help = "the range is `\(line.written)`" + outside.joined()
    }
    let message = "\(text) lies outside the range of `\(factor.name)`"
    return read.reject(.invalidRange, message, at: span, help: [help])
  }
}

extension NamedValues {
  /// Returns the right form of a number, a date or a time.
  func meant(by text: String) -> String? {
    guard let scale else { return nil }
    let right = scale.isCounted ? NumberSlip.meant(by: text, on: numbersLine) : scale.meant(text)
    return right == text ? nil : right
  }

  var listOfValues: String {
    let numbers = values.filter { $0.number != nil }
    guard let line, let first = numbers.first, let last = numbers.last else {
      return "the values of `\(name)` are \(inWords(ids))"
    }
    let others = values.filter { $0.number == nil }.map { ", or `\($0.id)`" }.joined()
    return "a value of `\(name)` is \(line.scale.article) from `\(first.id)` to `\(last.id)`"
      + others
  }
}
