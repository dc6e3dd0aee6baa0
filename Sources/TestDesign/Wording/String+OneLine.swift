extension String {
  /// The text as it can stand inside a sentence: line breaks and runs of blanks become one blank, blanks at the ends and characters
  /// that would turn the direction of the text around them are left out.
  package var onOneLine: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: if !scalar.properties.isBidiControl { scalars.append(scalar) }
      }
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }

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
