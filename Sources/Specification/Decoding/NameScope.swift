import Diagnostics
import Text
import YAMLSyntax

/// The values of a factor, or the variants of an operation, by name.
struct NamedValues {
  let name: String
  let values: [FactorValue]
  let scale: Scale?
  /// The number line of a range, or `nil` for listed values.
  let line: NumberLine?
  let isYesNo: Bool
  /// True if values may be missing because of a reported mistake.
  let isBroken: Bool
  let numbers: [String: Int]

  init(_ name: String, _ declared: DeclaredValues) {
    self.name = name
    values = declared.values
    scale = declared.scale
    line = declared.line?.line
    isYesNo = declared.isYesNo
    isBroken = declared.isBroken
    // Integers that are written differently share an id.
    let ids = values.enumerated().map { ($1.id, $0) }
    let plain = ids.map { id, number in (Int(id).map { String($0) } ?? id, number) }
    numbers = Dictionary(firstOf: ids + plain)
  }

  var ids: [String] { values.map(\.id) }
  var validIDs: [String] { valid.map { values[$0].id } }
  var valid: [Int] { values.indices.filter { !values[$0].isInvalid } }

  /// Returns the index of the value with a name: its id, or the same number written differently.
  func number(of name: String) -> Int? {
    if let number = numbers[name] { return number }
    if let number = Int(name).flatMap({ numbers[String($0)] }), !name.hasPrefix("+") {
      return number
    }
    guard let position = scale?.position(name) else { return nil }
    return values.firstIndex { $0.number == position }
  }

  /// The number line of its numbers; for listed ones, that of all integers.
  var numbersLine: NumberLine? { line ?? scale.map { NumberLine(scale: $0) } }

  /// The smallest and the largest number that a condition can name.
  var bounds: ClosedRange<Int>? {
    let numbers = values.compactMap(\.number)
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return least...greatest
  }

  /// Returns the indices of the values in an interval: the valid ones, and invalid ones that are a written bound or in an open end.
  ///
  /// Those in an open end are included only if `takesInvalid` is true or the written bound is itself invalid.
  func values(from lower: Int?, to upper: Int?, takesInvalid: Bool) -> [Int] {
    let takesAll = takesInvalid || values.contains { $0.isInvalid && $0.number == lower ?? upper }
    let isOpen = lower == nil || upper == nil
    return values.indices.filter { place in
      guard let number = values[place].number, (lower ?? .min) <= number, number <= (upper ?? .max)
      else { return false }
      return !values[place].isInvalid || number == lower || number == upper
        || (isOpen && takesAll)
    }
  }
}

/// The names that a condition can use: factors, operations and their values.
struct NameScope {
  struct NamedOperation {
    var id: String
    /// The index of its first value in `Specification.operationValues`.
    var first: Int
    var variants: NamedValues?
    var hasParts: Bool
    /// True if variants may be missing because of a reported mistake.
    var isBroken: Bool

    var count: Int { variants?.values.count ?? 1 }
    var names: [String] { variants.map { $0.ids.map { "\(id)/\($0)" } } ?? [id] }
  }

  /// The factors by index, without the operation.
  let factors: [NamedValues]
  let operations: [NamedOperation]
  /// True if factors, or operations, may be missing because of a reported mistake.
  let hidesFactors: Bool
  let hidesOperations: Bool
  /// The ids that values of several factors share.
  private let sharedIDs: Set<String>
  private let factorNumbers: [String: Int]
  /// The factor of the comparison and its meaning, by each compared factor.
  let comparisons: [Int: (number: Int, meaning: Comparison)]
  private let operationNumbers: [String: Int]

  init(_ declared: Declared<DeclaredFactor>, _ selected: Declared<DeclaredOperation>) {
    factors = declared.items.map { NamedValues($0.factor.name, $0.values) }
    hidesFactors = declared.isBroken
    hidesOperations = selected.isBroken
    let ids = Dictionary(factors.flatMap(\.ids).map { ($0, 1) }, uniquingKeysWith: +)
    sharedIDs = Set(ids.filter { $1 > 1 }.keys)
    var first = 0
    operations = selected.items.map { declared in
      let (operation, variants) = (declared.operation, declared.variants)
      let named = NamedOperation(
        id: operation.id,
        first: first,
        variants: variants.values.isEmpty ? nil : NamedValues(operation.id, variants),
        hasParts: operation.hasParts,
        isBroken: variants.isBroken
      )
      first += named.count
      return named
    }
    comparisons = Dictionary(
      firstOf: declared.items.enumerated().flatMap { number, declared in
        declared.factor.comparison.map { comparison in
          [comparison.left, comparison.right].map { ($0, (number, comparison)) }
        } ?? []
      }
    )
    factorNumbers = Dictionary(firstOf: factors.enumerated().map { ($1.name, $0) })
    operationNumbers = Dictionary(firstOf: operations.enumerated().map { ($1.id, $0) })
  }

