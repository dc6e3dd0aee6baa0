import Diagnostics

extension ModelReader {
  /// Reads `Name: a, b|c (2), ~d, <Other>`.
  mutating func readParameter(_ line: ModelLine) {
    let whole = line.scalars.indices
    guard
      let separator = line.index(of: ":", in: whole)
        ?? line.index(of: options.valueSeparator, in: whole)
    else {
      let help = [
        "a parameter is written `Name: first, second`",
        "a first constraint begins with IF, `[` or `(`",
      ]
      let message = "the line is neither a parameter with values nor a constraint"
      return report("missing-values", message, line.span(line.trimmed), help: help)
    }
    let (name, order) = nameAndOrder(line, line.trim(0..<separator))
    var values: [PICTValue] = []
    for part in line.split(separator + 1..<whole.upperBound, at: options.valueSeparator) {
      values += readValues(line, part)
    }
    model.parameters.append(
      PICTParameter(name: line.text(name), values: values, order: order, span: line.span(name))
    )
  }

  /// `Name` or `Name @ 3`.
  private func nameAndOrder(_ line: ModelLine, _ range: Range<Int>) -> (Range<Int>, Int?) {
    let parts = line.split(range, at: "@")
    guard parts.count == 2, let number = NumberText.number(line.text(parts[1])) else {
      return (range, nil)
    }
    return (parts[0], number >= 1 ? Int(min(number, 1_000)) : nil)
  }

  /// One value, or all values of the parameter that is referred to.
  private mutating func readValues(_ line: ModelLine, _ range: Range<Int>) -> [PICTValue] {
    if range.count > 1, line.scalars[range.lowerBound] == "<",
      line.scalars[range.upperBound - 1] == ">"
    {
      let name = line.text(range.lowerBound + 1..<range.upperBound - 1)
      if let other = model.parameter(named: name, isCaseSensitive: options.isCaseSensitive) {
        return model.parameters[other].values
      }
      warnOfReference(to: name, line.span(range))
    }
    let (names, weight) = namesAndWeight(line, range)
    var isNegative = false
    let texts = line.split(names, at: options.aliasSeparator).enumerated().map { index, name in
      if index == 0, !name.isEmpty, line.scalars[name.lowerBound] == options.negativePrefix {
        isNegative = true
        return line.text(line.trim(name.lowerBound + 1..<name.upperBound))
      }
      return line.text(name)
    }
    return [PICTValue(names: texts, weight: weight, isNegative: isNegative)]
  }

  private mutating func warnOfReference(to name: String, _ span: SourceSpan) {
    var help = ["a reference names a parameter that stands above"]
    if let near = NearestName.of(name, among: model.parameters.map(\.name)) {
      help.append("did you mean `<\(near)>`?")
    }
    let message = "there is no parameter `\(name)` above: `<\(name)>` is taken as a value"
    report("unknown-reference", message, span, severity: .warning, help: help)
  }

  /// Splits `names (2)`; what is in parentheses at the end belongs to the name unless it is a weight.
  private func namesAndWeight(_ line: ModelLine, _ range: Range<Int>) -> (Range<Int>, Int) {
    guard let last = range.last, line.scalars[last] == ")",
      let open = range.last(where: { line.scalars[$0] == "(" }),
      let number = NumberText.number(line.text(line.trim(open + 1..<last))), abs(number) < 9e18
    else { return (range, 1) }
    // PICT keeps the lowest 32 bits, so that -1 is the heaviest of all.
    let bits = UInt32(truncatingIfNeeded: Int(number))
    guard bits >= 1 else { return (range, 1) }
    let weight = min(Int(bits), 1_000_000)
    return (line.trim(range.lowerBound..<open), weight)
  }
}
