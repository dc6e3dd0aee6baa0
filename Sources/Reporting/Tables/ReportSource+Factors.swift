import Specification
import TestDesign

/// What may differ: a row per value of every factor and operation, and what was dismissed with its reason.
extension ReportSource {
  /// The name of the operation in keys of rows.
  static let operationName = "operation"

  var factorsTitle: String { ReportTable.Name.factors.title(specification.language) }

  static func key(_ factor: String, _ value: String) -> String { "\(factor)=\(value)" }

  func factorsTable() -> ReportTable {
    let columns = [
      column(.factors, .factorName),
      column(.factors, .factorID),
      column(
        .factors,
        .factorKind,
        marks: [ReportMark(.equals(text("Dismissed", "検討の上で対象外")), .muted)]
      ),
      column(.factors, .value),
      column(.factors, .valueID),
      column(
        .factors,
        .validity,
        marks: [ReportMark(.equals(text("Invalid", "無効")), .notice)]
      ),
      column(.factors, .onlyWhen),
      column(.factors, .sample),
      column(.factors, .note),
    ]
    var rows: [ReportTable.Row] = []
    func add(_ key: String, _ entries: [ReportColumn.Role: ReportCell]) {
      rows.append(
        ReportTable.Row(key: key, cells: columns.map { entries[$0.role] ?? .empty })
      )
    }
    for factor in specification.factors {
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
          .value: .text(label(ofOperationValue: number)),
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
          .factorKind: .text(text("Dismissed", "検討の上で対象外")),
          .value: .text(
            catalogue?[dismissal.id]?.label(specification.language) ?? dismissal.id
          ),
          .valueID: .text(dismissal.id),
          .note: .text(text.labelled(text("Reason", "理由"), dismissal.reason)),
        ]
      )
    }
    return ReportTable(
      name: .factors,
      title: factorsTitle,
      columns: columns,
      rows: rows
    )
  }

  private func validity(_ isInvalid: Bool) -> ReportCell {
    .text(isInvalid ? text("Invalid", "無効") : text("Valid", "有効"))
  }

  private func notes(_ factor: String?, _ value: String?) -> String {
    [factor, value].compactMap(\.self).joined(separator: "\n")
  }
}
