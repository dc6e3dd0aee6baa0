import Text

/// What a saved row shows of the choices of its question.
package enum ReadChoice {
  /// The choices that a cell lists, `① The list opens` a line; the results of one have a stroke between them.
  package static func options(shown text: String) -> [[String]] {
    let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed)
    var options: [[String]] = []
    for line in lines where line.hasPrefix((options.count + 1).asChoice) {
      let said = line.dropFirst((options.count + 1).asChoice.count).trimmed
      options.append([said])
    }
    return options
  }

  /// Whether two texts differ in nothing but case, width and blanks.
  package static func isSame(_ text: String, _ saved: String) -> Bool {
    ChoiceReader.isSame(text, saved)
  }
}

extension AnswerSetting {
  /// Whether a text is what one of the choices says.
  package func offers(_ text: String) -> Bool {
    options.contains { ReadChoice.isSame($0.joined(separator: "\n"), text) }
  }
}
