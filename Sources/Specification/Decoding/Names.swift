import Diagnostics
import YAMLSyntax

/// Everything that a condition can name: the factors, the operation as the last of them, and their values.
struct NameScope {
  /// A factor, or the operation, with the names of its values.
  struct NamedFactor {
    var name: String
    /// The ids of the values, by number.
    var ids: [String]
    /// The numbers of the values that a name stands for: one, or all variants of a bare operation.
    var numbers: [String: [Int]]
    var isInvalid: [Bool]
    /// Where each value stands on the scale.
    var positions: [Int?]
    var scale: Scale?
    /// Whether values may be missing because of a mistake that is reported already.
    var isBroken: Bool
    /// Of the operation: those whose variants may be missing, where no other value can be.
    var brokenOperations: Set<String> = []
    /// Whether this is the operation, which always applies.
    var isOperation = false
  }

  /// The name that conditions give to the operation.
  static let operationName = "operation"

  /// By number; the operation stands last.
  private(set) var factors: [NamedFactor]
  /// Whether factors may be missing because of a mistake that is reported already.
  let hidesFactors: Bool
  private let numbers: [String: Int]

  /// The names that conditions can use.
  var names: [String] { factors.map(\.name) }
  /// The number of the operation.
  var operation: Int { factors.count - 1 }

  /// The number of a factor.
  func number(of name: String) -> Int? { numbers[name] }

  init(_ declared: Declared<DeclaredFactor>, _ operations: Declared<DeclaredOperation>) {
    factors = declared.items.map { NamedFactor($0.name, $0.values) }
    factors.append(NamedFactor(operations))
    hidesFactors = declared.isBroken
    numbers = Dictionary(
      factors.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension NameScope.NamedFactor {
  /// Whether a mistake that is reported already may be why a value of this name is missing.
  func mayHide(_ name: String) -> Bool {
    isBroken || brokenOperations.contains(String(name.prefix { $0 != "/" }))
  }

  /// Of the operation: every name it has values for, a bare operation before its variants.
  var operationNames: [String] {
    var names: [String] = []
    for id in ids {
      let bare = String(id.prefix { $0 != "/" })
      if bare != id && names.last.map({ !$0.hasPrefix(bare + "/") }) ?? true { names.append(bare) }
      names.append(id)
    }
    return names
  }

  /// Whether a mistake that is reported already may be why any value is missing.
  var mayHideValues: Bool { isBroken || !brokenOperations.isEmpty }

  fileprivate init(_ name: String, _ declared: DeclaredValues) {
    let values = declared.values
    self.init(
      name: name,
      ids: values.map(\.id),
      numbers: Dictionary(
        values.enumerated().map { ($1.id, [$0]) },
        uniquingKeysWith: { first, _ in first }
      ),
      isInvalid: values.map(\.isInvalid),
      positions: values.map(\.number),
      scale: declared.scale,
      isBroken: declared.isBroken
    )
  }

  /// The values are numbered as `Specification.operationValues` lists them.
  fileprivate init(_ declared: Declared<DeclaredOperation>) {
    self.init(
      name: NameScope.operationName,
      ids: [],
      numbers: [:],
      isInvalid: [],
      positions: [],
      scale: nil,
      isBroken: declared.isBroken,
      brokenOperations: Set(declared.items.filter(\.variants.isBroken).map(\.id)),
      isOperation: true
    )
    for operation in declared.items {
      let variants = operation.variants.values
      if variants.isEmpty { append(operation.id, isInvalid: false, alsoNamed: nil) }
      for variant in variants {
        append(
          "\(operation.id)/\(variant.id)",
          isInvalid: variant.isInvalid,
          alsoNamed: operation.id
        )
      }
    }
  }

  private mutating func append(_ id: String, isInvalid invalid: Bool, alsoNamed group: String?) {
    let number = ids.count
    ids.append(id)
    isInvalid.append(invalid)
    positions.append(nil)
    numbers[id] = [number]
    if let group { numbers[group, default: []].append(number) }
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
  /// Read only when every name is known, since it may name factors declared later.
  var onlyWhen: SyntaxEntry?
  var note: String?
  var span: SourceSpan
}

/// An operation as far as it can be read before the names of all factors are known.
struct DeclaredOperation {
  var id: String
  var label: String
  var hasOwnLabel: Bool
  var variants: DeclaredValues
  var catalogueEntry: CatalogueEntry?
  /// Read only when every name is known.
  var onlyWhen: SyntaxEntry?
  var note: String?
  var span: SourceSpan
}

/// The values of a factor, or the variants of an operation, as far as they could be read.
struct DeclaredValues {
  var values: [FactorValue] = []
  /// The line on which generated values stand; `nil` for values written one by one.
  var scale: Scale?
  /// Whether a mistake may have hidden values: then a value that is not there is no second mistake.
  var isBroken = false

  static let broken = DeclaredValues(isBroken: true)
}
