import Combinatorics
import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// Random answers to the questions of random specs, in every shape and style, with and without packs.
///
/// An applied answer closes its question by the smallest edit and changes nothing else; applied again, it changes nothing.
struct RandomAnswerTests {
  @Test(arguments: 0..<4)
  func `an answer closes its question and nothing else changes`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      let spec = RandomSpec.make(seed: UInt64(seed), hasPack: seed % 3 == 2)
      guard let sample = try WrittenSample(spec, seed: seed) else { continue }
      var random = TestSupport.SplitMix64(seed: UInt64(seed) &+ 77)
      let questions = sample.analysed.analysis.findings.filter {
        $0.isQuestion && $0.code != .unconsideredOperation
      }
      let answers = questions.map { randomAnswer(to: $0, of: sample.specification, &random) }
      for answer in random.sample(min(4, answers.count), of: answers) {
        try expectApplied(answer, sample, &tally)
      }
      try expectOnce(answers, sample, &tally)
    }
    print("answers:", tally.summary)
    #expect(tally["applied"] >= tally["refused"])
  }

  /// Applies one answer: only its own lines are new, and exactly its combinations are settled.
  private func expectApplied(
    _ answer: QuestionAnswer,
    _ sample: WrittenSample,
    _ tally: inout Tally
  ) throws {
    let before = sample.analysed
    let result = sample.answered([answer])
    let comment: Comment =
      "seed \(sample.seed): \(answer)\n\(result.outcomes[0].state)\n\(result.text)"
    guard case .applied = result.outcomes[0].state else {
      #expect(result.text == sample.text, comment)
      if case .refused(let reason) = result.outcomes[0].state {
        tally.count("refused")
        tally.count("refused: " + reason.english.prefix(60))
      }
      return
    }
    tally.count("applied")
    let finding = try #require(before.analysis.findings.first { $0.id == answer.question })
    let after = try #require(try sample.reading(result.text), comment)
    let isDecision =
      finding.code == .openQuestion
      || finding.code == .undecidedRule && [.asWritten, .later].contains(answer.kind)
        && sample.specification.rules[finding.rules[0]].house == nil
    let replaced = replacedRule(answer, finding, after.specification, sample.specification)
    if replaced == nil, finding.code == .undecidedRule, answer.kind == .depends {
      let phrase = "\(result.outcomes[0].state)"
      #expect(phrase.contains("that asked stays") || phrase.contains("残ります"), comment)
    }
    if !isDecision {
      let dismissed = after.specification.dismissed.contains {
        $0.reason.contains(answer.question)
      }
      if dismissed {
        #expect(answer.kind == .outOfScope, comment)
        tally.count("dismissed")
      } else {
        let shape = sample.shape(of: result.text, replacing: replaced)
        tally.count(shape.name)
        #expect(shape.isSmallest, comment)
      }
    }
    expectTheRest(after.specification, sample.specification, finding, replaced, comment)
    let isPutOff = answer.kind == .later && isDecision
    let open = Set(after.analysed.analysis.findings.map(\.id))
    #expect(open.contains(answer.question) == isPutOff, comment)
    try expectCounts(after.analysed.analysis, sample, answer, finding, isDecision, comment)
  }

  /// Returns the rule that asks if rules for its parts, which ask the same, have replaced it.
  private func replacedRule(
    _ answer: QuestionAnswer,
    _ finding: Finding,
    _ new: Specification,
    _ old: Specification
  ) -> Int? {
    guard finding.code == .undecidedRule, answer.kind == .depends, let rule = finding.rules.first
    else { return nil }
    return new.rules.contains { $0.id == old.rules[rule].id } ? nil : rule
  }

  /// Expects all old rules but the replaced one to be unchanged and in order; new ones have an id from the answer.
  private func expectTheRest(
    _ new: Specification,
    _ old: Specification,
    _ finding: Finding,
    _ replaced: Int?,
    _ comment: Comment
  ) {
    let ids = Set(old.rules.map(\.id))
    let kept = new.rules.filter { ids.contains($0.id) }
    for rule in new.rules where !ids.contains(rule.id) {
      #expect((rule.source ?? rule.because)?.hasPrefix(finding.id) == true, comment)
      guard let replaced = replaced.map({ old.rules[$0] }) else { continue }
      #expect(rule.openQuestion?.text == replaced.openQuestion?.text, comment)
      #expect(rule.openQuestion?.options == replaced.openQuestion?.options, comment)
      #expect(rule.until == replaced.until && rule.priority == replaced.priority, comment)
      #expect(rule.source?.hasSuffix(replaced.source ?? "") == true, comment)
    }
    // An operation excluded by the answer is removed with the rule that asked.
    let dismissed = new.dismissed.filter { $0.reason.contains(finding.id) }.map(\.id)
    #expect(dismissed.count <= 1, comment)
    let values = old.operationValues.filter { value in
      !dismissed.contains(old.operations[value.operation].id)
    }
    #expect(new.operationValues.map(\.id) == values.map(\.id), comment)
    let left = old.rules.indices.filter {
      $0 != replaced && (dismissed.isEmpty || $0 != finding.rules.first)
    }
    if let rule = finding.rules.first, !dismissed.isEmpty, finding.code != .undefinedCombination {
      #expect(old.rules[rule].results == nil, comment)
    }
    #expect(kept.count == left.count, comment)
    for (number, now) in zip(left, kept) {
      let before = old.rules[number]
      #expect(now.id == before.id, comment)
      #expect(now.when.meaning(in: new) == before.when.meaning(in: old), comment)
      #expect(now.source == before.source || number == finding.rules.first, comment)
      #expect(now.priority == before.priority, comment)
      if number != finding.rules.first || finding.code != .undecidedRule {
        #expect(now.results == before.results, comment)
      }
    }
    #expect(new.factors.map(\.name) == old.factors.map(\.name), comment)
  }

  private func expectCounts(
    _ new: Analysis,
    _ sample: WrittenSample,
    _ answer: QuestionAnswer,
    _ finding: Finding,
    _ isDecision: Bool,
    _ comment: Comment
  ) throws {
    let old = sample.analysed.analysis
    guard let own = finding.combinations.flatMap({ Int($0) }) else { return }
    func change(_ count: (Analysis.Counts) -> String?) -> Int {
      (count(new.counts).flatMap { Int($0) } ?? 0) - (count(old.counts).flatMap { Int($0) } ?? 0)
    }
    let isGone = answer.kind == .notPossible || answer.kind == .outOfScope
    let isUndefined = finding.code == .undefinedCombination
    if isGone, finding.code == .invalidLikeValid || isUndefined && answer.kind == .outOfScope {
      let gone = [-change(\.combinations), -change(\.undefined)]
      #expect(try sample.excluded(by: finding).contains(gone), comment)
    } else if answer.kind == .notPossible, isUndefined {
      // Impossible combinations of the question disappear even if they are settled or asked about elsewhere.
      #expect(change(\.combinations) <= -own, comment)
      #expect(change(\.undefined) <= -own, comment)
    } else {
      #expect(change(\.combinations) == (isGone ? -own : 0), comment)
      #expect(change(\.undefined) == (isUndefined ? -own : 0), comment)
    }
    // Exceptions depend on the space, so an impossibility may cause contradictions elsewhere; and a newly decided rule may contradict
    // others.
    guard !isGone, !isDecision else { return }
    let settled = finding.code == .contradictoryRules ? -own : 0
    #expect(change(\.contradictory) == settled, comment)
  }

  /// Applies all answers together, and then once more.
  private func expectOnce(
    _ answers: [QuestionAnswer],
    _ sample: WrittenSample,
    _ tally: inout Tally
  ) throws {
    let first = sample.answered(answers)
    let comment: Comment = "seed \(sample.seed)\n\(first.text)"
    let after = try #require(try sample.reading(first.text), comment)
    let open = Set(after.analysed.analysis.findings.map(\.id))
    for outcome in first.outcomes {
      guard case .applied = outcome.state else { continue }
      let isPutOff = outcome.answer.kind == .later
      #expect(isPutOff || !open.contains(outcome.answer.question), comment)
    }
    // A refused answer may fit the spec after the others have changed it.
    let applied = first.outcomes.filter(\.state.isApplied).map(\.answer)
    let second = after.answered(applied)
    #expect(second.text == first.text, comment)
    for outcome in second.outcomes {
      tally.count("applied twice")
      #expect(outcome.state == .known, "\(outcome)\n\(comment)")
    }
  }

  private func randomAnswer(
    to question: Finding,
    of specification: Specification,
    _ random: inout TestSupport.SplitMix64
  ) -> QuestionAnswer {
    // Nothing of the catalogue is asked about, and an answer that is read says what nothing is.
    let kinds = QuestionAnswer.Kind.allCases.filter { ![.select, .dismiss, .nothing].contains($0) }
    let kind = random.pick(kinds + [.asWritten, .asWritten])
    let texts = [
      "結果を表示する", "- dash: \"x\" #1", "・一つ目\n・二つ目", "it's {odd}, [very] odd",
      "👨‍👩‍👧 are shown\u{200B}\\n", "a: b\n\nc", "1", "null",
      String(repeating: "とても長い文", count: 15) + "\nb",
    ]
    let text =
      switch kind {
      case .later: random.pick(["2099-12-31", "2099年1月31日まで", "いつか"])
      case .depends:
        random.pick(
          specification.factors.flatMap { factor in
            [factor.label, factor.name, "\(factor.label)が\(factor.values[0].label)なら", "?"]
          } + ["?"]
        )
      case .asWritten: random.pick(texts)
      default: random.pick(["", "理由: x", "「なぜ」\n二行"])
      }
    return QuestionAnswer(
      question: question.id,
      fingerprint: random.chance(70) ? question.question?.fingerprint : nil,
      kind: kind,
      text: text,
      author: random.pick(["", "佐藤", "A: B"]),
      day: random.pick(["", "2026-11-20"]),
      comment: random.pick(["", "", "コメント # x", "two\nlines"]),
      place: "B.xlsx:Questions!M2"
    )
  }
}

