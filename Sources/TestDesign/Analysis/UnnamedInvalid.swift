import Combinatorics
import Specification
import Text

/// Invalid values of a factor, or its zero, that no rule names and that are treated like any other value.
struct UnnamedInvalid {
  var factor: Int
  /// The values that occur, ascending.
  var values: [Int]
  /// At least one index into `Specification.operations`; the operation that reads the factor comes first.
  var operations: [Int] = []
  /// The values of the operations; if `isNamedNowhere`, only those for which `rule` decides, unless the operation has parts.
  var operationValues: [Int] = []
  /// The rule that decides for the first operation.
  var rule = 0
  /// The rules that decide for it, the one to quote first; empty if they are not sought.
  var rules: [Int] = []
  /// The combinations of the values and the operations.
  var rows = Diagram.empty
  /// True if no rule of the spec names any of the values, so that nobody has considered them.
  var isNamedNowhere: Bool
  /// True if rules for the operations name other invalid values of the factor.
  var isBesideNamed = false
}

extension RuleRegions {
  /// Returns the invalid values that rules do not name, by factor: on any operation, or on those whose own rules do not name them.
  ///
  /// A factor is left out while a hole asks about its invalid values: as long as no rule names one, a hole that names them; afterwards, any
  /// hole that contains them. Events are left out, since they take no input.
  func unnamedInvalid(
    _ holes: [QuestionRegion],
    speaker: (Factor) -> Int?
  ) throws(LimitExceeded) -> [UnnamedInvalid] {
    let lowered = space.lowered
    let specification = lowered.specification
    let (naming, reading) = specification.operationsOfFactors
    let actions = specification.operations.indices.filter {
      !specification.operations[$0].isEvent
    }
    // Values are usually entered elsewhere than they are shown.
    let showing = Set(actions.filter { specification.operations[$0].saysThatItShows })
    let operations = actions.filter { !showing.contains($0) } + showing.sorted()
    let own = operations.filter { specification.operations[$0].catalogueEntry == nil }
    // An entry matters where it changes something, not where a screen opens.
    let moving = specification.rules.indices.filter { !specification.rules[$0].becomes.isEmpty }
    let changing = own.filter(Set(moving.flatMap(lowered.operations(ofRule:))).contains)
    var found: [UnnamedInvalid] = []
    for (factor, declared) in specification.factors.enumerated() {
      let values = declared.values.indices.filter { declared.values[$0].isInvalid }
      guard !values.isEmpty else { continue }
      let all = try space.store.diagram(of: factor, in: values)
      let named = naming[factor]
      let isAsked =
        named.isEmpty
        ? holes.contains { hole in
          !hole.condition.isFull(factor)
            && values.contains { hole.condition.contains($0, factor: factor) }
        } : try space.store.meet(undefined, all)
      guard !isAsked else { continue }
      // Once the values are named somewhere, only the treatment by the spec's own operations needs to be confirmed. Before that, only
      // operations that read the factor can fail, unless none does.
      let candidates =
        !named.isEmpty
        ? own.filter { !reading[factor].contains($0) }.sorted()
        : reading[factor].isEmpty
          ? [speaker(declared)].compactMap(\.self) + changing + own + operations
          : operations.filter(reading[factor].contains)
      let unnamed = try unnamed(
        values,
        of: factor,
        on: candidates,
        isNamedNowhere: named.isEmpty
      )
      if !unnamed.operations.isEmpty { found.append(unnamed) }
      // Rules that name some of the invalid values may have forgotten the others.
      let rest = named.mapValues { known in values.filter { !known.contains($0) } }
      for operations in own.sorted().gathered(by: { rest[$0] ?? [] }) {
        guard let rest = rest[operations[0]], !rest.isEmpty else { continue }
        var left = try self.unnamed(rest, of: factor, on: operations, isNamedNowhere: false)
        left.isBesideNamed = true
        if !left.operations.isEmpty { found.append(left) }
      }
    }
    return found
  }

  /// Returns the zeros of money and counts starting at zero that no rule distinguishes from other numbers.
  func unnamedZeros(_ undefined: Diagram) throws(LimitExceeded) -> [UnnamedInvalid] {
    let specification = space.lowered.specification
    let zeros = specification.factors.enumerated().compactMap { factor, declared in
      declared.countedZero.map { (factor: factor, value: $0) }
    }
    guard !zeros.isEmpty else { return [] }
    let reading = specification.operationsOfFactors.reading
    var found: [UnnamedInvalid] = []
    for (factor, zero) in zeros where !specification.names(zero, of: factor) {
      let operations = reading[factor].sorted()
      let unnamed = try unnamed([zero], of: factor, on: operations, isNamedNowhere: true)
      let isOpen = try space.store.meet(undefined, unnamed.rows)
      if !unnamed.operations.isEmpty, !isOpen { found.append(unnamed) }
    }
    return found
  }

