import Diagnostics
import Specification
import TestDesign
import Workbooks

/// The suite of cases, for those who test.
extension ReportSource {
  func casesTable() -> ReportTable {
    table(
      .cases,
      Self.caseColumns,
      rows: matrix.inReadingOrder(of: specification).map { ($0.id, $0) }
    )
  }

  static let caseColumns: [TableColumn<TestCase>] = [
    TableColumn(.id, "Case", "ケースID", .init(8...30)) { .text($1.id) },
    TableColumn(.title, "Title", "タイトル", .init(14...32)) { .text($1.title) },
    TableColumn(
      .state,
      "State",
      "前回比",
      leftOut: .whereConstant,
      look: {
        .init(marks: [
          ReportMark(.equals($0.name(of: .changed)), .changed),
          ReportMark(.equals($0.name(of: .new)), .new),
        ])
      }
    ) { .text($0.name(of: $1.state)) },
    // What older versions wrote is known for the program's own.
    TableColumn(.feature, "Feature", "機能", if: { _ in false }) { _, _ in .empty },
    TableColumn(
      .area,
      "Area",
      "分類",
      .init(6...9, mostLines: 5),
      leftOut: .whereConstant,
      if: { $0.hasVariants }
    ) { .text($0.operation(of: $1).label) },
    TableColumn(.operation, "Operation", "操作", .init(8...16, mostLines: 5)) {
      .text($0.caseOperationLabels[$1.combination.operation])
    },
    TableColumn { source, testCase, factor in
      let value = testCase.combination.values[factor]
      return .text(source.label(ofValue: value, of: factor), isMuted: value == nil)
    },
    TableColumn(.setup, "Setup", "前提条件", .init(14...23)) { $0.setup(of: $1) },
    TableColumn(.steps, "Steps", "手順", .init(12...24)) { .text($0.steps(of: $1.combination)) },
    TableColumn(.testData, "Test data", "テストデータ", .init(12...18), leftOut: .whereEmpty) {
      $0.testData(of: $1.combination)
    },
    TableColumn(
      .expected,
      "Expected result",
      "期待結果",
      .init(22...30),
      look: { _ in .init(marks: [ReportMark(.begins("?"), .open)]) }
    ) { $0.expected(of: $1) },
    TableColumn(
      .question,
      "Open question",
      "確認ID",
      .init(12...32),
      leftOut: .whereEmpty
    ) { source, testCase in
      .text(
        testCase.questions.joined(separator: "\n"),
        brief: source.abbreviated(testCase.questions),
        link: testCase.questions.first.map { .row(of: .questions, key: $0) }
      )
    },
    TableColumn(.rule, "Rule", "根拠ルール", .init(8...26)) { source, testCase in
      let rules = source.rules(of: testCase)
      let references = rules.map(source.reference(toRule:))
      return .text(
        references.joined(separator: "\n"),
        brief: source.abbreviated(references),
        link: rules.first.map {
          .row(of: .rules, key: source.key(ofRule: $0))
        }
      )
    },
    TableColumn(.depth, "Depth", "深さ", leftOut: .whereConstant) {
      .text($0.name(of: $1.depth))
    },
    TableColumn(
      .kind,
      "Kind",
      "正常／異常",
      leftOut: .whereConstant,
      look: { .init(marks: [ReportMark(.equals($0.name(of: .failure)), .notice)]) }
    ) { .text($0.name(of: $1.kind)) },
    TableColumn(
      .priority,
      "Priority",
      "優先度",
      leftOut: .whereConstant,
      look: { .init(marks: [ReportMark(.equals($0.priority("high")), .bad)]) }
    ) { .text($0.priority($1.priority)) },
    // Comes only with results of cases that have changed since.
    TableColumn(forPeople: .recheck, "Check again", "再確認", if: { _ in false }),
    TableColumn(
      forPeople: .result,
      "Result",
      "結果",
      look: { source in
        let results = ResultChoices(source.specification.language)
        return .init(
          choices: results.all,
          hint: source.text("Choose from the list.", "一覧から選んでください。"),
          marks: [
            ReportMark(.equals(results.passed), .good),
            ReportMark(.equals(results.failed), .bad),
            ReportMark(.equals(results.blocked), .blocked),
            ReportMark(.equals(results.notRun), .muted),
            ReportMark(.equals(results.notApplicable), .muted),
          ]
        )
      }
    ),
    TableColumn(forPeople: .testedOn, "Date", "実施日", width: 10.5),
    TableColumn(forPeople: .tester, "Tester", "実施者"),
    TableColumn(forPeople: .device, "Device", "端末"),
    TableColumn(forPeople: .build, "Build", "ビルド"),
    TableColumn(forPeople: .evidence, "Evidence", "エビデンス", width: 10),
    TableColumn(forPeople: .defect, "Defect", "不具合ID"),
    TableColumn(forPeople: .note, "Note", "備考", width: 12),
  ]

  /// A rule's results in one phrase with the rule's name.
  func results(ofRule number: Int) -> String {
    let declared = specification.rules[number]
    let rule = text.list([text.name(of: declared), text.place(of: declared)])
    return switch declared.outcome {
    case .then(let results): text.remark(text.list(results.map(\.text)), rule)
    case .placeholder(let open): text.remark(text.list(open.results.map(\.text)), rule)
    case .question(let open): text.remark(open.text, rule)
    }
  }

  func name(of state: TestCase.State) -> String {
    switch state {
    case .kept: text("Kept", "継続")
    case .new: text("New", "新規")
    case .changed: text("Changed", "変更")
    }
  }

  func name(of kind: TestCase.Kind) -> String {
    switch kind {
    case .normal: text("Normal", "正常系")
    case .invalidInput: text("Invalid input", "準正常系")
    case .failure: text("Failure", "異常系")
    }
  }
}
