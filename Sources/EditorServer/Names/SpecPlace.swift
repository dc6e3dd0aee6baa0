import Text

/// A named element of a spec.
enum NamedThing: Hashable {
  case factor(String)
  case value(String, of: String)
  /// An operation, or an entry of the catalogue that is not selected.
  case operation(String)
  case variant(String, of: String)
  case rule(String)

  /// The name as written.
  var name: String {
    switch self {
    case .factor(let name), .operation(let name), .rule(let name): name
    case .value(let name, _), .variant(let name, _): name
    }
  }

  /// Returns the same element with a different name.
  func called(_ name: String) -> NamedThing {
    switch self {
    case .factor: .factor(name)
    case .operation: .operation(name)
    case .rule: .rule(name)
    case .value(_, let factor): .value(name, of: factor)
    case .variant(_, let operation): .variant(name, of: operation)
    }
  }
}

/// The role of the names in a key or a text.
enum NameRole: Hashable {
  /// A single name that is declared there.
  case declaredFactor, declaredOperation, declaredRule
  /// The declaration of a value of a factor, or of a variant of an operation.
  case declaredValue(of: NamedThing)
  case factor
  /// Operations and their variants, separated by commas.
  case operations
  /// An operation, or an entry of the catalogue that is not selected.
  case entry
  /// A condition on the values of a factor.
  case choice(of: String)
  case rule
}

/// The kind of content at a place in a spec or a pack, determined by the keys leading there.
enum SpecPlace: Hashable {
  case root
  case factors
  case factor(String)
  case operations
  case operation(String)
  /// A list or map of values or variants.
  case values(of: NamedThing)
  case value
  /// A map from factors to conditions, or a list of such maps.
  case condition
  /// The map under `rules`.
  case ruleMap
  /// The content under an operation: rules, trees and lists.
  case rules
  /// The map of branches under a factor in a tree.
  case branches(of: String)
  /// A list of maps with conditions, factors or entries.
  case entries
  /// The traits of a pack, each with its entries.
  case traits
  /// A map whose keys are operations or entries of the catalogue.
  case considered
  /// A text or a list of texts with names.
  case names(NameRole)
  case other

  /// Returns the place of a key's value; items of a list have the same place as the list.
  func behind(_ key: String) -> SpecPlace {
    switch (self, key) {
    case (.root, "states"), (.root, "data"): .factors
    case (.root, "operations"): .operations
    case (.root, "dismissed"), (.root, "rename"): .considered
    case (.root, "impossible"), (.root, "cases"), (.root, "questions"): .entries
    case (.root, "rules"): .ruleMap
    case (.root, "precedence"): .names(.rule)
    case (.root, "traits"): .traits
    case (.root, "core"), (.traits, _): .names(.entry)
    case (.factors, _): .factor(key)
    case (.factor(let factor), "values"): .values(of: .factor(factor))
    case (.factor(let factor), "usual"), (.factor(let factor), "start"):
      .names(.choice(of: factor))
    case (.operations, _): .operation(key)
    case (.operation(let operation), "variants"), (.operation(let operation), "parts"),
      (.operation(let operation), "also"):
      .values(of: .operation(operation))
    case (.operation, "during"): .names(.operations)
    case (.operation, "is"), (.entries, "operation"): .names(.entry)
    case (.factor, "only_when"), (.operation, "only_when"), (.value, "only_when"),
      (.entries, "when"), (.rules, "when"), (.rules, "becomes"):
      .condition
    case (.values, _): .value
    case (.entries, "every"): .names(.factor)
    case (.condition, "operation"): .names(.operations)
    case (.condition, _): .names(.choice(of: key))
    case (.ruleMap, _), (.branches, _), (.rules, "first"): .rules
    case (.rules, "id"): .names(.declaredRule)
    case (.rules, _) where !SpecSchema.ruleKeys.contains(key): .branches(of: key)
    default: .other
    }
  }

  /// Returns the role of a key at this place, or `nil` if it is a keyword of the language.
  func names(_ key: String) -> NameRole? {
    switch self {
    case .factors: .declaredFactor
    case .operations: .declaredOperation
    case .values(let owner): .declaredValue(of: owner)
    case .condition: key == "operation" ? nil : .factor
    case .ruleMap: .operations
    case .considered: .entry
    case .rules: SpecSchema.ruleKeys.contains(key) ? nil : .factor
    case .branches(let factor): .choice(of: factor)
    case .root, .factor, .operation, .value, .entries, .traits, .names, .other: nil
    }
  }

