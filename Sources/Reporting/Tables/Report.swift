package import Specification
import TestDesign
import Workbooks

/// What a generation reports, as tables without any format, with headings in the spec's language.
package struct Report: Sendable {
  package var language: Language
  /// The spec's id, such as `POST`.
  package var id: String
  package var feature: String
  /// `specmatrix` and its version.
  package var tool: String
  package var summary: ReportSummary
  /// In the order of `ReportTable.Name`.
  package var tables: [ReportTable]
  /// A table of flows without rows, if there are none: what testers entered in an earlier one goes there.
  package var emptyFlows: ReportTable?
  /// Which pairs the cases contain; `nil` if that was not requested.
  package var coverage: ReportCoverage?
  /// The names of sheets that people added to the workbook, which no sheet of ours may take.
  package var foreignSheets: [String] = []
  /// The titles of saved sheets for parts that the report does not have, each with its part.
  package var emptiedSheets: [(part: ReportPart, title: String)] = []
  /// The sheets of testers' rounds that are over, which stay as they are.
  package var closedRounds: [String] = []
  /// The rows of each operation on the sheet of cases, in the order of the spec.
  package var operations: [OperationRows] = []
  /// Where the spec stands; empty if that is not known.
  package var specPath = ""
  /// A digest of the suite next to it; empty if there is none.
  package var suiteDigest = ""

  package subscript(name: ReportTable.Name) -> ReportTable? {
    tables.first { $0.name == name }
  }
}

/// A part of the report that has a sheet.
package enum ReportPart: Hashable, Sendable {
  case summary, coverage
  case table(ReportTable.Name)

  /// A name that stays the same in every language.
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
  /// One label and what stands beside it.
  package struct Line: Hashable, Sendable {
    package var label: String
    package var cell: ReportCell
    /// The number of the line in the same section whose number is the whole of which this one is a share; `nil` for no share.
    package var whole: Int?

    package init(_ label: String, _ cell: ReportCell, of whole: Int? = nil) {
      self.label = label
      self.cell = cell
      self.whole = whole
    }
  }

  /// Lines under one heading.
  package struct Section: Hashable, Sendable {
    package var heading: String
    package var lines: [Line]

    package init(heading: String, lines: [Line]) {
      self.heading = heading
      self.lines = lines
    }
  }

  /// The name of the page.
  package var title: String
  /// What the workbook is about, in large letters.
  package var heading: String
  package var sections: [Section]
}

/// Which pairs of values the cases contain, as a grid.
package struct ReportCoverage: Hashable, Sendable {
  /// The content where a row and a column meet.
  package enum Cell: Hashable, Sendable {
    /// How many cases contain the pair.
    case cases(Int)
    /// How many of the pairs of two factors that can occur do.
    case share(covered: Int, possible: Int)
    case impossible
    /// The two are values of one factor.
    case same
  }

  /// What a row and the column of the same number stand for.
  package struct Line: Hashable, Sendable {
    package var factor: String
    /// `nil` if a line represents a whole factor.
    package var value: String?
  }

  package var title: String
  /// What the grid says, in one or two sentences.
  package var caption: String
  package var lines: [Line]
  /// By row and column.
  package var cells: [[Cell]]
}
