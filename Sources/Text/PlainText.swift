/// What people write, in the forms in which it is compared and in which it stands inside a sentence.
extension String {
  /// The text as it can stand inside a sentence: line breaks and runs of blanks become one blank; blanks at the ends and characters
  /// that turn the direction of the text around them go.
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

  /// The text with LF for every line break: CR LF and CR become one.
  package var withPlainLineBreaks: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var result = ""
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if scalar == "\r" {
        result.unicodeScalars.append("\n")
      } else if !(scalar == "\n" && isAfterReturn) {
        result.unicodeScalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return result
  }

  /// The text with one blank where white space stands, and none at its ends.
  package var withSingleBlanks: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text without white space at its ends.
  package var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text for comparing sentences: on one line, in lower case, full-width letters and signs as half-width ones.
  package var folded: String {
    var scalars = String.UnicodeScalarView()
    for scalar in onOneLine.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x3000: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars).lowercased().onOneLine
  }

  /// The text for comparing names: in one width and case, without blanks.
  package var asName: String {
    CompatibilityForms.plain(self).lowercased().filter { !$0.isWhitespace }
  }
}

/// `1 spec`, `3 specs`: a number and an English noun with a regular plural.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
