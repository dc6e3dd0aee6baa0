/// What may stand at a place of a file, as far as its form tells; the tree of a JSON Schema.
package indirect enum Schema: Sendable {
  /// What a definition of the document says.
  case reference(String)
  case null
  /// `true` alone.
  case truth
  case boolean
  case integer(ClosedRange<Int>)
  /// One of some words.
  case words([String])
  case anyText
  /// A text that a regular expression finds itself in.
  case string(pattern: String)
  /// The same, or a number or truth value, which is taken as written.
  case scalar(pattern: String)
  case list(Schema, isFilled: Bool)
  case map(SchemaMap)
  case anyOf([Schema])
  /// What an editor shows of it.
  case described(Schema, String)
}

extension Schema {
  /// A map whose keys are those that the decoder knows; a key that has no schema is not allowed in this form.
  static func map<Key: RawRepresentable & CaseIterable>(
    _ keys: Key.Type,
    required: [Key] = [],
    forms: [SchemaMap.Form] = [],
    isFilled: Bool = false,
    each: (Key) -> Schema?
  ) -> Schema where Key.RawValue == String {
    let properties = Key.allCases.compactMap { key in
      each(key).map { SchemaMap.Property(name: key.rawValue, schema: $0) }
    }
    return .map(
      SchemaMap(
        properties: properties,
        required: required.map(\.rawValue),
        forms: forms,
        isFilled: isFilled
      )
    )
  }

  /// One of an enumeration's words.
  static func words<Word: RawRepresentable & CaseIterable>(_ words: Word.Type) -> Schema
  where Word.RawValue == String {
    .words(Word.allCases.map(\.rawValue))
  }

  /// The schema, or nothing at all.
  var orNothing: Schema { .anyOf([self, .null]) }

  /// The schema with what an editor shows of it.
  package func described(_ text: String) -> Schema { .described(self, text) }
}

/// What a map may hold.
package struct SchemaMap: Sendable {
  /// A key that the language knows, and what may stand behind it.
  package struct Property: Sendable {
    package var name: String
    package var schema: Schema

    package init(name: String, schema: Schema) {
      self.name = name
      self.schema = schema
    }
  }

  /// Keys that stand together.
  package struct Form: Sendable {
    /// Keys that must be there.
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

  /// The keys that the language knows, in the order in which it names them.
  package var properties: [Property]
  /// What stands at keys that the author chooses; `nil` where there are none.
  package var others: Schema?
  /// A regular expression for the keys that the author chooses.
  package var names: String?
  /// Keys that must be there in every form.
  package var required: [String]
  /// At least one of them holds; empty where all keys go together.
  package var forms: [Form]
  /// Whether there is at least one entry.
  package var isFilled: Bool

  package init(
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

/// A schema with the definitions that it refers to.
package struct SchemaDocument: Sendable {
  /// A schema that others refer to by name.
  package struct Definition: Sendable {
    package var name: String
    package var schema: Schema

    package init(name: String, schema: Schema) {
      self.name = name
      self.schema = schema
    }
  }

  /// What an editor calls files of this form.
  package var title: String
  /// The form of the whole file.
  package var root: Schema
  /// The schemas that `root` and each other refer to.
  package var definitions: [Definition]

  package init(title: String, root: Schema, definitions: [Definition]) {
    self.title = title
    self.root = root
    self.definitions = definitions
  }
}
