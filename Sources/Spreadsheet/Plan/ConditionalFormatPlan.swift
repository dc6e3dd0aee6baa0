package import Reporting

/// A colour that follows what cells hold.
package struct ConditionalFormatPlan: Hashable, Sendable {
  package var range: CellRange
  /// A formula without its equals sign, as it reads for the first cell of the range.
  package var formula: String
  package var tone: ReportMark.Tone

  package init(range: CellRange, formula: String, tone: ReportMark.Tone) {
    self.range = range
    self.formula = formula
    self.tone = tone
  }
}
