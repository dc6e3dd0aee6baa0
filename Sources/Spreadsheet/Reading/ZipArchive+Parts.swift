extension ZipArchive {
  /// Hands over what a part, which is XML, consists of.
  mutating func forEachEvent(
    of part: String,
    limits: ReadingLimits,
    _ body: (XMLEvent) throws(WorkbookProblem) -> Void
  ) throws(WorkbookProblem) {
    try begin(part)
    var parser = XMLEventParser(limits: limits)
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    var count = 0
    repeat {
      count = try read(into: &buffer)
      let events: [XMLEvent]
      do throws(XMLProblem) {
        events = try parser.events(of: buffer, count: count)
      } catch {
        leave()
        throw WorkbookProblem(error, in: part, limits: limits)
      }
      for event in events { try body(event) }
    } while count > 0
  }
}

extension WorkbookProblem {
  fileprivate init(_ problem: XMLProblem, in part: String, limits: ReadingLimits) {
    self =
      switch problem {
      case .malformed(let line, let reason): .malformed(part: part, line: line, reason: reason)
      case .documentType: .forbidden(part: part, what: "a document type declaration (DOCTYPE)")
      case .tooDeep:
        .forbidden(part: part, what: "more than \(limits.depth) elements in one another")
      case .tagTooLong:
        .forbidden(part: part, what: "a tag of more than \(limits.tagBytes >> 10) KB")
      }
  }
}
