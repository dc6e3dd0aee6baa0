import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Workbooks

/// The contents of the review page for one spec: its tables, agreement and cases.
struct SpecReview {
  let result: SpecResult
  /// Problems with a ledger, a suite or a workbook.
  private(set) var messages: [String] = []
  private var entries: [OutcomeReport.Entry]?
  private var agreement: SpecAgreement?
  private var areCasesNumbered = false
  private var results: [String: TestResult] = [:]

  /// Makes the tables, and reads the ledger and the results that testers entered.
  init(_ result: SpecResult) {
    self.result = result
    guard let analysed = result.analysed,
      let entries = try? analysed.outcomeEntries(
        of: Array(analysed.specification.operations.indices)
      )
    else { return }
    self.entries = entries
    let (agreement, problem) = LedgerFile.agreement(of: analysed, analysed.tables(of: entries))
    if let problem { messages.append(problem) }
    if agreement.hasLedger { self.agreement = agreement }
    areCasesNumbered = FileStatus.exists(
      result.suites.path(of: analysed.specification.id, "json"),
      followingLinks: true
    )
    let workbook = result.suites.path(of: analysed.specification.id, "xlsx")
    guard FileStatus.exists(workbook, followingLinks: true) else { return }
    do throws(FileFailure) {
      results = EnteredResults(try SavedWorkbook(path: workbook)).results
    } catch {
      messages.append("\(error.message): the page shows no results of it")
    }
  }

  /// Returns the files besides the spec that affect the page.
  static func files(of id: String, at path: String, in suites: SuiteFolder) -> [String] {
    [
      LedgerFile.path(of: id, beside: path), suites.path(of: id, "json"),
      suites.path(of: id, "xlsx"),
    ].compactMap(\.self)
  }

  /// True if there are tables, so that cases can be made.
  var isReady: Bool { entries != nil }

  /// Returns the cases that `generate` would write, or `nil` without tables; of no use if the monitor ended the work.
  mutating func cases(monitor: CoveringMonitor? = nil) -> TestMatrix? {
    guard entries != nil, let analysed = result.analysed else { return nil }
    var said: [String] = []
    defer { messages += said }
    do throws(LimitExceeded) {
      return try result.suite(of: analysed, effort: nil, monitor: monitor) { said.append($0) }
    } catch {
      said.append("\(result.file.path): no cases within the limits: \(error.what)")
      return TestMatrix(strength: 1, cases: [], retired: [])
    }
  }

  /// Returns the spec for the page, without `cases` while they are being made.
  func spec(cases: TestMatrix?) -> ReviewSpec {
    guard let analysed = result.analysed, let entries else { return ReviewSpec(result.check) }
    return ReviewSpec(
      result.check,
      ReviewSpec.Contents(
        analysed,
        entries,
        agreement: agreement,
        matrix: cases,
        areCasesNumbered: areCasesNumbered,
        results: results
      )
    )
  }
}
