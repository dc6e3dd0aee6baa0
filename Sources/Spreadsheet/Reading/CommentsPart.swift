import Reporting

/// The comments that people pinned to the cells of a sheet.
struct CommentsPart {
  private(set) var comments: [SavedComment] = []
  private var text: RichText
  private var position: CellPosition?

  init(limits: ReadingLimits) {
    text = RichText(limits: limits)
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    switch event {
    case .start(let element) where XMLWord.comment ~= element.name:
      position = element[.ref].flatMap { CellPosition($0) }
    case .end(.comment):
      let text = text.finish()
      guard let position, !text.allSatisfy(\.isWhitespace) else { return }
      comments.append(SavedComment(row: position.row, column: position.column, text: text))
    default: if position != nil { try text.take(event) }
    }
  }
}
