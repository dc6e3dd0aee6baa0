package import Specification

extension ReportTable.Name {
  /// The title of the table, which is the name of its sheet.
  package func title(_ language: Language) -> String {
    let text = ReportText(language: language)
    return switch self {
    case .questions: text("Questions", "確認事項")
    case .cases: text("Cases", "テストケース")
    case .rules: text("Rules", "ルール")
    case .factors: text("Factors", "因子・水準")
    case .changes: text("Changes", "変更点")
    case .retired: text("Retired", "廃番")
    }
  }

  /// The columns that together tell the rows apart.
  var keyRoles: [ReportColumn.Role] {
    switch self {
    case .questions, .cases, .rules, .changes, .retired: [.id]
    case .factors: [.factorID, .valueID]
    }
  }

  /// The columns by which the table is recognised, which no other has all of.
  var tellingRoles: [ReportColumn.Role] {
    switch self {
    case .rules: [.id, .line]
    case .retired: [.id, .origin]
    case .questions, .cases, .factors, .changes: keyRoles
    }
  }

  /// Whether what people enter stays with the rows from one generation to the next.
  var keepsEntries: Bool {
    switch self {
    case .questions, .cases, .rules, .factors: true
    case .changes, .retired: false
    }
  }
}
