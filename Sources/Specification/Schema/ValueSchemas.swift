/// The scalars of the language, by the rules of `SyntaxReader`, `Identifier`, `Scale` and `CalendarDay`.
extension Schema {
  /// A text of one line that is not blank.
  static let namePattern = "^[^\\n\\r]*[^\\s][^\\n\\r]*$"
  /// An id: no comma, blank, `/` or `..`, and none of the words of conditions.
  static let idPattern = pattern(except: Identifier.conditionWords)
  static let factorPattern = pattern(
    except: Identifier.conditionWords + [WrittenTerm.operationName]
      + RuleKey.allCases.map(\.rawValue)
  )
  /// A variant may be called like a word.
  private static let variantPattern = pattern(except: [])

  private static func pattern(except taken: [String]) -> String {
    let words = taken.isEmpty ? "" : "(?!(?:\(taken.joined(separator: "|")))$)"
    return "^\(words)(?!.*\\.\\.)[^\\s,、，/]+$"
  }

  /// A text that people read, not blank.
  static let text = Schema.scalar(pattern: "\\S")
  /// A text of one line, not blank.
  static let name = Schema.scalar(pattern: namePattern)
  static let id = Schema.scalar(pattern: idPattern)
  static let day = Schema.string(pattern: "^\(dayPattern)$")

  private static let dayPattern = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

  private static func boundPattern(_ scale: Scale) -> String {
    switch scale {
    case .integer: "-?[0-9]+"
    case .textLength: "[0-9]+"
    case .day: dayPattern
    }
  }

  /// `FROM..TO`, either of which may be left out; of integers with a unit.
  static func range(_ scale: Scale) -> Schema {
    let bound = boundPattern(scale)
    let unit = scale == .integer ? "(\\s+\\S.*)?" : ""
    return .string(pattern: "^(?!\\.\\.(\\s|$))(\(bound))?\\.\\.(\(bound))?\(unit)$")
  }
}

/// Factors, operations and their values.
extension Schema {
  static var factor: Schema {
    let whole = Schema.map(
      FactorKey.self,
      forms: forms(FactorKey.sources, kinds: .kinds, length: .length)
    ) { key in
      switch key {
      case .label: text.described("What people read; the name in words if left out.")
      case .values: .reference("values").described("A list of ids, or a map of ids to labels.")
      case .range: range(.integer).described(boundaries)
      case .date: range(.day).described("Boundary values, in steps of a day.")
      case .length: range(.textLength).described("Of a text, in characters as people count them.")
      case .kinds: kinds
      case .onlyWhen:
        .reference("condition").described("Where it applies; elsewhere it is not applicable.")
      case .usual: name.described("The ordinary value, for examples.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([
      .null, text.described("The label of a yes/no factor."), .list(id, isFilled: true), whole,
    ])
  }

  static var operation: Schema {
    let whole = Schema.map(
      OperationKey.self,
      forms: forms(OperationKey.sources, kinds: .kinds, length: .length)
    ) { key in
      switch key {
      case .label: text.described("What people read; the id in words if left out.")
      case .variants:
        .reference("values").described(
          "The ways in which it happens; defaults to the catalogue's."
        )
      case .parts:
        .reference("values").described("What is looked at together, each with results of its own.")
      case .range: range(.integer).described(boundaries)
      case .date: range(.day).described("Boundary values, in steps of a day.")
      case .length: range(.textLength).described("Of what is typed, in characters.")
      case .kinds: kinds
      case .is: name.described("The entry of the catalogue or a pack that it behaves as.")
      case .onlyWhen: .reference("condition").described("Where it can be done.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([.null, text, whole])
  }

  /// At most one of the keys that give values, `kinds` only beside the length.
  private static func forms<Key: RawRepresentable & Equatable>(
    _ sources: [Key],
    kinds: Key,
    length: Key
  ) -> [SchemaMap.Form] where Key.RawValue == String {
    SchemaMap.Form.oneOf(sources, mayBeNone: true).map { form in
      var form = form
      if form.required != [length.rawValue] { form.excluded.append(kinds.rawValue) }
      return form
    }
  }

  static var values: Schema {
    let labelled = SchemaMap(others: .reference("value"), names: variantPattern, isFilled: true)
    return .anyOf([.list(.scalar(pattern: variantPattern), isFilled: true), .map(labelled)])
  }

  static var value: Schema {
    let whole = Schema.map(ValueKey.self) { key in
      switch key {
      case .label: text.described("What people read; the id in words if left out.")
      case .invalid: boolean.described("The feature must reject it.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([.null, text, whole])
  }

  private static var kinds: Schema {
    .list(words(TextKind.self), isFilled: true).described("Each is one more value, a valid one.")
  }

  private static let boundaries =
    "The numbers at which mistakes are made: `1..4` takes 0 (invalid), 1, 2, 4, 5 (invalid)."
}
