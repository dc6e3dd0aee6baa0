/// What a question carries besides its sentence.
package struct QuestionDetail: Sendable {
  /// The operation asked about (number in `Specification.operations`); `nil` for a rule's own question that spans several.
  package var operation: Int?
  /// The condition alone, without the operation, as a phrase in the spec's language; empty where it always holds.
  package var condition: String
  /// One combination that the question stands for.
  package var example: Combination?
  /// The rule that comes nearest, with why it does not hold, as a phrase in the spec's language; `nil` where there is none.
  package var nearestRule: String?
  /// The number of that rule in `Specification.expectations`.
  package var nearest: Int?
  /// The result on which all neighbouring combinations agree, if they do; a suggestion, never an answer.
  package var suggestion: [String]?
  /// The catalogue's typical follow-up, in the spec's language.
  package var followUp: String?
  /// Eight hexadecimal digits made from what the question's reader is told and what it means: an answer holds as long as they stay.
  package var fingerprint: String

  package init(
    operation: Int?,
    condition: String,
    example: Combination?,
    nearestRule: String? = nil,
    nearest: Int? = nil,
    suggestion: [String]? = nil,
    followUp: String? = nil,
    fingerprint: String = ""
  ) {
    self.operation = operation
    self.condition = condition
    self.example = example
    self.nearestRule = nearestRule
    self.nearest = nearest
    self.suggestion = suggestion
    self.followUp = followUp
    self.fingerprint = fingerprint
  }
}
