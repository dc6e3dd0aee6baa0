import Text

/// A thing of a spec that has a name.
enum NamedThing: Hashable {
  case factor(String)
  case value(String, of: String)
  /// Also an entry of the catalogue that no spec selects.
  case operation(String)
  case variant(String, of: String)
  case rule(String)

  /// The name as it is written.
  var name: String {
    switch self {
    case .factor(let name), .operation(let name), .rule(let name): name
    case .value(let name, _), .variant(let name, _): name
    }
  }

  /// The same thing by another name.
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

/// What the names are that stand in a key or a text.
enum NameRole: Hashable {
  /// One name, which is declared there.
  case declaredFactor, declaredOperation, declaredRule
  /// A value of a factor, or a variant of an operation.
  case declaredValue(of: NamedThing)
  case factor
  /// Operations and their variants, with commas between them.
  case operations
  /// An operation, or an entry of the catalogue that no spec selects.
  case entry
  /// What a condition says of a factor.
  case choice(of: String)
  case rule
}

/// What stands where in a spec or in a pack, by the keys that lead there.
enum SpecPlace: Hashable {
  case root
  case factors
  case factor(String)
  case operations
  case operation(String)
  /// A list or a map of values or variants.
  case values(of: NamedThing)
  case value
  /// A map of factors to what is said of each, or a list of such.
  case condition
  /// The keys of `rules`.
  case ruleMap
  /// What stands under an operation: rules, trees, lists.
  case rules
  /// The keys of a tree below a factor.
  case branches(of: String)
  /// Lists of maps that hold conditions, factors or entries.
  case entries
  /// The traits of a pack, each with its entries.
  case traits
  /// A map whose keys are operations, or entries of the catalogue.
  case considered
  /// A text, or a list of texts, in which such names stand.
  case names(NameRole)
  case other

  /// The place behind a key; an item of a list is where the list is.
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

  /// What a key names here; `nil` where keys are those of the language.
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

  /// What an item of a list, or a text, names here.
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

/// The keys of the language, as the schema lists them.
enum SpecSchema {
  /// A key, or a word in the place of a value, with what it means.
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

  /// The keys of a rule and of a list in order: any other key under an operation is a factor.
  static let ruleKeys: Set<String> = Set(
    ["rule", "order"].flatMap { definition in
      (spec["$defs", definition, "properties"]?.members ?? []).map(\.key)
    }
  )

  /// The keys that a map may have behind a path of keys, `nil` for an item of a list.
  static func keys(behind path: [String?], of document: JSONValue = spec) -> [Word] {
    var seen: Set<String> = []
    return schemas(behind: path, of: document).flatMap { schema in
      (schema["properties"]?.members ?? []).filter { $0.value != .bool(false) }
    }.filter { seen.insert($0.key).inserted }
      .map { Word(text: $0.key, meaning: meaning(of: $0.value)) }
  }

  /// The words that a text may be behind a path of keys.
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

  /// A schema as those of which one holds, references followed.
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
  /// True if a file is a spec by its keys, of which one that is being begun where specs are may have none: an editor may send every file in
  /// YAML.
  func isSpec(at path: String) -> Bool {
    let keys = rootKeys
    let isBegun = lines.allSatisfy { $0.trimmed.isEmpty || $0.hasPrefix("#") }
    let isAlike = SpecSchema.keys(behind: []).count { keys.contains(Substring($0.text)) } > 1
    return keys.contains("specmatrix")
      || (isBegun || isAlike) && path.split(separator: "/").dropLast().contains("specs")
  }

  /// The words that may be keys of the whole text, be it broken: those at the beginning of a line, and of JSON those in quotation marks.
  private var rootKeys: Set<Substring> {
    let isJSON =
      text.unicodeScalars.first { !" \n\r\t\u{FEFF}".unicodeScalars.contains($0) } == "{"
    let key = isJSON ? /"(\w+)"\s*:/ : /^\x{FEFF}?(\w+)\s*:/
    return Set(lines.flatMap { $0.matches(of: key).map(\.1) })
  }
}
