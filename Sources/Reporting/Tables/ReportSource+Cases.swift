import Diagnostics
import Specification
import TestDesign

/// The suite of cases, for those who test.
extension ReportSource {
  func casesTable() -> ReportTable {
    let columns =
      [
        column(.cases, .id),
        column(
          .cases,
          .state,
          marks: [
            ReportMark(.equals(name(of: .changed)), .changed),
            ReportMark(.equals(name(of: .new)), .new),
          ]
        ),
        column(.cases, .feature),
        column(.cases, .area),
        column(.cases, .operation),
      ] + factorColumns + [
        column(.cases, .setup),
        column(.cases, .steps),
        column(.cases, .testData),
        column(
          .cases,
          .expected,
          marks: [ReportMark(.begins("?"), .open)]
        ),
        column(.cases, .question),
        column(.cases, .rule),
        column(
          .cases,
          .kind,
          marks: [ReportMark(.equals(name(ofInvalid: true)), .notice)]
        ),
        column(
          .cases,
          .priority,
          marks: [ReportMark(.equals(priority("high")), .bad)]
        ),
        column(
          .cases,
          .result,
          choices: ResultChoices(specification.language).all,
          hint: text("Choose from the list.", "一覧から選んでください。"),
          marks: [
            ReportMark(.equals(ResultChoices(specification.language).passed), .good),
            ReportMark(.equals(ResultChoices(specification.language).failed), .bad),
            ReportMark(.equals(ResultChoices(specification.language).blocked), .blocked),
            ReportMark(.equals(ResultChoices(specification.language).notRun), .muted),
            ReportMark(.equals(ResultChoices(specification.language).notApplicable), .muted),
          ]
        ),
        column(.cases, .testedOn),
        column(.cases, .tester),
        column(.cases, .device),
        column(.cases, .build),
        column(.cases, .evidence),
        column(.cases, .defect),
        column(.cases, .note),
      ]
    return ReportTable(
      name: .cases,
      title: ReportTable.Name.cases.title(specification.language),
      columns: columns,
      rows: matrix.cases.map { testCase in
        ReportTable.Row(
          key: testCase.id,
          cells: columns.map {
            $0.kind == .people ? .empty : cell(of: testCase, role: $0.role)
          }
        )
      }
    )
  }

  /// A rule's results in one phrase with the rule's name.
  func results(ofRule number: Int) -> String {
    let declared = specification.expectations[number]
    let rule = text.list([declared.id, text.line(declared.span.start.line)])
    return switch declared.outcome {
    case .then(let results): text.remark(text.list(results.map(\.text)), rule)
    case .undecided(let open): text.remark(open.text, rule)
    }
  }

  func name(of state: TestCase.State) -> String {
    switch state {
    case .kept: text("Kept", "継続")
    case .new: text("New", "新規")
    case .changed: text("Changed", "変更")
    }
  }

  private func name(ofInvalid isInvalid: Bool) -> String {
    isInvalid ? text("Invalid", "異常系") : text("Valid", "正常系")
  }

  private func cell(of testCase: TestCase, role: ReportColumn.Role) -> ReportCell {
    let combination = testCase.combination
    let operation = operationValues[combination.operation]
    switch role {
    case .id: return .text(testCase.id)
    case .state: return .text(name(of: testCase.state))
    case .feature: return .text(specification.feature)
    case .area: return .text(operation.operationLabel)
    case .operation: return .text(label(ofOperationValue: combination.operation))
    case .factor(let factor):
      let value = combination.values[factor]
      return .text(label(ofValue: value, of: factor), isMuted: value == nil)
    case .setup: return setup(of: combination)
    case .steps: return .text(steps(of: combination))
    case .testData: return testData(of: combination)
    case .expected: return expected(of: testCase)
    case .question:
      return .text(
        testCase.questions.joined(separator: "\n"),
        brief: abbreviated(testCase.questions),
        link: testCase.questions.first.map { .row(of: .questions, key: $0) }
      )
    case .rule:
      return .text(
        testCase.rules.map(reference(toRule:)).joined(separator: "\n"),
        brief: abbreviated(testCase.rules.map(reference(toRule:))),
        link: testCase.rules.first.map {
          .row(of: .rules, key: specification.expectations[$0].id)
        }
      )
    case .kind:
      return .text(name(ofInvalid: testCase.isInvalid))
    case .priority: return .text(priority(testCase.priority))
    default: return .empty
    }
  }

  /// Three steps: bring about the setup, do the operation, look at the result.
  private func steps(of combination: Combination) -> String {
    let name = label(ofOperationValue: combination.operation)
    let isEvent =
      specification.operations[operationValues[combination.operation].operation]
      .catalogueEntry != nil
    var steps: [String] = []
    if combination.values.contains(where: { $0 != nil }) {
      steps.append(text("Set up the preconditions.", "前提条件の状態にする"))
    }
    steps.append(
      text(
        (isEvent ? "Make this happen: " : "") + name + (name.hasSuffix(".") ? "" : "."),
        isSentence(operationValues[combination.operation].operationLabel)
          ? name : isEvent ? "次の事象を起こす：\(name)" : "「\(name)」を行う"
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
  private func expected(of testCase: TestCase) -> ReportCell {
    guard testCase.status != .defined else { return .text(text.lines(testCase.expected)) }
    guard testCase.status != .contradictory else {
      let ids = text.list(testCase.questions)
      let heading = text("? \(ids) Which of these holds?", "? \(ids) どの結果が正しいですか?")
      let disagreeing = testCase.rules.map { text("• ", "・") + results(ofRule: $0) }
      return .text(([heading] + disagreeing).joined(separator: "\n"))
    }
    let met = questions.filter { testCase.questions.contains($0.id) }
    guard !met.isEmpty else { return .text("? " + text("not decided", "未決定")) }
    return .text(met.map { "? \($0.id) \($0.message)" }.joined(separator: "\n"))
  }
}
