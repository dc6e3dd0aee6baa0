import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// A part of a report about a spec.
  package typealias Part = @Sendable (SpecCheck) -> [String]

  /// The report for people: every message with its source and help, a summary of each spec, and the total.
  ///
  /// Of each operation at most `limit` questions are shown; `nil` shows all.
  ///
  /// - Parameters:
  ///   - limit: The number of questions.
  ///   - usesColor: True if it is coloured.
  ///   - map: Who writes the part of each spec: that of one with many questions takes as long as finding them.
  /// - Returns: The text.
  package func text(
    limit: Int? = 3,
    usesColor: Bool = false,
    by map: ([SpecCheck], @escaping Part) -> [[String]] = { $0.map($1) }
  ) -> String {
    // All but the headlines fits the 80 columns that terminals have at least, so that marks stay under what they mark.
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
  /// The parts of the text between which an empty line stands.
  ///
  /// Of each operation at most `limit` questions are shown, those of most weight, and behind the last how many there are besides; a rule's own
  /// question that spans several operations is always shown.
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
      blocks.append("… and \(Self.phrase(for: left)) for \(id) (--all)\n")
    }
    if !diagnostics.isEmpty { blocks.append(rendered(diagnostics)) }
    if let note = incompleteNote { blocks.append(rendered([note])) }
    if let summaryLine {
      blocks.append(summaryLine + "\n" + (agreement?.text(columns: 80) ?? ""))
    }
    return blocks
  }

  /// `4 more questions about up to 1,240 combinations`: questions may share combinations, so that their sum is a bound.
  private static func phrase(for questions: ArraySlice<Finding>) -> String {
    let questionsLeft = counted(questions.count, "more question")
    let counts = questions.compactMap { $0.combinations.map(CombinationCount.init) }
    guard counts.count == questions.count else { return questionsLeft }
    let sum = counts.reduce(CombinationCount("0"), +)
    let noun = sum.isOne ? "combination" : "combinations"
    let bound = questions.count == 1 ? "" : "up to "
    return questionsLeft + " about \(bound)\(sum.readable) \(noun)"
  }
}

extension CheckReport {
  /// The report with one line for each message, `path:line:col: error[code]: …`, and the total behind them.
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
  /// What was found in all specs together: `2 specs checked: 3 errors, 1 note`.
  var totalLine: String {
    let known = specs.reduce(0) { $0 + $1.knownFindings }
    var rest = known > 0 ? "; \(counted(known, "known finding")) left out" : ""
    if switchedOffCount > 0 { rest += "; \(counted(switchedOffCount, "finding")) switched off" }
    return "\(counted(specs.count, "spec")) checked: \(tally.phrase)\(rest)"
  }
}

extension SpecCheck {
  /// What the check reports about the spec as a whole:
  /// `POST: 96 combinations, 83.3 % defined, 12 undefined, 4 undecided; 3 questions (2 undefined, 1 undecided)`.
  ///
  /// A spec without an answer has none.
  var summaryLine: String? {
    if case .planned(let specification) = outcome {
      return "\(specification.id): planned, not described yet"
    }
    guard case .analysed(let specification, let analysis) = outcome else { return nil }
    let counts = analysis.counts
    guard let all = counts.combinations.map(CombinationCount.init) else {
      return "\(specification.id): combinations too entangled to count; " + questionsPhrase
    }
    let defined = counts.defined.map(CombinationCount.init)
    var parts = ["\(all.readable) combination\(all.isOne ? "" : "s")"]
    if let defined {
      parts.append(all == defined ? "all defined" : "\(defined.share(of: all)) defined")
    } else {
      parts.append("defined and contradictory combinations too entangled to count")
    }
    for (decimal, state) in [
      (counts.undefined, "undefined"), (counts.undecided, "undecided"),
      (counts.contradictory, "contradictory"),
    ] {
      let count = CombinationCount(decimal ?? "0")
      if !count.isZero { parts.append("\(count.readable) \(state)") }
    }
    return "\(specification.id): " + parts.joined(separator: ", ") + "; " + questionsPhrase
  }

  /// `3 questions (2 undefined, 1 undecided)`, or `no question`.
  private var questionsPhrase: String {
    let questions = findings.filter(\.isQuestion).flatMap { $0.items.isEmpty ? [$0] : $0.items }
      .filter { !$0.isOptional }
    let noun = knownFindings > 0 ? "new question" : "question"
    let off = switchedOffCount > 0 ? "; \(counted(switchedOffCount, "finding")) switched off" : ""
    guard !questions.isEmpty else { return "no \(noun)s\(off)" }
    let kinds: [(FindingCode, String)] = [
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
        return code == .placeholderResult ? counted(number, name) : "\(number) \(name)"
      } + (others > 0 ? ["\(others) other"] : [])
    return "\(counted(questions.count, noun)) (\(parts.joined(separator: ", ")))\(off)"
  }

  /// That not all questions are listed, where a budget was exceeded; the verdict on every combination stands all the same.
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
