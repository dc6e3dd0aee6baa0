package import Specification

/// A factor as an earlier generation knew it: its name and what people read.
package struct EarlierFactor: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var id: String
    package var label: String

    package init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// The name under which the operation stands among the factors; no factor may have it.
  package static let operation = "operation"

  package var name: String
  package var label: String
  package var values: [Value]

  package init(name: String, label: String, values: [Value]) {
    self.name = name
    self.label = label
    self.values = values
  }

  /// The factors of a spec, the operation last.
  package static func all(of specification: Specification) -> [EarlierFactor] {
    let wording = Wording(specification)
    let operations = specification.operationValues.enumerated().map { number, value in
      Value(id: value.id, label: wording.operation(number))
    }
    return specification.factors.map { factor in
      EarlierFactor(
        name: factor.name,
        label: factor.label,
        values: factor.values.map { Value(id: $0.id, label: $0.label) }
      )
    } + [EarlierFactor(name: operation, label: operation, values: operations)]
  }
}