  var operationFactor: Int { factors.count }

  func factor(_ name: String) -> Int? { factorNumbers[name] }

  func operation(_ id: String) -> Int? { operationNumbers[id] }

  /// True if a factor, but no operation, has the name.
  func isFactor(_ name: String) -> Bool { factor(name) != nil && operation(name) == nil }

  /// Returns the parts of a rule's id for texts about a factor.
  ///
  /// Ids that only its values have stand alone; numbers and the like follow the factor's name. For a statement, “yes” is its name, and “no”
  /// is `not` and its name.
  func idParts(_ texts: [String], of factor: Int) -> [String] {
    let named = factors[factor]
    if named.isYesNo, texts == ["yes"] { return [named.name] }
    if named.isYesNo, texts == ["no"] { return ["not", named.name] }
    let names = texts.flatMap { text in
      (text.hasPrefix("not ") ? text.dropFirst(4) : text[...]).split(separator: ",").map(\.trimmed)
    }
    let areClear = names.allSatisfy {
      named.numbers[$0] != nil && $0.contains(where: \.isLetter) && !sharedIDs.contains($0)
    }
    return areClear ? texts : [named.name] + texts
  }

  /// Returns the operation that an operation value belongs to.
  func owner(of value: Int) -> NamedOperation? { operations.last { $0.first <= value } }
}

extension NameScope {
  /// Returns help on where a misplaced name belongs, or `nil` if nothing has this name.
  func home(of name: String) -> String? {
    let first = operations.first?.id ?? "submit"
    if name == WrittenTerm.operationName { return "operations are keys of `rules`: `\(first): …`" }
    if operation(name) != nil {
      return "`\(name)` is an operation: its rules stand under `\(name):`"
    }
    if factor(name) != nil {
      return "`\(name)` is a factor: write it below an operation, `\(first): {\(name): …}`"
    }
    if RuleKey(rawValue: name) != nil {
      return "write rules under their operations: `\(first): {\(name): …}`"
    }
    if let owner = operations.first(where: { $0.variants?.number(of: name) != nil }) {
      return "`\(name)` belongs to the operation `\(owner.id)`: write `\(owner.id)/\(name)`"
    }
    return factors.first { $0.number(of: name) != nil }.map {
      "`\(name)` is a value of `\($0.name)`: write `\($0.name): {\(name): …}`"
    }
  }
}

/// The items of a section, as far as they could be read.
struct Declared<Item> {
  var items: [Item] = []
  /// True if a mistake may have hidden items, so that a missing name is not another mistake.
  var isBroken = false
}

/// A factor before its values and conditions are resolved, which may refer to factors declared later.
struct DeclaredFactor {
  var factor: Factor
  var values: DeclaredValues
  var onlyWhen: WrittenCondition?
  var start: WrittenTerm?
}

/// An operation before its variants and conditions are resolved.
struct DeclaredOperation {
  var operation: Operation
  var variants: DeclaredValues
  var onlyWhen: WrittenCondition?
  var during: SyntaxEntry?
  /// The applicability of its parts, by id.
  var partsOnlyWhen: [String: WrittenCondition] = [:]

  /// The conditions under which the operation, or one of its parts, applies.
  var applicability: [WrittenCondition] {
    (onlyWhen.map { [$0] } ?? []) + partsOnlyWhen.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The values of a factor, or the variants of an operation, as far as they could be read.
struct DeclaredValues {
  var values: [FactorValue] = []
  /// The scale, or `nil` if the values cannot be compared.
  var scale: Scale?
  /// The range that the values come from, or `nil` for listed values.
  var line: DeclaredLine?
  /// The index of the usual value, or `nil` if none is given.
  var usual: Int?
  var isYesNo = false
  /// True if a mistake may have hidden values, so that a missing value is not another mistake.
  var isBroken = false

  static let broken = DeclaredValues(isBroken: true)
}

extension DeclaredValues {
  /// The classes of its valid numbers, ascending; a listed number is a class by itself.
  var classes: [ClosedRange<Int>] {
    let classes = values.compactMap { value in
      value.isInvalid ? nil : value.numbers ?? value.number.map { $0...$0 }
    }
    return Set(classes).sorted { $0.lowerBound < $1.lowerBound }
  }
}

/// A declared range, from which the values are made again once all thresholds are known.
struct DeclaredLine {
  var line: NumberLine
  var usual: Int?
  var span: SourceSpan
}
