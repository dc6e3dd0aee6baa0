import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// A function that renders the blocks of text for a spec.
  package typealias Part = @Sendable (SpecCheck) -> [String]

  /// Returns the report for the terminal: every message with its source and help, a summary of each spec, and the total.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of questions shown per operation, or `nil` for all.
  ///   - usesColor: True to colour the text.
  ///   - map: A function that renders all specs, possibly in parallel: rendering a spec with many questions takes as long as analysing it.
  /// - Returns: The text, ending in a line break unless it is empty.
  package func text(
    limit: Int? = 3,
    usesColor: Bool = false,
    by map: ([SpecCheck], @escaping Part) -> [[String]] = { $0.map($1) }
  ) -> String {
    // All but the headlines fit into 80 columns, so that markers stay below the code they mark.
    let renderer = DiagnosticRenderer(usesColor: usesColor, columns: 74, helpColumns: 80)
    var blocks = map(specs) { $0.blocks(renderer, limit: limit) }.flatMap(\.self)
    if let note = crossFeatureNote {
      blocks.append(renderer.render([note], in: crossFeatureSource))
    }
    if !specs.isEmpty { blocks.append(settingsLines + totalLine + "\n") }
    return blocks.joined(separator: "\n")
  }
}

extension SpecCheck {
  /// Returns the blocks of text, which are separated by blank lines.
  ///
  /// At most `limit` questions are shown per operation, the most important ones, and a last block counts the rest. A rule's own question
  /// that spans several operations is always shown.
  fileprivate func blocks(_ renderer: DiagnosticRenderer, limit: Int?) -> [String] {
    let lines = SourceLines(source.text)
    func rendered(_ diagnostics: [Diagnostic]) -> String {
      renderer.render(diagnostics, path: source.path, lines: lines)
    }
    var blocks = diagnostics.isEmpty ? [] : [rendered(diagnostics)]
    guard case .analysed(let specification, let analysis) = outcome else {
      return blocks + (summaryLine.map { [$0 + "\n"] } ?? [])
    }
    let numbers = analysis.questionNumbers
    let questions = Dictionary(grouping: analysis.findings) { $0.question?.operation }
      .mapValues { $0.sorted { numbers[$0.id] ?? .max < numbers[$1.id] ?? .max } }
    let hidden = Set(
      questions.filter { $0.key != nil }.values.flatMap { $0.dropFirst(limit ?? .max).map(\.id) }
    )
    var counts: [Int: Int] = [:]
    var diagnostics: [Diagnostic] = []
    for finding in analysis.findings {
      let operation = finding.question?.operation
      if hidden.contains(finding.id) { continue }
      let count = operation.map { counts[$0, default: 0] + 1 } ?? 0
      if let operation { counts[operation] = count }
      let shown = finding.explained(
        of: analysis.counts,
        in: specification,
        cases: cases[finding.id] ?? [],
        number: numbers[finding.id]
      )
      diagnostics.append(shown)
      guard let operation, count == limit, let left = questions[operation]?.dropFirst(count),
        !left.isEmpty
      else { continue }
      blocks.append(rendered(diagnostics))
      diagnostics = []
      let id = VisibleText.line(specification.operations[operation].id)
      blocks.append(
        Self.rest(left, of: id, ReportText(language: specification.language)) + "\n"
      )
    }
    if !diagnostics.isEmpty { blocks.append(rendered(diagnostics)) }
    if let note = incompleteNote { blocks.append(rendered([note])) }
    if let summaryLine {
      blocks.append(summaryLine + "\n" + (agreement?.text(columns: 80) ?? ""))
    }
    return blocks
  }

  /// Returns a line such as `… and 4 more questions about up to 1,240 combinations for submit (--all)`, a bound since questions may share
  /// them.
  private static func rest(
    _ questions: ArraySlice<Finding>,
    of id: String,
    _ text: ReportText
  ) -> String {
    let counts = questions.compactMap { $0.combinations.map(CombinationCount.init) }
    let sum = counts.reduce(CombinationCount("0"), +)
    let isOne = questions.count == 1
    let (english, japanese) =
      counts.count < questions.count
      ? ("", "")
      : (
        " about \(isOne ? "" : "up to ")\(sum.readable) combination\(sum.isOne ? "" : "s")",
        "（\(isOne ? "" : "最大")\(text.readable(sum))通り）"
      )
    return text(
      "… and \(counted(questions.count, "more question"))\(english) for \(id) (--all)",
      "… \(id)の確認事項がほかに\(questions.count)件\(japanese)（--all）"
    )
  }
}

extension CheckReport {
  /// Returns the report with one line per message, `path:line:col: error[code]: …`, followed by the total.
  package func concise(usesColor: Bool = false) -> String {
    let renderer = DiagnosticRenderer(form: .concise, usesColor: usesColor)
    var output = ""
    for spec in specs {
      output += renderer.render(spec.diagnostics, in: spec.source)
      output += renderer.render(spec.findings.map { $0.headline() }, in: spec.source)
      if let note = spec.incompleteNote { output += renderer.render(note, in: spec.source) }
    }
    if let note = crossFeatureNote { output += renderer.render([note], in: crossFeatureSource) }
    return specs.isEmpty ? output : output + settingsLines + totalLine + "\n"
  }
}

