import Specification
import TestDesign

/// The headings that generated suites have besides the factors', in both languages.
struct CaseHeadings {
  private var all: Set<String> = []
  private var names: Set<String> = []
  private var expected: Set<String> = []

  init(_ specification: Specification) {
    let nothing = Analysis(
      counts: .init(
        combinations: "0",
        defined: nil,
        undecided: "0",
        contradictory: nil,
        undefined: "0"
      ),
      findings: [],
      incomplete: []
    )
    let empty = TestMatrix(strength: 1, cases: [], retired: [], lastNumber: 0)
    for language in Language.allCases {
      var specification = specification
      specification.language = language
      let source = ReportSource(specification, nothing, empty, catalogue: nil)
      for column in source.casesTable().columns {
        let heading = SpecNames.normalised(column.heading)
        all.insert(heading)
        if column.role == .id { names.insert(heading) }
        if column.role == .expected { expected.insert(heading) }
      }
    }
    // The hidden column of the workbook in which the program finds its rows again.
    all.insert(ReportMetadata.name)
    names.formUnion(["id", "no", "no.", "番号"])
  }

  func contains(_ heading: String) -> Bool {
    all.contains(SpecNames.normalised(heading)) || isName(heading)
  }

  /// Whether the column holds what rows are called.
  func isName(_ heading: String) -> Bool { names.contains(SpecNames.normalised(heading)) }

  func isExpected(_ heading: String) -> Bool { expected.contains(SpecNames.normalised(heading)) }
}
