/// The styles of a saved workbook, to which those of planned cells are added.
///
/// Only missing fonts, fills, borders and number formats are added, so that adding the same style again adds nothing.
final class StyleMerge {
  private let saved: XMLTree
  private let donor: XMLTree
  private var savedLists: [String: StyleList] = [:]
  private var styles: [Int: Int] = [:]
  private var combinations: [Int: [Int: Int]] = [:]

  /// Creates the merger; the donor's styles are those of the planned cells.
  init(_ saved: XMLTree, donor: XMLTree) { (self.saved, self.donor) = (saved, donor) }

  private func list(_ word: String) -> StyleList {
    if let list = savedLists[word] { return list }
    let element: XMLTree
    if let there = saved.first(word) {
      element = there
    } else {
      element = XMLTree(String(saved.prefix) + word, [("count", "0")])
      saved.insert(element, in: Self.order)
    }
    let list = StyleList(element)
    savedLists[word] = list
    return list
  }

  /// Returns the elements of a list, which may be missing.
  private func elements(_ word: String) -> [XMLTree] {
    savedLists[word]?.elements ?? saved.first(word)?.elements ?? []
  }

  /// The order of the lists (ECMA-376-1, 18.8.39).
  private static let order = [
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs",
    "tableStyles", "colors", "extLst",
  ]

  // MARK: Cells

  /// Returns the index in the saved workbook of a planned cell's style.
  func style(_ number: Int) -> Int {
    if let known = styles[number] { return known }
    let formats = donor.first("cellXfs")?.elements ?? []
    guard formats.indices.contains(number) else { return 0 }
    let format = formats[number].copy
    for (attribute, word) in [("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders")] {
      let number = format[attribute].flatMap { Int($0) } ?? 0
      let elements = donor.first(word)?.elements ?? []
      guard elements.indices.contains(number) else { continue }
      format[attribute] = String(list(word).index(of: elements[number]))
    }
    let codes = donor.first("numFmts")?.elements ?? []
    if let id = format["numFmtId"], Int(id) ?? 0 >= 164,
      let code = codes.first(where: { $0["numFmtId"] == id })?["formatCode"]
    {
      format["numFmtId"] = String(numberFormat(code))
    }
    // Named styles are not copied.
    format["xfId"] = "0"
    let result = list("cellXfs").index(of: format)
    styles[number] = result
    return result
  }

  /// Returns a saved style with the number format of a donor's, for a date in a cell that people formatted.
  func style(_ number: Int, withNumbersOf donorNumber: Int) -> Int {
    let formats = list("cellXfs").elements
    let planned = style(donorNumber)
    guard formats.indices.contains(number), list("cellXfs").elements.indices.contains(planned)
    else { return number }
    let id = list("cellXfs").elements[planned]["numFmtId"] ?? "0"
    guard id != "0", formats[number]["numFmtId"] != id else { return number }
    if let known = combinations[number]?[donorNumber] { return known }
    let format = formats[number].copy
    format["numFmtId"] = id
    format["applyNumberFormat"] = "1"
    let result = list("cellXfs").index(of: format)
    combinations[number, default: [:]][donorNumber] = result
    return result
  }

  private func numberFormat(_ code: String) -> Int {
    let list = list("numFmts")
    if let known = list.elements.first(where: { $0["formatCode"] == code }) {
      return known["numFmtId"].flatMap { Int($0) } ?? 0
    }
    let id =
      max(list.elements.compactMap { $0["numFmtId"].flatMap { Int($0) } }.max() ?? 163, 163) + 1
    let element = XMLTree(String(saved.prefix) + "numFmt")
    element["numFmtId"] = String(id)
    element["formatCode"] = code
    list.append(element)
    return id
  }

  // MARK: Looks

  private(set) lazy var looks = StyleLooks { [unowned self] in elements($0) }

  // MARK: Differential styles

  /// Returns the index in the saved workbook of a planned differential style.
  func differentialStyle(_ number: Int) -> Int {
    let elements = donor.first("dxfs")?.elements ?? []
    return elements.indices.contains(number) ? list("dxfs").index(of: elements[number]) : 0
  }
}

/// One of the lists that make up styles.
private final class StyleList {
  private let tree: XMLTree
  private(set) var elements: [XMLTree]
  private var indices: [[UInt8]: Int] = [:]

  init(_ tree: XMLTree) {
    self.tree = tree
    elements = tree.elements
    for (index, element) in elements.enumerated() {
      let key = Self.key(element)
      if indices[key] == nil { indices[key] = index }
    }
  }

  /// Returns the index of an equal element, adding the element if there is none.
  func index(of element: XMLTree) -> Int {
    let adopted = Self.adopted(element, prefix: tree.prefix)
    let key = Self.key(adopted)
    if let index = indices[key] { return index }
    indices[key] = elements.count
    append(adopted)
    return elements.count - 1
  }

  func append(_ element: XMLTree) {
    elements.append(element)
    tree.append(element)
    tree["count"] = String(elements.count)
  }

  private static func adopted(_ element: XMLTree, prefix: Substring) -> XMLTree {
    let copy = element.copy
    copy.forEach { $0.name = "\(prefix)\($0.word)" }
    return copy
  }

  /// Returns a key that is equal for equivalent elements, which may differ in the order of attributes and in whitespace.
  private static func key(_ element: XMLTree) -> [UInt8] {
    let copy = element.copy
    copy.forEach { element in
      element.attributes.sort { $0.name < $1.name }
      element.children.removeAll {
        if case .text(let text) = $0 { text.allSatisfy(\.isWhitespace) } else { false }
      }
    }
    var bytes: [UInt8] = []
    copy.write(to: &bytes)
    return bytes
  }
}
