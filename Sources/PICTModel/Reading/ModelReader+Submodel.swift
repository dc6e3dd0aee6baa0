import Diagnostics

extension ModelReader {
  /// Reads `{ A, B, C } @ 2`, the order being optional.
  mutating func readSubmodel(_ line: ModelLine) {
    let whole = line.trimmed
    guard line.scalars[whole.lowerBound] == "{", let end = line.index(of: "}", in: whole) else {
      let help = "behind the first sub-model stand only sub-models and constraints"
      return reportSubmodel("a sub-model is written `{ A, B } @ 2`", line.span(whole), help: help)
    }
    let list = line.trim(whole.lowerBound + 1..<end)
    guard !list.isEmpty else {
      return reportSubmodel("the sub-model names no parameters", line.span(whole))
    }
    let order: Int?
    switch submodelOrder(line, line.trim(end + 1..<whole.upperBound)) {
    case .success(let number): order = number
    case .failure: return
    }
    guard let parameters = submodelParameters(line, list) else { return }
    if let order, order > parameters.count {
      let message =
        "the order \(order) is larger than the sub-model, which has \(counted(parameters.count))"
      let help = "the order is at most the number of parameters in the braces"
      return report("order-too-large", message, line.span(whole), help: [help])
    }
    model.submodels.append(
      PICTSubmodel(parameters: parameters, order: order, span: line.span(whole))
    )
  }

  private struct Mistake: Error {}

  /// What follows the braces: nothing, or `@` and a number.
  private mutating func submodelOrder(
    _ line: ModelLine,
    _ range: Range<Int>
  ) -> Result<Int?, Mistake> {
    guard let first = range.first else { return .success(nil) }
    let text = line.trim(first + 1..<range.upperBound)
    guard line.scalars[first] == "@", let number = NumberText.number(line.text(text)), number >= 1
    else {
      let help = "write the order as `@` and a number from 1"
      reportSubmodel("this is no order of a sub-model", line.span(range), help: help)
      return .failure(Mistake())
    }
    return .success(Int(min(number, 1_000)))
  }

  /// The parameters between the braces; `nil`, with a warning, where one is unknown.
  ///
  /// They are separated by commas, or, where that does not give names, by the separator of values.
  private mutating func submodelParameters(_ line: ModelLine, _ list: Range<Int>) -> [Int]? {
    let byComma = resolve(line, line.split(list, at: ","))
    let resolved =
      byComma.unknown == nil || options.valueSeparator == ","
      ? byComma : resolve(line, line.split(list, at: options.valueSeparator))
    if let unknown = resolved.unknown ?? byComma.unknown, resolved.unknown != nil {
      let name = line.text(unknown)
      var help: [String] = []
      if let near = NearestName.of(name, among: model.parameters.map(\.name)) {
        help = ["did you mean `\(near)`?"]
      }
      let message = "there is no parameter `\(name)`: the sub-model is left out"
      report("unknown-parameter", message, line.span(unknown), severity: .warning, help: help)
      return nil
    }
    let distinct = Set(resolved.parameters)
    if distinct.count < resolved.parameters.count {
      let message = "the sub-model names a parameter twice: it counts once"
      report("duplicate-parameter", message, line.span(list), severity: .warning)
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
      guard let found = model.parameter(named: text, isCaseSensitive: options.isCaseSensitive)
      else { return (parameters, name) }
      parameters.append(found)
    }
    return (parameters, nil)
  }

  private mutating func reportSubmodel(_ message: String, _ span: SourceSpan, help: String? = nil) {
    report("submodel-syntax", message, span, help: help.map { [$0] } ?? [])
  }

  private func counted(_ count: Int) -> String {
    count == 1 ? "1 parameter" : "\(count) parameters"
  }
}
