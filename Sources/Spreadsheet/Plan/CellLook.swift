/// A style in the terms of spreadsheets.
package struct CellLook: Hashable, Sendable {
  package var size: Double
  package var isBold: Bool
  package var isUnderlined: Bool
  /// `0xRRGGBB`.
  package var color: Int
  /// `0xRRGGBB`.
  package var fill: Int?
  package var hasBorder: Bool
  package var isWrapped: Bool
  package var isCentered: Bool
  /// Whether a number stands at the left like a text.
  package var isLeft: Bool
  package var numberFormat: String?
  /// Whether the text is turned to read upwards.
  package var isUpright: Bool

  private init(
    size: Double = 10,
    isBold: Bool = false,
    isUnderlined: Bool = false,
    color: Int = 0x222222,
    fill: Int? = nil,
    hasBorder: Bool = true,
    isWrapped: Bool = true,
    isCentered: Bool = false,
    isLeft: Bool = false,
    numberFormat: String? = nil,
    isUpright: Bool = false
  ) {
    self.size = size
    self.isBold = isBold
    self.isUnderlined = isUnderlined
    self.color = color
    self.fill = fill
    self.hasBorder = hasBorder
    self.isWrapped = isWrapped
    self.isCentered = isCentered
    self.isLeft = isLeft
    self.numberFormat = numberFormat
    self.isUpright = isUpright
  }

  /// The look of a style.
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
    case .muted: self.init(color: 0x9A9A9A)
    // A narrow blank behind the number keeps it apart from the text in the next column.
    case .number: self.init(numberFormat: "#,##0_)")
    case .count: self.init(isLeft: true, numberFormat: "#,##0")
    case .link: self.init(isUnderlined: true, color: 0x0B5394)
    case .people: self.init(fill: 0xFFF9DB)
    case .peopleDay: self.init(fill: 0xFFF9DB, numberFormat: "yyyy-mm-dd")
    case .peopleText: self.init(fill: 0xFFFDF2)
    case .plain: self.init(hasBorder: false)
    case .plainDay: self.init(hasBorder: false, numberFormat: "yyyy-mm-dd")
    case .caption: self.init(hasBorder: false, isWrapped: false)
    case .upright: self.init(size: 9, isBold: true, fill: 0xEEF2F8, isUpright: true)
    case .gridNumber: self.init(size: 9, isWrapped: false, isCentered: true, numberFormat: "0")
    case .gridShare: self.init(size: 9, isWrapped: false, isCentered: true, numberFormat: "0%")
    case .gridImpossible:
      self.init(size: 9, color: 0x8A8A8A, fill: 0xE4E4E4, isWrapped: false, isCentered: true)
    case .gridSame: self.init(fill: 0xF6F6F6)
    }
  }
}
