import Diagnostics
package import Specification
package import TestDesign

/// What a suite covers of a spec and what it misses: the formats are extensions of this type.
package struct MeasureReport {
  package var specification: Specification
  package var analysis: Analysis
  /// The path of the suite.
  package var path: String
  package var suite: ReadSuite
  package var measure: SuiteMeasure

  package init(
    _ analysed: AnalysedSpecification,
    path: String,
    suite: ReadSuite,
    measure: SuiteMeasure
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.path = path
    self.suite = suite
    self.measure = measure
  }

  /// Whether the suite covers all, and all of it was understood and can happen.
  package var isComplete: Bool {
    measure.isComplete && measure.impossible.isEmpty
      && !suite.problems.contains { if case .value = $0 { true } else { false } }
  }

  /// A row as people find it: its place in the file and, where it has one, its name.
  func name(ofRow row: Int) -> String {
    let row = suite.rows[row]
    return "row \(row.place + 1)" + (row.name.map { " (\(VisibleText.line($0)))" } ?? "")
  }

  func name(ofFactor factor: Int) -> String {
    factor == specification.operationFactor
      ? "operation" : VisibleText.line(specification.factors[factor].name)
  }

  /// `–` for not applicable.
  func id(ofValue value: Int?, of factor: Int) -> String {
    guard let value else { return "–" }
    let id =
      factor == specification.operationFactor
      ? specification.operationValues[value].id : specification.factors[factor].values[value].id
    return VisibleText.line(id)
  }

  func words(for settings: [(factor: Int, value: Int?)]) -> String {
    settings.map { "\(name(ofFactor: $0.factor)): \(id(ofValue: $0.value, of: $0.factor))" }
      .joined(separator: ", ")
  }

  func words(for settings: [SuiteMeasure.Setting]) -> String {
    words(for: settings.map { (factor: $0.factor, value: $0.value) })
  }

  /// What a group of tuples is called: `pairs`, `triples of login, draft, operation`.
  func name(of group: SuiteMeasure.Group) -> String {
    let names = [1: "values", 2: "pairs", 3: "triples"]
    let name = names[group.strength] ?? "combinations of \(group.strength) values"
    guard let factors = group.factors else { return name }
    return "\(name) of \(factors.map(name(ofFactor:)).joined(separator: ", "))"
  }

  func words(for problem: ReadSuite.Problem) -> String {
    switch problem {
    case .column(let heading, let advice):
      "the column `\(VisibleText.line(heading))` is no factor of the spec"
        + (advice.map { ": \($0)" } ?? "")
    case .missing(let factor):
      "no column says `\(name(ofFactor: factor))`"
    case .value(let text, let factor, let rows, let advice):
      "\(places(rows)): `\(VisibleText.line(text))` is no value of `\(name(ofFactor: factor))`"
        + (advice.map { ": \(VisibleText.line($0))" } ?? "")
    }
  }

  /// Rows by their places: `rows 3, 5 and 12`, the first few of many.
  func places(_ rows: [Int]) -> String {
    let places = rows.map { String(suite.rows[$0].place + 1) }
    guard let last = places.last, places.count > 1 else { return "row \(places.joined())" }
    guard places.count <= 12 else {
      return "rows \(places.prefix(10).joined(separator: ", ")) and \(places.count - 10) more"
    }
    return "rows \(places.dropLast().joined(separator: ", ")) and \(last)"
  }
}
