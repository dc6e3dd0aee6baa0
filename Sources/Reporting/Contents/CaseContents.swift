import Diagnostics
import Specification
import TestDesign
import Text

/// What a tester reads in a case: what to set up, what to do, and what to see.
extension ReportSource {
  // MARK: Setup

  /// What matters first, one line each, what is not as usual before the rest of it; all other factors in one line behind it.
  ///
  /// Where there is a head (`usualSetup`), the other factors stand there only where they are not as usual.
  func setup(of testCase: TestCase) -> ReportCell {
    let values = testCase.combination.values
    let matters = Set(testCase.matters)
    let decisive = testCase.matters.compactMap { setting(of: $0, values[$0]) }
    let others = values.indices.filter { values[$0] != nil && !matters.contains($0) }
    let unusual = others.filter { values[$0] != specification.factors[$0].usual }
    func lines(_ rest: [String]) -> [String] {
      let line = rest.joined(separator: text("; ", "／"))
      guard !line.isEmpty else { return decisive }
      return decisive + [decisive.isEmpty ? line : text("Also – ", "（その他）") + line]
    }
    let whole = lines(others.compactMap { setting(of: $0, values[$0]) })
    var shown = lines(unusual.compactMap { setting(of: $0, values[$0], isNoted: false) })
    if shown.isEmpty, !whole.isEmpty { shown = [text("As above the headings", "共通の前提条件のとおり")] }
    return .text(
      whole.joined(separator: "\n"),
      brief: shown == whole ? brief(whole) : brief(shown) ?? shown.joined(separator: "\n")
    )
  }

  /// "Name: Very long, 120 characters, the most a bank sends"; `nil` if the factor does not apply.
  private func setting(of factor: Int, _ value: Int?, isNoted: Bool = true) -> String? {
    guard let value else { return nil }
    let declared = specification.factors[factor]
    let notes = isNoted ? [declared.values[value].note, declared.note] : []
    return text.labelled(declared.label, text.noted(label(ofValue: value, of: factor), notes))
  }

  /// The widest line above the headings, in columns of East-Asian width: what stands in sight of the first columns.
  private static let headWidth = 180

  /// What holds in every case whose setup says nothing else: the usual value of each factor, in as few lines as are not too wide.
  var usualSetup: [String] {
    let settings = specification.factors.map { factor in
      let usual = text.labelled(factor.label, factor.values[factor.usual].label).onOneLine
      return factor.onlyWhen.map { text.remark(usual, wording.condition(of: $0)) } ?? usual
    }
    guard var line = settings.first else { return [] }
    let begin = text("Unless the setup says otherwise – ", "共通の前提条件（前提条件の欄に書かれていない場合）：")
    line = begin + line
    var lines: [String] = []
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

  /// How the operation is brought about, what the spec remarks on it, and the texts to enter.
  func steps(of combination: Combination) -> ReportCell {
    let value = operationValues[combination.operation]
    let operation = specification.operations[value.operation]
    let variant = operation.hasParts ? nil : value.variant
    let steps = [
      instruction(operation, variant, name: caseOperationLabels[combination.operation]),
      operation.note, variant?.note,
    ].compactMap(\.self)
    let texts = textsToEnter(in: combination)
    let brief = texts.contains { $0.brief != nil }
    return .text(
      (steps + texts.map(\.whole)).joined(separator: "\n"),
      brief: brief ? (steps + texts.map { $0.brief ?? $0.whole }).joined(separator: "\n") : nil
    )
  }

  private func instruction(_ operation: Operation, _ variant: FactorValue?, name: String) -> String
  {
    let how = operation.how(variant, specification.language).map { how in
      // The text stands in the next line.
      (
        text: how.text.replacing(
          text(" (see the test data)", "（テストデータを参照）"),
          with: ""
        ), saysVariant: how.saysVariant
      )
    }
    if let how, operation.hasCatalogueLabel(specification.language) {
      guard let variant, !how.saysVariant else { return how.text }
      let isSentence = how.text.hasSuffix(".")
      return text.remark(isSentence ? String(how.text.dropLast()) : how.text, variant.label)
        + (isSentence ? "." : "")
    }
    let end = text(name.hasSuffix(".") ? "" : ".", "")
    if operation.isEvent {
      return how.map { text.labelled(name, $0.text) }
        ?? text.labelled(text("Trigger", "次の事象を発生させる"), name) + end
    }
    return text(name + end, isInstruction(operation.label) ? name : "「\(name)」を行う")
  }

  /// True if a Japanese label ends like a verb in its plain form (「タップする」), so that it is an instruction by itself.
  private func isInstruction(_ label: String) -> Bool {
    label.last.map { "うくぐすつぬぶむる".contains($0) } ?? false
  }

  // MARK: What to see

  /// The open question, the results to see, or the results that disagree; of an operation with parts those of each part.
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
    guard status != .defined else { return text.lines(expected) }
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

  /// What is open, beside a title and a setup that say already where.
  private func open(_ question: Finding) -> String {
    question.asked(in: specification).map { wording.asked($0.text.onOneLine) }
      ?? text("The spec does not say what happens.", "どうなるかが仕様で決まっていません。")
  }

  /// The rules that decide a case; of an operation with parts those of each part, in the order of the parts.
  func rules(of testCase: TestCase) -> [Int] {
    var seen: Set<Int> = []
    let ofParts = testCase.parts.flatMap(\.rules).filter { seen.insert($0).inserted }
    return ofParts.isEmpty ? testCase.rules : ofParts
  }
}

extension ReportText {
  /// A value with remarks on it: a phrase follows a comma, anything else stands in brackets.
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

/// What a tester enters.
extension ReportSource {
  /// Beyond this many characters a format with narrow columns shows the beginning of a text only.
  private static let briefTextLength = 40

  /// The texts that a combination has a tester enter, one line each; where space is short long ones are cut, and the factors' table has the whole
  /// to copy.
  ///
  /// Numbers and days are entered as the setup names them.
  private func textsToEnter(in combination: Combination) -> [(whole: String, brief: String?)] {
    var texts = combination.values.enumerated().compactMap { factor, value in
      value.flatMap {
        textToEnter(specification.factors[factor].label, specification.factors[factor].values[$0])
      }
    }
    let operation = operationValues[combination.operation]
    if let variant = operation.variant {
      texts += [textToEnter(nil, variant)].compactMap(\.self)
    }
    return texts
  }

  /// A text in quotes with its length, behind what it is for; `nil` if the value is what is entered.
  private func textToEnter(
    _ label: String?,
    _ value: FactorValue
  ) -> (whole: String, brief: String?)? {
    guard let sample = value.sample, sample != value.id else { return nil }
    func line(_ shown: String, _ remark: String? = nil) -> String {
      let quoted =
        sample.isEmpty
        ? text("(empty)", "（空）")
        : text.remark(
          text("“\(shown)”", "「\(shown)」"),
          [text.characters(sample.count), remark].compactMap(\.self)
            .joined(separator: text(", ", "、"))
        )
      return label.map { text.labelled($0, quoted) } ?? quoted
    }
    guard sample.count > Self.briefTextLength else { return (line(sample), nil) }
    let remark = text(
      "the whole is on the sheet “\(factorsTitle)”",
      "全文は「\(factorsTitle)」シート"
    )
    return (line(sample), line(sample.prefix(Self.briefTextLength / 2) + "…", remark))
  }
}
