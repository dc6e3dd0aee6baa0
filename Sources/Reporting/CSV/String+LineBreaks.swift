extension String {
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
}
