/// A map that is to be written as one more item of a list.
package struct NewItem: Hashable, Sendable {
  /// A key and what stands behind it.
  package struct Field: Hashable, Sendable {
    package var key: String
    package var value: NewValue

    package init(_ key: String, _ value: NewValue) {
      self.key = key
      self.value = value
    }
  }

  package var fields: [Field]

  package init(_ fields: [Field]) {
    self.fields = fields
  }
}

/// A value that is to be written.
package enum NewValue: Hashable, Sendable {
  case text(String)
  /// A list of texts; one alone stands without a list.
  case texts([String])
  /// YAML in flow style that is ready to be written; several stand in a list.
  case flow([String])

  /// Texts in a list, even where there is only one.
  var parts: [String] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .flow(let parts): parts
    }
  }
}
