package import Reporting

/// A cell: what it holds, how it looks, where it leads.
package struct CellPlan: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case blank
    /// Never taken for a formula, whatever it begins with.
    case text(String)
    case number(Int)
    /// A part of a whole, from 0 to 1.
    case share(Double)
    /// A formula without its equals sign, and its value as things stand, for programs that do not calculate.
    case formula(String, value: Int)
    /// What people entered, other than text.
    case saved(SavedCell)
  }

  /// Where a click leads.
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
