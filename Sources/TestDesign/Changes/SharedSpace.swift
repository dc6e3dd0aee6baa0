import Combinatorics
import Specification
import Text

/// A space for the combinations of two versions of a spec, in which corresponding ones coincide.
///
/// # Chapter: one space for two versions
///
/// **Problem.** A limit, a value or a factor that was added or removed gives each version combinations of its own; yet a reviewer asks what
/// became of “10 EUR”.
///
/// **Idea.** Combinations correspond if every factor that applies in both versions has the same value. A number corresponds to itself, so
/// the range is split wherever either version splits it: neither distinguishes the numbers between two cuts. A factor that only one version
/// has is treated as never applicable in the other. A value that only one version has corresponds to nothing.
///
/// **Worked example.** The result changes at 10 in the old version and at 20 in the new one, and the versions share only the value `toy` of
/// another factor. Then 0–9, 10–19 and 20–100 are compared, each for `toy`.
///
/// **Cost.** Linear in the values of both. If numbers of two factors are compared, their values must be the same in the version that
/// compares them, since others do not represent all pairs.
struct SharedSpace {
  struct Value {
    /// The index in the old and in the new version, possibly that of *not applicable*.
    var numbers: [Int]
    /// True if the factor exists and applies, by version.
    var applies: [Bool]
    /// The index in `specification`; one past the last value if the factor applies in neither version.
    var shown: Int
  }

  /// A value of one version or of both, with its index in each.
  private typealias Entry = (value: FactorValue, places: [Int?])

  /// The factors of the new version, then those that only the old one has, with the values of both; the operations of both, and no rules.
  private(set) var specification: Specification
  /// By factor of `specification`, the operation last.
  private(set) var values: [[Value]] = []
  /// The factor here, by version and by factor there, the operation last.
  private(set) var factors: [[Int]]
  private let names: EarlierNames
  private let versions: [Specification]

  /// Fails if a number means something else in the other version, or is compared with one that differs between the versions.
  init?(from old: Specification, to new: Specification) {
    names = EarlierNames(EarlierFactor.all(of: old), in: new)
    versions = [old, new]
    specification = new
    specification.factors = []
    specification.operations = []
    (specification.rules, specification.precedence) = ([], [])
    factors = versions.map { Array(repeating: 0, count: $0.factors.count + 1) }
    var partners: [Int: Int] = [:]
    for (number, factor) in old.factors.enumerated() {
      guard let now = names.factor(factor.name), now < new.factors.count else { continue }
      let lines = [factor.line, new.factors[now].line]
      if let line = lines[0], let other = lines[1], line.scale != other.scale { return nil }
      if lines.count(where: { $0 == nil }) != 1 { partners[now] = number }
    }
    var found: Set<Int> = []
    for number in new.factors.indices {
      if let partner = partners[number], add([partner, number]) {
        found.insert(partner)
      } else {
        _ = add([nil, number])
      }
    }
    for number in old.factors.indices where !found.contains(number) { _ = add([number, nil]) }
    for version in versions.indices {
      factors[version][versions[version].factors.count] = values.count
    }
    values.append(addOperations())
    for (version, declared) in versions.enumerated() {
      for compared in declared.factors.compactMap(\.comparison).flatMap({ [$0.left, $0.right] }) {
        let shared = specification.factors[factors[version][compared]].values
        let own = declared.factors[compared].values
        guard shared.map(\.number) == own.map(\.number), shared.map(\.numbers) == own.map(\.numbers)
        else { return nil }
      }
    }
  }

  /// Returns the new name of a factor of the old version, or `nil` if it is gone.
  func name(of factor: Factor) -> String? {
    names.factor(factor.name).map { versions[1].factors[$0].name }
  }

  /// Returns the new id of a value of the old version, or `nil` if it is gone.
  func id(of value: FactorValue, _ factor: Factor) -> String? {
    guard let number = names.factor(factor.name) else { return nil }
    return names.value(value.id, of: number).map { versions[1].factors[number].values[$0].id }
  }

  /// Returns the factors of a version in the form that `DiagramStore.copy` takes.
  func reading(_ version: Int) -> [(factor: Int, numbers: [Int])] {
    factors[version].map { factor in (factor, values[factor].map { $0.numbers[version] }) }
  }

