/// What may be entered into some cells, chosen from a list, and the words that help.
package struct ValidationPlan: Hashable, Sendable {
  package var range: CellRange
  /// Joined by commas at most 255 characters; none leaves the input free and shows the prompt alone.
  package var choices: [String]
  /// At most 32 characters.
  package var promptTitle: String
  /// At most 255 characters.
  package var prompt: String

  package init(range: CellRange, choices: [String], promptTitle: String, prompt: String) {
    self.range = range
    self.choices = choices
    self.promptTitle = promptTitle
    self.prompt = prompt
  }
}
