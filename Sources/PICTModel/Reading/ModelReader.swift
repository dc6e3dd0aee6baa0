import Combinatorics
package import Diagnostics
import Text

/// Reads a model in the language of PICT.
///
/// Everything that PICT accepts is accepted with the same meaning, and what it silently ignores leads to a warning. A text has three parts
/// in this order: parameters, one per line; sub-models, one per line; constraints, which end in semicolons and may span lines. The part to
/// which a line belongs is judged by the line alone.
package func readPICTModel(
  _ file: SourceFile,
  options: PICTSyntaxOptions = PICTSyntaxOptions()
) -> Checked<PICTModel> {
  var reader = ModelReader(options: options)
  reader.read(file.text)
  let diagnostics = reader.diagnostics.sortedByPlace()
  let failed = diagnostics.contains { $0.severity == .error }
  return Checked(failed ? nil : reader.model, diagnostics: diagnostics)
}

struct ModelReader {
  var model: PICTModel
  var diagnostics: [Diagnostic] = []
  fileprivate var names = ParameterNames()
  fileprivate var valueCount = 0

  var options: PICTSyntaxOptions { model.options }

  init(options: PICTSyntaxOptions) {
    model = PICTModel(parameters: [], options: options)
  }

  mutating func read(_ text: String) {
    model.hasByteOrderMark = text.unicodeScalars.first == "\u{FEFF}"
    var lines = ModelLine.lines(of: text)[...]
    lines = lines.drop { $0.isSilent }
    while let line = lines.first, !line.isSubmodel, !line.beginsConstraints {
      readParameter(line)
      lines = lines.dropFirst().drop { $0.isSilent }
    }
    checkParameters()
    if lines.first?.isSubmodel == true {
      while let line = lines.first, !line.beginsConstraints {
        readSubmodel(line)
        lines = lines.dropFirst().drop { $0.isSilent }
      }
    }
    var parser = ConstraintParser(lines.filter { !$0.isSilent })
    let constraints = parser.parse()
    diagnostics += parser.diagnostics
    var resolver = ConstraintResolver(model: model)
    for constraint in constraints { resolver.resolve(constraint) }
    model.constraints = resolver.constraints
    diagnostics += resolver.diagnostics
  }

  mutating func report(
    _ code: String,
    _ message: String,
    _ span: SourceSpan?,
    help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    diagnostics.append(
      Diagnostic(code: code, message: message, span: span, help: help, related: related)
    )
  }