extension CheckReport {
  /// The total over all specs, such as `2 specs checked: 3 errors, 1 note`.
  var totalLine: String {
    let known = specs.reduce(0) { $0 + $1.knownFindings }
    var rest =
      known > 0 ? words("; \(counted(known, "known finding")) left out", "（既知の\(known)件を除く）") : ""
    if switchedOffCount > 0 { rest += words.switchedOff(switchedOffCount) }
    return words("\(counted(specs.count, "spec")) checked: ", "仕様\(specs.count)件を確認：")
      + tally.phrase(words) + rest
  }

  /// The phrases in the specs' language, or in English if they have several languages.
  var words: ReportText {
    let languages = Set(
      specs.compactMap { spec in
        spec.specification?.language ?? Language(of: spec.source.text) ?? spec.settings?.language
      }
    )
    return ReportText(language: languages == [.japanese] ? .japanese : .english)
  }
}

extension SpecCheck {
  /// A summary of the spec, or `nil` if it could not be read.
  ///
  /// ```
  /// POST: 96 combinations, 83.3 % defined, 12 undefined, 4 undecided; 3 questions (2 undefined, 1 undecided)
  /// ```
  var summaryLine: String? {
    guard let specification else { return nil }
    let text = ReportText(language: specification.language)
    guard case .analysed(_, let analysis) = outcome else {
      return text.labelled(specification.id, text("planned, not described yet"))
    }
    let counts = analysis.counts
    guard let all = counts.combinations.map(CombinationCount.init) else {
      let many = text("combinations too entangled to count")
      return text.labelled(specification.id, many + text("; ", "；") + questions(text))
    }
    var parts = [
      text("\(all.readable) combination\(all.isOne ? "" : "s")", "\(text.readable(all))通り")
    ]
    if let defined = counts.defined.map(CombinationCount.init) {
      let share = defined.share(of: all)
      parts.append(
        all == defined
          ? text("all defined")
          : text("\(share) defined", "\(share.replacing("less than ", with: "<"))が決定済み")
      )
    } else {
      parts.append(
        text("defined and contradictory combinations too entangled to count")
      )
    }
    for (decimal, english, japanese) in [
      (counts.undefined, "undefined", "未定義"), (counts.undecided, "undecided", "未決定"),
      (counts.contradictory, "contradictory", "矛盾"),
    ] {
      let count = CombinationCount(decimal ?? "0")
      if count.isZero { continue }
      parts.append(text("\(count.readable) \(english)", "\(japanese)\(text.readable(count))通り"))
    }
    return text.labelled(specification.id, text.list(parts) + text("; ", "；") + questions(text))
  }

  /// Returns `3 questions (2 undefined, 1 undecided)`, or `no questions`.
  private func questions(_ text: ReportText) -> String {
    let questions = findings.filter(\.isQuestion).flatMap { $0.items.isEmpty ? [$0] : $0.items }
      .filter { !$0.isOptional }
    let (noun, japanese) =
      knownFindings > 0 ? ("new question", "新しい確認事項") : ("question", "確認事項")
    let off = switchedOffCount > 0 ? text.switchedOff(switchedOffCount) : ""
    guard !questions.isEmpty else { return text("no \(noun)s", "\(japanese)なし") + off }
    let kinds: [(FindingCode, Phrase)] = [
      (.undefinedCombination, "undefined"), (.invalidLikeValid, "invalid like valid"),
      (.undecidedRule, "undecided"),
      (.placeholderResult, "placeholder"), (.contradictoryRules, "contradictory"),
      (.fillerResult, "still to be written"), (.draftedRule, "drafted"),
      (.openQuestion, "of the team"),
      (.contestedDecision, "contested"),
      (.unreachedValue, "nothing leads to"),
      (.unreadFactor, "to confirm"), (.unconsideredOperation, "not considered"),
    ]
    let others = questions.count { question in
      question.code != .unconfirmedDecision && !kinds.contains { $0.0 == question.code }
    }
    let parts =
      kinds.compactMap { code, name -> String? in
        let number = questions.count {
          ($0.code == .unconfirmedDecision ? .unreadFactor : $0.code) == code
        }
        guard number > 0 else { return nil }
        let name = text(name)
        let english = code == .placeholderResult ? counted(number, name) : "\(number) \(name)"
        return text(english, "\(name)\(number)")
      } + (others > 0 ? [text("\(others) other")] : [])
    let count = text(counted(questions.count, noun), "\(japanese)\(questions.count)件")
    return text.remark(count, text.list(parts)) + off
  }

  /// A note that not all questions are listed because a budget was exceeded, although every combination has its verdict.
  var incompleteNote: Diagnostic? {
    guard case .analysed(let specification, let analysis) = outcome, !analysis.incomplete.isEmpty
    else { return nil }
    let operations = analysis.incomplete.map { specification.operations[$0].id }
    return Diagnostic(
      code: "incomplete-list",
      severity: .note,
      message: specification.language.say(
        "not all questions listed for \(operations.joined(separator: ", "))"
      ),
      span: nil,
      help: [
        specification.language.say(
          "the numbers of combinations are exact; answer some questions and check again"
        )
      ]
    )
  }
}

extension ReportText {
  fileprivate func switchedOff(_ count: Int) -> String {
    self("; \(counted(count, "finding")) switched off", "（設定で\(count)件を非表示）")
  }

  fileprivate func readable(_ count: CombinationCount) -> String {
    self(count.readable, count.readable.replacing("about ", with: "約"))
  }
}
