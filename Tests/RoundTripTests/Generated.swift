import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import Workbooks
import YAMLSyntax

/// One generation of a spec: its outputs, and what the next one reads of it.
struct Generated {
  static let spec = """
    specmatrix: 1
    id: T
    feature: Test
    states: {plan: [free, premium]}
    operations: [submit, look]
    rules:
      submit: {when: {plan: valid}, then: The form is sent}
      look: {when: {plan: valid}, then: The form is shown}
    """

  let earlier: EarlierSuite
  let json: String
  var report: Report

  /// Generates a spec as a successor of an earlier generation, or returns `nil` if it cannot be generated.
  init?(
    _ text: String,
    after earlier: EarlierSuite? = nil
  ) throws {
    let tree = parseYAML(SourceFile(path: "specs/t.yaml", text: text))
    guard let root = tree.value,
      let specification = decodeSpecification(
        root,
        path: "specs/t.yaml",
        catalogue: .standard
      ).value,
      let analysed = try analyse(specification, today: CalendarDate(number: 20_000)).value
    else { return nil }
    let matrix = try analysed.cases(earlier: earlier, effort: nil)
    let changes = earlier.map {
      SuiteChanges(from: $0, to: matrix, of: specification, analysed.analysis)
    }
    report = Report(
      specification,
      analysed.analysis,
      matrix,
      toolVersion: "0.1.0",
      catalogue: .standard,
      changes: changes
    )
    report.add(try analysed.pairCoverage(of: matrix), of: specification, analysed.analysis)
    json = matrix.json(of: specification, analysed.analysis)
    report.suiteDigest = TextDigest.whole(json)
    self.earlier = EarlierSuite(matrix, of: specification, analysed.analysis)
    carryOverContext = CarryOver.Earlier(
      changes: changes,
      suiteDigest: "",
      headings: Set((earlier?.factors ?? []).map(\.label)),
      factors: Dictionary(
        (earlier?.factors ?? []).compactMap { factor in
          specification.factors.firstIndex { $0.name == factor.name }.map { (factor.label, $0) }
        },
        uniquingKeysWith: { first, _ in first }
      )
    )
  }

  /// The revised version of people's workbook.
  private var revised: SavedWorkbook?
  private var carryOverContext: CarryOver.Earlier

  /// Generates the next version of a spec with the saved file of this one, or with another file.
  func next(
    _ text: String,
    _ saved: SavedWorkbook,
    isRenumbered: Bool = false
  ) throws -> Generated {
    var next = try #require(try Generated(text, after: isRenumbered ? nil : earlier))
    _ = next.carry(saved, before: self)
    return next
  }

  /// Carries a saved file over; `before` is the generation that wrote it.
  mutating func carry(_ saved: SavedWorkbook, before: Generated) -> CarryOver {
    carryOverContext.suiteDigest = before.report.suiteDigest
    var carryOver = CarryOver(of: saved, into: report, earlier: carryOverContext)
    // Tables of CSV files have no names.
    if saved.tables.contains(where: { !$0.name.isEmpty }) {
      revised = carryOver.workbook(created: nil).applied(to: saved)
    }
    report = carryOver.report
    return carryOver
  }

  /// The workbook as it comes back unedited.
  var saved: SavedWorkbook { revised ?? WorkbookPlan(report).saved }

  /// The same as CSV files.
  var savedAsCSV: SavedWorkbook {
    get throws {
      var saved = SavedWorkbook(tables: [])
      for name in [ReportTable.Name.cases, .questions, .setAside] {
        guard let table = report[name] else { continue }
        saved.tables += try SavedWorkbook(csv: CSVDocument(table).bytes).tables
      }
      return saved
    }
  }
}

extension SavedAnswers {
  /// Reads the answers of a sheet of questions in `T.xlsx`.
  init(_ tables: SavedTable..., of specification: Specification, _ analysis: Analysis) {
    let workbook = SavedWorkbook(tables: tables)
    self.init(workbook, file: "T.xlsx", specification: specification, analysis: analysis)
  }
}
