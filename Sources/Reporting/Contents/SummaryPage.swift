import Specification
import TestDesign
import Text

/// The front page: the purpose of the workbook, the tasks, and the progress.
extension ReportSource {
  /// Returns the front page, without empty sections.
  ///
  /// The rows of `tables` are counted. `agreement` is the number of operations agreed to in their current form and the number of all, or
  /// `nil` if no agreement is asked for.
  func summary(
    tables: [ReportTable],
    agreement: (agreed: Int, all: Int)?
  ) -> ReportSummary {
    let counting = Counting(tables: tables)
    let sections: [(heading: String, lines: [Line])] = [
      (text("About", "このブックについて"), about),
      (text("What to do", "お願いしたいこと"), guidance(tables)),
      (text("Questions", "仕様の確認"), questionLines(counting)),
      (text("Agreement", "合意"), agreement.map(agreementLines) ?? []),
      (text("Test results", "テストの実施状況"), progress(counting)),
      (text("Extent", "規模"), extent),
    ]
    return ReportSummary(
      title: text("Summary", "概要"),
      heading: specification.feature,
      sections: sections.filter { !$0.lines.isEmpty }.map {
        ReportSummary.Section(heading: $0.heading, lines: $0.lines)
      }
    )
  }

  // MARK: Purpose

  private typealias Line = ReportSummary.Line

  private func line(
    _ english: String,
    _ japanese: String,
    _ cell: ReportCell,
    of whole: Int? = nil
  ) -> Line {
    Line(text(english, japanese), cell, of: whole)
  }

  private var about: [Line] {
    let what = text(
      "What the spec of this feature leaves open, and the test cases that follow from what it says.",
      "この機能の仕様でまだ決まっていないことと、決まっている仕様から作ったテストケースです。"
    )
    let purpose = text(
      "First to settle the spec, then to test the product against it.",
      "まず仕様を決めること、次に、そのとおりに動くことを確かめることです。"
    )
    let lines = [
      line("What this is", "内容", .text(what)), line("Purpose", "目的", .text(purpose)),
      Line("ID", .text(specification.id)),
    ]
    let owner = specification.owner.map { [line("Goes back to", "返送先", .text($0))] } ?? []
    let day = questions.compactMap { $0.deadline(in: specification) }.min()
    let first = day.map { line("First answer needed by", "最初の回答期限", .text($0.description)) }
    let sources = specification.sources.map { source in
      line(
        "Source",
        "出典",
        source.isWebAddress ? .text(source, link: .page(source)) : address(source)
      )
    }
    return lines + owner + (first.map { [$0] } ?? []) + sources
      + [line("Spec", "仕様ファイル", .text(specification.path))]
  }

  private func guidance(_ tables: [ReportTable]) -> [Line] {
    let questions = ReportTable.Name.questions.title(specification.language)
    let cases = ReportTable.Name.cases.title(specification.language)
    let outcomes = ReportTable.Name.outcomes.title(specification.language)
    let decisions =
      tables.first { $0.name == .decisions }.map {
        text("each decision on “\($0.title)” and ", "「\($0.title)」シートで行ごとに、")
      } ?? ""
    let refusal =
      ReportTable.Name.questions.statement(of: .refusal)?.heading(specification.language) ?? ""
    let directors = text(
      "Answer on the sheet “\(questions)”, in the yellow cells: choose, or write what the user sees. Questions of your own go into the empty rows at its end. Then agree, or not, to \(decisions)each operation on “\(outcomes)”.\nThen send the workbook back: your answers are put into the spec, with your name.\nWhat cannot be taken stays open, with the reason beside it under “\(refusal)”.\nThe next workbook asks only what is left.",
      "「\(questions)」シートの黄色の欄に回答してください。選択肢から選ぶか、期待する動作を文で書きます。ご自身の質問は末尾の空行にどうぞ。そのあと\(decisions)「\(outcomes)」シートで操作ごとに、合意の有無を選んでください。\n記入後はこのファイルを返送してください。回答は、回答者名とともに仕様に反映されます。\n反映できなかった回答は未決定のまま残り、理由が「\(refusal)」の欄に書かれます。\n次のファイルで確認するのは、残った項目だけです。"
    )
    let testers = text(
      "Enter results on the sheet “\(cases)”, in the yellow cells. “?” marks a result that is still open: send what you see to the director. Set up what follows “Also –” as well, although the result does not depend on it.",
      "「\(cases)」シートの黄色の欄に結果を記入してください。「?」で始まる期待結果は未決定です。実際の動作をディレクターに伝えてください。前提条件の「（その他）」以降は期待結果に影響しませんが、あわせて準備してください。"
    )
    let everybody = text(
      "White cells are written again by every generation; your own rows, columns and sheets stay. “–” says that something does not apply there.",
      "白い欄は生成のたびに書き直されます。追加した行・列・シートはそのまま残ります。「–」は、その条件では該当しないことを表します。"
    )
    return [
      line("Directors", "ディレクターの方", .text(directors)),
      line("Testers", "テスト担当の方", .text(testers)), line("Everybody", "共通", .text(everybody)),
    ]
  }

