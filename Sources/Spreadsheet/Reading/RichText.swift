/// A text in the making, of one run or of many with formats of their own; the reading aids of Japanese Excel (`rPh`) are left out.
struct RichText {
  private var text = ""
  private var run = ""
  private var isInRun = false
  private var isPreserved = false
  private var isInReadingAid = false
  private let limit: Int

  init(limits: ReadingLimits) {
    limit = limits.textBytes
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    switch event {
    case .start(let element):
      switch element.name {
      case "rPh": isInReadingAid = true
      case "t" where !isInReadingAid:
        isInRun = true
        isPreserved = element["space", .xml] == "preserve"
      default: break
      }
    case .text(let piece) where isInRun:
      run += piece
      guard text.utf8.count + run.utf8.count <= limit else {
        throw .tooLarge("\(limit >> 10) KB in one text")
      }
    case .end("t") where isInRun:
      text += isPreserved ? run : SpreadsheetText.trimmed(run)
      run = ""
      isInRun = false
    case .end("rPh"): isInReadingAid = false
    case .end, .text: break
    }
  }

  /// The whole text; the next one begins empty.
  mutating func finish() -> String {
    defer {
      text = ""
      run = ""
      isInRun = false
      isInReadingAid = false
    }
    return SpreadsheetText.decoded(text)
  }
}
