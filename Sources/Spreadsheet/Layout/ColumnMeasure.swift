import Reporting

/// The width of a table's column: what people will write there, or what stands there up to a limit that keeps the sheet readable.
enum ColumnMeasure {
  private static let widest = 90.0

  /// The most lines that a cell should take; beyond, the column grows.
  private static func maximumLines(of role: ReportColumn.Role) -> Int {
    switch role {
    // Says the same in every row: a long title must not make all of them high.
    case .feature, .area, .operation: 5
    default: 22
    }
  }

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
      texts.contains(where: { text in
        let lines = typesetting.lines(of: text, width: width)
        // A text's own line breaks stay, however wide the column.
        return lines > maximumLines(of: column.role) && lines > text.count { $0 == "\n" } + 1
      })
    {
      width += 8
    }
    return width.rounded(.up)
  }

  /// Wide enough to write in, and no wider: every column makes the printed page smaller.
  private static func peopleWidth(of role: ReportColumn.Role) -> Double {
    switch role {
    case .answer: 30
    case .answerKind, .comment: 14
    case .note: 12
    case .answeredOn, .testedOn: 10.5
    case .answeredBy, .evidence: 10
    default: 8
    }
  }

  private static func bounds(of role: ReportColumn.Role) -> (least: Double, most: Double) {
    switch role {
    case .expected: (22, 30)
    case .question: (12, 32)
    case .nearestRule: (12, 24)
    case .condition, .followUp, .suggestion: (8, 17)
    case .setup, .example: (14, 23)
    case .steps, .testData: (12, 18)
    case .sample, .onlyWhen: (16, 40)
    case .feature, .area: (6, 9)
    case .operation: (8, 16)
    case .factorName, .value, .valueID, .factorKind: (8, 28)
    case .note: (16, 40)
    case .id: (8, 30)
    case .rule: (8, 26)
    case .source: (8, 32)
    case .relatedCases: (8, 20)
    case .ask: (6, 12)
    case .factor: (6, 12)
    default: (6, 18)
    }
  }
}
