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
    case .answer: 36
    case .comment: 24
    case .note: 20
    case .answerKind: 17
    case .evidence, .device: 14
    case .answeredOn, .testedOn: 12
    default: 11
    }
  }

  private static func bounds(of role: ReportColumn.Role) -> (least: Double, most: Double) {
    switch role {
    case .expected: (28, 42)
    case .question: (12, 40)
    case .nearestRule, .condition, .followUp, .suggestion: (14, 28)
    case .setup, .example, .testData: (16, 28)
    case .sample, .onlyWhen, .note: (16, 40)
    case .steps: (16, 27)
    case .feature, .area: (8, 16)
    case .operation: (10, 20)
    case .factorName, .value, .valueID, .factorKind: (8, 28)
    case .rule, .source, .id: (10, 32)
    case .relatedCases: (10, 20)
    case .combinations: (8, 14)
    default: (6, 18)
    }
  }
}
