/// What an answer asks to be changed.
enum AnswerPlan {
  /// The changes, and what they do in one phrase.
  case changes([SpecificationChange], String)
  /// The spec says it already.
  case known
  /// Why nothing can be changed.
  case refused(String)
}