/// The text of a random spec, and its analysis.
struct WrittenSample {
  let seed: Int
  let text: String
  /// The text of the pack, or `nil` if there is none.
  let pack: String?
  let catalogue: Catalogue
  let analysed: AnalysedSpecification
  var specification: Specification { analysed.specification }

  /// Creates the sample, or `nil` if only its space shows that the spec is invalid.
  init?(_ spec: AbstractSpec, seed: Int) throws {
    try self.init(spec.yaml(), seed: seed, pack: spec.packYAML())
  }

  init?(_ text: String, seed: Int, pack: String? = nil) throws {
    var catalogue = Catalogue.standard
    if let pack {
      let tree = try #require(parseYAML(SourceFile(path: "company.yaml", text: pack)).value)
      catalogue = try #require(catalogue.adding(tree, path: "company.yaml").value, "\(pack)")
    }
    self.seed = seed
    self.text = text
    self.pack = pack
    self.catalogue = catalogue
    let tree = parseYAML(SourceFile(path: "t.yaml", text: text))
    let root = try #require(tree.value, "seed \(seed): \(tree.diagnostics)\n\(text)")
    let decoded = decodeSpecification(root, path: "t.yaml", catalogue: catalogue)
    let specification = try #require(
      decoded.value,
      "seed \(seed): \(decoded.diagnostics)\n\(text)"
    )
    guard let analysed = try analyse(specification, today: testDay).value else { return nil }
    self.analysed = analysed
  }

  func reading(_ text: String) throws -> WrittenSample? {
    try WrittenSample(text, seed: seed, pack: pack)
  }

  func answered(_ answers: [QuestionAnswer]) -> AnsweredText {
    analysed.answered(answers, in: text)
  }

  /// Returns the possible numbers of combinations, and of undefined ones among them, that disappear if what a question asks is excluded.
  ///
  /// Invalid values are excluded from all operations or, if a rule needs them, as asked; then decided combinations are not undefined.
  func excluded(by finding: Finding) throws -> [[Int]] {
    let isUndefined = finding.code == .undefinedCombination
    guard let literals = finding.question?.asked?.literals else { return [] }
    let (regions, store) = (analysed.regions, analysed.regions.space.store)
    func rows(_ literals: [NamedCube.Literal]) throws -> Diagram {
      let sets = try literals.map { try store.diagram(of: $0.factor, in: $0.values) }
      return try store.intersection([regions.space.all] + sets)
    }
    func count(_ rows: Diagram) -> Int { Int(store.decimalCount([rows])) ?? 0 }
    let values = literals.filter { $0.factor != specification.operationFactor }
    let everywhere = try rows(values)
    let whole = [count(everywhere), count(try store.intersection(everywhere, regions.undefined))]
    if isUndefined {
      let own = finding.combinations.flatMap { Int($0) } ?? 0
      let isInvalid = values.contains { literal in
        literal.values.allSatisfy { specification.factors[literal.factor].values[$0].isInvalid }
      }
      return [[own, own]] + (isInvalid ? [whole] : [])
    }
    return [whole, [count(try store.difference(try rows(literals), regions.undefined)), 0]]
  }

  /// Classifies an edit of the text: its name, and if it kept every other line, apart from those of a replaced rule.
  func shape(of new: String, replacing rule: Int? = nil) -> (name: String, isSmallest: Bool) {
    if let rule {
      return ("rule replaced", isPart(text(without: specification.rules[rule].path), of: new))
    }
    let old = lines(of: text)
    let changed = lines(of: new)
    let prefix = zip(old, changed).prefix { $0 == $1 }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), changed.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    let gone = old.dropFirst(prefix).dropLast(suffix)
    guard isPart(Array(text.unicodeScalars), of: Array(new.unicodeScalars)) else {
      return ("replaced", false)
    }
    if gone.isEmpty { return ("lines put in", true) }
    if gone.count == 1 { return ("put into a line", true) }
    // New list items are indented further, and nothing else changes; `precedence` may get a line besides.
    let isOneEntry = entries.contains {
      $0.contains(prefix) && $0.contains(old.count - suffix - 1)
    }
    if isOneEntry { return ("indented", true) }
    let touched = prefix..<(old.count - suffix)
    let inside = entries.filter { $0.overlaps(touched) }
    let others = touched.filter { line in
      !entries.contains { $0.contains(line) } && !changed.contains(old[line])
    }
    let withPrecedence = new.contains("Q-") && new.contains("precedence")
    return ("several entries", others.count <= (withPrecedence ? 2 : 0) && !inside.isEmpty)
  }

  /// Returns the text without the lines of an item or of an entry with its key.
  private func text(without path: [SyntaxStep]) -> String {
    let root = parseYAML(SourceFile(path: "t.yaml", text: text)).value
    guard let span = root?[path]?.span, let last = path.last else { return text }
    var start = span.start.line
    if case .key(let key) = last, let entry = root?[path.dropLast()]?.entry(key) {
      start = entry.keySpan.start.line
    }
    var kept = String.UnicodeScalarView()
    for (place, line) in lines(of: text).enumerated()
    where !(start...span.end.line).contains(place + 1) {
      kept.append(contentsOf: line.compactMap(Unicode.Scalar.init) + ["\n"])
    }
    return String(kept)
  }

  /// The lines, from 0, of each entry of `rules`, and of other sections that may get an entry.
  private var entries: [Range<Int>] {
    guard let root = parseYAML(SourceFile(path: "t.yaml", text: text)).value,
      case .mapping(let sections) = root.content
    else { return [] }
    return sections.flatMap { section -> [Range<Int>] in
      guard section.key == "rules", case .mapping(let entries) = section.value.content else {
        return [section.keySpan.start.line - 1..<section.value.span.end.line]
      }
      return entries.map { $0.keySpan.start.line - 1..<$0.value.span.end.line }
    }
  }

  /// Splits by code points: combining characters must not join two lines.
  private func lines(of text: String) -> [[UInt32]] {
    text.replacing("\r\n", with: "\n").unicodeScalars
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { $0.map(\.value) }
  }

  /// True if a text has all characters of another, in order.
  func isPart(_ old: String, of new: String) -> Bool {
    isPart(Array(old.unicodeScalars), of: Array(new.unicodeScalars))
  }

  private func isPart(_ old: [Unicode.Scalar], of new: [Unicode.Scalar]) -> Bool {
    var next = 0
    for scalar in new where next < old.count && scalar == old[next] { next += 1 }
    return next == old.count
  }
}

extension Condition {
  /// Returns the meaning of the condition, independent of the order of its terms: factor names with value ids.
  fileprivate func meaning(in specification: Specification) -> [[[String]]] {
    alternatives.map { alternative in
      alternative.literals.sorted { $0.factor < $1.factor }.map { literal in
        let isOperation = literal.factor == specification.operationFactor
        let ids =
          isOperation
          ? specification.operationValues.map(\.id)
          : specification.factors[literal.factor].values.map(\.id)
        let name = isOperation ? "" : specification.factors[literal.factor].name
        return [name, String(literal.allowsNotApplicable)] + literal.values.map { ids[$0] }
      }
    }
  }
}
