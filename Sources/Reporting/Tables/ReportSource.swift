import Diagnostics
import Specification
import TestDesign

/// What the tables of a report are made from, with the look-ups that all of them share.
struct ReportSource {
  let specification: Specification
  let analysis: Analysis
  let matrix: TestMatrix
  let catalogue: Catalogue?
  let text: ReportText
  let wording: Wording
  let operationValues: [OperationValue]
  /// What somebody must answer, in the order of the analysis.
  let questions: [Finding]

  init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: TestMatrix,
    catalogue: Catalogue?
  ) {
    self.specification = specification
    self.analysis = analysis
    self.matrix = matrix
    self.catalogue = catalogue
    text = ReportText(language: specification.language)
    wording = Wording(specification)
    operationValues = specification.operationValues
    questions = analysis.findings.filter(\.isQuestion)
  }

  /// A column of a table, with its heading in the spec's language.
  func column(
    _ table: ReportTable.Name,
    _ role: ReportColumn.Role,
    choices: [String] = [],
    hint: String? = nil,
    marks: [ReportMark] = []
  ) -> ReportColumn {
    ReportColumn(
      role: role,
      heading: role.heading(in: table, specification.language),
      kind: role.isForPeople(in: table) ? .people : .generated,
      choices: choices,
      hint: hint,
      marks: marks
    )
  }

  /// One column per factor; where two factors have the same label the name tells them apart.
  var factorColumns: [ReportColumn] {
    specification.factors.enumerated().map { number, factor in
      let isShared = specification.factors.enumerated()
        .contains { $0.offset != number && $0.element.label == factor.label }
      return ReportColumn(
        role: .factor(number),
        heading: isShared ? text.remark(factor.label, factor.name) : factor.label
      )
    }
  }

  /// A rule and where it stands: `post-ok (line 41)`.
  func reference(toRule number: Int) -> String {
    let rule = specification.expectations[number]
    return text.remark(rule.id, text.line(rule.span.start.line))
  }

  /// Case ids in one cell, leading to the first of them; where there are many, narrow columns show the first and how many more.
  func cell(ofCases ids: [String]) -> ReportCell {
    guard let first = ids.first else { return .empty }
    return .text(
      ids.joined(separator: ", "),
      brief: abbreviated(ids),
      link: .row(of: .cases, key: first)
    )
  }

  /// The first of several texts and how many more there are; `nil` where one is all.
  func abbreviated(_ texts: [String]) -> String? {
    guard let first = texts.first, texts.count > 1 else { return nil }
    return first + text(" +\(texts.count - 1)", " 他\(texts.count - 1)件")
  }

  func priority(_ name: String?) -> String {
    switch name {
    case "high": text("High", "高")
    case "medium": text("Medium", "中")
    case "low": text("Low", "低")
    default: name ?? ""
    }
  }
}