  // MARK: Progress

  /// Returns the number of all, answered and open questions, then of the open ones by person and date.
  private func questionLines(_ counting: Counting) -> [Line] {
    typealias Condition = ReportTally.Condition
    typealias Conditions = [Condition]
    let asked: Conditions = [.init(.question, .isFilled)]
    let words = AnswerStatus(specification.language)
    let (isFilled, isEmpty) = (
      Conditions([.init(.answer, .isFilled)]), Condition(.answer, .isEmpty)
    )
    let (chosen, untouched) = (
      [isEmpty, Condition(.answerKind, .isFilled)], [isEmpty, Condition(.answerKind, .isEmpty)]
    )
    // A refused answer leaves its question open. An earlier or postponed answer does not count either way.
    let wasOther = Condition(.refusal, .beginsWithOneOf([words.earlier, words.deferred]))
    let answered = [
      [Condition(.refusal, .isOneOf([words.answered]))], isFilled + [wasOther], chosen + [wasOther],
    ]
    let open = [
      [Condition(.refusal, .isOneOf([words.open]))],
      [Condition(.refusal, .beginsWithOneOf([words.notApplied]))], untouched + [wasOther],
    ]
    // A question that somebody added below the others has no status yet.
    let own = Condition(.kind, .isEmpty)
    let isUnread = Condition(.refusal, .isEmpty)
    let isOptional = ReportTally.Condition(.kind, .isOneOf([optionalKind]))
    // A question settled by an answer still has its row, whose status may be a formula.
    let putOff: [QuestionAnswer.Kind] = [.later, .depends]
    let isSettling = Condition(
      .answerKind,
      .isNoneOf(putOff.map { $0.name(specification.language) })
    )
    let settled = [isFilled + [Condition(.answerKind, .isEmpty)], [isSettling]].flatMap { given in
      [answered[0], [isUnread]].map { asked + given + $0 }
    }
    /// Returns the number of rows that need an answer, and of those that people added.
    func required(
      _ alternatives: [Conditions],
      own: [Conditions] = [],
      gone: [Conditions] = []
    ) -> ReportCell {
      let isRequired = Condition(.kind, .isNoneOf([optionalKind]))
      return counting.tally(
        .questions,
        (alternatives.map { $0 + [isRequired] } + own).map { asked + $0 },
        gone: gone.map { $0 + [isRequired] }
      )
    }
    let given = required(answered, own: [isFilled + [own, isUnread]], gone: settled)
    var lines = [
      line("Questions", "確認事項", required([[]], own: [[own]], gone: settled)),
      Line(words.answered, given, of: 0),
      Line(
        words.open,
        required(open, own: [[isEmpty, own, isUnread], [own, .init(.refusal, .isFilled)]]),
        of: 0
      ),
    ]
    for person in distinctlyAsked where !person.isEmpty {
      let parts = person.split(separator: "\n").map(String.init)
      let name = parts.count > 1 ? text.remark(parts[0], parts[1]) : person
      let cell = required(open.map { [.init(.ask, .isOneOf([person]))] + $0 })
      lines.append(line("Open – \(name)", "未回答：\(name)", cell))
    }
    if questions.contains(where: \.isOptional) {
      let gone = settled.map { $0 + [isOptional] }
      let all = counting.tally(.questions, [asked + [isOptional]], gone: gone)
      let done = counting.tally(.questions, answered.map { asked + $0 + [isOptional] }, gone: gone)
      lines += [
        line("Worth a thought, optional", "検討候補（任意）", all),
        line("– answered", "– 回答済み", done, of: lines.count),
      ]
    }
    return lines
  }

  /// The distinct addressees with their dates as shown in the questions, ordered by date, those without a date last.
  private var distinctlyAsked: [String] {
    var seen: Set<String> = []
    return questions.filter { !$0.isOptional }.enumerated()
      .map { number, question in
        (question.deadline(in: specification)?.number ?? .max, number, asking(question))
      }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map(\.2)
      .filter { seen.insert($0).inserted }
  }

