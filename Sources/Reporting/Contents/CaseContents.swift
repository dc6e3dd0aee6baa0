import Diagnostics
import Specification
import TestDesign
import Text

/// The contents of a test case: the setup, the steps, the texts to enter and the expected results.
extension ReportSource {
  // MARK: Setup

  /// Returns the setup: one line for each factor that matters, then all other factors in one line.
  ///
  /// In the brief form, for tables whose head states the usual setup (`usualSetup`), other factors are listed only if they have an unusual
  /// value, or if a step of the case changes the factor or needs another value of it.
  func setup(of testCase: TestCase) -> ReportCell {
    let values = testCase.combination.values
    let matters = Set(testCase.matters)
    func setting(_ factor: Int, isNoted: Bool = true) -> String? {
      let step = stepBefore(factor, in: testCase)
      return self.setting(of: factor, values[factor], isNoted: isNoted, after: step)
    }
    let decisive = testCase.matters.compactMap { setting($0) }
    let others = values.indices.filter { values[$0] != nil && !matters.contains($0) }
    // Where steps need or leave another value, the usual one in the head would be misleading.
    let steps = matrix.ways[testCase.id] ?? []
    let unusual = others.filter { factor in
      values[factor] != specification.factors[factor].usual
        || steps.contains {
          $0.becomes[factor] != nil
            || $0.reads.contains(factor) && $0.combination.values[factor] != values[factor]
        }
    }
    let start = startLine(text("Start", "開始状態"))
    let whole = start + setupLines(decisive, others.compactMap { setting($0) })
    var shown = setupLines(decisive, unusual.compactMap { setting($0, isNoted: false) })
    if shown.isEmpty, whole.count > start.count {
      shown = [text("The usual setup (see above)", "共通の前提条件のとおり")]
    }
    return .text(
      whole.joined(separator: "\n"),
      brief: shown == whole ? brief(whole) : brief(shown) ?? shown.joined(separator: "\n")
    )
  }

  /// Returns a phrase such as "Name: Very long, 120 characters, the most a bank sends", or `nil` if the factor does not apply.
  ///
  /// `step` is the number of the step after which the factor has the value, and whether the step brings it about.
  func setting(
    of factor: Int,
    _ value: Int?,
    isNoted: Bool = true,
    after step: (number: Int, isCause: Bool)? = nil
  ) -> String? {
    let declared = specification.factors[factor]
    // A comparison of two numbers follows from the numbers themselves.
    guard let value, declared.comparison == nil else { return nil }
    let notes = isNoted ? [declared.values[value].note, declared.note] : []
    var said = text.noted(wording.value(value, of: factor), notes)
    if let number = step?.number {
      said = text("\(said) – after step \(number)", "\(said)（手順\(number)の後）")
    }
    let isMade = step?.isCause == true
    return text.labelled(declared.label, isMade ? said : brought(about: said, value, of: declared))
  }

  /// Returns a value with how to set it up: "Expired – take a transfer of last month", 「空の下書き（5.1のアプリで下書きを保存する）」.
  private func brought(about said: String, _ value: Int, of factor: Factor) -> String {
    let isUntrue = factor.isYesNo && factor.values[value].id == "no"
    guard let how = (factor.values[value].how ?? (isUntrue ? nil : factor.how))?.onOneLine else {
      return said
    }
    return text("\(said) – \(how)", "\(said)（\(how)）")
  }

  /// Returns one line for each setting that matters, then one line for all others.
  func setupLines(_ decisive: [String], _ rest: [String]) -> [String] {
    let line = rest.joined(separator: text("; ", "／"))
    guard !line.isEmpty else { return decisive }
    return decisive + [decisive.isEmpty ? line : text("Also – ", "（その他）") + line]
  }

  func startLine(_ label: String) -> [String] {
    specification.start.map { [text.labelled(label, $0.onOneLine)] } ?? []
  }

  /// The maximum width of a line above the headings, in East Asian columns, so that it stays in sight of the first columns.
  private static let headWidth = 180

