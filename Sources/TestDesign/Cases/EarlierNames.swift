import Combinatorics
package import Specification
import Text

/// Maps the factors and values of an earlier suite to those of today's spec.
///
/// Equal names mean the same thing. Two other names are taken for a rename if the match is unambiguous: both have the same label or, for
/// factors, the later one has the same values or a superset. Values such as `yes` and `off` do not identify a factor and are not counted.
package struct EarlierNames: Sendable {
  /// A factor or a value that has a new name.
  package struct Rename: Hashable, Sendable {
    /// The factor's name today; `operation` for an operation.
    package var factor: String
    /// The old id of the value, or the old name of the factor if the factor was renamed.
    package var old: String
    /// The new id of the value, or `nil` if the factor was renamed.
    package var value: String?
  }

  /// In the order of the earlier factors, each before its values.
  package private(set) var renames: [Rename] = []
  /// Today's index of each factor, by its earlier name.
  private var factors: [String: Int] = [:]
  /// Today's index of each value by its earlier id, for each of today's factors.
  private var values: [[String: Int]]
  private let operations: [CaseOperation]

  /// Compares the earlier factors, the operation last, with a spec.
  ///
  /// Without earlier factors only equal names match.
  package init(_ earlier: [EarlierFactor], in specification: Specification) {
    let today = EarlierFactor.all(of: specification)
    operations = specification.caseOperations
    values = today.map { factor in
      Dictionary(firstOf: factor.values.enumerated().map { ($1.id, $0) })
    }
    for (number, factor) in today.enumerated() { factors[factor.name] = number }
    for (old, number) in Self.matches(earlier, today) {
      let new = today[number]
      factors[earlier[old].name] = number
      if earlier[old].name != new.name {
        renames.append(Rename(factor: new.name, old: earlier[old].name, value: nil))
      }
      for (gone, value) in Self.matches(earlier[old].values, new.values) {
        let id = earlier[old].values[gone].id
        guard id != new.values[value].id else { continue }
        values[number][id] = value
        renames.append(Rename(factor: new.name, old: id, value: new.values[value].id))
      }
    }
  }

  /// The earlier name of each renamed factor and value, by the path of its present name: the factor, then the value.
  var former: [[String]: String] {
    Dictionary(firstOf: renames.map { ([$0.factor] + ($0.value.map { [$0] } ?? []), $0.old) })
  }

  /// Returns today's index of an earlier factor, the operation included.
  package func factor(_ name: String) -> Int? { factors[name] }

  /// Returns today's index of an earlier value of a factor; for the operation, the index in `Specification.caseOperations`.
  package func value(_ id: String, of factor: Int) -> Int? { values[factor][id] }

  /// Translates an earlier case to today's indices; returns `nil` if its operation no longer exists.
  package func setup(of earlier: EarlierSuite.Case) -> EarlierSetup? {
    let operationFactor = values.count - 1
    guard let operation = value(earlier.operation, of: operationFactor) else { return nil }
    var setup = EarlierSetup(
      values: Array(repeating: .unknown, count: operationFactor),
      operation: operations[operation].value
    )
    for (name, id) in earlier.setup {
      guard let factor = factor(name), factor < operationFactor else {
        setup.namesRemovedFactors = true
        continue
      }
      guard let id else {
        setup.values[factor] = .notApplicable
        continue
      }
      if let value = value(id, of: factor) {
        setup.values[factor] = .value(value)
      } else {
        setup.removedValues.insert(factor)
      }
    }
    return setup
  }

  /// Pairs old indices with new ones: first the old, with `nil` for those that are gone, then those that are new.
  static func pairs(_ today: [Int?], of count: Int) -> [(old: Int?, new: Int?)] {
    let kept = Set(today)
    return today.enumerated().map { ($0, $1) }
      + (0..<count).filter { !kept.contains($0) }.map { (nil, $0) }
  }

  // MARK: Matching

  private static let common: Set<String> = ["yes", "no", "on", "off", "none", "any", "other"]

  /// Returns the indices of the earlier factors that still exist and of their present counterparts, in the order of the earlier ones.
  private static func matches(
    _ old: [EarlierFactor],
    _ new: [EarlierFactor]
  ) -> [(old: Int, new: Int)] {
    matches(
      old,
      new,
      name: \.name,
      isSame: [
        { $0.label == $1.label && $0.hasOwnLabel && $1.hasOwnLabel },
        { $0.values.map(\.id) == $1.values.map(\.id) && !$0.isYesNo },
        { old, new in
          let ids = Set(old.values.map(\.id))
          return ids.isSubset(of: new.values.map(\.id)) && ids.subtracting(Self.common).count > 1
        },
      ]
    )
  }

  private static func matches(
    _ old: [EarlierFactor.Value],
    _ new: [EarlierFactor.Value]
  ) -> [(old: Int, new: Int)] {
    matches(old, new, name: \.id, isSame: [{ $0.label == $1.label && $0.label != $0.id }])
  }

  /// Pairs elements of equal name; then, for each test in turn, remaining elements that match each other and nothing else.
  private static func matches<Element>(
    _ old: [Element],
    _ new: [Element],
    name: (Element) -> String,
    isSame tests: [(Element, Element) -> Bool]
  ) -> [(old: Int, new: Int)] {
    let numbers = Dictionary(new.enumerated().map { (name($1), $0) }) { first, _ in first }
    var pairs = old.indices.compactMap { index in
      numbers[name(old[index])].map { (old: index, new: $0) }
    }
    for isSame in tests {
      let taken = (old: Set(pairs.map(\.old)), new: Set(pairs.map(\.new)))
      let gone = old.indices.filter { !taken.old.contains($0) }
      let come = new.indices.filter { !taken.new.contains($0) }
      for index in gone {
        let candidates = come.filter { isSame(old[index], new[$0]) }
        guard let candidate = candidates.first, candidates.count == 1,
          gone.count(where: { isSame(old[$0], new[candidate]) }) == 1
        else { continue }
        pairs.append((index, candidate))
      }
    }
    return pairs.sorted { $0.old < $1.old }
  }
}

