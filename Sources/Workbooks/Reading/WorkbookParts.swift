enum PartName {
  /// The part that a relation of another part leads to: from the root, or from the other's folder.
  ///
  /// A way out of the archive ends at its root: parts are looked up, never opened as files.
  static func resolve(_ target: String, from part: String) -> String {
    var segments = target.hasPrefix("/") ? [] : part.split(separator: "/").dropLast()
    for segment in target.split(separator: "/") where segment != "." {
      if segment != ".." { segments.append(segment) } else { _ = segments.popLast() }
    }
    return segments.joined(separator: "/")
  }

  /// Where the relations of a part stand; the package's own for the empty name.
  static func relations(of part: String) -> String {
    let segments = part.split(separator: "/")
    let folder = segments.dropLast().map { $0 + "/" }.joined()
    return "\(folder)_rels/\(segments.last ?? "").rels"
  }
}

/// That one part belongs to another.
struct PartRelation {
  var id: String
  /// The last word of its type, in which transitional and strict are the same: `worksheet`.
  var kind: String
  /// The name of the part it leads to.
  var part: String
}

extension ZipArchive {
  /// The relations of a part, or of the package as a whole for the empty name; none where they are not written down.
  mutating func relations(
    of part: String,
    limits: ReadingLimits
  ) throws(WorkbookProblem) -> [PartRelation] {
    let name = PartName.relations(of: part)
    guard has(name) else { return [] }
    var relations: [PartRelation] = []
    try forEachEvent(of: name, limits: limits) { event in
      guard case .start(let element) = event,
        element.name == XMLName(namespace: .package, word: .relationship),
        let id = element[.relationID], let type = element[.relationType],
        let target = element[.target],
        element[.targetMode] != "External"
      else { return }
      relations.append(
        PartRelation(
          id: id,
          kind: type.split(separator: "/").last.map(String.init) ?? "",
          part: PartName.resolve(target, from: part)
        )
      )
    }
    return relations
  }
}

/// What the workbook's own part says: which sheets there are and how days are counted.
struct WorkbookPart {
  private(set) var sheets: [SheetReference] = []
  private(set) var dateSystem = DateSystem.from1900

  mutating func take(_ event: XMLEvent) {
    guard case .start(let element) = event else { return }
    switch element.name {
    case .workbookPr: if element.flag(.date1904) == true { dateSystem = .from1904 }
    case .sheet:
      sheets.append(
        SheetReference(
          name: SpreadsheetText.decoded(element[.name] ?? ""),
          isHidden: element[.state].map { $0 != "visible" } ?? false,
          relation: element[.id, .relation] ?? ""
        )
      )
    default: break
    }
  }
}

/// A sheet, as the workbook's own part lists it.
struct SheetReference {
  var name: String
  var isHidden: Bool
  /// Of the relation that leads to its part.
  var relation: String
}

/// The texts that cells name by number.
struct SharedStringsPart {
  private(set) var texts: [String] = []
  private var text: RichText

  init(limits: ReadingLimits) {
    text = RichText(limits: limits)
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    guard case .end(.si) = event else {
      try text.take(event)
      return
    }
    texts.append(text.finish())
  }
}

/// What the styles say of numbers.
struct StylesPart {
  /// By the number of a cell's style.
  private(set) var numberFormats: [NumberFormat] = []
  private var codes: [Int: NumberFormat] = [:]
  private var formats: [Int] = []
  private var isInCellStyles = false

  mutating func take(_ event: XMLEvent) {
    switch event {
    case .start(let element):
      switch element.name {
      case .numFmt:
        if let id = element[.numFmtId].flatMap({ Int($0) }), let code = element[.formatCode] {
          codes[id] = NumberFormat(code: SpreadsheetText.decoded(code))
        }
      case .cellXfs: isInCellStyles = true
      case .xf where isInCellStyles:
        formats.append(element[.numFmtId].flatMap { Int($0) } ?? 0)
      default: break
      }
    case .end(.cellXfs): isInCellStyles = false
    case .end(.styleSheet):
      numberFormats = formats.map { codes[$0] ?? NumberFormat(builtIn: $0) }
    case .end, .text: break
    }
  }
}

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

/// The pictures, charts and other drawings of a sheet, as far as their places go.
struct DrawingPart {
  /// On which they begin.
  private(set) var rows: Set<Int> = []
  private var isInFrom = false
  private var row: String?

  mutating func take(_ event: XMLEvent) {
    switch event {
    case .start(let element):
      if element.name.word == .from { isInFrom = true }
      if isInFrom, element.name.word == .row { row = "" }
    case .text(let piece): row?.append(piece)
    case .end(let name):
      if name.word == .row {
        if let number = row.flatMap({ Int($0.filter { !$0.isWhitespace }) }) { rows.insert(number) }
        row = nil
      }
      if name.word == .from { isInFrom = false }
    }
  }
}

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
