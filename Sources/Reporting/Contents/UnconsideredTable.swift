import Specification
import TestDesign

/// What features like this one often have and the spec does not mention: the list behind the one row that asks about it.
extension ReportSource {
  static let unconsideredColumns: [TableColumn<CatalogueEntry>] = [
    TableColumn(.value, "What", "項目", .init(16...30)) { source, entry in
      .text(entry.label(source.specification.language))
    },
    TableColumn(.factorKind, "Kind", "区分", .init(10...14)) { source, entry in
      .text(source.name(of: entry.kind))
    },
    TableColumn(.question, "What is typically asked", "よくある確認点", .init(30...60)) { source, entry in
      .text(entry.question(source.specification.language))
    },
    TableColumn(.note, "Why it is forgotten", "忘れられやすい理由", .init(30...60)) { source, entry in
      .text(entry.why(source.specification.language))
    },
    TableColumn(.valueID, "Name in the spec", "仕様での名前", .init(12...24)) { .text($1.id) },
  ]

  /// `nil` if no question asks about several entries.
  func unconsideredTable() -> ReportTable? {
    guard
      let entries = questions.first(where: {
        $0.code == .unconsideredOperation && $0.entries.count > 1
      })?.entries
    else { return nil }
    return table(
      .unconsidered,
      Self.unconsideredColumns,
      rows: entries.compactMap { id in specification.catalogue[id].map { (id, $0) } }
    )
  }

  private func name(of kind: CatalogueEntry.Kind) -> String {
    switch kind {
    case .operation: text("Operation", "操作")
    case .state: text("State", "状態")
    case .data: text("Data", "データ")
    }
  }
}
