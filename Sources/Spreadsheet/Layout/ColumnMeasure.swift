import Reporting

/// The width of a table's column: what people will write there, or what stands there up to a limit that keeps the sheet readable.
enum ColumnMeasure {
  /// The most lines that a cell should take; beyond, the column grows.
  private static let maximumLines = 22
  private static let widest = 90.0

  static func width(
    of column: ReportColumn,
    texts: [String],
    typesetting: Typesetting
  ) -> Double {
    if column.kind == .people { return peopleWidth(of: column.role) }
    let (least, most) = bounds(of: column.role)
    let longest = texts.map(WrappedText.width).max() ?? 0
    // The heading may break once, and has a button beside it.
    let heading = Double(WrappedText.width(of: column.heading)) / 2 + 4
    let natural = max(Double(longest) * typesetting.widthPerColumn + 2.5, heading)
    var width = min(max(natural, least), most)
    while width < widest,
      texts.contains(where: { typesetting.lines(of: $0, width: width) > maximumLines })
    {
      width += 8
    }
    return width.rounded(.up)
  }

  private static func peopleWidth(of role: ReportColumn.Role) -> Double {
    switch role {
    case .answer: 44
    case .comment: 30
    case .note, .evidence: 24
    case .answerKind: 18
    case .answeredBy, .answeredOn, .tester, .device, .testedOn: 14
    default: 12
    }
  }

  private static func bounds(of role: ReportColumn.Role) -> (least: Double, most: Double) {
    switch role {
    case .question, .expected: (30, 48)
    case .nearestRule, .condition, .followUp, .suggestion, .onlyWhen, .note: (16, 36)
    case .setup, .example, .steps, .testData, .sample: (16, 34)
    case .feature, .area, .rule, .source: (10, 22)
    case .operation: (12, 26)
    case .relatedCases: (12, 22)
    case .id: (10, 24)
    default: (8, 20)
    }
  }
}
