/// The styles of a saved workbook, to which those of planned cells are added.
///
/// Only those parts of a style (font, fill, border, number format) that the saved styles do not have yet are added, so that adding
/// the same twice adds nothing the second time.
final class StyleMerge {
  private let saved: XMLTree
  private let donor: XMLTree
  private var savedLists: [String: StyleList] = [:]
  private var styles: [Int: Int] = [:]
  private var combinations: [Int: [Int: Int]] = [:]

  /// The donor's styles are those of the planned cells.
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

  /// What a list has, which need not be there.
  private func elements(_ word: String) -> [XMLTree] {
    savedLists[word]?.elements ?? saved.first(word)?.elements ?? []
  }

  /// The order of the lists (ECMA-376-1, 18.8.39).
  private static let order = [
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs",
    "tableStyles", "colors", "extLst",
  ]

  // MARK: Cells

  /// The number that a style of the planned cells has in the saved workbook.
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
    // What a style is called stays with the donor.
    format["xfId"] = "0"
    let result = list("cellXfs").index(of: format)
    styles[number] = result
    return result
  }

  /// A saved style with the number format of a donor's, for a day that comes into a cell whose look somebody chose.
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

  /// The number that a differential style of the planned sheets has in the saved workbook.
  func differentialStyle(_ number: Int) -> Int {
    let elements = donor.first("dxfs")?.elements ?? []
    return elements.indices.contains(number) ? list("dxfs").index(of: elements[number]) : 0
  }
}

/// One of the lists that styles consist of.
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

  /// The place of an equal element, which is added where there is none.
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

  /// The same for elements that say the same in the same order.
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
