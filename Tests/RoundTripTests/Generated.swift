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

/// One generation of a spec: what it made, and what the next one finds of it.
struct Generated {
  let earlier: EarlierSuite
  /// The suite file.
  let json: String
  var report: Report

  /// Generates a spec on top of an earlier generation; `nil` for a spec that cannot be generated.
  ///
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

  /// The workbook that people had, after it was revised.
  private var revised: SavedWorkbook?
  private var carryOverContext: CarryOver.Earlier

  /// The next generation of a spec, with what people saved of this one, or of another file of theirs.
  func next(
    _ text: String,
    _ saved: SavedWorkbook,
    isRenumbered: Bool = false
  ) throws -> Generated {
    var next = try #require(try Generated(text, after: isRenumbered ? nil : earlier))
    _ = next.carry(saved, before: self)
    return next
  }

  /// Takes over what people saved; `before` is the generation whose file they had.
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

  /// The workbook as it comes back when nobody touched it.
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
  /// What a sheet of questions in `T.xlsx` says.
  init(_ tables: SavedTable..., of specification: Specification, _ analysis: Analysis) {
    let workbook = SavedWorkbook(tables: tables)
    self.init(workbook, file: "T.xlsx", specification: specification, analysis: analysis)
  }
}
