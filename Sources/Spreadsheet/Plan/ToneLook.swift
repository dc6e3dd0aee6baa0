package import Reporting

/// The colours of a tone: readable on screen, on paper, and to those who tell red and green apart by darkness only.
package struct ToneLook: Hashable, Sendable {
  /// `0xRRGGBB`.
  package var color: Int
  /// `0xRRGGBB`.
  package var fill: Int
  /// For short words only, since bold type is wider than what rows are measured for.
  package var isBold: Bool

  package init(_ tone: ReportMark.Tone) {
    (color, fill, isBold) =
      switch tone {
      case .bad: (0x9C0006, 0xFFC7CE, true)
      case .good: (0x006100, 0xD9F2DC, false)
      case .blocked: (0x5F3A8C, 0xE4D7F5, true)
      case .open: (0x9C4A00, 0xFFD8B0, false)
      case .changed: (0x0B3C7D, 0xCFE2FF, true)
      case .new: (0x0B5C5C, 0xD6F1F1, false)
      case .notice: (0x7F6000, 0xFFEFB5, false)
      case .muted: (0x7A7A7A, 0xEDEDED, false)
      }
  }
}
