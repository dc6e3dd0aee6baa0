import Specification
import TestDesign
import Text

/// What a tester reads in a case: what to set up, what to do, and what to see.
extension ReportSource {
  /// Whether some operation has variants, so that it is more than one thing to do.
  var hasVariants: Bool {
    specification.operations.contains { !$0.hasParts && !$0.variants.isEmpty }
  }

  /// The operation that a case does.
  func operation(of testCase: TestCase) -> Operation {
    specification.operations[operationValues[testCase.combination.operation].operation]
  }

  // MARK: Setup

  /// What matters first, one line each, what is not as usual before the rest of it; all other factors in one line behind it.
  func setup(of testCase: TestCase) -> ReportCell {
    let values = testCase.combination.values
    let matters = Set(testCase.matters)
    let rest = values.indices.filter { values[$0] != nil && !matters.contains($0) }
      .compactMap { setting(of: $0, values[$0]) }
      .joined(separator: text("; ", "／"))
    var lines = testCase.matters.compactMap { setting(of: $0, values[$0]) }
    if !rest.isEmpty { lines.append(lines.isEmpty ? rest : text("Also – ", "（その他）") + rest) }
    return .text(lines.joined(separator: "\n"), brief: brief(lines))
  }

  /// "Name: Very long, 120 characters, the most a bank sends"; `nil` where the factor does not apply.
  private func setting(of factor: Int, _ value: Int?) -> String? {
    guard let value else { return nil }
    let declared = specification.factors[factor]
    return text.labelled(
      declared.label,
      text.noted(label(ofValue: value, of: factor), [declared.values[value].note, declared.note])
    )
  }

  // MARK: Steps

  /// How the operation is brought about, and what the spec remarks on it.
  func steps(of combination: Combination) -> String {
    let value = operationValues[combination.operation]
    let operation = specification.operations[value.operation]
    let variant = operation.hasParts ? nil : value.variant
    let steps = [
      instruction(operation, variant, name: caseOperationLabels[combination.operation]),
      operation.note, variant?.note,
    ]
    return steps.compactMap(\.self).joined(separator: "\n")
  }

  private func instruction(_ operation: Operation, _ variant: FactorValue?, name: String) -> String
  {
    let how = operation.how(variant, specification.language)
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

  /// Whether a Japanese label ends like a verb in its plain form (「タップする」), so that it is an instruction by itself.
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
    return met.map { "? \($0.id) \($0.message)" }.joined(separator: "\n")
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
