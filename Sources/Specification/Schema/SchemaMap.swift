/// What a map may hold.
package struct SchemaMap: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var schema: Schema
  }

  /// Keys that stand together.
  package struct Form: Sendable {
    package var required: [String]
    /// Keys that must not stand beside them.
    package var excluded: [String]

    /// Each of some keys alone, and where `mayBeNone` says so none of them.
    static func oneOf<Key: RawRepresentable & Equatable>(
      _ keys: [Key],
      mayBeNone: Bool = false
    ) -> [Form] where Key.RawValue == String {
      let forms = keys.map { key in
        Form(required: [key.rawValue], excluded: keys.filter { $0 != key }.map(\.rawValue))
      }
      return forms + (mayBeNone ? [Form(required: [], excluded: keys.map(\.rawValue))] : [])
    }
  }

  package var properties: [Property]
  /// What stands at keys that the author chooses; `nil` where there are none.
  package var others: Schema?
  /// A regular expression for the keys that the author chooses.
  package var names: String?
  package var required: [String]
  /// At least one of them holds; empty where all keys go together.
  package var forms: [Form]
  /// Whether there is at least one entry.
  package var isFilled: Bool

  init(
    properties: [Property] = [],
    others: Schema? = nil,
    names: String? = nil,
    required: [String] = [],
    forms: [Form] = [],
    isFilled: Bool = false
  ) {
    self.properties = properties
    self.others = others
    self.names = names
    self.required = required
    self.forms = forms
    self.isFilled = isFilled
  }
}
