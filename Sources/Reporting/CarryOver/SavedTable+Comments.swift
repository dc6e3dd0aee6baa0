import Specification

extension SavedTable {
  /// The comments that people pinned to cells: rows move, so that each is kept beside what its row is about.
  func pinned(ids sheets: [SavedSheet], _ language: Language) -> [RetiredRow] {
    let text = ReportText(language: language)
    let sheet = sheets.first { $0.saved.name == name }
    return comments.map { comment in
      let column = comment.column
      let heading = sheet?.heading(ofColumn: column) ?? ""
      let isBelow = sheet.map { comment.row > $0.headingRow } ?? false
      let id = isBelow ? sheet?.key(ofRow: comment.row)?.joined(separator: "=") ?? "" : ""
      let place =
        id.isEmpty || heading.isEmpty
        ? text(
          "Comment on row \(comment.row + 1), column \(column + 1)",
          "\(comment.row + 1)行\(column + 1)列目のセルのコメント"
        ) : text("Comment on “\(heading)”", "「\(heading)」欄のセルのコメント")
      return RetiredRow(
        about: [.id: id, .origin: name, .change: place],
        entries: [RetiredRow.Entry(role: .note, heading: "", cell: .text(comment.text))]
      )
    }
  }
}