  private mutating func checkParameters() {
    guard !model.parameters.isEmpty else {
      guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
      let help = "write a parameter on a line of its own, `Name: first, second, third`"
      return report("empty-model", "the model has no parameters", nil, help: [help])
    }
    var places: [[Unicode.Scalar]: SourceSpan] = [:]
    for parameter in model.parameters {
      let key = TextOrder.key(parameter.name, isCaseSensitive: options.isCaseSensitive)
      if let first = places[key] {
        report(
          "duplicate-parameter",
          "there are two parameters `\(parameter.name)`",
          parameter.span,
          help: ["give each parameter a name of its own"],
          related: [Diagnostic.Related(span: first, message: "the first is here")]
        )
      } else {
        places[key] = parameter.span
      }
      if parameter.values.allSatisfy(\.isNegative) {
        let help = "add a value that is allowed: every other test needs one"
        let message = "all values of `\(parameter.name)` are negative"
        report("only-negative-values", message, parameter.span, help: [help])
      }
    }
  }
}

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
    guard model.parameters.count < ModelLimits.parameters else {
      return reportExcess(
        "the model has more than",
        ModelLimits.parameters,
        "parameters",
        line,
        name
      )
    }
    let parameter = PICTParameter(
      name: line.text(name),
      values: readValues(line, name, separator + 1..<whole.upperBound),
      order: order,
      span: line.span(name)
    )
    model.parameters.append(parameter)
    names.add(parameter.name)
  }

  /// Reads the values of a parameter; if there are too many, reports it and returns a placeholder.
  private mutating func readValues(
    _ line: ModelLine,
    _ name: Range<Int>,
    _ list: Range<Int>
  ) -> [PICTValue] {
    var values: [PICTValue] = []
    // Without references, the number of values is the number of separators plus one.
    let separators = list.count { line.scalars[$0] == options.valueSeparator }
    var parts =
      separators < ModelLimits.values ? line.split(list, at: options.valueSeparator)[...] : []
    let roomInModel = ModelLimits.allValues - valueCount
    var room = min(ModelLimits.values, roomInModel)
    var place = list
    if parts.isEmpty { room = -1 }
    while room >= 0, let part = parts.popFirst() {
      let reference = reference(line, part).flatMap {
        names.find($0, isCaseSensitive: options.isCaseSensitive)
      }
      room -= reference.map { model.parameters[$0].values.count } ?? 1
      if room >= 0 { values += readValues(line, part) } else { place = part }
    }
    guard room < 0 else {
      valueCount += values.count
      return values
    }
    valueCount += 1
    if roomInModel < ModelLimits.values {
      reportExcess("the model has more than", ModelLimits.allValues, "values", line, place)
    } else {
      reportExcess("`\(line.text(name))` has more than", ModelLimits.values, "values", line, place)
    }
    return [PICTValue(names: ["0"])]
  }

  private mutating func reportExcess(
    _ message: String,
    _ limit: Int,
    _ what: String,
    _ line: ModelLine,
    _ place: Range<Int>
  ) {
    // Report it once: what is too large is often repeated on each line.
    guard !diagnostics.contains(where: { $0.code == "model-too-large" }) else { return }
    report(
      "model-too-large",
      "\(message) \(limit.grouped) \(what)",
      line.span(place),
      help: [
        "write one value for all that make no difference, or split the model",
        "a reference `<Name>` adds all values of the parameter named",
      ]
    )
  }

  /// Returns the name in `<Name>`, or `nil` if the range is not a reference.
  private func reference(_ line: ModelLine, _ range: Range<Int>) -> String? {
    guard range.count > 1, line.scalars[range.lowerBound] == "<",
      line.scalars[range.upperBound - 1] == ">"
    else { return nil }
    return line.text(range.lowerBound + 1..<range.upperBound - 1)
  }

  /// Splits `Name` or `Name @ 3` into name and order.
  private func nameAndOrder(_ line: ModelLine, _ range: Range<Int>) -> (Range<Int>, Int?) {
    let parts = line.split(range, at: "@")
    guard parts.count == 2, let number = NumberText.number(line.text(parts[1])) else {
      return (range, nil)
    }
    return (parts[0], number >= 1 ? Int(min(number, 1_000)) : nil)
  }

  /// Reads one value, or all values of a referenced parameter.
  private mutating func readValues(_ line: ModelLine, _ range: Range<Int>) -> [PICTValue] {
    if let name = reference(line, range) {
      if let other = names.find(name, isCaseSensitive: options.isCaseSensitive) {
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
    var help = ["a reference must name a parameter above it"]
    if diagnostics.count < ModelLimits.guesses,
      let near = NearestName.of(name, among: model.parameters.map(\.name))
    {
      help.append("did you mean `<\(near)>`?")
    }
    let message = "there is no parameter `\(name)` above: `<\(name)>` is taken as a value"
    diagnostics.warn("unknown-reference", message, span, help)
  }

  /// Splits `names (2)` into names and weight; trailing parentheses that are not a weight belong to the name.
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

extension ModelReader {
  /// Reads `{ A, B, C } @ 2`, in which the order is optional.
  mutating func readSubmodel(_ line: ModelLine) {
    let whole = line.trimmed
    guard line.scalars[whole.lowerBound] == "{", let end = line.index(of: "}", in: whole) else {
      let help = "only sub-models and constraints may follow the first sub-model"
      return reportSubmodel("a sub-model is written `{ A, B } @ 2`", line.span(whole), help: help)
    }
    let list = line.trim(whole.lowerBound + 1..<end)
    guard !list.isEmpty else {
      return reportSubmodel("the sub-model names no parameters", line.span(whole))
    }
    guard let order = submodelOrder(line, line.trim(end + 1..<whole.upperBound)) else { return }
    guard let parameters = submodelParameters(line, list) else { return }
    if order > parameters.count {
      let message =
        "the order \(order) is larger than the sub-model, which has \(counted(parameters.count, "parameter"))"
      let help = "the order is at most the number of parameters in the braces"
      return report("order-too-large", message, line.span(whole), help: [help])
    }
    model.submodels.append(
      PICTSubmodel(
        parameters: parameters,
        order: order > 0 ? order : nil,
        span: line.span(whole)
      )
    )
  }

  /// Returns the order after the braces (`@ 3`), or 0 if there is none; anything else is reported and gives `nil`.
  private mutating func submodelOrder(_ line: ModelLine, _ range: Range<Int>) -> Int? {
    guard let first = range.first else { return 0 }
    let text = line.trim(first + 1..<range.upperBound)
    guard line.scalars[first] == "@", let number = NumberText.number(line.text(text)), number >= 1
    else {
      let help = "write the order as `@` and a number from 1"
      reportSubmodel("this is not an order of a sub-model", line.span(range), help: help)
      return nil
    }
    return Int(min(number, 1_000))
  }

  /// Returns the parameters between the braces; `nil`, with a warning, if one is unknown.
  ///
  /// They are separated by commas or, if that does not yield known names, by the value separator.
  private mutating func submodelParameters(_ line: ModelLine, _ list: Range<Int>) -> [Int]? {
    let byComma = resolve(line, line.split(list, at: ","))
    let resolved =
      byComma.unknown == nil || options.valueSeparator == ","
      ? byComma : resolve(line, line.split(list, at: options.valueSeparator))
    if let unknown = resolved.unknown ?? byComma.unknown, resolved.unknown != nil {
      let name = line.text(unknown)
      let help = diagnostics.guess(name, among: model.parameters.map(\.name))
      let message = "there is no parameter `\(name)`: the sub-model is ignored"
      diagnostics.warn("unknown-parameter", message, line.span(unknown), help)
      return nil
    }
    let distinct = Set(resolved.parameters)
    if distinct.count < resolved.parameters.count {
      let message = "the sub-model names a parameter twice: it counts once"
      diagnostics.warn("duplicate-parameter", message, line.span(list))
    }
    return distinct.sorted()
  }

  private func resolve(
    _ line: ModelLine,
    _ names: [Range<Int>]
  ) -> (parameters: [Int], unknown: Range<Int>?) {
    var parameters: [Int] = []
    for name in names {
      let text = line.text(name)
      guard let found = self.names.find(text, isCaseSensitive: options.isCaseSensitive)
      else { return (parameters, name) }
      parameters.append(found)
    }
    return (parameters, nil)
  }

  private mutating func reportSubmodel(_ message: String, _ span: SourceSpan, help: String? = nil) {
    report("submodel-syntax", message, span, help: help.map { [$0] } ?? [])
  }
}
