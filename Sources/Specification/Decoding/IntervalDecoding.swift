import Diagnostics

extension SpecificationDecoder {
  /// The values between two bounds, each of which may be open.
  func interval(
    _ from: String?,
    _ to: String?,
    in factor: NamedValues,
    _ context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    if factor.isBroken { return nil }
    guard let scale = factor.scale, let bounds = factor.bounds else {
      return read.reject(
        .invalidValue,
        "`\(factor.name)` has no numbers that an interval could compare",
        at: span,
        help: valuesWithoutNumbers(factor)
      )
    }
    let ends = [from, to]
    if context.isOfHouse {
      // A bound that is not on the spec's scale holds nowhere.
      guard ends.allSatisfy({ $0.map { scale.number($0) != nil } ?? true }) else { return [] }
      let (lower, upper) = (from.flatMap(scale.number), to.flatMap(scale.number))
      return scale.wrapped != nil && (lower ?? .min) > (upper ?? .max)
        ? cut(nil, upper, to: factor, context) + cut(lower, nil, to: factor, context)
        : cut(lower, upper, to: factor, context)
    }
    var numbers: [Int?] = []
    for end in ends {
      let number = end.flatMap { bound($0, scale, bounds, of: factor, at: span) }
      if end != nil, number == nil { return nil }
      numbers.append(number)
    }
    let (lower, upper) = (numbers[0], numbers[1])
    if let lower, let upper, lower > upper {
      if scale.wrapped != nil {
        // Times from the evening to the morning.
        return factor.values(from: nil, to: upper, takesInvalid: false)
          + factor.values(from: lower, to: nil, takesInvalid: false)
      }
      let subject = "the interval of `\(factor.name)`"
      return read.backwards(subject, scale.written(lower), scale.written(upper), at: span)
    }
    let values = factor.values(from: lower, to: upper, takesInvalid: context.takesInvalid)
    if !values.isEmpty { return values }
    return read.reject(
      .selectsNothing,
      "`\(factor.name)` has no value in `\(from ?? "")..\(to ?? "")`",
      at: span,
      help: [listOfValues(factor)]
    )
  }

  /// The values in an interval of a pack, whose numbers outside the range of the spec are cut to it.
  private func cut(
    _ from: Int?,
    _ to: Int?,
    to factor: NamedValues,
    _ context: ConditionContext
  ) -> [Int] {
    let valid = factor.valid.compactMap { factor.values[$0].number }
    var (lower, upper) = (from, to)
    if let least = valid.min(), let greatest = valid.max() {
      guard (from ?? .min) <= greatest, (to ?? .max) >= least else { return [] }
      lower = from.map { max($0, least) }
      upper = to.map { min($0, greatest) }
    }
    return factor.values(from: lower, to: upper, takesInvalid: context.takesInvalid)
  }

  private func bound(
    _ text: String,
    _ scale: Scale,
    _ bounds: ClosedRange<Int>,
    of factor: NamedValues,
    at span: SourceSpan
  ) -> Int? {
    guard let number = scale.position(text) else {
      let right = meant(by: text, of: factor, scale).map { ["write `\($0)`"] } ?? []
      let range = factor.line.map { "its range is `\($0.written)`" } ?? listOfValues(factor)
      let subject = "a bound of `\(factor.name)`"
      return read.noNumber(text, on: scale, subject, at: span, help: right + [range])
    }
    if bounds.contains(number) { return number }
    if let line = factor.line {
      reportOutside(text, line, of: factor, at: span)
      return nil
    }
    return read.reject(
      .invalidRange,
      "\(text) lies outside the numbers of `\(factor.name)`",
      at: span,
      help: ["they go from \(bounds.lowerBound) to \(bounds.upperBound)"]
    )
  }

  func reportOutside(
    _ text: String,
    _ line: NumberLine,
    of factor: NamedValues,
    at span: SourceSpan
  ) {
    let scale = line.scale
    let neighbours = [
      (line.from.map { $0 - 1 }, scale.sides.below), (line.to.map { $0 + 1 }, scale.sides.above),
    ]
    let outside = neighbours.compactMap { number, side -> String? in
      // Nothing is less than the origin of a scale.
      guard let number, !scale.isOrigin(number),
        factor.values.contains(where: { $0.number == number })
      else { return nil }
      return "; `\(scale.id(number))` stands for every \(scale.noun) \(side) it"
    }
    read.report(
      .invalidRange,
      "\(text) lies outside the range of `\(factor.name)`",
      at: span,
      help: ["the range is `\(line.written)`" + outside.joined()]
    )
  }
}
