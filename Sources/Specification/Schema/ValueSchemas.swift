/// The scalars of the language, by the rules of `SyntaxReader`, `Scale` and `CalendarDay`.
extension Schema {
  /// A name pattern that also keeps a name from being one that is taken, or from holding a sign.
  static func namePattern(except taken: String? = nil, without sign: String = "") -> String {
    (taken.map { "^(?!\($0)$)" } ?? "^") + "[^\\n\\r\(sign)]*[^\\s\(sign)][^\\n\\r\(sign)]*$"
  }

  /// A text that people read, not blank.
  static let text = Schema.scalar(pattern: "\\S")
  /// A text of one line, not blank.
  static let name = Schema.scalar(pattern: namePattern())
  static let day = Schema.string(pattern: "^\(dayPattern)$")

  private static let dayPattern = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

  private static func boundPattern(_ scale: Scale) -> String {
    switch scale {
    case .integer: "[-+]?[0-9]+"
    case .textLength: "\\+?[0-9]+"
    case .day: dayPattern
    }
  }

  private static func bound(_ scale: Scale) -> Schema {
    let written = Schema.string(pattern: "^\(boundPattern(scale))$")
    switch scale {
    case .integer: return .anyOf([.integer(scale.writable), written])
    case .textLength: return .anyOf([.integer(scale.writable), written])
    case .day: return written
    }
  }

  /// `FROM..TO`, either of which may be left out, or its long form.
  static func range(_ scale: Scale) -> Schema {
    let bound = boundPattern(scale)
    let short = Schema.string(pattern: "^(?!\\.\\.$)(\(bound))?\\.\\.(\(bound))?$")
    let long = Schema.map(
      SpecificationDecoder.RangeKey.self,
      forms: [
        SchemaMap.Form(required: ["from"], excluded: []),
        SchemaMap.Form(required: ["to"], excluded: []),
      ]
    ) { key in
      switch key {
      case .from: .bound(scale).described("The lower bound, included.")
      case .to: .bound(scale).described("The upper bound, included.")
      case .step: .integer(1...Scale.limit).described("The step between neighbouring values (1).")
      case .pick where scale == .textLength: nil
      case .pick:
        .words(SpecificationDecoder.Picking.self)
          .described("`boundaries` (default), or `all`: every number between the bounds too.")
      case .unit where scale != .integer: nil
      case .unit: text.described("Shown after the number.")
      }
    }
    return .anyOf([short, long])
  }
}

/// Factors, operations and their values.
extension Schema {
  static var factor: Schema {
    let whole = Schema.map(
      SpecificationDecoder.FactorKey.self,
      forms: SchemaMap.Form.oneOf(SpecificationDecoder.FactorKey.sources)
    ) { key in
      switch key {
      case .values: .reference("values").described("A list of ids, or a map of ids to labels.")
      case .range: range(.integer).described(boundaries)
      case .text:
        .reference("textClasses").described("Boundary values of the length, and kinds of text.")
      case .date: range(.day).described("Boundary values, in steps of a day.")
      case .flag: flag
      case .label: text.described("What people read.")
      case .onlyWhen:
        .reference("condition").described("Where it applies; elsewhere it is not applicable.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([.list(name, isFilled: true), .words(["flag"]), whole])
  }

  static var operation: Schema {
    let whole = Schema.map(
      SpecificationDecoder.OperationKey.self,
      forms: SchemaMap.Form.oneOf(SpecificationDecoder.OperationKey.sources, mayBeNone: true)
    ) { key in
      switch key {
      case .variants:
        .reference("values").described(
          "The ways in which it happens; defaults to the catalogue's."
        )
      case .range: range(.integer).described(boundaries)
      case .text: .reference("textClasses").described("The classes of what is typed.")
      case .date: range(.day).described("Boundary values, in steps of a day.")
      case .flag: flag
      case .label: text.described("What people read.")
      case .onlyWhen: .reference("condition").described("Where it can be done.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([.null, text, .list(name, isFilled: true), whole])
  }

  static var values: Schema {
    let labelled = SchemaMap(others: .reference("value"), names: namePattern(), isFilled: true)
    return .anyOf([.list(name, isFilled: true), .map(labelled), .words(["flag"])])
  }

  static var value: Schema {
    let whole = Schema.map(SpecificationDecoder.ValueKey.self) { key in
      switch key {
      case .label: text.described("What people read.")
      case .invalid: boolean.described("The feature must reject it.")
      case .weight: .integer(1...1_000_000).described("Heavier values are favoured.")
      case .note: text.described("Shown in the workbook.")
      }
    }
    return .anyOf([.null, text, whole])
  }

  static var textClasses: Schema {
    .map(
      SpecificationDecoder.TextKey.self,
      forms: [
        SchemaMap.Form(required: ["length"], excluded: []),
        SchemaMap.Form(required: ["kinds"], excluded: []),
      ]
    ) { key in
      switch key {
      case .length: range(.textLength).described("The length in characters as people count them.")
      case .kinds:
        .list(words(TextKind.self), isFilled: true).described(
          "Each is one more value, a valid one."
        )
      }
    }
  }

  private static var flag: Schema {
    Schema.truth.orNothing.described("The values `yes` and `no`.")
  }

  private static let boundaries =
    "The numbers at which mistakes are made: `1..4` takes 0 (invalid), 1, 2, 4, 5 (invalid)."
}
