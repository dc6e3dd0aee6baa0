import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Workbooks

/// What the review page shows of one spec: from its analysis to its tables, its agreement and its cases.
struct SpecReview {
  let result: SpecResult
  /// What is to be said besides: a ledger or a suite that cannot be read.
  private(set) var messages: [String] = []
  private var entries: [OutcomeReport.Entry]?
  private var agreement: SpecAgreement?
  private var areCasesNumbered = false
  private var results: [String: TestResult] = [:]

  /// Makes the tables, and reads what people agreed to and what testers entered.
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

  /// The files besides the spec that decide what the page shows.
  static func files(of id: String, at path: String, in suites: SuiteFolder) -> [String] {
    [
      LedgerFile.path(of: id, beside: path), suites.path(of: id, "json"),
      suites.path(of: id, "xlsx"),
    ].compactMap(\.self)
  }

  /// True if there are tables, and so cases to be made.
  var isReady: Bool { entries != nil }

  /// The cases that `generate` would write; `nil` if there are none to be made, of no use where the monitor ended the work.
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

  /// The spec for the page; `nil` while its cases are being made.
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