  private func agreementLines(_ agreement: (agreed: Int, all: Int)) -> [Line] {
    [
      line("Operations", "操作", .number(agreement.all)),
      line("Agreed as they are now", "現在の内容で合意済み", .number(agreement.agreed), of: 0),
    ]
  }

  /// Returns the number of valid results by verdict, and separately of results that changes to their cases made obsolete.
  private func progress(_ counting: Counting) -> [Line] {
    let marks = RecheckMarks(specification.language)
    // Rows that people add below the table, such as totals, are not cases.
    let isCase = ReportTally.Condition(.id, .beginsWithOneOf([specification.id + "-"]))
    let isValid = ReportTally.Condition(.recheck, .isEmpty)
    /// Returns the number of cases, or of cases times devices if there are several.
    func count(_ alternatives: (ReportColumn.Role) -> [[ReportTally.Condition]]) -> ReportCell {
      let results = counting.table(.cases)?.results ?? [.result]
      return counting.tally(
        .cases,
        results.flatMap { alternatives($0).map { [isCase] + $0 } }
      )
    }
    var lines = [line("Cases", "テストケース", count { _ in [[]] })]
    lines += TestResult.allCases.map { result in
      let cell = count {
        let valid = [[.init($0, .isOneOf(result.words)), isValid]]
        return result == .notRun ? valid + [[.init($0, .isEmpty)]] : valid
      }
      return Line(result.word(specification.language), cell, of: 0)
    }
    let (checkAgain, void) = (RecheckMarks.each(\.checkAgain), RecheckMarks.each(\.void))
    let other = ReportTally.Match.isNoneOf(
      TestResult.allCases.flatMap(\.words),
      orBegins: checkAgain + void
    )
    func marked(_ label: String, _ mark: ReportTally.Match, _ words: [String]) -> Line {
      let cell = count {
        [
          [.init($0, .isFilled), .init(.recheck, mark)],
          [.init($0, .beginsWithOneOf(words)), isValid],
        ]
      }
      return Line(label, cell, of: 0)
    }
    return lines + [
      Line(text("Other entries", "その他の記入"), count { [[.init($0, other), isValid]] }, of: 0),
      marked(marks.checkAgain, .isNoneOf([], orBegins: void), checkAgain),
      marked(marks.void, .beginsWithOneOf(void), void),
    ]
  }

  // MARK: Extent

  private var extent: [Line] {
    let counts = analysis.counts
    func number(_ english: String, _ japanese: String, _ decimal: String?) -> [Line] {
      decimal == "0" ? [] : [line(english, japanese, decimal.map { .count($0) } ?? .text("–"))]
    }
    func number(_ english: String, _ japanese: String, _ count: Int) -> [Line] {
      count == 0 ? [] : [line(english, japanese, .number(count))]
    }
    let incomplete = analysis.incomplete.map { specification.operations[$0].label }
    let partly = line(
      "Questions listed only in part",
      "確認事項を一部だけ載せた操作",
      .text(text.list(incomplete))
    )
    let open = matrix.cases.count { $0.openStatus != nil }
    let retiredFlows = matrix.retired.count { Flow.isID($0.id, of: specification.id) }
    return number("Combinations that can occur", "起こり得る組み合わせ", counts.combinations)
      + number("– defined", "– 仕様で決まっている", counts.defined)
      + number("– undecided", "– 未決定", counts.undecided)
      + number("– contradictory", "– 矛盾", counts.contradictory)
      + number("– undefined", "– 未定義", counts.undefined)
      + [line("Depth of the cases", "テストケースの深さ", .text(explained(matrix.depth)))]
      + number("Cases with an open result", "期待結果が未決定のケース", open)
      + number("Combinations that wait for answers", "回答待ちの組み合わせ", matrix.waiting)
      + number("Retired ids", "欠番（累計）", matrix.retired.count - retiredFlows)
      + number("End-to-end cases", "シナリオ", matrix.flows.count)
      + number("Retired ids of end-to-end cases", "シナリオの欠番（累計）", retiredFlows)
      + (incomplete.isEmpty ? [] : [partly])
  }
}

private struct Counting {
  let tables: [ReportTable]

  func table(_ name: ReportTable.Name) -> ReportTable? { tables.first { $0.name == name } }

  func tally(
    _ name: ReportTable.Name,
    _ alternatives: [[ReportTally.Condition]],
    gone: [[ReportTally.Condition]] = []
  ) -> ReportCell {
    guard let table = table(name) else { return .number(0) }
    var tally = ReportTally(name, anyOf: alternatives, gone: gone)
    tally.counted = table.count(of: tally)
    return ReportCell(.tally(tally))
  }
}
