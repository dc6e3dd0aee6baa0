/// A text in the making, of one run or of many with formats of their own; the reading aids of Japanese Excel (`rPh`) are left out.
///
/// White space at the edges stays even where `xml:space` does not ask for it: openpyxl forgets to, and nothing that people wrote is to be
/// lost.
struct RichText {
  private var text = ""
  private var isInRun = false
  private var isInReadingAid = false
  private let limit: Int

  init(limits: ReadingLimits) {
    limit = limits.textBytes
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    switch event {
    case .start(let element):
      switch element.name {
      case .rPh: isInReadingAid = true
      case .t where !isInReadingAid:
        isInRun = true
      default: break
      }
    case .text(let piece) where isInRun:
      text += piece
      guard text.utf8.count <= limit else {
        throw .tooLarge("\(limit >> 10) KB in one text")
      }
    case .end(.t) where isInRun:
      isInRun = false
    case .end(.rPh): isInReadingAid = false
    case .end, .text: break
    }
  }

  /// The whole text; the next one begins empty.
  mutating func finish() -> String {
    defer {
      text = ""
      isInRun = false
      isInReadingAid = false
    }
    return SpreadsheetText.decoded(text)
  }
}
