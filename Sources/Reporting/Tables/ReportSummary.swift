/// The front page: groups of labelled lines.
package struct ReportSummary: Hashable, Sendable {
  /// One label and what stands beside it.
  package struct Line: Hashable, Sendable {
    package var label: String
    package var cell: ReportCell

    package init(_ label: String, _ cell: ReportCell) {
      self.label = label
      self.cell = cell
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

  package init(title: String, heading: String, sections: [Section]) {
    self.title = title
    self.heading = heading
    self.sections = sections
  }
}
