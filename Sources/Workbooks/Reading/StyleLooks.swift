/// The visible properties of a workbook's styles.
final class StyleLooks {
  private struct Look: Hashable {
    var fill: String?
    var color: String?
    var isBold = false
    var isItalic = false
    var isUnderlined = false
    var isStruck = false

    init() {}

    init(_ look: CellLook) {
      fill = look.fill.map(Self.hex)
      color = Self.hex(look.color)
      isBold = look.isBold
      isUnderlined = look.isUnderlined
    }

    private static func hex(_ color: Int) -> String {
      let digits = String(color, radix: 16, uppercase: true)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  private static let planned = Set(CellStyle.allCases.map { Look(CellLook($0)) })

  /// A function that returns the elements of a style list: `fonts`, `fills` or `cellXfs`.
  private let elements: (String) -> [XMLTree]
  private var known: [Int: Look] = [:]

  init(_ elements: @escaping (String) -> [XMLTree]) {
    self.elements = elements
  }

  /// True if people formatted the style, so that it is neither planned nor the default.
  func isPersonal(_ number: Int) -> Bool {
    let look = look(number)
    return look != self.look(0) && look != Look() && !Self.planned.contains(look)
  }

  func isStruck(_ number: Int) -> Bool { look(number).isStruck }

  func hasBackground(_ number: Int, of style: CellStyle) -> Bool {
    look(number).fill == Look(CellLook(style)).fill
  }

  /// True if a style is that of a link in a cell for people.
  func isPeopleLink(_ number: Int) -> Bool {
    look(number) == Look(CellLook(.peopleLink))
  }

  private func look(_ number: Int) -> Look {
    if let known = known[number] { return known }
    let formats = elements("cellXfs")
    guard formats.indices.contains(number) else { return Look() }
    let look = look(of: formats[number])
    known[number] = look
    return look
  }

  private func look(of format: XMLTree) -> Look {
    var look = Look()
    func element(_ attribute: String, _ word: String) -> XMLTree? {
      let elements = elements(word)
      guard let index = format[attribute].flatMap({ Int($0) }), elements.indices.contains(index)
      else { return nil }
      return elements[index]
    }
    if let font = element("fontId", "fonts") {
      look.isBold = font.isOn("b")
      look.isItalic = font.isOn("i")
      look.isUnderlined = font.isOn("u")
      look.isStruck = font.isOn("strike")
      look.color = font.first("color").flatMap(Self.color)
    }
    if let pattern = element("fillId", "fills")?.first("patternFill") {
      switch pattern["patternType"] {
      case nil, "none": break
      case "solid": look.fill = pattern.first("fgColor").flatMap(Self.color) ?? "none"
      case let type?: look.fill = type
      }
    } else if element("fillId", "fills")?.first("gradientFill") != nil {
      look.fill = "gradient"
    }
    return look
  }

  /// Returns the colour as `RRGGBB`, or another description of it.
  private static func color(_ element: XMLTree) -> String? {
    if let rgb = element["rgb"] { return String(rgb.suffix(6)).uppercased() }
    if let theme = element["theme"] {
      // The default colour of text.
      return theme == "1" && element["tint"] == nil
        ? nil : "theme \(theme) \(element["tint"] ?? "")"
    }
    if let indexed = element["indexed"] { return indexed == "64" ? nil : "indexed \(indexed)" }
    return nil
  }
}

extension XMLTree {
  /// True if a font has a property.
  func isOn(_ word: String) -> Bool {
    first(word).map { !["0", "false", "none"].contains($0["val"]) } ?? false
  }
}