  /// Returns the lines above the cases: where every case begins, and the usual values, which hold unless a setup says otherwise.
  ///
  /// There are few lines, of limited width. Factors in `told` are left out.
  func usualSetup(besides told: Set<Int> = []) -> [String] {
    let settings = specification.factors.enumerated().filter {
      $1.comparison == nil && !told.contains($0)
    }.map { _, factor in
      let usual = text.labelled(
        factor.label,
        brought(about: factor.values[factor.usual].label, factor.usual, of: factor)
      ).onOneLine
      return factor.onlyWhen.map { text.remark(usual, wording.condition(of: $0)) } ?? usual
    }
    var lines = startLine(text("Every case begins", "全ケース共通の開始状態"))
    guard var line = settings.first else { return lines }
    let begin = text("Unless the setup says otherwise – ", "共通の前提条件（前提条件の欄に書かれていない場合）：")
    line = begin + line
    for setting in settings.dropFirst() {
      let longer = line + text("; ", "／") + setting
      if DisplayWidth.columns(of: longer) <= Self.headWidth {
        line = longer
      } else {
        lines.append(line)
        line = setting
      }
    }
    return lines + [line]
  }

  // MARK: Steps

  /// Returns the steps of a case, numbered if there are several, followed by the notes of the spec.
  func steps(of testCase: TestCase) -> [String] {
    let value = operationValues[testCase.combination.operation]
    let operation = specification.operations[value.operation]
    let variant = operation.hasParts ? nil : value.variant
    let own = instructions(
      ofOperation: testCase.combination.operation,
      during: triggers[testCase.id]
    )
    let steps = way(to: testCase).flatMap(\.self) + own
    let notes = [operation.note, variant?.note].compactMap(\.self)
    return Self.numbered(steps) + notes.map { text.labelled(text("Note", "補足"), $0) }
  }

  /// Returns the steps, numbered if there are several.
  static func numbered(_ steps: [String]) -> [String] {
    steps.count > 1 ? steps.enumerated().map { "\($0 + 1). \($1)" } : steps
  }

  /// Returns the instructions for an operation value, a line each.
  ///
  /// `trigger` is the operation during which a failure or event happens.
  func instructions(ofOperation number: Int, during trigger: Int?) -> [String] {
    let value = operationValues[number]
    let operation = specification.operations[value.operation]
    let variant = operation.hasParts ? nil : value.variant
    let name = caseOperationLabels[number]
    let done = trigger.map { whatIsDone($0) } ?? []
    let language = specification.language
    guard let how = operation.how(variant, language, during: done.last) else {
      return [instruction(operation, name: name)]
    }
    // The test data have a column of their own.
    let said = how.text.replacing(text(" (see the test data)", "（テストデータを参照）"), with: "")
    var lines = said.split(separator: "\n").map(String.init)
    let isOwn = operation.how != nil || variant?.how != nil
    if !isOwn, trigger == nil, !operation.hasCatalogueLabel(language) {
      guard operation.isEvent else { return [instruction(operation, name: name)] }
      lines[0] = text.labelled(name, lines[0])
    } else if let variant, !how.saysVariant {
      lines[0] = text.remark(inSentence: lines[0], variant.label)
    }
    return done.dropLast() + lines
  }

  /// Returns the step for an operation without instructions, derived from its name.
  private func instruction(_ operation: Operation, name: String) -> String {
    let end = text(name.hasSuffix(".") ? "" : ".", "")
    if operation.isEvent, !wording.isSentence(operation.label.onOneLine) {
      return text.labelled(text("Trigger", "次の事象を発生させる"), name) + end
    }
    let step = text(name + end, isInstruction(operation) ? waited(name) : wording.step(name))
    let feature = specification.feature.onOneLine
    return operation.showsUnnamedScreen && !name.folded.contains(feature.folded)
      ? text.remark(inSentence: step, feature) : step
  }

