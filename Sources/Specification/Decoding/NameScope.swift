import Diagnostics
import Text
import YAMLSyntax

/// The values of a factor, or the variants of an operation, by their names.
struct NamedValues {
  var name: String
  /// The ids, by number.
  var ids: [String]
  /// What people read, by number.
  var labels: [String]
  /// The number of each id.
  var numbers: [String: Int]
  var isInvalid: [Bool]
  /// Where each value stands on the scale.
  var positions: [Int?]
  var scale: Scale?
  /// The range whose numbers the values are; `nil` for listed values.
  var line: NumberLine?
  /// Whether values may be missing because of a mistake that is reported already.
  var isBroken: Bool

  init(_ name: String, _ declared: DeclaredValues) {
    let values = declared.values
    self.name = name
    ids = values.map(\.id)
    labels = values.map(\.label)
    // Numbers that are equal as numbers are one id.
    let plain = values.enumerated().map { (Int($1.id).map { String($0) } ?? $1.id, $0) }
    numbers = Dictionary(values.enumerated().map { ($1.id, $0) } + plain) { first, _ in first }
    isInvalid = values.map(\.isInvalid)
    positions = values.map(\.number)
    scale = declared.scale
    line = declared.line?.line
    isBroken = declared.isBroken
  }

  /// The number of the value that a name means: its id, or the same number written otherwise.
  func number(of name: String) -> Int? {
    if let number = numbers[name] { return number }
    if let number = Int(name).flatMap({ numbers[String($0)] }), !name.hasPrefix("+") {
      return number
    }
    guard let position = scale?.position(name) else { return nil }
    return positions.firstIndex(of: position)
  }

  /// The least and the greatest number that a condition can name.
  var bounds: ClosedRange<Int>? {
    let numbers = positions.compactMap(\.self)
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return least...greatest
  }

  /// The numbers of the values in an interval: the valid ones, and an invalid one where it is a bound that is written, or where an open
  /// end takes it in.
  func values(from lower: Int?, to upper: Int?, takesInvalid: Bool) -> [Int] {
    let isOpen = lower == nil || upper == nil
    return ids.indices.filter { value in
      guard let position = positions[value], (lower ?? .min) <= position,
        position <= (upper ?? .max)
      else { return false }
      return !isInvalid[value] || position == lower || position == upper
        || (isOpen && takesInvalid)
    }
  }

  /// The numbers of the values that are valid.
  var valid: [Int] { ids.indices.filter { !isInvalid[$0] } }
}

/// Everything that a condition can name: factors, operations and their values.
struct NameScope {
  /// An operation with its variants or parts.
  struct NamedOperation {
    var id: String
    /// The number of its first value in `Specification.operationValues`.
    var first: Int
    /// `nil` for an operation without variants.
    var variants: NamedValues?
    var hasParts: Bool
    /// Whether variants may be missing because of a mistake that is reported already.
    var isBroken: Bool

    /// The number of its values.
    var count: Int { variants?.ids.count ?? 1 }
    /// The names of its values.
    var names: [String] { variants.map { $0.ids.map { "\(id)/\($0)" } } ?? [id] }
  }

  /// By number, without the operation.
  let factors: [NamedValues]
  /// By number.
  let operations: [NamedOperation]
  /// Whether factors, or operations, may be missing because of a mistake that is reported already.
  let hidesFactors: Bool
  let hidesOperations: Bool
  fileprivate let factorNumbers: [String: Int]
  private let operationNumbers: [String: Int]

  init(_ declared: Declared<DeclaredFactor>, _ selected: Declared<DeclaredOperation>) {
    factors = declared.items.map { NamedValues($0.name, $0.values) }
    hidesFactors = declared.isBroken
    hidesOperations = selected.isBroken
    var first = 0
    operations = selected.items.map { operation in
      let variants = operation.variants
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
    factorNumbers = Dictionary(factors.enumerated().map { ($1.name, $0) }) { first, _ in first }
    operationNumbers = Dictionary(operations.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The number by which conditions name the operation.
  var operationFactor: Int { factors.count }

  func factor(_ name: String) -> Int? { factorNumbers[name] }
  func operation(_ id: String) -> Int? { operationNumbers[id] }
}

extension NameScope: KnownNames {
  func isFactor(_ name: String) -> Bool? { factorNumbers[name] != nil }

  func meaning(ofKeys keys: [String], under operations: OperationText) -> String? {
    if let key = keys.first, operation(key) != nil || key == WrittenTerm.operationName {
      return "an operation is a key of `rules`, never below another one"
    }
    if let near = NearestName.of(keys[0], among: RuleKey.allCases.map(\.rawValue)), keys.count == 1,
      NearestName.of(keys[0], among: factors.map(\.name)) == nil
    {
      return "did you mean `\(near)`?"
    }
    let names = keys.flatMap { $0.split(separator: ",").map(\.trimmed) }
    if let selector = operations.selectors.first, let number = operation(selector.operation),
      let variants = self.operations[number].variants,
      names.allSatisfy({ variants.number(of: $0) != nil })
    {
      let kind = self.operations[number].hasParts ? "part" : "variant"
      return "a \(kind) of an operation stands in the key: `\(selector.operation)/\(names[0]): …`"
    }
    guard
      let factor = factors.first(where: { factor in
        names.allSatisfy { factor.number(of: $0) != nil }
      })
    else { return nil }
    let shown = keys.prefix(3).map { "\($0): …" }.joined(separator: ", ")
    return "values stand below their factor: `\(factor.name): {\(shown)}`"
  }
}

/// What a section declares, as far as it could be read.
struct Declared<Item> {
  var items: [Item] = []
  /// Whether a mistake may have hidden items: then a name that is not there is no second mistake.
  var isBroken = false
}

/// A factor as far as it can be read before the names of all factors are known.
struct DeclaredFactor {
  var name: String
  var kind: Factor.Kind
  var label: String
  var values: DeclaredValues
  /// Its names are looked up only when all are known, since it may name factors declared later.
  var onlyWhen: WrittenCondition?
  var note: String?
  var span: SourceSpan
}

/// An operation as far as it can be read before the names of all factors are known.
struct DeclaredOperation {
  var id: String
  var label: String
  var hasOwnLabel: Bool
  var variants: DeclaredValues
  var hasParts = false
  var catalogueEntry: CatalogueEntry?
  /// Its names are looked up only when all are known.
  var onlyWhen: WrittenCondition?
  var note: String?
  var span: SourceSpan
}

/// The values of a factor, or the variants of an operation, as far as they could be read.
struct DeclaredValues {
  var values: [FactorValue] = []
  /// What the numbers are; `nil` for values that cannot be compared.
  var scale: Scale?
  /// The range whose numbers the values are; `nil` for listed values.
  var line: DeclaredLine?
  /// The number of the usual value; `nil` where nothing was said of it.
  var usual: Int?
  /// Whether the values are `yes` and `no`.
  var isYesNo = false
  /// Whether a mistake may have hidden values: then a value that is not there is no second mistake.
  var isBroken = false

  static let broken = DeclaredValues(isBroken: true)
}

/// A range as it was declared, of which values are made once more when all thresholds are known.
struct DeclaredLine {
  var line: NumberLine
  /// The number that `usual` names; `nil` where it names none.
  var usual: Int?
  /// The range.
  var span: SourceSpan
}
