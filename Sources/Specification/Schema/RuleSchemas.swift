/// Conditions and what is made of them.
extension Schema {
  static var condition: Schema {
    let all = Schema.map(
      SchemaMap(others: .reference("choice"), names: namePattern, isFilled: true)
    )
    return .anyOf([all, .list(all, isFilled: true)]).described(
      "A map of factors to what they may be, all of which must hold; or a list of maps, one of which must hold."
    )
  }

  static var choice: Schema {
    .anyOf([choiceText, .list(choiceText, isFilled: true)])
  }

  private static let choiceText = Schema.scalar(pattern: choicePattern).described(
    "`free` · `free, premium` · `not free` · `2..5` · `60..` · `..50` · `7` · `valid` · `invalid` · `any`"
  )

  private static let choicePattern = "^[^、，\\n\\r]*[^\\s、，][^、，\\n\\r]*$"

  /// What stands in `impossible`.
  static var impossible: Schema {
    .map(ImpossibleKey.self, required: [.when]) { key in
      switch key {
      case .when: .reference("condition").described("This never holds.")
      case .because: text.described("Why, for the next reader.")
      }
    }
  }

  /// What stands in `cases`.
  static var cases: Schema {
    .map(
      CaseKey.self,
      forms: [
        SchemaMap.Form(required: ["every"], excluded: ["when"]),
        SchemaMap.Form(required: ["when"], excluded: ["every"]),
      ]
    ) { key in
      switch key {
      case .every:
        .list(name, isFilled: true).described("Factors of which all combinations must occur.")
      case .when: .reference("condition").described("One case that must be there.")
      case .because: text.described("Why, for the next reader.")
      }
    }
  }

  /// What stands in `questions`.
  static var teamQuestion: Schema {
    .map(QuestionKey.self, required: [.question]) { key in
      switch key {
      case .question: text.described("What the team must decide.")
      case .operation:
        id.described(
          "The operation of the catalogue that is put off: nobody selected or dismissed it."
        )
      case .options: .reference("options")
      case .ask: text.described("Who answers; the spec's owner if left out.")
      case .until: day.described("The last day on which it is only a warning.")
      case .then: results.described("What was decided. The question is closed.")
      case .source: text.described("Where it was decided.")
      }
    }
  }

  static var options: Schema {
    .list(results, isFilled: true).described("The answers to choose from.")
  }

  static var results: Schema { .anyOf([text, .list(text, isFilled: true)]) }
}

/// Rules in their three shapes.
extension Schema {
  /// Keys are operations: `submit`, `network_error/offline`, `add_item, delete_item`.
  static var rulesByOperation: Schema {
    .map(SchemaMap(others: .reference("rules"), names: choicePattern))
  }

  /// What stands under an operation or a value.
  static var rules: Schema {
    .anyOf([
      .reference("results"), .reference("rule"), .reference("tree"),
      .list(.anyOf([.reference("rule"), .reference("tree")]), isFilled: true),
    ])
  }

  static var rule: Schema {
    .map(
      RuleKey.self,
      forms: [
        SchemaMap.Form(required: ["then"], excluded: ["question", "options", "ask"]),
        SchemaMap.Form(required: ["question"], excluded: ["then"]),
      ]
    ) { key in
      switch key {
      case .when: .reference("condition").described("Where it applies below its operation.")
      case .then:
        .reference("results")
          .described("What is observed: a text, or several that belong together.")
      case .question: text.described("The open question, in place of `then`.")
      case .options: .reference("options")
      case .ask: text.described("Who answers; the spec's owner if left out.")
      case .until:
        day.described(
          "The last day on which the question, or a `then` such as `TBD`, is only a warning."
        )
      case .id: id.described("Its name in messages, cases and `precedence`; derived if left out.")
      case .priority: words(Rule.Priority.self).described("Handed on to its cases.")
      case .source: text.described("Where it is written or was decided.")
      }
    }
  }

  /// A factor and its values, each with what happens there.
  static var tree: Schema {
    let values = SchemaMap(others: .reference("rules"), names: choicePattern, isFilled: true)
    return .map(SchemaMap(others: .map(values), names: factorPattern, isFilled: true))
  }
}