  /// Returns what a tester does for time to pass: 15秒待つ for 15秒たつ.
  private func waited(_ event: String) -> String {
    event.replacing(/(^|[^のからに])([0-9０-９]+(?:秒|分|時間|日|週間|[かヶカヵ]月|年)間?)が?(?:たつ|経つ|経過する)$/) {
      "\($0.output.1)\($0.output.2)待つ"
    }
  }

  /// Returns the steps of the operation during which a failure happens, the last one without a full stop.
  private func whatIsDone(_ number: Int) -> [String] {
    let operation = specification.operations[number]
    let isKnown = operation.how != nil || operation.hasCatalogueLabel(specification.language)
    let how = isKnown ? operation.how(nil, specification.language)?.text : nil
    let label = operation.label.onOneLine
    var lines = (how ?? instruction(operation, name: label)).split(separator: "\n").map(String.init)
    if let last = lines.last, last.hasSuffix(".") {
      lines[lines.count - 1] = String(last.dropLast())
    }
    return lines
  }

  /// True if a Japanese label ends in the plain form of a verb (「タップする」) and is thus an instruction by itself.
  private func isInstruction(_ operation: Operation) -> Bool {
    operation.isEvent || operation.label.last.map { "うくぐすつぬぶむる".contains($0) } ?? false
  }

  // MARK: Expected results

  /// Returns the open question, the expected results or the contradictory results, for each part of an operation with parts.
  func expected(of testCase: TestCase) -> ReportCell {
    guard !testCase.parts.isEmpty else {
      return .text(
        outcome(testCase.status, testCase.expected, testCase.rules, testCase.questions)
      )
    }
    let parts = testCase.parts.map { part in
      let label = operationValues[part.operationValue].variantLabel ?? ""
      let seen = outcome(part.status, part.expected, part.rules, part.questions)
      return seen.contains("\n")
        ? text.labelled(label, "").withoutBlankAtEnd + "\n" + seen : text.labelled(label, seen)
    }
    return .text(parts.joined(separator: "\n"))
  }

  private func outcome(
    _ status: CombinationStatus,
    _ expected: [String],
    _ rules: [Int],
    _ ids: [String]
  ) -> String {
    guard status != .defined else {
      guard !ids.isEmpty else { return text.lines(expected) }
      let ids = text.list(ids)
      return text(
        "? \(ids) As written, treated like any other value:",
        "? \(ids) 現状の記載では、ほかの値と同じ扱い："
      ) + "\n" + text.lines(expected)
    }
    guard status != .contradictory else {
      let ids = text.list(ids)
      let heading = text("? \(ids) Which of these holds?", "? \(ids) どの結果が正しいですか？")
      let disagreeing = rules.map { text("• ", "・") + results(ofRule: $0) }
      return ([heading] + disagreeing).joined(separator: "\n")
    }
    let met = ids.compactMap { questionNumbers[$0] }.sorted().map { questions[$0] }
    guard !met.isEmpty else { return "? " + text("not decided", "未決定") }
    return met.map { "? \($0.id) \(open($0))" }.joined(separator: "\n")
  }

  /// Returns the question only, since title and setup already say where it applies.
  private func open(_ question: Finding) -> String {
    question.asked(in: specification).map { wording.asked($0.text.onOneLine) }
      ?? text("The spec does not say what happens.", "どうなるかが仕様で決まっていません。")
  }

  /// Returns the rules that decide a case; for an operation with parts, the distinct rules of all parts in order.
  func rules(of testCase: TestCase) -> [Int] {
    var seen: Set<Int> = []
    let ofParts = testCase.parts.flatMap(\.rules).filter { seen.insert($0).inserted }
    return ofParts.isEmpty ? testCase.rules : ofParts
  }
}

