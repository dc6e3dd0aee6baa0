import Combinatorics
import Diagnostics
import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// The day that tests take for today.
let testDay = CalendarDate(number: 20_000)

/// Reads a text that must be a spec without mistakes.
func specification(
  _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Specification {
  try SpecText.specification(text, path: "spec.yaml", sourceLocation: sourceLocation)
}

/// Analyses a text that must be a spec without mistakes.
func analysed(
  _ text: String,
  today: CalendarDate = testDay,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> AnalysedSpecification {
  let place = sourceLocation
  return try SpecText.analysed(text, path: "spec.yaml", today: today, sourceLocation: place)
}

/// Analyses a text; `nil` where only its space shows that it is wrong.
func analysedIfValid(_ text: String) throws -> AnalysedSpecification? {
  try analyse(specification(text), today: testDay).value
}

/// A spec in English of these sections, of which the catalogue asks nothing.
func spec(_ sections: String) -> String {
  "specmatrix: 1\nid: T\nfeature: Test\n" + sections
    + (sections.contains("traits:") ? "\n" : "\ntraits: []\n")
}

/// The text that a place covers, of its first line.
func marked(_ span: SourceSpan?, in text: String) -> String? {
  guard let span else { return nil }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line = Array(lines[span.start.line - 1].unicodeScalars)
  let end = span.end.line == span.start.line ? span.end.column - 1 : line.count
  var marked = String.UnicodeScalarView()
  marked.append(contentsOf: line[(span.start.column - 1)..<end])
  return String(marked)
}

extension Contradiction {
  /// Rules that disagree, all with each other or one with all others.
  static func between(_ rules: [Int], centre: Int? = nil) -> Contradiction {
    Contradiction(
      kind: centre.map { .star(centre: $0) } ?? .order,
      rules: rules,
      pairs: [],
      rows: .empty
    )
  }
}

/// A literal of a cube.
func literal(_ factor: Int, _ values: [Int], orNone: Bool = false) -> NamedCube.Literal {
  NamedCube.Literal(factor: factor, values: values, allowsNotApplicable: orNone)
}

extension TestCase {
  /// A case of which little but the combination counts.
  static func bare(
    _ id: String,
    _ combination: Combination,
    depth: Depth = .relevant,
    status: CombinationStatus = .defined,
    rules: [Int] = []
  ) -> TestCase {
    TestCase(
      id: id,
      state: .new,
      depth: depth,
      combination: combination,
      status: status,
      expected: [],
      rules: rules,
      questions: [],
      kind: .normal,
      priority: .medium
    )
  }
}

/// Values of a factor, `[a0, a1, a2]`.
func values(_ name: String, _ count: Int) -> String {
  "[" + (0..<count).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
}

/// Expects that twice the size takes at most twice the steps, and what a logarithm adds.
func expectLinear(
  from size: Int,
  most: Double = 2.6,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ steps: (Int) throws -> Int
) rethrows {
  expectTwice(try steps(size), try steps(2 * size), most: most, sourceLocation)
}

/// The same of the steps of an analysis, each kind by itself.
func expectLinearAnalysis(
  from size: Int,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ analysed: (Int) throws -> AnalysedSpecification
) rethrows {
  let (small, large) = (try analysed(size).steps, try analysed(2 * size).steps)
  expectTwice(small.comparisons, large.comparisons, sourceLocation)
  expectTwice(small.diagramWork, large.diagramWork, sourceLocation)
}

private func expectTwice(
  _ small: Int,
  _ large: Int,
  most: Double = 2.6,
  _ sourceLocation: SourceLocation
) {
  #expect(
    Double(large) < Double(small) * most,
    "\(small) → \(large)",
    sourceLocation: sourceLocation
  )
}

extension AnalysedSpecification {
  func outcomeTable(of operation: Int) throws -> OutcomeTable {
    try OutcomeTableBuilder(self).table(of: operation)
  }

  /// The tables of all operations, in the order of declaration.
  func outcomeTables() throws -> [OutcomeTable] {
    let builder = try OutcomeTableBuilder(self)
    return try specification.operations.indices.map { try builder.table(of: $0) }
  }
}
