import Diagnostics
import Specification
import TestDesign
import Workbooks

/// The suite of cases, for those who test.
extension ReportSource {
  func casesTable() -> ReportTable {
    table(.cases, Self.caseColumns, rows: matrix.cases.map { ($0.id, $0) })
  }

  static let caseColumns: [TableColumn<TestCase>] = [
    TableColumn(.id, "Case", "ケースID", .init(8...30)) { .text($1.id) },
    TableColumn(
      .state,
      "State",
      "前回比",
      look: {
        .init(marks: [
          ReportMark(.equals($0.name(of: .changed)), .changed),
          ReportMark(.equals($0.name(of: .new)), .new),
        ])
      }
    ) { .text($0.name(of: $1.state)) },
    TableColumn(.feature, "Feature", "機能", .init(6...9, mostLines: 5)) { source, _ in
      .text(source.specification.feature)
    },
    TableColumn(.area, "Area", "分類", .init(6...9, mostLines: 5)) {
      .text($0.operationValues[$1.combination.operation].operationLabel)
    },
    TableColumn(.operation, "Operation", "操作", .init(8...16, mostLines: 5)) {
      .text($0.label(ofOperationValue: $1.combination.operation))
    },
    TableColumn { source, testCase, factor in
      let value = testCase.combination.values[factor]
      return .text(source.label(ofValue: value, of: factor), isMuted: value == nil)
    },
    TableColumn(.setup, "Setup", "前提条件", .init(14...23)) { $0.setup(of: $1.combination) },
    TableColumn(.steps, "Steps", "手順", .init(12...18)) { .text($0.steps(of: $1.combination)) },
    TableColumn(.testData, "Test data", "テストデータ", .init(12...18)) {
      $0.testData(of: $1.combination)
    },
    TableColumn(
      .expected,
      "Expected result",
      "期待結果",
      .init(22...30),
      look: { _ in .init(marks: [ReportMark(.begins("?"), .open)]) }
    ) { $0.expected(of: $1) },
    TableColumn(.question, "Open question", "確認ID", .init(12...32)) { source, testCase in
      .text(
        testCase.questions.joined(separator: "\n"),
        brief: source.abbreviated(testCase.questions),
        link: testCase.questions.first.map { .row(of: .questions, key: $0) }
      )
    },
    TableColumn(.rule, "Rule", "根拠ルール", .init(8...26)) { source, testCase in
      let references = testCase.rules.map(source.reference(toRule:))
      return .text(
        references.joined(separator: "\n"),
        brief: source.abbreviated(references),
        link: testCase.rules.first.map {
          .row(of: .rules, key: source.key(ofRule: $0))
        }
      )
    },
    TableColumn(
      .kind,
      "Kind",
      "正常／異常",
      look: { .init(marks: [ReportMark(.equals($0.name(of: .failure)), .notice)]) }
    ) { .text($0.name(of: $1.kind)) },
    TableColumn(
      .priority,
      "Priority",
      "優先度",
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

  /// Three steps: bring about the setup, do the operation, look at the result.
  fileprivate func steps(of combination: Combination) -> String {
    let name = label(ofOperationValue: combination.operation)
    let operation = specification.operations[operationValues[combination.operation].operation]
    // What is like an entry under a name of its own says itself what is done.
    let isEvent = operation.catalogueEntry?.id == operation.id
    var steps: [String] = []
    if combination.values.contains(where: { $0 != nil }) {
      steps.append(text("Set up the preconditions.", "前提条件を整える"))
    }
    steps.append(
      text(
        (isEvent ? "Trigger: " : "") + name + (name.hasSuffix(".") ? "" : "."),
        isSentence(operationValues[combination.operation].operationLabel)
          ? name : isEvent ? "次の事象を発生させる：\(name)" : "「\(name)」を行う"
      )
    )
    steps.append(text("Compare with the expected result.", "期待結果と一致することを確認する"))
    return steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
  }

  /// Whether a Japanese label ends like a verb in its plain form (「タップする」), so that it is an instruction by itself.
  private func isSentence(_ label: String) -> Bool {
    label.last.map { "うくぐすつぬぶむる".contains($0) } ?? false
  }

  /// The open question, the results to see, or the results that disagree.
  fileprivate func expected(of testCase: TestCase) -> ReportCell {
    guard testCase.status != .defined else { return .text(text.lines(testCase.expected)) }
    guard testCase.status != .contradictory else {
      let ids = text.list(testCase.questions)
      let heading = text("? \(ids) Which of these holds?", "? \(ids) どの結果が正しいですか？")
      let disagreeing = testCase.rules.map { text("• ", "・") + results(ofRule: $0) }
      return .text(([heading] + disagreeing).joined(separator: "\n"))
    }
    let met = testCase.questions.compactMap { questionNumbers[$0] }.sorted().map { questions[$0] }
    guard !met.isEmpty else { return .text("? " + text("not decided", "未決定")) }
    return .text(met.map { "? \($0.id) \($0.message)" }.joined(separator: "\n"))
  }
}

/// What a tester enters.
extension ReportSource {
  /// Beyond this many characters a format with narrow columns shows the beginning of a sample only.
  private static let briefSampleLength = 40

  /// A sample and whose it is.
  private struct Sample {
    var label: String
    var value: FactorValue
    var text: String
  }

  /// The samples of a combination's values, one line each; where space is short long texts are cut, and the factors' table has the whole to copy.
  func testData(of combination: Combination) -> ReportCell {
    let samples = samples(of: combination)
    guard samples.contains(where: { $0.text.count > Self.briefSampleLength }) else {
      return .text(samples.map { line($0, limit: nil) }.joined(separator: "\n"))
    }
    let remark = text(
      "The whole text is on the sheet “\(factorsTitle)”.",
      "全文は「\(factorsTitle)」シートにあります。"
    )
    return .text(
      samples.map { line($0, limit: nil) }.joined(separator: "\n"),
      brief: (samples.map { line($0, limit: Self.briefSampleLength) } + [remark])
        .joined(separator: "\n")
    )
  }

  private func samples(of combination: Combination) -> [Sample] {
    var samples: [Sample] = []
    func add(_ label: String, _ value: FactorValue) {
      guard let text = value.sample else { return }
      samples.append(Sample(label: label, value: value, text: text))
    }
    for (factor, value) in combination.values.enumerated() {
      guard let value else { continue }
      let declared = specification.factors[factor]
      add(declared.label, declared.values[value])
    }
    let operation = operationValues[combination.operation]
    if let variant = operation.variant {
      add(operation.operationLabel, variant)
    }
    return samples
  }

  /// A text in quotes with its length, a number or day as it is named.
  private func line(_ sample: Sample, limit: Int?) -> String {
    guard sample.text != sample.value.id else {
      return text.labelled(sample.label, sample.value.label)
    }
    guard !sample.text.isEmpty else {
      return text.labelled(sample.label, text("(empty)", "（空）"))
    }
    var quoted = sample.text
    if let limit, quoted.count > limit { quoted = String(quoted.prefix(limit)) + "…" }
    return text.labelled(
      sample.label,
      text.remark(text("“\(quoted)”", "「\(quoted)」"), text.characters(sample.text.count))
    )
  }
}