  /// Returns the values on the first operation on which they are decided, or on all such operations if they are named somewhere.
  private func unnamed(
    _ values: [Int],
    of factor: Int,
    on candidates: [Int],
    isNamedNowhere: Bool
  ) throws(LimitExceeded) -> UnnamedInvalid {
    let lowered = space.lowered
    let cube = Cube(lowered.domains, factor, in: values)
    let all = try space.store.intersection(space.all, cube)
    var unnamed = UnnamedInvalid(factor: factor, values: values, isNamedNowhere: isNamedNowhere)
    for operation in candidates where isNamedNowhere ? unnamed.operations.isEmpty : true {
      let whole = lowered.cube(ofOperation: operation)
      var rows = try space.possible(space.store.intersection(all, whole))
      let deciding = try rule(decidingIn: rows, on: operation)
      guard rows != .empty, let deciding else { continue }
      if unnamed.operations.isEmpty { unnamed.rule = deciding }
      unnamed.operations.append(operation)
      unnamed.operationValues += lowered.variants[operation]
      // Parts are shown together, so the question covers all of them.
      if isNamedNowhere, !lowered.specification.operations[operation].hasParts {
        let own = try space.store.intersection(rows, wins[deciding])
        let support = space.store.support(of: own, in: whole) ?? whole
        unnamed.operationValues = support.values(of: lowered.operationFactor)
        rows = try space.store.intersection(rows, lowered.cube(of: unnamed))
      }
      unnamed.rows = try space.store.union(unnamed.rows, rows)
    }
    unnamed.values = space.store.support(of: unnamed.rows, in: cube)?.values(of: factor) ?? []
    return unnamed
  }

  /// Returns the first decided rule of the spec that wins in a set, or `nil`.
  private func rule(
    decidingIn rows: Diagram,
    on operation: Int
  ) throws(LimitExceeded) -> Int? {
    let parts = space.lowered.parts
    for part in parts.of(operation: operation)
    where !parts[part].isOfHouse && resultNumbers[parts[part].rule] != nil {
      if try space.store.meet(wonByParts[part], rows) { return parts[part].rule }
    }
    return nil
  }
}

extension FactorReading {
  /// Returns the factors that nothing reads, without those whose invalid values another question covers.
  func unread(besides unnamed: [UnnamedInvalid]) -> [Int] {
    let asked = unnamed.filter(\.isNamedNowhere).map(\.factor)
    return unread.filter { !asked.contains($0) }
  }
}

extension LoweredSpecification {
  /// Returns the cube of the values on the operations.
  func cube(of unnamed: UnnamedInvalid) -> Cube {
    Cube(domains, operationFactor, in: unnamed.operationValues)
      .restricted(unnamed.factor, to: unnamed.values)
  }
}

extension Factor {
  private static let units = wordLists("Wording/units.yaml").map {
    Set($0.texts.map(String.init))
  }

  /// True if the numbers are amounts of money, which may be negative.
  var isMoney: Bool { line?.unit.map { Self.units[0].contains($0.lowercased()) } ?? false }

  /// The zero of an amount of money or credit whose range starts there, or `nil`.
  fileprivate var countedZero: Int? {
    guard let unit = line?.unit?.lowercased(),
      Self.units.contains(where: { $0.contains(unit) })
    else { return nil }
    let valid = numberedValues.filter { !values[$0].isInvalid }
    guard let least = valid.first, values[least].number == 0, valid.count > 1 else { return nil }
    return least
  }
}

extension Specification {
  /// True if a condition separates a value from the next greater one, compares the factor with another, or says `any`.
  fileprivate func names(_ zero: Int, of factor: Int) -> Bool {
    let values = factors[factor].values
    let next = factors[factor].numberedValues.first {
      !values[$0].isInvalid && values[$0].number ?? 0 > values[zero].number ?? 0
    }
    let conditions =
      rules.map(\.when) + impossible.map(\.when) + operations.flatMap(\.applicability)
    return conditions.flatMap(\.alternatives).flatMap(\.terms).contains { term in
      term.factor != factor && factorsRead(with: term.factor).contains(factor)
        || term.factor == factor && !term.isImplied
          && (term.isAny || term.values.contains(zero) != (next.map(term.values.contains) ?? false))
    }
  }

  /// Returns the invalid values that a term names, alone or in one stretch with a valid one: `[0..29, 31]` only leaves out 30.
  private func invalidValues(namedBy term: Term) -> [Int] {
    let factor = factors[term.factor]
    let line = factor.numberedValues
    if term.isAny || term.namesInvalid {
      return term.values.filter { factor.values[$0].isInvalid }
    }
    guard !term.isImplied else { return [] }
    let isAlone = term.values.allSatisfy { factor.values[$0].isInvalid }
    return term.values.filter { value in
      guard factor.values[value].isInvalid else { return false }
      guard !isAlone, let place = line.firstIndex(of: value) else { return true }
      let (before, behind) = (line[..<place].reversed(), line[(place + 1)...])
      return [Array(before), Array(behind)].contains { side in
        let stretch = side.prefix(while: term.values.contains)
        return stretch.contains { !factor.values[$0].isInvalid }
      }
    }
  }

  /// For each factor, the invalid values that rules name by operation, and the operations for which a rule or the `only_when` of an action
  /// names the factor.
  fileprivate var operationsOfFactors: (naming: [[Int: Set<Int>]], reading: [Set<Int>]) {
    let values = operationValues
    var naming: [[Int: Set<Int>]] = factors.map { _ in [:] }
    var reading: [Set<Int>] = factors.map { _ in [] }
    for alternative in rules.flatMap(\.when.alternatives) {
      let operations = Set(
        alternative.terms.filter { $0.factor == operationFactor }
          .flatMap { $0.values.map { values[$0].operation } }
      )
      for term in alternative.terms where term.factor != operationFactor {
        for factor in factorsRead(with: term.factor) { reading[factor].formUnion(operations) }
        let named = invalidValues(namedBy: term)
        for operation in operations where !named.isEmpty {
          naming[term.factor][operation, default: []].formUnion(named)
        }
      }
    }
    for (number, operation) in operations.enumerated() where !operation.isEvent {
      for term in operation.applicability.flatMap(\.alternatives).flatMap(\.terms) {
        for factor in factorsRead(with: term.factor) { reading[factor].insert(number) }
      }
    }
    return (naming, reading)
  }
}
