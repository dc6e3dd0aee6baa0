package import Diagnostics

/// Reads rows to include in the suite from a tab-separated file with parameter names on the first line, the format of suites.
///
/// Unknown columns and values are omitted with a warning; the rest of the row is kept. A blank line ends the rows.
package func readPICTSeeds(_ file: SourceFile, for model: PICTModel) -> Checked<[PICTSeedRow]> {
  var reader = SeedReader(model: model)
  let rows = reader.read(file.text)
  return Checked(rows, diagnostics: reader.diagnostics.sortedByPlace())
}

private struct SeedReader {
  let model: PICTModel
  var diagnostics: [Diagnostic] = []
  private let names: ParameterNames
  /// The values of each parameter by name, ascending; computed on first use.
  private var valuesByName: [[[Unicode.Scalar]: [Int]]?]

  init(model: PICTModel) {
    self.model = model
    names = ParameterNames(model.parameters)
    valuesByName = model.parameters.map { _ in nil }
  }

  mutating func read(_ text: String) -> [PICTSeedRow] {
    let lines = ModelLine.lines(of: text)
    guard let head = lines.first, !head.trimmed.isEmpty else {
      diagnostics.warn("empty-seeds", "the file of seeding rows is empty", nil)
      return []
    }
    warnOfAmbiguities()
    let columns = head.split(head.scalars.indices, at: "\t").map { parameter(head, $0) }
    let read = lines.dropFirst().prefix { !$0.trimmed.isEmpty }
    let rows = read.map { row($0, columns) }.filter { $0.values.contains { $0 != nil } }
    if let rest = lines.dropFirst(1 + read.count).first(where: { !$0.trimmed.isEmpty }) {
      let message = "rows after an empty line are ignored"
      diagnostics.warn("seeds-cut-short", message, rest.span(rest.trimmed))
    }
    return rows
  }

  private mutating func parameter(_ line: ModelLine, _ range: Range<Int>) -> Int? {
    let name = line.text(range)
    let isCaseSensitive = model.options.isCaseSensitive
    if let found = names.find(name, isCaseSensitive: isCaseSensitive) { return found }
    let message = "the model has no parameter `\(name)`: the column is ignored"
    let help = diagnostics.guess(name, among: model.parameters.map(\.name))
    diagnostics.warn("unknown-parameter", message, line.span(range), help)
    return nil
  }

  private mutating func row(_ line: ModelLine, _ columns: [Int?]) -> PICTSeedRow {
    var values: [Int?] = Array(repeating: nil, count: model.parameters.count)
    for (column, cell) in line.split(line.scalars.indices, at: "\t").enumerated() {
      guard column < columns.count, let parameter = columns[column], values[parameter] == nil
      else { continue }
      if let value = value(line, cell, parameter) {
        // An expected result follows from the row and is not prescribed.
        if !model.parameters[parameter].isResult { values[parameter] = value }
      } else if !cell.isEmpty {
        let (known, text) = (model.parameters[parameter], line.text(cell))
        let message = "`\(known.name)` has no value `\(text)`: the value is ignored"
        let help = diagnostics.guess(text, among: known.values.flatMap(\.names))
        diagnostics.warn("unknown-value", message, line.span(cell), help)
      }
    }
    return PICTSeedRow(values: values, span: line.span(line.trimmed))
  }

  /// Returns the first value with that name among its names, ignoring the prefix of negative values.
  private mutating func value(_ line: ModelLine, _ cell: Range<Int>, _ number: Int) -> Int? {
    let parameter = model.parameters[number]
    let isMarked = cell.first.map { line.scalars[$0] == model.options.negativePrefix } ?? false
    let part = isMarked ? line.trim(cell.lowerBound + 1..<cell.upperBound) : cell
    let wanted = key(line.text(part))
    let found = values(of: number)[wanted, default: []]
    // If both an allowed and a negative value have the name, the prefix decides.
    return found.first { parameter.values[$0].isNegative == isMarked } ?? found.first
  }

  private mutating func values(of parameter: Int) -> [[Unicode.Scalar]: [Int]] {
    if let known = valuesByName[parameter] { return known }
    var values: [[Unicode.Scalar]: [Int]] = [:]
    for (index, value) in model.parameters[parameter].values.enumerated() {
      for name in value.names.map(key) where values[name]?.last != index {
        values[name, default: []].append(index)
      }
    }
    valuesByName[parameter] = values
    return values
  }

  private func key(_ text: String) -> [Unicode.Scalar] {
    TextOrder.key(text, isCaseSensitive: model.options.isCaseSensitive)
  }

  /// Warns about names that a tab-separated file cannot distinguish.
  private mutating func warnOfAmbiguities() {
    for parameter in model.parameters {
      let names = parameter.values.flatMap(\.names)
      let all = [parameter.name] + names
      if all.contains(where: { $0.isEmpty || $0.unicodeScalars.contains("\t") }) {
        let message =
          "`\(parameter.name)` or one of its values is blank or contains a tab: seeding may miss it"
        diagnostics.warn("ambiguous-seed", message, nil)
      }
      if Set(names.map(key)).count < names.count {
        let message =
          "values of `\(parameter.name)` share a name: seeding takes the first of them"
        diagnostics.warn("ambiguous-seed", message, nil)
      }
    }
  }
}
