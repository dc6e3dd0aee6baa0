/// Conditions and what is made of them.
extension Schema {
  static func condition(mayBeEmpty: Bool) -> Schema {
    let all = Schema.map(
      SchemaMap(others: .reference("choice"), names: namePattern(), isFilled: !mayBeEmpty)
    )
    return .anyOf([all, .list(all, isFilled: true)]).described(
      "A map of factors to what they may be, all of which must hold; or a list of maps, one of which must hold."
    )
  }

  static var choice: Schema {
    let named = Schema.anyOf([name, .list(name, isFilled: true)])
    typealias Key = SpecificationDecoder.ChoiceKey
    let alone = SchemaMap.Form.oneOf([Key.not, .only, .applies])
    let bounds = [Key.from, .to].map { key in
      SchemaMap.Form(
        required: [key.rawValue],
        excluded: [Key.not, .only, .applies].map(\.rawValue)
      )
    }
    let forms =
      alone.map {
        SchemaMap.Form(
          required: $0.required,
          excluded: $0.excluded + [Key.from, .to].map(\.rawValue)
        )
      } + bounds
    let form = Schema.map(Key.self, forms: forms) { key in
      switch key {
      case .not: named.described("Applicable and none of these.")
      case .only:
        words(SpecificationDecoder.Validity.self).described("The valid or the invalid values.")
      case .from, .to:
        name.described("The values between two bounds, both included; either may be left out.")
      case .applies: boolean.described("Any value, or not applicable.")
      }
    }
    return .anyOf([named, form])
  }

  static var constraint: Schema {
    .map(
      SpecificationDecoder.ConstraintKey.self,
      forms: [
        SchemaMap.Form(required: ["when", "require"], excluded: ["exclude"]),
        SchemaMap.Form(required: ["exclude"], excluded: ["when", "require"]),
      ]
    ) { key in
      switch key {
      case .when: .reference("rule").described("Wherever this holds, `require` holds.")
      case .require: .reference("condition").described("What holds wherever `when` does.")
      case .exclude: .reference("condition").described("This never holds.")
      case .because: text.described("Why, for the next reader.")
      }
    }
  }

  static var rule: Schema {
    .map(
      SpecificationDecoder.RuleKey.self,
      forms: [
        SchemaMap.Form(required: ["then"], excluded: ["undecided", "ask", "until"]),
        SchemaMap.Form(required: ["undecided"], excluded: ["then"]),
      ]
    ) { key in
      switch key {
      case .id: name.described("The rule's name in messages and cases.")
      case .when: .reference("rule").described("Where the rule applies; everywhere if left out.")
      case .then:
        .anyOf([text, .list(text, isFilled: true)])
          .described("What is observed: a text, or several that belong together.")
      case .undecided: text.described("The open question, in place of `then`.")
      case .ask: text.described("Who answers; the spec's owner if left out.")
      case .until: day.described("The last day on which the question is only a warning.")
      case .overrides:
        .anyOf([name, .list(name, isFilled: true)]).described("Rules that this one overrides.")
      case .source: text.described("Where it is written or was decided.")
      case .priority: words(Rule.Priority.self).described("Passed on to the cases.")
      }
    }
  }

  static var coverage: Schema {
    .map(SpecificationDecoder.CoverageKey.self) { key in
      switch key {
      case .strength:
        .integer(Coverage.strengths)
          .described("Every combination of values of that many factors appears in some case (2).")
      case .stronger:
        .list(group, isFilled: false).described("Groups of factors to cover at a higher strength.")
      case .include: .list(row, isFilled: false).described("Cases that must be there.")
      }
    }
  }

  private static var group: Schema {
    .map(SpecificationDecoder.GroupKey.self, required: [.factors, .strength]) { key in
      switch key {
      case .factors: .list(name, isFilled: true)
      case .strength: .integer(Coverage.strengths)
      }
    }
  }

  /// One value of each factor named.
  private static var row: Schema {
    .map(SchemaMap(others: name, names: namePattern(), isFilled: true))
  }
}