extension EarlierFactor {
  fileprivate var hasOwnLabel: Bool { label != name }

  fileprivate var isYesNo: Bool { Set(values.map(\.id)) == ["yes", "no"] }
}

/// An earlier case in terms of today's spec.
package struct EarlierSetup: Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    case value(Int)
    case notApplicable
    /// The case does not mention the factor, or had a value of it that is gone.
    case unknown
  }

  /// By factor of the spec.
  package var values: [Entry]
  /// An index into `Specification.operationValues`.
  package var operation: Int
  /// True if the case named factors that no longer exist.
  package var namesRemovedFactors = false
  /// The factors of which the case had a value that no longer exists; their entries are `unknown`.
  package var removedValues: Set<Int> = []

  /// True if the setup is equal to a combination and names nothing else.
  package func isSame(as combination: Combination) -> Bool {
    !namesRemovedFactors && operation == combination.operation
      && values == combination.values.map { $0.map(Entry.value) ?? .notApplicable }
  }
}

extension AnalysedSpecification {
  /// Returns the combination of a case of an earlier suite, following renames.
  ///
  /// Returns `nil` if one of its values no longer exists, or the spec has factors that the case does not mention.
  package func combination(
    of stored: EarlierSuite.Case,
    in suite: EarlierSuite
  ) -> Combination? {
    combination(of: stored, by: EarlierNames(suite.factors, in: specification))
  }

  /// Returns the ids and combinations of all cases that still have a combination.
  package func combinations(of suite: EarlierSuite) -> [(id: String, combination: Combination)] {
    let names = EarlierNames(suite.factors, in: specification)
    return suite.cases.compactMap { stored in
      combination(of: stored, by: names).map { (stored.id, $0) }
    }
  }

  /// Returns the ids of the cases of a suite in which the results of a rule are expected.
  package func cases(of suite: EarlierSuite, showing rule: Int) -> [String] {
    let shown = regions.shown(rule)
    let operations = specification.caseOperationOfValue
    return combinations(of: suite).filter { _, combination in
      operations[combination.operation].values.contains { value in
        var part = combination
        part.operation = value
        return regions.space.store.contains(shown, row: regions.space.lowered.row(part))
      }
    }.map(\.id)
  }

  private func combination(of stored: EarlierSuite.Case, by names: EarlierNames) -> Combination? {
    guard let setup = names.setup(of: stored) else { return nil }
    var values: [Int?] = []
    for (factor, entry) in zip(specification.factors, setup.values) {
      switch entry {
      case .value(let value): values.append(value)
      case .notApplicable where factor.onlyWhen != nil: values.append(nil)
      case .notApplicable, .unknown: return nil
      }
    }
    return Combination(values: values, operation: setup.operation)
  }
}
