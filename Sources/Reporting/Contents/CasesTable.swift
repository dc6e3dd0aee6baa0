import Diagnostics
import Specification
import TestDesign
import Workbooks

/// The table of test cases, for testers.
extension ReportSource {
  func casesTable() -> ReportTable {
    table(
      .cases,
      Self.caseColumns,
      head: usualSetup().map { .line($0) },
      rows: matrix.cases.map { ($0.id, $0) }
    )
  }

  static let caseColumns: [TableColumn<TestCase>] = [
    TableColumn(.id, "Case", "ケースID", .init(8...30)) { .text($1.id) },
    TableColumn(.title, "Title", "確認観点", .init(16...27)) { .text($1.title) },
    TableColumn(.setup, "Setup", "前提条件", .init(18...31)) { $0.setup(of: $1) },
    TableColumn(.steps, "Steps", "手順", .init(16...26)) {
      .text($0.steps(of: $1).joined(separator: "\n"))
    },
    TableColumn(.sample, "Text to paste", "入力する文字", .init(8...10, shownLines: 16)) {
      .text($0.textsToPaste(of: $1))
    },
    TableColumn(.expected, "Expected result", "期待結果", .init(22...40)) { $0.expected(of: $1) }
      .marked { _ in [ReportMark(.begins("?"), .open)] },
    TableColumn(optional: .assignee, "Assignee", "担当者", width: 10),
    TableColumn(optional: .due, "Due", "実施期限", width: 11),
    TableColumn(forPeople: .result, "Result", "結果")
      .hint("Choose from the list.", "一覧から選んでください。")
      .choosing { source in
        TestResult.allCases.map { $0.word(source.specification.language) }
      }
      .marked { source in
        let tones: [(TestResult, CellTone)] = [
          (.passed, .good), (.failed, .bad), (.blocked, .blocked), (.notRun, .muted),
          (.notApplicable, .muted),
        ]
        return tones.map { ReportMark(.equals($0.word(source.specification.language)), $1) }
      },
    TableColumn(forPeople: .tester, "By", "実施者", width: 10),
    TableColumn(forPeople: .testedOn, "On", "実施日", width: 11),
    TableColumn(forPeople: .device, "Device/build", "端末・ビルド", width: 16),
    TableColumn(forPeople: .defect, "Defect", "不具合ID", width: 11)
      .looking { $0.tickets = $1.specification.planning.tickets },
    TableColumn(forPeople: .evidence, "Evidence", "エビデンス", width: 14),
    TableColumn(forPeople: .note, "Note", "備考", width: 18),
    TableColumn(forPeople: .recheck, "Check again", "再確認", width: 13)
      .hint(
        "The case has changed since this result was entered. A result of a later day settles it; or clear this cell.",
        "この結果の入力後にケースの内容が変わりました。再実施の結果と実施日を入れると消えます（手で消しても構いません）。"
      )
      .choosing { RecheckMarks($0.specification.language).all }
      .marked(\.recheckMarks),
    TableColumn(.depth, "Depth", "深さ") { .text($0.name(of: $1.depth)) },
    TableColumn(.kind, "Kind", "テスト区分") { .text($0.name(of: $1.kind)) }
      .marked { [ReportMark(.equals($0.name(of: .failure)), .notice)] },
    TableColumn(.priority, "Priority", "優先度") { .text($0.priority($1.priority)) }
      .marked { [ReportMark(.equals($0.priority(.high)), .notice)] },
    TableColumn(.estimate, "Estimate (min)", "見積（分）") { source, testCase in
      source.specification.planning.estimate[testCase.kind].map(ReportCell.number) ?? .empty
    }.wanted { !$0.specification.planning.estimate.isEmpty },
    TableColumn(.rule, "Rule", "根拠ルール", .init(8...26)) { source, testCase in
      let rules = source.rules(of: testCase)
      let names = rules.map(source.key(ofRule:))
      return .text(
        names.joined(separator: "\n"),
        brief: source.abbreviated(names),
        link: rules.first.map {
          .row(of: .rules, key: source.key(ofRule: $0))
        }
      )
    },
    TableColumn(.question, "Open question", "確認ID", .init(12...32)) { source, testCase in
      .text(
        testCase.questions.joined(separator: "\n"),
        brief: source.abbreviated(testCase.questions),
        link: testCase.questions.first.map { .row(of: .questions, key: $0) }
      )
    },
    TableColumn(.source, "Source", "出典", .init(8...32)) { $0.sources(of: $1) }
      .folded.wanted { $0.specification.rules.contains { $0.source != nil } },
    TableColumn(.operation, "Operation", "操作", .init(8...16, maxLines: 5)) {
      .text($0.caseOperationLabels[$1.combination.operation])
    }.folded,
    TableColumn { source, testCase, factor in
      let value = testCase.combination.values[factor]
      return .text(source.wording.value(value, of: factor), isMuted: value == nil)
    }.folded,
  ]

  /// The marks for results recorded before their cases changed.
  var recheckMarks: [ReportMark] {
    let marks = RecheckMarks(specification.language)
    return [ReportMark(.begins(marks.void), .bad), ReportMark(.begins(marks.checkAgain), .notice)]
  }

  /// Returns the sources of the rules that decide a case, linked to the first one.
  private func sources(of testCase: TestCase) -> ReportCell {
    var seen: Set<String> = []
    let sources = rules(of: testCase).compactMap { specification.rules[$0].source }
      .filter { seen.insert($0).inserted }
    guard sources.count > 1 else { return address(sources.first ?? "") }
    return .text(
      sources.joined(separator: "\n"),
      brief: abbreviated(sources.map { address($0).shownText }),
      link: address(sources[0]).link
    )
  }

  /// Returns a rule's results in one phrase with the rule's name.
  func results(ofRule number: Int) -> String {
    let rule = specification.rules[number]
    if case .question(let open) = rule.outcome {
      return text.remark(wording.asked(open.text), text.name(of: rule))
    }
    return text.remark(text.list(wording.said(by: rule)), text.name(of: rule))
  }

  func name(of kind: CaseKind) -> String {
    switch kind {
    case .normal: text("Normal", "正常系")
    case .invalidInput: text("Invalid input", "準正常系")
    case .failure: text("Failure", "異常系")
    case .interruption: text("Interruption", "中断・復帰")
    }
  }
}
