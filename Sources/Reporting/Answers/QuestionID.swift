/// The form of the ids of questions.
enum QuestionID {
  /// Whether a text is the id of a question: `Q-` and eight hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    let text = text.uppercased()
    return text.hasPrefix("Q-") && text.count == 10
      && text.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