  /// Returns the role of a text, or of an item of a list, at this place.
  func texts(isItem: Bool) -> NameRole? {
    switch self {
    case .operations: isItem ? .declaredOperation : nil
    case .factor(let factor): isItem ? .declaredValue(of: .factor(factor)) : nil
    case .values(let owner): isItem ? .declaredValue(of: owner) : nil
    case .names(let role): role
    default: nil
    }
  }
}

/// The keys of the language, from its schema.
enum SpecSchema {
  /// A key, or a word allowed as a value, with its description.
  struct Word: Hashable {
    let text: String
    let meaning: String
  }

  static let spec = document("specmatrix")
  static let settings = document("settings")

  private static func document(_ name: String) -> JSONValue {
    let text = resource("Schema/\(name).schema.json")
    guard let schema = try? JSONValue(json: Array(text.utf8), hasFractions: true) else {
      preconditionFailure("the schema \(name) is malformed")
    }
    return schema
  }

  /// The keys of a rule and of an ordered list; any other key under an operation is a factor.
  static let ruleKeys: Set<String> = Set(
    ["rule", "order"].flatMap { definition in
      (spec["$defs", definition, "properties"]?.members ?? []).map(\.key)
    }
  )

  /// Returns the keys of the map at a path, which has `nil` for an item of a list.
  static func keys(behind path: [String?], of document: JSONValue = spec) -> [Word] {
    var seen: Set<String> = []
    return schemas(behind: path, of: document).flatMap { schema in
      (schema["properties"]?.members ?? []).filter { $0.value != .bool(false) }
    }.filter { seen.insert($0.key).inserted }
      .map { Word(text: $0.key, meaning: meaning(of: $0.value)) }
  }

  /// Returns the words allowed as a text at a path.
  static func words(behind path: [String?], of document: JSONValue = spec) -> [Word] {
    schemas(behind: path, of: document).flatMap { schema -> [Word] in
      let words = (schema["enum"]?.array ?? []).compactMap(\.string)
      let truths = schema["type"] == "boolean" ? ["true", "false"] : []
      return (words + truths).map { Word(text: $0, meaning: schema["description"]?.string ?? "") }
    }
  }

  private static func meaning(of schema: JSONValue) -> String {
    schema["description"]?.string ?? alternatives(of: schema).lazy
      .compactMap { $0["description"]?.string }.first ?? ""
  }

  private static func schemas(behind path: [String?], of document: JSONValue) -> [JSONValue] {
    path.reduce(alternatives(of: document)) { schemas, step in
      schemas.flatMap { schema -> [JSONValue] in
        guard let key = step else { return schema["items"].map(alternatives) ?? [] }
        let next = schema["properties", key] ?? schema["additionalProperties"]
        return next.map(alternatives) ?? []
      }
    }
  }

  /// Returns the alternatives of a schema, with references resolved.
  private static func alternatives(of schema: JSONValue) -> [JSONValue] {
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      return spec["$defs", String(name)].map(alternatives) ?? []
    }
    guard schema["properties"] == nil, let alternatives = schema["anyOf"]?.array else {
      return schema.members == nil ? [] : [schema]
    }
    return alternatives.flatMap(self.alternatives)
  }
}

extension EditedText {
  /// True if a file is a spec, judged by its keys.
  ///
  /// A file being started in a folder `specs` may have no keys yet. The check is needed since an editor may send every YAML file.
  func isSpec(at path: String) -> Bool {
    let keys = rootKeys
    let isBegun = lines.allSatisfy { $0.trimmed.isEmpty || $0.hasPrefix("#") }
    let isAlike = SpecSchema.keys(behind: []).count { keys.contains(Substring($0.text)) } > 1
    return keys.contains("specmatrix")
      || (isBegun || isAlike) && path.split(separator: "/").dropLast().contains("specs")
  }

  /// The words that may be top-level keys of a possibly invalid text: those at the beginning of a line, or in JSON those in quotation
  /// marks.
  private var rootKeys: Set<Substring> {
    let isJSON =
      text.unicodeScalars.first { !" \n\r\t\u{FEFF}".unicodeScalars.contains($0) } == "{"
    let key = isJSON ? /"(\w+)"\s*:/ : /^\x{FEFF}?(\w+)\s*:/
    return Set(lines.flatMap { $0.matches(of: key).map(\.1) })
  }
}
