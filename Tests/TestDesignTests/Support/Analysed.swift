import Combinatorics
import Diagnostics
import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

let testDay = CalendarDate(number: 20_000)

/// Reads a text that must be a valid spec.
func specification(
  _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Specification {
  try SpecText.specification(text, path: "spec.yaml", sourceLocation: sourceLocation)
}

/// Analyses a text that must be a valid spec.
func analysed(
  _ text: String,
  today: CalendarDate = testDay,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> AnalysedSpecification {
  let place = sourceLocation
  return try SpecText.analysed(text, path: "spec.yaml", today: today, sourceLocation: place)
}

/// Analyses a text, or returns `nil` if only its space shows that it is invalid.
func analysedIfValid(_ text: String) throws -> AnalysedSpecification? {
  try analyse(specification(text), today: testDay).value
}

/// Returns an English spec with these sections, about which the catalogue asks nothing.
func spec(_ sections: String) -> String {
  "specmatrix: 1\nid: T\nfeature: Test\n" + sections
    + (sections.contains("traits:") ? "\n" : "\ntraits: []\n")
}

/// Returns the text of a span on its first line.
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
  /// Returns rules that disagree, all with each other or one with all others.
  static func between(_ rules: [Int], centre: Int? = nil) -> Contradiction {
    Contradiction(
      kind: centre.map { .star(centre: $0) } ?? .order,
      rules: rules,
      pairs: [],
      rows: .empty
    )
  }
}

func literal(_ factor: Int, _ values: [Int], orNone: Bool = false) -> NamedCube.Literal {
  NamedCube.Literal(factor: factor, values: values, allowsNotApplicable: orNone)
}

extension TestCase {
  /// Returns a case in which only the combination is relevant.
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

/// Returns the values of a factor as `[a0, a1, a2]`.
func values(_ name: String, _ count: Int) -> String {
  "[" + (0..<count).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
}

/// Expects that twice the size takes at most twice the steps, up to a logarithm.
func expectLinear(
  from size: Int,
  most: Double = 2.6,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ steps: (Int) throws -> Int
) rethrows {
  expectTwice(try steps(size), try steps(2 * size), most: most, sourceLocation)
}

/// The same for the steps of an analysis, each kind by itself.
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

  /// Returns the tables of all operations in declaration order.
  func outcomeTables() throws -> [OutcomeTable] {
    let builder = try OutcomeTableBuilder(self)
    return try specification.operations.indices.map { try builder.table(of: $0) }
  }
}
