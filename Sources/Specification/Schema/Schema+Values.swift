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
      case .text: .reference("textClasses").described("Lengths by the boundary rule, and kinds.")
      case .date: range(.day).described("The boundary rule with a day's step.")
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
          "Ways in which it happens; those of the catalogue if left out."
        )
      case .range: range(.integer).described(boundaries)
      case .text: .reference("textClasses").described("The classes of what is typed.")
      case .date: range(.day).described("The boundary rule with a day's step.")
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
      case .length: range(.textLength).described("In what a person calls characters.")
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
