extension String {
  /// The text with its first letter in upper case, as a sentence begins.
  var capitalisedAtStart: String { prefix(1).uppercased() + dropFirst() }

  /// The text without full stops and blanks at its end.
  var withoutFullStop: String {
    var text = Substring(self)
    while let last = text.last, "。．. ".contains(last) { text.removeLast() }
    return String(text)
  }

  /// Whether every bracket is closed, in order.
  var hasBalancedBrackets: Bool {
    let closing: [Character: Character] = ["(": ")", "（": "）", "[": "]", "［": "］", "【": "】"]
    var expected: [Character] = []
    for character in self {
      if let end = closing[character] {
        expected.append(end)
      } else if ")）]］】".contains(character), expected.popLast() != character {
        return false
      }
    }
    return expected.isEmpty
  }
}