  /// Returns a class for each value of each factor; values that are the same in the version have the same class.
  func classes(_ version: Int) -> [[Int]] {
    values.map { $0.map { $0.applies[version] ? $0.shown + 1 : 0 } }
  }

  /// Returns a cube that contains one representative of the possible counterparts of each combination of a version.
  func oneEach(_ version: Int, _ domains: Domains) -> Cube {
    let other = 1 - version
    let known = Set(factors[other])
    var cube = Cube(full: domains)
    for (factor, values) in values.enumerated() {
      let isInvalid = { factor + 1 < self.values.count && self.isInvalid($0, of: factor) }
      let absent = values.indices.filter { !values[$0].applies[version] }.min {
        let (left, right) = (values[$0], values[$1])
        return (left.applies[other] ? 1 : 0, isInvalid(left) ? 1 : 0, $0)
          < (right.applies[other] ? 1 : 0, isInvalid(right) ? 1 : 0, $1)
      }
      let same = values.indices.filter {
        values[$0].applies[version] && (values[$0].applies[other] || !known.contains(factor))
      }
      cube.restrict(factor, to: same + (absent.map { [$0] } ?? []))
    }
    return cube
  }

  private func isInvalid(_ value: Value, of factor: Int) -> Bool {
    let values = specification.factors[factor].values
    return value.shown < values.count && values[value.shown].isInvalid
  }

  /// The values of each factor by preference: usual, valid, *not applicable*, invalid.
  var preference: [[Int]] {
    values.enumerated().map { factor, values in
      guard factor + 1 < self.values.count else { return Array(values.indices) }
      let declared = specification.factors[factor]
      func rank(_ value: Value) -> Int {
        guard value.shown < declared.values.count else { return 2 }
        if isInvalid(value, of: factor) { return 3 }
        return value.shown == declared.usual ? 0 : 1
      }
      return values.indices.sorted { (rank(values[$0]), $0) < (rank(values[$1]), $1) }
    }
  }

  /// Returns a row in terms of `specification`.
  func combination(_ row: [Int]) -> Combination {
    Combination(
      values: specification.factors.enumerated().map { factor, declared in
        let shown = values[factor][row[factor]].shown
        return shown < declared.values.count ? shown : nil
      },
      operation: row[row.count - 1]
    )
  }

  /// Adds a factor, given by its index in each version; returns false if the versions share no value of it.
  private mutating func add(_ places: [Int?]) -> Bool {
    let sides = places.enumerated().map { version, place in
      place.map { versions[version].factors[$0] }
    }
    guard var declared = sides[1] ?? sides[0] else { return false }
    let now = places[1]
    let entries = entries(sides.map { $0?.values ?? [] }, declared.line) { value in
      now.flatMap { names.value(value.id, of: $0) }
    }
    // The index of *not applicable* by version; for a factor that the version does not have, any index will do.
    let absent = sides.map { side in side.map { $0.onlyWhen == nil ? nil : $0.values.count } ?? 0 }
    var values: [Value] = []
    for (shown, entry) in entries.enumerated() {
      if let old = entry.places[0], let new = entry.places[1] {
        values.append(Value(numbers: [old, new], applies: [true, true], shown: shown))
      }
    }
    guard places.contains(nil) || !values.isEmpty else { return false }
    for version in versions.indices {
      guard let none = absent[1 - version] else { continue }
      for (shown, entry) in entries.enumerated() {
        guard let place = entry.places[version] else { continue }
        let numbers = version == 0 ? [place, none] : [none, place]
        values.append(Value(numbers: numbers, applies: [version == 0, version == 1], shown: shown))
      }
    }
    if let was = absent[0], let none = absent[1] {
      values.append(Value(numbers: [was, none], applies: [false, false], shown: entries.count))
    }
    let usual = declared.values[declared.usual].id
    declared.values = entries.map(\.value)
    declared.usual = declared.values.firstIndex { $0.id == usual } ?? 0
    declared.onlyWhen = declared.onlyWhen ?? sides[0]?.onlyWhen
    for (version, place) in places.enumerated() {
      if let place { factors[version][place] = self.values.count }
    }
    specification.factors.append(declared)
    self.values.append(values)
    return true
  }

