/// Determines which numbers of a range, of dates or of lengths are values.
package enum JudgedNumbers: Hashable, Codable, Sendable {
  /// Those that the page lists: boundaries, first and last number of each class, and those named by cases and `usual`.
  case representatives(Cuts)
  /// Every number of the range, without classes; an unbounded range ends at `upTo`.
  case every(upTo: Int)

  /// The numbers at which conditions split a range.
  package struct Cuts: Hashable, Codable, Sendable {
    /// The first numbers of the classes.
    package var starts: Set<Int> = []
    /// The numbers named by cases: they are values but split nothing.
    package var tested: Set<Int> = []

    /// Splits before the lower end of an interval and after the upper one, and around a single number.
    package mutating func add(_ item: AbstractCondition.Item, of source: AbstractValues) {
      switch item {
      case .interval(let from, let to):
        // An interval that clamping to the spec's range has emptied lies beyond all numbers.
        if let from, from.number < Int.max { starts.insert(from.number) }
        if let to, to.number < Int.max { starts.insert(to.number + 1) }
      case .id(let id):
        guard let number = source.number(id) else { return }
        starts.formUnion([number, number + 1])
      case .valid, .invalid, .any: break
      }
    }
  }

  /// Returns the valid numbers that are values, each with the numbers that it represents.
  func valid(from: Int, to: Int?) -> [Int: ClosedRange<Int>] {
    switch self {
    case .every(let reach):
      let numbers = from...(to ?? max(reach, from + 1))
      return Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0...$0) })
    case .representatives(let cuts):
      let isInside = { (number: Int) in from <= number && number <= to ?? Int.max }
      let starts = [from] + cuts.starts.filter { isInside($0) && $0 > from }.sorted()
      let ends = starts.dropFirst().map { $0 - 1 } + [to ?? Int.max]
      // The boundary rule: both ends and the first number between; of an open range the two innermost.
      var numbers = Set([from, min(from + 1, to ?? Int.max)] + (to.map { [$0] } ?? []))
      numbers.formUnion(starts)
      // A class without a last number is represented by its first.
      numbers.formUnion(ends.filter { $0 != Int.max })
      numbers.formUnion(cuts.tested.filter(isInside))
      var values: [Int: ClosedRange<Int>] = [:]
      for (start, end) in zip(starts, ends) {
        for number in numbers where start <= number && number <= end {
          values[number] = start...end
        }
      }
      return values
    }
  }

  /// Returns the numbers that the usual value represents, which is a value wherever it lies.
  func numbers(around usual: Int, from: Int, to: Int?) -> ClosedRange<Int> {
    let first = valid(from: from, to: to).values.first { $0.contains(usual) }
    return first ?? usual...usual
  }
}

extension AbstractSpec {
  /// The numbers of ranges that an oracle uses as values.
  package enum Numbers: Sendable {
    /// The numbers that the page lists.
    case representatives
    /// All numbers, so that nothing depends on classes.
    case every
    /// The numbers already set in the factors.
    case declared
  }

  /// Returns the spec with the values of its ranges set.
  package func judged(by numbers: Numbers) -> AbstractSpec {
    guard case .declared = numbers else {
      let everyNumber = judged { .every(upTo: greatestNumber(of: $0) + 2) }
      guard case .representatives = numbers else { return everyNumber }
      let cuts = CutCollection(of: everyNumber).cuts
      return judged { .representatives(cuts[$0] ?? JudgedNumbers.Cuts()) }
    }
    return self
  }

  /// Sets the numbers of factors and operations by name.
  private func judged(_ numbers: (String) -> JudgedNumbers) -> AbstractSpec {
    var spec = self
    for place in factors.indices { spec.factors[place].numbers = numbers(factors[place].name) }
    for place in operations.indices {
      spec.operations[place].numbers = numbers("operation/" + operations[place].id)
    }
    return spec
  }

