/// The texts to which cells refer by index.
final class SharedTexts {
  private let tree: XMLTree?
  /// True if there are texts that the saved workbook does not have.
  private var isChanged = false
  /// The texts as escaped in the file, by index.
  private(set) var raw: [String] = []
  /// The displayed texts, by index.
  private(set) var texts: [String] = []
  /// The indices of texts without formats, by their escaped form.
  private var numbers: [String: Int] = [:]
  private var items: [XMLTree] = []

  init(_ part: String?, _ parts: inout PackageParts) throws(WorkbookProblem) {
    if let part { tree = try parts.tree(of: part) } else { tree = nil }
    items = tree?.all("si") ?? []
    for (number, item) in items.enumerated() {
      let isPlain = item.elements.count == 1 && item.elements[0].word == "t"
      let text = SpreadsheetText.plain(of: item)
      raw.append(text)
      texts.append(SpreadsheetText.decoded(text))
      if isPlain, numbers[text] == nil { numbers[text] = number }
    }
  }

  /// Assigns indices to the new texts of cells: those of equal texts, then those no longer used, then new ones.
  ///
  /// Reusing indices keeps the list from growing when a text changes with every generation.
  func settle(_ sheets: [SheetDocument]) {
    guard tree != nil else {
      for sheet in sheets { Self.inline(sheet) }
      return
    }
    var isUsed = [Bool](repeating: false, count: items.count)
    var isNew = false
    for cell in sheets.lazy.flatMap(\.rows).flatMap(\.cells) {
      if let text = cell.newText {
        isNew = true
        if let number = numbers[text] { isUsed[number] = true }
      } else if cell.type == "s", let number = cell.value.flatMap({ Int($0) }),
        isUsed.indices.contains(number)
      {
        isUsed[number] = true
      }
    }
    guard isNew else { return }
    var free = items.indices.filter { !isUsed[$0] }[...]
    for sheet in sheets {
      sheet.changeCells { cell, _ in
        guard let text = cell.newText else { return }
        (cell.newText, cell.type, cell.value) = (nil, "s", String(number(of: text, &free)))
      }
    }
  }

  private func number(of text: String, _ free: inout ArraySlice<Int>) -> Int {
    if let number = numbers[text] { return number }
    isChanged = true
    let number = free.popFirst() ?? items.count
    let item: XMLTree
    if number < items.count {
      item = items[number]
      if numbers[raw[number]] == number { numbers[raw[number]] = nil }
      raw[number] = text
    } else {
      item = XMLTree(String(tree?.prefix ?? "") + "si")
      items.append(item)
      raw.append(text)
      tree?.append(item)
    }
    item.children = []
    item.append(Self.plain(text, prefix: item.prefix))
    numbers[text] = number
    return number
  }

  static func plain(_ text: String, prefix: Substring) -> XMLTree {
    let element = XMLTree(String(prefix) + "t")
    let isAtEdge = text.first?.isWhitespace == true || text.last?.isWhitespace == true
    if isAtEdge || text.contains("\n") { element["xml:space"] = "preserve" }
    element.text = text
    return element
  }

  private static func inline(_ sheet: SheetDocument) {
    sheet.changeCells { cell, _ in
      guard let text = cell.newText else { return }
      let item = sheet.element("is")
      item.append(plain(text, prefix: item.prefix))
      (cell.newText, cell.type, cell.inline) = (nil, "inlineStr", item)
    }
  }

  /// Updates the counts of texts if they changed.
  func recount(_ sheets: [SheetDocument]) {
    guard let tree, isChanged else { return }
    if tree["uniqueCount"] != nil { tree["uniqueCount"] = String(items.count) }
    if tree["count"] != nil {
      let count = sheets.reduce(0) { count, sheet in
        sheet.rows.reduce(count) { $0 + $1.cells.count { $0.type == "s" } }
      }
      tree["count"] = String(count)
    }
  }
}