  /// Merges the values of two versions: numbers in ascending order, each with the value that represents it, then the others.
  private func entries(
    _ lists: [[FactorValue]],
    _ line: NumberLine?,
    _ now: (FactorValue) -> Int?
  ) -> [Entry] {
    let numbers = Set(lists.joined().compactMap { $0.numbers == nil ? nil : $0.number }).sorted()
    let standing = lists.map { $0.standing(for: numbers) }
    var entries = numbers.enumerated().compactMap { place, number -> Entry? in
      let places = standing.map { $0[place] }
      let present = zip(lists, places).compactMap { list, place in place.map { list[$0] } }
      let own = present.last { $0.number == number }
      guard var value = own, let last = present.last else { return nil }
      value.isInvalid = last.isInvalid
      value.numbers = present.compactMap(\.numbers).reduce(Int.min...Int.max) { $0.clamped(to: $1) }
      if last.number != number, let line {
        value.label = line.label(number, specification.language)
      }
      return (value, places)
    }
    let places = lists[0].map { $0.numbers == nil ? now($0) : nil }
    let before = Dictionary(
      firstOf: places.enumerated().compactMap { old, now in now.map { ($0, old) } }
    )
    for (number, value) in lists[1].enumerated() where value.numbers == nil {
      entries.append((value, [before[number], number]))
    }
    for (number, value) in lists[0].enumerated()
    where value.numbers == nil && (places[number].map { before[$0] != number } ?? true) {
      entries.append((value, [number, nil]))
    }
    return entries
  }

  /// Adds the operations of both versions with their common variants; an operation without variants corresponds to each variant of the
  /// other version.
  private mutating func addOperations() -> [Value] {
    let (old, new) = (versions[0], versions[1])
    let firsts = versions.map { version in
      version.operations.reduce(into: [0]) {
        $0.append($0[$0.count - 1] + max(1, $1.variants.count))
      }
    }
    let partners = names.operations(of: old, in: new)
    var values: [Value] = []
    for (number, operation) in new.operations.enumerated() {
      guard let partner = partners[number] else { continue }
      let was = old.operations[partner]
      let lists = [was.variants, operation.variants]
      let isOne = lists.map(\.isEmpty)
      guard
        isOne.contains(true)
          || was.hasParts == operation.hasParts && (was.line == nil) == (operation.line == nil)
      else { continue }
      // The only value of an operation without variants corresponds to every variant of the other version.
      var entries: [(value: FactorValue?, places: [Int?])] = [(nil, [0, 0])]
      if isOne != [true, true] {
        entries = self.entries(lists, operation.line ?? was.line) { value in
          operation.variants.firstIndex { $0.id == value.id }
        }
        .map { ($0.value, zip($0.places, isOne).map { $1 ? 0 : $0 }) }
        // An operation without parts corresponds to the first part of the other version.
        if was.hasParts != operation.hasParts { entries = [entries[0]] }
      }
      var common = operation
      common.variants = []
      for (value, places) in entries {
        guard let before = places[0], let now = places[1] else { continue }
        let numbers = [firsts[0][partner] + before, firsts[1][number] + now]
        values.append(Value(numbers: numbers, applies: [true, true], shown: values.count))
        if let value { common.variants.append(value) }
      }
      if isOne == [true, true] || !common.variants.isEmpty {
        specification.operations.append(common)
      }
    }
    return values
  }
}

extension EarlierNames {
  /// Returns the operation of the earlier version that corresponds to each of today's, by index.
  func operations(of old: Specification, in new: Specification) -> [Int: Int] {
    let ids = Dictionary(firstOf: old.operations.enumerated().map { ($1.id, $0) })
    var partners: [Int: Int] = [:]
    for (number, operation) in new.operations.enumerated() { partners[number] = ids[operation.id] }
    let (cases, known) = (new.caseOperations, Set(partners.values))
    for earlier in old.caseOperations where !known.contains(earlier.operation) {
      guard let now = value(earlier.id, of: new.operationFactor) else { continue }
      partners[cases[now].operation] = partners[cases[now].operation] ?? earlier.operation
    }
    return partners
  }
}
