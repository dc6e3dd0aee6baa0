package import Specification
import TestDesign
import Workbooks

/// The report of a generation as format-independent tables, with headings in the spec's language.
package struct Report: Sendable {
  package var language: Language
  /// The spec's id, such as `POST`.
  package var id: String
  package var feature: String
  /// The program and its version, such as `specmatrix 0.1.0`.
  package var tool: String
  package var summary: ReportSummary
  /// The tables, in the order of `ReportTable.Name`.
  package var tables: [ReportTable]
  /// An empty table of flows if the report has none, which takes the entries of an earlier one.
  package var emptyFlows: ReportTable?
  /// The pairs that the cases contain, or `nil` if they were not requested.
  package var coverage: ReportCoverage?
  /// The names of sheets that people added to the workbook, which generated sheets must not take.
  package var foreignSheets: [String] = []
  /// The titles of saved sheets whose parts the report does not have.
  package var emptiedSheets: [(part: ReportPart, title: String)] = []
  /// The names of the sheets of finished test rounds, which stay unchanged.
  package var closedRounds: [String] = []
  /// The rows of each operation on the sheet of cases, in the order of the spec.
  package var operations: [OperationRows] = []
  /// The path of the spec, or an empty text if it is unknown.
  package var specPath = ""
  /// A digest of the stored suite, or an empty text if there is none.
  package var suiteDigest = ""

  package subscript(name: ReportTable.Name) -> ReportTable? {
    tables.first { $0.name == name }
  }
}

/// A part of the report that has a sheet.
package enum ReportPart: Hashable, Sendable {
  case summary, coverage
  case table(ReportTable.Name)

  /// A language-independent name.
  var key: String {
    switch self {
    case .summary: "summary"
    case .coverage: "coverage"
    case .table(let name): name.rawValue
    }
  }

  init?(key: String) {
    switch key {
    case "summary": self = .summary
    case "coverage": self = .coverage
    default:
      guard let name = ReportTable.Name(rawValue: key) else { return nil }
      self = .table(name)
    }
  }
}

/// The front page: groups of labelled lines.
package struct ReportSummary: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package var label: String
    package var cell: ReportCell
    /// The index of the section's line of which this one is a share, or `nil` if it is not a share.
    package var whole: Int?

    package init(_ label: String, _ cell: ReportCell, of whole: Int? = nil) {
      self.label = label
      self.cell = cell
      self.whole = whole
    }
  }

  package struct Section: Hashable, Sendable {
    package var heading: String
    package var lines: [Line]

    package init(heading: String, lines: [Line]) {
      self.heading = heading
      self.lines = lines
    }
  }

  package var title: String
  /// The subject of the workbook, shown in large letters.
  package var heading: String
  package var sections: [Section]
}

/// The pairs of values that the cases contain, as a grid.
package struct ReportCoverage: Hashable, Sendable {
  /// The content for a pair of lines.
  package enum Cell: Hashable, Sendable {
    /// The number of cases that contain the pair.
    case cases(Int)
    /// The number of covered pairs of two factors out of those that can occur.
    case share(covered: Int, possible: Int)
    case impossible
    /// Both are values of the same factor.
    case same
  }

  /// The label of a row and of the column with the same index.
  package struct Line: Hashable, Sendable {
    package var factor: String
    /// The value, or `nil` if the line stands for a whole factor.
    package var value: String?
  }

  package var title: String
  /// An explanation of the grid in one or two sentences.
  package var caption: String
  package var lines: [Line]
  package var cells: [[Cell]]
}
