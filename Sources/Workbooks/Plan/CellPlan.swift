/// A cell with its content, style and link.
package struct CellPlan: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case blank
    /// A text that is never read as a formula, whatever its first character.
    case text(String)
    case number(Int)
    /// A share of a whole, from 0 to 1.
    case share(Double)
    /// A formula without its equals sign, with its current value for programs that do not calculate.
    case formula(String, value: SavedCell)
    /// An entry of people other than text.
    case saved(SavedCell)
    /// The content of the saved sheet.
    case kept
  }

  package enum Link: Hashable, Sendable {
    case cell(CellPosition, sheet: String)
    case page(String)
  }

  package var content: Content
  package var style: CellStyle
  package var link: Link?

  package init(_ content: Content = .blank, style: CellStyle, link: Link? = nil) {
    self.content = content
    self.style = style
    self.link = link
  }
}

package enum CellStyle: String, CaseIterable, Hashable, Sendable {
  /// The feature's name on the front page.
  case title
  /// A section heading on the front page.
  case section
  /// The label of a line on the front page.
  case label
  /// The heading of a column that the program fills.
  case heading
  case peopleHeading
  case text
  /// A text that is subdued, such as a placeholder for no value.
  case muted
  case number
  /// A number beside its label on the front page.
  case count
  /// The share of such a number.
  case share
  case link
  /// A cell for people to fill.
  case people
  case peopleDate
  /// A cell for people with the id of a ticket, linked to it.
  case peopleLink
  /// A generated cell of a row that people added.
  case peopleText
  /// A cell on people's own sheets.
  case plain
  /// A date on people's own sheets.
  case plainDate
  /// A sentence above a table.
  case caption
  /// A rotated heading of a narrow column.
  case upright
  case gridNumber
  case gridShare
  /// A pair of values that cannot occur together.
  case gridImpossible
  /// A cell on the diagonal of a grid.
  case gridSame
}

/// The spreadsheet formatting of a style.
package struct CellLook: Hashable, Sendable {
  package var size = 10.0
  package var isBold = false
  package var isUnderlined = false
  /// The text colour as `0xRRGGBB`.
  package var color = 0x222222
  /// The background colour as `0xRRGGBB`, or `nil` for none.
  package var fill: Int?
  package var hasBorder = true
  package var isWrapped = true
  package var isCentered = false
  /// True if a number is left-aligned like a text.
  package var isLeftAligned = false
  package var numberFormat: String?
  /// True if the text is rotated to read upwards.
  package var isRotated = false
}

extension CellLook {
  package init(_ style: CellStyle) {
    switch style {
    case .title:
      self.init(size: 16, isBold: true, color: 0x1F3864, hasBorder: false, isWrapped: false)
    case .section:
      self.init(size: 11, isBold: true, color: 0xFFFFFF, fill: 0x1F3864, hasBorder: false)
    case .label: self.init(isBold: true, fill: 0xEEF2F8)
    case .heading: self.init(isBold: true, color: 0xFFFFFF, fill: 0x1F3864, isCentered: true)
    case .peopleHeading:
      self.init(isBold: true, color: 0x5B4A00, fill: 0xFFD966, isCentered: true)
    case .text: self.init()
    case .muted: self.init(color: 0x6B6B6B)
    // A narrow space after the number separates it from the text in the next column.
    case .number: self.init(numberFormat: "#,##0_)")
    case .count: self.init(isLeftAligned: true, numberFormat: "#,##0")
    case .share: self.init(numberFormat: "0%")
    case .link: self.init(isUnderlined: true, color: 0x0B5394)
    case .people: self.init(fill: 0xFFF9DB)
    case .peopleDate: self.init(fill: 0xFFF9DB, numberFormat: "yyyy-mm-dd")
    case .peopleLink: self.init(isUnderlined: true, color: 0x0B5394, fill: 0xFFF9DB)
    case .peopleText: self.init(fill: 0xFFFDF2)
    case .plain: self.init(hasBorder: false)
    case .plainDate: self.init(hasBorder: false, numberFormat: "yyyy-mm-dd")
    case .caption: self.init(hasBorder: false, isWrapped: false)
    case .upright: self.init(size: 9, isBold: true, fill: 0xEEF2F8, isRotated: true)
    case .gridNumber: self.init(size: 9, isWrapped: false, isCentered: true, numberFormat: "0")
    case .gridShare: self.init(size: 9, isWrapped: false, isCentered: true, numberFormat: "0%")
    case .gridImpossible:
      self.init(size: 9, color: 0x5F5F5F, fill: 0xE4E4E4, isWrapped: false, isCentered: true)
    case .gridSame: self.init(fill: 0xF6F6F6)
    }
  }
}

/// The meaning of a highlighted cell, for which each format has its own colour or word.
package enum CellTone: String, CaseIterable, Hashable, Sendable {
  case good, bad, blocked, open, changed, new, notice, muted
}

/// The colours of a tone, distinguishable on screen, in print, and by readers who see red and green only as lighter or darker.
package struct ToneLook: Hashable, Sendable {
  /// The text colour as `0xRRGGBB`.
  package var color: Int
  /// The background colour as `0xRRGGBB`.
  package var fill: Int
  /// True for bold type, reserved for short words, since it is wider than the type used to measure rows.
  package var isBold: Bool

  package init(_ tone: CellTone) {
    (color, fill, isBold) =
      switch tone {
      case .bad: (0x9C0006, 0xFFC7CE, true)
      case .good: (0x006100, 0xD9F2DC, false)
      case .blocked: (0x5F3A8C, 0xE4D7F5, true)
      case .open: (0x9C4A00, 0xFFD8B0, false)
      case .changed: (0x0B3C7D, 0xCFE2FF, true)
      case .new: (0x0B5C5C, 0xD6F1F1, false)
      case .notice: (0x7F6000, 0xFFEFB5, false)
      case .muted: (0x5F5F5F, 0xEDEDED, false)
      }
  }
}