extension ReportText {
  /// Returns a value with remarks: a phrase follows a comma, anything else is in brackets.
  ///
  /// "120 characters, the most a bank sends", "0 (Only at the end.)", 「0回（終了のときだけ）」.
  func noted(_ value: String, _ notes: [String?]) -> String {
    notes.compactMap(\.self).map(\.onOneLine).reduce(value) { text, note in
      let isPhrase =
        language == .english && note.last != "." && !note.contains(". ")
        && note.first.map { $0.isLowercase || $0.isNumber } == true
      return isPhrase ? "\(text), \(note)" : remark(text, note)
    }
  }
}

extension String {
  fileprivate var withoutBlankAtEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}

/// The texts that a tester enters.
extension ReportSource {
  /// A text to enter, with the label of its factor (`nil` for the operation) and whether the setup mentions it.
  private typealias Entry = (label: String?, sample: String, isInSetup: Bool)

  /// Returns the texts to enter; numbers and days are already in the setup.
  ///
  /// A usual value that makes no difference gets a text only if the spec gives one and the operation has no text of its own.
  private func entries(of testCase: TestCase) -> [Entry] {
    let matters = Set(testCase.matters)
    let variant = operationValues[testCase.combination.operation].variant
    let ofFactors = zip(specification.factors.indices, testCase.combination.values)
      .compactMap { factor, value -> (String?, FactorValue, Bool)? in
        let declared = specification.factors[factor]
        guard let value, !isDescribed(declared, in: testCase) else { return nil }
        let entered = declared.values[value]
        let isGiven = entered.number == nil && variant?.sample == nil
        guard isGiven || matters.contains(factor) || value != declared.usual else { return nil }
        return (declared.label, entered, matters.contains(factor))
      }
    return (ofFactors + (variant.map { [(nil, $0, true)] } ?? [])).compactMap { entry in
      entry.1.sample.flatMap { $0 == entry.1.id ? nil : (entry.0, $0, entry.2) }
    }
  }

  /// True if a statement says what the text of a field contains, which a sample does not: “The title contains a banned word”.
  private func isDescribed(_ field: Factor, in testCase: TestCase) -> Bool {
    let name = field.label.folded
    return zip(specification.factors, testCase.combination.values).contains { statement, value in
      guard statement.kind == .data, statement.isYesNo, let value,
        statement.values[value].id == "yes",
        case let said = statement.label.folded,
        said.contains(/\b(contains?|includes?)\b|含(む|んで|まれ)/), !said.contains(/含まない|含まれない/)
      else { return false }
      return " \(said) ".contains(name.first?.isASCII == true ? " \(name) " : name)
    }
  }

  /// Returns the texts to enter, each below its label; the label is left out if there is no other field for the text.
  func textsToPaste(of testCase: TestCase) -> String {
    let entries = entries(of: testCase)
    if entries.count == 1, entries[0].isInSetup || textFields == 1 { return entries[0].sample }
    let operation = caseOperationLabels[testCase.combination.operation]
    return entries.filter { !$0.sample.isEmpty }.map { entry in
      text.labelled(entry.label ?? operation, "").withoutBlankAtEnd + "\n" + entry.sample
    }.joined(separator: "\n")
  }

  /// Returns the texts in quotes with their lengths, one per line, for test managers without a column for test data.
  ///
  /// Texts without a label are labelled with the column's heading, which the steps may mention.
  func quotedTexts(of testCase: TestCase) -> [String] {
    let column = ReportTable.Name.cases.column(.sample, specification.language).heading
    return entries(of: testCase).map { entry in
      let (quoted, count) = (text("“\(entry.sample)”", "「\(entry.sample)」"), entry.sample.count)
      return text.labelled(
        entry.label ?? column,
        count == 0 ? text("(empty)", "（空）") : text.remark(quoted, text.characters(count))
      )
    }
  }
}

extension TestCase {
  /// The status behind the “?” in an expected result, of the case or one of its parts, or `nil` if everything is defined.
  var openStatus: CombinationStatus? {
    ([status] + parts.map(\.status)).first { $0 != .defined }
      ?? (questions.isEmpty ? nil : .undecided)
  }
}
