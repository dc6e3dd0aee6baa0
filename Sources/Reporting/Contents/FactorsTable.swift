import Specification
import TestDesign
import Workbooks

/// The table of factors: a row per value of every factor and operation, and the dismissed entries with their reasons.
extension ReportSource {
  /// The name of the operation in row keys.
  static let operationName = "operation"

  static func key(_ factor: String, _ value: String) -> String { "\(factor)=\(value)" }

  static let factorColumns: [TableColumn<Entries>] = [
    TableColumn(.factorName, "Factor", "因子", .init(8...28)),
    TableColumn(.factorID, "Name in the spec", "仕様での名前"),
    TableColumn(.factorKind, "Kind", "区分", .init(8...28))
      .marked { [ReportMark(.equals($0.text("Dismissed", "検討のうえ対象外")), .muted)] },
    TableColumn(.value, "Value", "水準", .init(8...28)),
    TableColumn(.valueID, "Value in the spec", "仕様での値", .init(8...28)),
    TableColumn(.validity, "Validity", "有効／無効")
      .marked { [ReportMark(.equals($0.text("Invalid", "無効")), .notice)] },
    TableColumn(.onlyWhen, "Applies only when", "適用条件", .init(16...40)),
    TableColumn(.sample, "Sample to paste", "入力例（コピー用）", .init(16...40)),
    TableColumn(.note, "Note", "備考", .init(16...40)),
  ]

  func factorsTable() -> ReportTable {
    var rows: [(key: String, subject: Entries)] = []
    func add(_ key: String, _ entries: Entries) { rows.append((key, entries)) }
    for factor in specification.factors where factor.comparison == nil {
      let kind = factor.kind == .state ? text("State", "状態") : text("Data", "データ")
      for value in factor.values {
        add(
          Self.key(factor.name, value.id),
          [
            .factorName: .text(factor.label),
            .factorID: .text(factor.name),
            .factorKind: .text(kind),
            .value: .text(value.label),
            .valueID: .text(value.id),
            .validity: validity(value.isInvalid),
            .onlyWhen: .text(factor.onlyWhen.map(wording.condition(of:)) ?? ""),
            .sample: .text(value.sample ?? ""),
            .note: .text(notes(factor.note, value.note)),
          ]
        )
      }
    }
    for (number, value) in operationValues.enumerated() {
      let operation = specification.operations[value.operation]
      add(
        Self.key(Self.operationName, value.id),
        [
          .factorName: .text(text("Operation", "操作")),
          .factorID: .text(Self.operationName),
          .factorKind: .text(text("Operation", "操作")),
          .value: .text(wording.operation(number)),
          .valueID: .text(value.id),
          .validity: validity(value.isInvalid),
          .onlyWhen: .text(operation.onlyWhen.map(wording.condition(of:)) ?? ""),
          .sample: .text(value.variant?.sample ?? ""),
          .note: .text(notes(operation.note, value.variant?.note)),
        ]
      )
    }
    for dismissal in specification.dismissed {
      add(
        "dismissed=\(dismissal.id)",
        [
          .factorName: .text(text("Operation", "操作")),
          .factorID: .text(Self.operationName),
          .factorKind: .text(text("Dismissed", "検討のうえ対象外")),
          .value: .text(
            catalogue?[dismissal.id]?.label(specification.language) ?? dismissal.id
          ),
          .valueID: .text(dismissal.id),
          .note: .text(text.labelled(text("Reason", "理由"), dismissal.reason)),
        ]
      )
    }
    return table(.factors, Self.factorColumns, rows: rows)
  }

  private func validity(_ isInvalid: Bool) -> ReportCell {
    .text(isInvalid ? text("Invalid", "無効") : text("Valid", "有効"))
  }

  private func notes(_ factor: String?, _ value: String?) -> String {
    [factor, value].compactMap(\.self).joined(separator: "\n")
  }
}
