/// The references in the text of a formula, found and rewritten; everything else stays as it is written.
struct FormulaText {
  /// Cells that a formula names.
  struct Area: Hashable {
    /// `nil` for whole columns.
    var rows: ClosedRange<Int>?
    /// `nil` for whole rows.
    var columns: ClosedRange<Int>?
    /// True if the text is one place without a colon.
    var isSingle: Bool
  }

  /// One corner as it is written.
  private struct Corner {
    var row: Int?
    var column: Int?
    var holdsRow = false
    var holdsColumn = false

    var text: String {
      (holdsColumn ? "$" : "") + (column.map(CellPosition.letters) ?? "") + (holdsRow ? "$" : "")
        + (row.map { String($0 + 1) } ?? "")
    }
  }

  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// What becomes of the cells that a formula names.
  enum Change {
    case same
    case area(Area)
    /// The cells stand on the sheet of that name, or on the formula's own sheet.
    case moved(sheet: String?, Area)
    /// The cells are deleted.
    case gone
  }

  /// The formula with other places.
  ///
  /// `change` is given the sheet's name, `nil` where the formula names none, the cells, and whether no `$` holds their rows; `rename`
  /// gives the name by which a sheet goes.
  func rewritten(
    rename: (String) -> String? = { _ in nil },
    change: (String?, Area, Bool) -> Change
  ) -> String {
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if let reference = reference(at: place) {
        let written = bytes[place..<reference.end]
        result += rewritten(reference, rename: rename, change: change) ?? Array(written)
        place = reference.end
      } else {
        let end = endOfPiece(at: place)
        result += bytes[place..<end]
        place = end
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The formula with every sheet's name in quotes, which programs write only where they must.
  static func comparable(_ text: String) -> String {
    FormulaText(text).rewritten(rename: { $0 }, change: { _, _, _ in .same })
  }

  /// The formula as it reads so many rows below; what leaves the sheet stays.
  func moved(by move: Int) -> String {
    guard move != 0 else { return String(decoding: bytes, as: UTF8.self) }
    return rewritten { _, area, isRelative in
      guard isRelative, let rows = area.rows, rows.lowerBound + move >= 0 else { return .same }
      var changed = area
      changed.rows = rows.lowerBound + move...rows.upperBound + move
      return .area(changed)
    }
  }

  /// The sheets that the formula names, as it names them, with `nil` for its own; and whether it uses names of ranges, tables, or
  /// functions that make references of texts.
  var dependencies: (sheets: Set<String?>, usesNames: Bool) {
    var sheets: Set<String?> = []
    var usesNames = false
    var place = 0
    while place < bytes.count {
      if let reference = reference(at: place) {
        sheets.insert(reference.sheet)
        if reference.isForeign { usesNames = true }
        place = reference.end
        continue
      }
      let end = endOfPiece(at: place)
      let byte = bytes[place]
      if byte == UInt8(ascii: "[") { usesNames = true }
      if byte == UInt8(ascii: "'") { usesNames = true }
      if Self.isWord(byte) && !Self.isDigit(byte) {
        let word = String(decoding: bytes[place..<end], as: UTF8.self).uppercased()
        let isFunction = end < bytes.count && bytes[end] == UInt8(ascii: "(")
        if isFunction {
          if word == "INDIRECT" || word == "OFFSET" || word == "CELL" { usesNames = true }
        } else if word != "TRUE" && word != "FALSE" {
          usesNames = true
        }
      }
      place = end
    }
    return (sheets, usesNames)
  }

  private func rewritten(
    _ reference: Reference,
    rename: (String) -> String?,
    change: (String?, Area, Bool) -> Change
  ) -> [UInt8]? {
    guard !reference.isForeign else { return nil }
    let name = reference.sheet.flatMap(rename)
    let area = reference.area
    let isRelative = !reference.first.holdsRow && reference.last?.holdsRow != true
    let changed = change(reference.sheet, area, isRelative)
    var qualifier = Array(bytes[reference.qualifier])
    if let name { qualifier = Array((CellRange.quoted(name) + "!").utf8) }
    switch changed {
    case .same:
      if name == nil { return nil }
      return qualifier + bytes[reference.qualifier.upperBound..<reference.end]
    case .gone: return qualifier + Array("#REF!".utf8)
    case .moved(let sheet, let new):
      return Array((sheet.map { CellRange.quoted($0) + "!" } ?? "").utf8)
        + Self.text(of: new, as: reference)
    case .area(let new):
      if new == area, name == nil { return nil }
      return qualifier + Self.text(of: new, as: reference)
    }
  }

  /// Cells as a reference names them: with its `$`, and its corners in its order.
  private static func text(of new: Area, as reference: Reference) -> [UInt8] {
    var first = reference.first
    var last = reference.last ?? reference.first
    // The corners may be written in any order.
    let rowsAreTurned = (first.row ?? 0) > (last.row ?? 0)
    let columnsAreTurned = (first.column ?? 0) > (last.column ?? 0)
    if let rows = new.rows {
      first.row = rowsAreTurned ? rows.upperBound : rows.lowerBound
      last.row = rowsAreTurned ? rows.lowerBound : rows.upperBound
    }
    if let columns = new.columns {
      first.column = columnsAreTurned ? columns.upperBound : columns.lowerBound
      last.column = columnsAreTurned ? columns.lowerBound : columns.upperBound
    }
    let text =
      reference.last == nil && new.isSingle ? first.text : "\(first.text):\(last.text)"
    return Array(text.utf8)
  }

  // MARK: Finding

  private struct Reference {
    /// Without quotes; `nil` where none is named.
    var sheet: String?
    /// The sheet's name as written, with its exclamation mark.
    var qualifier: Range<Int>
    /// True if it leads to another workbook, or over several sheets.
    var isForeign: Bool
    var first: Corner
    var last: Corner?
    var end: Int

    var area: Area {
      let last = last ?? first
      func range(_ one: Int?, _ other: Int?) -> ClosedRange<Int>? {
        guard let one, let other else { return nil }
        return min(one, other)...max(one, other)
      }
      return Area(
        rows: range(first.row, last.row),
        columns: range(first.column, last.column),
        isSingle: self.last == nil
      )
    }
  }

  private func reference(at start: Int) -> Reference? {
    var place = start
    var sheet: String?
    var isForeign = false
    if let (name, end) = qualifier(at: start) {
      isForeign = name.contains("[") || name.contains(":")
      sheet = name
      place = end
    }
    guard let (first, end) = corner(at: place) else { return nil }
    let qualifier = start..<place
    if end < bytes.count, bytes[end] == UInt8(ascii: ":"), let (last, stop) = corner(at: end + 1),
      (first.row == nil) == (last.row == nil), (first.column == nil) == (last.column == nil)
    {
      return Reference(
        sheet: sheet,
        qualifier: qualifier,
        isForeign: isForeign,
        first: first,
        last: last,
        end: stop
      )
    }
    // Whole rows and columns stand on both sides of a colon.
    guard first.row != nil, first.column != nil else { return nil }
    return Reference(
      sheet: sheet,
      qualifier: qualifier,
      isForeign: isForeign,
      first: first,
      last: nil,
      end: end
    )
  }

  /// A sheet's name with an exclamation mark behind it.
  private func qualifier(at start: Int) -> (name: String, end: Int)? {
    let end: Int
    var name: String
    if bytes[start] == UInt8(ascii: "'") {
      end = endOfPiece(at: start)
      guard end - start >= 2, bytes[end - 1] == UInt8(ascii: "'") else { return nil }
      name = Self.unquoted(bytes[(start + 1)..<(end - 1)])
    } else {
      var place = start
      // `[1]Sheet1!A1` leads to another workbook, `First:Last!A1` over several sheets.
      if bytes[start] == UInt8(ascii: "[") { place = endOfPiece(at: start) }
      guard place < bytes.count, Self.isWord(bytes[place]) else { return nil }
      place = endOfWord(at: place)
      if place + 1 < bytes.count, bytes[place] == UInt8(ascii: ":"), Self.isWord(bytes[place + 1]) {
        let second = endOfWord(at: place + 1)
        if second < bytes.count, bytes[second] == UInt8(ascii: "!") { place = second }
      }
      end = place
      name = String(decoding: bytes[start..<end], as: UTF8.self)
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "!") else { return nil }
    return (name, end + 1)
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
    var name: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      if byte == UInt8(ascii: "'"), !isSecond {
        isSecond = true
        name.append(byte)
      } else if byte == UInt8(ascii: "'") {
        isSecond = false
      } else {
        isSecond = false
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// A place, a column or a row that is a word of its own.
  private func corner(at start: Int) -> (corner: Corner, end: Int)? {
    guard start < bytes.count, Self.isWord(bytes[start]),
      start == 0 || !Self.isWord(bytes[start - 1])
    else { return nil }
    let end = endOfWord(at: start)
    if end < bytes.count {
      let next = bytes[end]
      guard next != UInt8(ascii: "("), next != UInt8(ascii: "!"), next != UInt8(ascii: "[") else {
        return nil
      }
    }
    var corner = Corner()
    var rest = bytes[start..<end]
    let dollar = UInt8(ascii: "$")
    if rest.first == dollar {
      corner.holdsColumn = true
      rest = rest.dropFirst()
    }
    let letters = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }
    rest = rest.dropFirst(letters.count)
    if rest.first == dollar {
      corner.holdsRow = true
      rest = rest.dropFirst()
    }
    guard letters.count <= 3, rest.count <= 7, rest.allSatisfy(Self.isDigit),
      !letters.isEmpty || !rest.isEmpty
    else { return nil }
    if letters.isEmpty {
      // `$1` of `$1:$3` begins like `$A1`.
      corner.holdsRow = corner.holdsRow || corner.holdsColumn
      corner.holdsColumn = false
    } else {
      let column = letters.reduce(0) { $0 * 26 + Int($1 & 0xDF) - 64 } - 1
      guard column < SpreadsheetLimits.columns else { return nil }
      corner.column = column
    }
    if rest.isEmpty {
      guard !corner.holdsRow else { return nil }
    } else {
      let row = rest.reduce(0) { $0 * 10 + Int($1) - 48 }
      guard (1...SpreadsheetLimits.rows).contains(row) else { return nil }
      corner.row = row - 1
    }
    return (corner, end)
  }

  /// The end of a piece that is no reference: a text, a quoted name, brackets, a word, or one other character.
  private func endOfPiece(at place: Int) -> Int {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      var end = place + 1
      while end < bytes.count {
        if bytes[end] == byte {
          // A quote written twice is one of the text.
          guard end + 1 < bytes.count, bytes[end + 1] == byte else { return end + 1 }
          end += 1
        }
        end += 1
      }
      return bytes.count
    case UInt8(ascii: "["):
      var depth = 0
      for end in place..<bytes.count {
        if bytes[end] == UInt8(ascii: "[") { depth += 1 }
        if bytes[end] == UInt8(ascii: "]") { depth -= 1 }
        if depth == 0 { return end + 1 }
      }
      return bytes.count
    default: return Self.isWord(byte) ? endOfWord(at: place) : place + 1
    }
  }

  private func endOfWord(at place: Int) -> Int {
    bytes[place...].firstIndex { !Self.isWord($0) } ?? bytes.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "?"), 0x80...:
      true
    default: false
    }
  }
}