  /// Returns the greatest number that the spec names for a factor, or for an operation as `operation/ID`.
  private func greatestNumber(of name: String) -> Int {
    let conditions =
      impossible.map(\.when) + rules.map(\.when) + factors.compactMap(\.onlyWhen)
      + operations.compactMap(\.onlyWhen) + (pack?.impossible ?? []).map(\.when)
      + (pack?.rules ?? []).map(\.when)
      + cases.include.map { AbstractCondition(anyOf: [$0.entries]) }
    let entries = conditions.flatMap { $0.alternatives.joined() }
    let own = entries.flatMap { entry in
      entry.test.flatMap(\.parts).flatMap { part -> [Int] in
        switch part {
        case .item(let item): entry.factor == name ? item.numbers : []
        case .selector(let selector): selector.numbers(of: name)
        }
      }
    }
    let keys = (rules + (pack?.rules ?? [])).flatMap(\.operations).flatMap { $0.numbers(of: name) }
    let usual = factors.first { $0.name == name }?.usual.flatMap { Int($0) }
    return (own + keys + (usual.map { [$0] } ?? [])).max() ?? 0
  }
}

extension AbstractCondition.Selector {
  /// Returns the numbers of the operation that the name `operation/ID` denotes.
  fileprivate func numbers(of name: String) -> [Int] {
    name == "operation/" + operation ? variants?.numbers ?? [] : []
  }
}

extension AbstractCondition.Item {
  /// The numbers in the text; dates are not included.
  fileprivate var numbers: [Int] {
    switch self {
    case .id(let id): Int(id).map { [$0] } ?? []
    case .interval(let from, let to): [from, to].compactMap { $0.flatMap { Int($0.text) } }
    default: []
    }
  }
}

/// Collects the numbers named in conditions by factor, and by operation as `operation/ID`.
private struct CutCollection {
  private(set) var cuts: [String: JudgedNumbers.Cuts] = [:]
  private let spec: AbstractSpec

  /// Collects from a spec whose ranges have every number as a value, so that it shows which house rules apply.
  init(of spec: AbstractSpec) {
    self.spec = spec
    let factors = spec.factors + [spec.operationFactor]
    let house = HouseRules(
      spec.pack ?? AbstractPack(),
      factors: factors,
      values: factors.map(\.values)
    )
    for rule in spec.rules + house.rules {
      cut(rule.when)
      for selector in rule.operations { cut(selector) }
    }
    for fact in spec.impossible + house.impossible { cut(fact.when) }
    for condition in spec.factors.compactMap(\.onlyWhen) { cut(condition) }
    for condition in spec.operations.compactMap(\.onlyWhen) { cut(condition) }
    for entry in spec.cases.include.flatMap(\.entries) { test(entry) }
  }

  private mutating func cut(_ condition: AbstractCondition) {
    for entry in condition.alternatives.joined() {
      for part in entry.test.flatMap(\.parts) {
        switch part {
        case .item(let item): cut(item, of: entry.factor, source(of: entry.factor))
        case .selector(let selector): cut(selector)
        }
      }
    }
  }

  private mutating func cut(_ selector: AbstractCondition.Selector) {
    guard let item = selector.variants else { return }
    let variants = spec.operations.first { $0.id == selector.operation }?.variants
    cut(item, of: "operation/" + selector.operation, variants)
  }

  private mutating func cut(
    _ item: AbstractCondition.Item,
    of name: String,
    _ source: AbstractValues?
  ) {
    guard let source else { return }
    cuts[name, default: .init()].add(item, of: source)
  }

  private mutating func test(_ entry: AbstractCondition.Entry) {
    for part in entry.test.flatMap(\.parts) {
      switch part {
      case .item(let item): test(item, of: entry.factor, source(of: entry.factor))
      case .selector(let selector):
        guard let item = selector.variants else { continue }
        let variants = spec.operations.first { $0.id == selector.operation }?.variants
        test(item, of: "operation/" + selector.operation, variants)
      }
    }
  }

  /// Adds the ends of an interval as values like single numbers, as in a case.
  private mutating func test(
    _ item: AbstractCondition.Item,
    of name: String,
    _ source: AbstractValues?
  ) {
    let numbers =
      switch item {
      case .interval(let from, let to): [from, to].compactMap { $0?.number }
      case .id(let id): [source?.number(id)].compactMap(\.self)
      case .valid, .invalid, .any: [Int]()
      }
    cuts[name, default: .init()].tested.formUnion(numbers)
  }

  private func source(of name: String) -> AbstractValues? {
    spec.factors.first { $0.name == name }?.source
  }
}
