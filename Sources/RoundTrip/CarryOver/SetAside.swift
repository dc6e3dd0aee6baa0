import Reporting
import Specification
import Workbooks

/// What people wrote in a place that the program fills: it goes to a table of its own.
struct SetAsideNote: Hashable {
  /// The row that it was about; empty if unknown.
  var subject: String
  /// The name of the sheet.
  var origin: String
  var reason: String
  var cell: SavedCell
}

extension ReportTable {
  init(_ notes: [SetAsideNote], _ language: Language) {
    let name = Name.setAside
    self.init(
      name: name,
      title: name.title(language),
      head: [.line(name.purpose(language))],
      columns: name.statements.map { name.column($0.role, language) },
      rows: notes.map { note in
        Row(
          key: "",
          cells: [
            .text(note.subject), .text(note.origin), .text(note.reason),
            ReportCell(entered: note.cell),
          ]
        )
      }
    )
  }
}
