import Specification

/// The words of Gherkin and of the sentences in it, in the language of the spec.
struct GherkinWords {
  /// The code in the first line; `nil` where none is needed.
  var code: String?
  var feature: String
  var outline: String
  var scenario: String
  var examples: String
  var given: String
  var when: String
  var then: String
  var and: String
  /// The heading of the column of case ids.
  var id: String
  var title: String
  var operation: String
  /// What a cell says of a factor that does not apply.
  var notApplicable = "–"
  /// “Sender's name” is “Short”.
  var setup: @Sendable (_ factor: String, _ value: String) -> String
  /// That the outcome of a question is to be decided.
  var isOpen: @Sendable (_ question: String) -> String
  /// That what rules say is to be decided.
  var isContradictory: @Sendable (_ sides: [String]) -> String

  init(_ language: Language) {
    switch language {
    case .english:
      feature = "Feature"
      outline = "Scenario Outline"
      scenario = "Scenario"
      examples = "Examples"
      (given, when, then, and) = ("Given", "When", "Then", "And")
      (id, title, operation) = ("case", "title", "operation")
      setup = { "“\($0)” is “\($1)”" }
      isOpen = { "it is decided: \($0)" }
      isContradictory = { "it is decided which holds: \($0.joined(separator: " | "))" }
    case .japanese:
      code = "ja"
      feature = "機能"
      outline = "シナリオアウトライン"
      scenario = "シナリオ"
      examples = "例"
      (given, when, then, and) = ("前提", "もし", "ならば", "かつ")
      (id, title, operation) = ("ケース", "タイトル", "操作")
      setup = { "「\($0)」が「\($1)」である" }
      isOpen = { "仕様が決まっている: \($0)" }
      isContradictory = { "どちらが正しいか決まっている: \($0.joined(separator: " | "))" }
    }
  }
}
