/// The texts that cells name by number.
struct SharedStringsPart {
  private(set) var texts: [String] = []
  private var text: RichText

  init(limits: ReadingLimits) {
    text = RichText(limits: limits)
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    if case .end(.si) = event { texts.append(text.finish()) } else { try text.take(event) }
  }
}
