import Combinatorics
import Diagnostics
import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import EditorServer
@testable import SpecMatrixCLI
@testable import TestDesign

/// The predictions of `try` for random drafts, against the spec before and after: answers applied by `answer`, rules inserted into the
/// tree, every combination compared, and the cases generated twice.
struct TrialOracleTests {
  private struct Tally {
    var refused = 0
    var tried = 0
    var cells = 0
    var contradictions = 0
    var decisions = 0
    var cases = 0
    var applied = 0
  }

  @Test(arguments: 0..<4)
  func `try says what applying does`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.count, by: 4) { try judge(seed, &tally) }
    print("try: \(tally)")
    // With few seeds, there may be no applicable answer.
    #expect(tally.tried * 4 > Seeds.count / 4 && tally.cells > 0 && tally.cases > 0, "\(tally)")
  }

  private func judge(_ seed: Int, _ tally: inout Tally) throws {
    let folder = try TemporaryFolder()
    let text = RandomSpec.make(seed: UInt64(seed)).yaml()
    let spec = try folder.write(text, to: "specs/spec.yaml")
    guard let before = try analysed(spec) else { return }
    var random = TestSupport.SplitMix64(seed: UInt64(seed) &+ 33)
    let rules = randomRules(for: before.specification, &random)
    let answers = randomAnswers(to: before, &random)
    guard !rules.isEmpty || !answers.isEmpty else { return }
    let generate = ["generate", spec, "-o", folder("out"), "--format", "json", "--no-config"]
    let isGenerated = CommandRun(arguments: generate).status <= .findings
    let draft = JSONValue.object(rules + answers.map { JSONValue.Member($0.question, $0.draft) })
      .compactText
    let run = CommandRun(
      arguments: [
        "try", spec, "--rules", "-", "--format", "json", "--no-config",
        "--suite-folder", folder("out"),
      ],
      input: draft
    )
    #expect(try folder.read("specs/spec.yaml") == text)

    // Applied.
    if !answers.isEmpty {
      let rows = answers.map { answer in
        [answer.question, answer.text, answer.choice]
          .map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
      }
      let csv = try folder.write(
        "Question,Result or reason,Your choice\r\n" + rows.joined(),
        to: "answers.csv"
      )
      _ = CommandRun("answer", csv, "--spec", spec, "--no-config")
    }
    let pasted = try pasting(rules, into: try folder.read("specs/spec.yaml"))
    try folder.write(pasted, to: "specs/spec.yaml")
    let comment: Comment = "seed \(seed): \(draft)\n\(run.errors)\n\(pasted)\n\(text)"
    guard run.status == .success else {
      tally.refused += 1
      if !run.errors.contains("cannot be added") {
        #expect(try analysed(spec) == nil, comment)
      }
      return
    }
    let effect = try JSONValue(json: Array(run.output.utf8))
    let after = try #require(try analysed(spec), comment)
    tally.tried += 1
    tally.applied +=
      effect["answers"]?.array?.count { $0["state"]?.string == "applied" } ?? 0
    expectQuestions(effect, before, after, comment)
    let unconfirmed = after.analysis.decisions.filter { !$0.state.isConfirmed }
    let known = Set(before.analysis.decisions.map(\.fingerprint))
    let new = unconfirmed.filter { !known.contains($0.fingerprint) }.map(\.id)
    #expect(ids(effect["decisions"]) == Set(new), comment)
    tally.decisions += new.count
    try expectCells(effect, before, after, comment, &tally)
    if isGenerated {
      let old = try cases(folder)
      guard CommandRun(arguments: generate).status <= .findings else { return }
      expectCases(effect, old, try cases(folder), comment, &tally)
    }
  }

  // MARK: Drafts

  private struct Answer {
    var question: String
    var text: String
    /// The text of the drop-down; empty for none.
    var choice: String

    var draft: JSONValue {
      choice.isEmpty
        ? .string(text) : ["choice": .string(choice), "text": .string(text)]
    }
  }

  private func randomRules(
    for specification: Specification,
    _ random: inout TestSupport.SplitMix64
  ) -> [JSONValue.Member] {
    let operations = random.sample(random.below(3), of: specification.operations)
    let said = specification.rules.compactMap(\.results).filter { $0.count == 1 }.map { $0[0] }
    return operations.map { operation in
      let rules = (0...random.below(2)).map { number -> JSONValue in
        let factors = random.sample(random.below(3), of: specification.factors)
          .filter { $0.comparison == nil }
        var rule: [JSONValue.Member] = []
        if !factors.isEmpty {
          let terms = factors.map { factor in
            JSONValue.Member(factor.name, .string(random.pick(factor.values).id))
          }
          rule.append(.init("when", .object(terms)))
        }
        let result = JSONValue.string(random.pick(said + ["Result \(number)", "Only one dialog"]))
        switch random.below(8) {
        case 0: rule.append(.init("question", "Which?"))
        case 1: rule.append(.init("adds", result))
        case 2: rule += [.init("then", result), .init("source", "draft: a guess")]
        case 3: rule += [.init("then", result), .init("because", "It was decided")]
        case 4 where !specification.factors.isEmpty:
          let factor = random.pick(specification.factors)
          let value = JSONValue.string(random.pick(factor.values).id)
          rule += [.init("then", result), .init("becomes", .object([.init(factor.name, value)]))]
        default: rule.append(.init("then", result))
        }
        return .object(rule)
      }
      return .init(operation.id, .array(rules))
    }
  }

  private func randomAnswers(
    to analysed: AnalysedSpecification,
    _ random: inout TestSupport.SplitMix64
  ) -> [Answer] {
    let specification = analysed.specification
    return random.sample(random.below(3), of: analysed.analysis.questions).map { question in
      let choices = question.choices(in: specification).map { $0.joined(separator: "\n") }
      let kind = random.pick(QuestionAnswer.Kind.allCases)
      let name = kind.name(specification.language)
      let (text, choice) =
        switch random.below(4) {
        case 0 where question.isConfirmation: ("Yes", "")
        case 0, 1: (random.pick(choices + ["A dialog opens"]), "")
        case 2: ("2027-01-31", QuestionAnswer.Kind.later.name(specification.language))
        default: (random.pick(["A dialog opens", "nobody can do that"]), name)
        }
      return Answer(question: question.id, text: text, choice: choice)
    }
  }

  // MARK: Applied

  private func analysed(_ path: String) throws -> AnalysedSpecification? {
    let pipeline = try Pipeline([path], of: ProjectChoice(settings: .none), on: .ofTests())
    return pipeline.analyse(try #require(pipeline.sources.first)).analysed
  }

  /// Returns the spec with rules appended, all in flow style.
  private func pasting(_ rules: [JSONValue.Member], into text: String) throws -> String {
    let root = try #require(parseYAML(SourceFile(path: "", text: text)).value)
    var sections = root.entries.map { ($0.key, flow($0.value)) }
    guard !rules.isEmpty else { return map(sections) }
    var written = (root.entry("rules")?.value.entries ?? []).map {
      (key: $0.key, node: Optional($0.value), new: [String]())
    }
    for rule in rules {
      let new = (rule.value.array ?? []).map(\.compactText)
      if let place = written.firstIndex(where: { $0.key == rule.key }) {
        written[place].new += new
      } else {
        written.append((rule.key, nil, new))
      }
    }
    let all = written.map { key, node, new -> (String, String) in
      guard let node, !new.isEmpty else {
        return (key, node.map(flow) ?? "[\(new.joined(separator: ", "))]")
      }
      var old = [flow(node)]
      if node.isNull {
        old = []
      } else if node.items.contains(where: { !$0.entries.isEmpty }) {
        old = node.items.map(flow)
      } else if node.entries.isEmpty {
        old = ["{then: \(flow(node))}"]
      }
      return (key, "[\((old + new).joined(separator: ", "))]")
    }
    sections.removeAll { $0.0 == "rules" }
    return map(sections + [("rules", map(all))])
  }

  private func map(_ entries: [(String, String)]) -> String {
    let fields = entries.map { "\(JSONValue.string($0).compactText): \($1)" }
    return "{\(fields.joined(separator: ", "))}"
  }

  private func flow(_ node: SyntaxNode) -> String {
    switch node.content {
    case .mapping(let entries): map(entries.map { ($0.key, flow($0.value)) })
    case .sequence(let items): "[\(items.map(flow).joined(separator: ", "))]"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "null"
      case .text: JSONValue.string(scalar.text).compactText
      case .bool, .int, .float: scalar.text
      }
    }
  }

  // MARK: The effect

  private func ids(_ list: JSONValue?) -> Set<String> {
    Set((list?.array ?? []).compactMap { $0["id"]?.string })
  }

  private func expectQuestions(
    _ effect: JSONValue,
    _ before: AnalysedSpecification,
    _ after: AnalysedSpecification,
    _ comment: Comment
  ) {
    let were = Set(before.analysis.questions.map(\.id))
    let are = Set(after.analysis.questions.map(\.id))
    #expect(ids(effect["questions", "closed"]) == were.subtracting(are), comment)
    #expect(ids(effect["questions", "opened"]) == are.subtracting(were), comment)
    let left = after.analysis.questions.count { !$0.isOptional }
    #expect(effect["questions", "left"]?.integer == left, comment)
  }

  private struct Change: Hashable {
    var operation: String
    var before: CellChanges.Outcome
    var after: CellChanges.Outcome
  }

  private func expectCells(
    _ effect: JSONValue,
    _ before: AnalysedSpecification,
    _ after: AnalysedSpecification,
    _ comment: Comment,
    _ tally: inout Tally
  ) throws {
    guard let cells = effect["cells"], cells != .null else { return }
    let space = after.regions.space
    let sizes = space.lowered.domains.sizes
    guard sizes.reduce(1, *) <= 20_000 else { return }
    let specification = after.specification
    var changes: [Change: Int] = [:]
    var (oldPairs, newPairs): (Set<Set<String>>, Set<Set<String>>) = ([], [])
    var row = sizes.map { _ in 0 }
    repeat {
      let earlier = self.row(row, of: after, in: before)
      let outcome = outcome(row, after)
      let was = earlier.map { self.outcome($0, before) } ?? outcome
      newPairs.formUnion(disagreeing(row, after))
      if let earlier { oldPairs.formUnion(disagreeing(earlier, before)) }
      if was != outcome {
        let operation = specification.operationValues[row[row.count - 1]].operation
        let label = specification.operations[operation].label
        changes[Change(operation: label, before: was, after: outcome), default: 0] += 1
      }
    } while advance(&row, sizes)
    let count = changes.values.reduce(0, +)
    tally.cells += count
    #expect(cells["count"]?.string == String(count), comment)
    if cells["more"]?.integer == 0 {
      var said: [Change: Int] = [:]
      for change in cells["changes"]?.array ?? [] {
        let key = Change(
          operation: change["operation"]?.string ?? "",
          before: try outcome(change["before"]),
          after: try outcome(change["after"])
        )
        said[key, default: 0] += Int(change["count"]?.string ?? "") ?? 0
      }
      #expect(said == changes, comment)
    }
    guard before.analysis.incomplete.isEmpty, after.analysis.incomplete.isEmpty else { return }
    let names = Dictionary(specification.rules.map { ($0.id, name($0)) }) { first, _ in first }
    let shown = (effect["contradictions"]?.array ?? []).map { contradiction in
      Set(
        (contradiction["rules"]?.array ?? []).compactMap { $0["id"]?.string.flatMap { names[$0] } }
      )
    }
    tally.contradictions += shown.count
    for pair in newPairs.subtracting(oldPairs) {
      #expect(shown.contains { pair.isSubset(of: $0) }, "\(pair)\n\(comment)")
    }
    for rules in shown {
      #expect(newPairs.contains { $0.isSubset(of: rules) }, "\(rules)\n\(comment)")
    }
  }

  private func advance(_ row: inout [Int], _ sizes: [Int]) -> Bool {
    guard let place = row.indices.last(where: { row[$0] + 1 < sizes[$0] }) else { return false }
    row[place] += 1
    for later in row.indices where later > place { row[later] = 0 }
    return true
  }

  /// Returns the same combination in the numbering of another version, or `nil` if that lacks the operation.
  private func row(
    _ row: [Int],
    of analysed: AnalysedSpecification,
    in other: AnalysedSpecification
  ) -> [Int]? {
    let combination = analysed.regions.space.lowered.combination(row)
    let id = analysed.specification.operationValues[combination.operation].id
    guard let operation = other.specification.operationValues.firstIndex(where: { $0.id == id })
    else { return nil }
    return other.specification.factors.indices.map { factor -> Int in
      let values = other.specification.factors[factor].values
      let own = analysed.specification.factors[factor].values
      let value = combination.values[factor].map { own[$0] }
      let number = value.flatMap { value in
        values.firstIndex { $0.id == value.id }
          ?? value.number.flatMap { values.standing(for: [$0])[0] }
      }
      return number ?? other.regions.space.lowered.notApplicable(factor) ?? 0
    } + [operation]
  }

  private func outcome(
    _ row: [Int],
    _ analysed: AnalysedSpecification
  ) -> CellChanges.Outcome {
    let (regions, specification) = (analysed.regions, analysed.specification)
    guard regions.space.store.contains(regions.space.all, row: row) else {
      return .init(status: .impossible)
    }
    let winners = regions.winners(row).map { specification.rules[$0] }
    func sorted(_ texts: [[String]]) -> [[String]] {
      Set(texts).sorted { $0.lexicographicallyPrecedes($1) }
    }
    let open = sorted(winners.filter { $0.results == nil }.map(\.openTexts))
    guard open.isEmpty else { return .init(status: .undecided, texts: open) }
    let results = sorted(winners.compactMap(\.results))
    guard results.count == 1 else {
      return .init(status: results.isEmpty ? .undefined : .contradictory, texts: results)
    }
    let added = regions.additions(row).compactMap { specification.rules[$0].results }
    let moves = winners.filter { !$0.becomes.isEmpty }.map { rule in
      rule.becomes.map { $0.names(in: specification) }
    }
    return .init(status: .defined, texts: results + added, becomes: sorted(moves))
  }

  private func outcome(_ json: JSONValue?) throws -> CellChanges.Outcome {
    func texts(_ key: String) -> [[String]] {
      (json?[key]?.array ?? []).map { ($0.array ?? []).compactMap(\.string) }
    }
    let status = json?["status"]?.string.flatMap(CellChanges.Outcome.Status.init)
    return .init(status: try #require(status), texts: texts("texts"), becomes: texts("becomes"))
  }

  /// Returns the id of a rule without its disambiguating number, which depends on the rules before it.
  private func name(_ rule: Rule) -> String {
    rule.hasNumberedID ? rule.id.replacing(/-\d+$/, with: "") : rule.id
  }

  /// Returns the names of rules that win together in a combination and disagree.
  private func disagreeing(_ row: [Int], _ analysed: AnalysedSpecification) -> Set<Set<String>> {
    let regions = analysed.regions
    guard regions.space.store.contains(regions.space.all, row: row) else { return [] }
    let winners = regions.winners(row).map { analysed.specification.rules[$0] }
    guard winners.allSatisfy({ $0.results != nil }) else { return [] }
    var pairs: Set<Set<String>> = []
    for (number, rule) in winners.enumerated() {
      for other in winners[..<number] where other.results != rule.results {
        pairs.insert([name(rule), name(other)])
      }
    }
    return pairs
  }

  // MARK: Cases

  private func cases(_ folder: TemporaryFolder) throws -> [String: JSONValue] {
    let name = try #require(try folder.names(in: "out").first { $0.hasSuffix(".json") })
    let suite = try JSONValue(json: try folder.bytes("out/" + name))
    return Dictionary(
      (suite.array ?? []).compactMap { line in line["case"]?.string.map { ($0, line) } }
    ) { first, _ in first }
  }

  private func expectCases(
    _ effect: JSONValue,
    _ old: [String: JSONValue],
    _ new: [String: JSONValue],
    _ comment: Comment,
    _ tally: inout Tally
  ) {
    func result(_ line: JSONValue) -> [String] {
      let sides = line["parts"]?.array ?? [line]
      return sides.map { side in
        let texts = (side["expected"]?.array ?? []).compactMap(\.string)
        return ([side["part"]?.string ?? "", side["status"]?.string ?? ""] + Set(texts).sorted())
          .joined(separator: "\n")
      }.sorted()
    }
    var counts = [
      "added": new.keys.count { old[$0] == nil }, "retired": old.keys.count { new[$0] == nil },
    ]
    for (id, line) in new {
      guard let was = old[id] else { continue }
      let kind =
        result(was) != result(line)
        ? "expectation" : was["setup"] != line["setup"] ? "setup" : "kept"
      counts[kind, default: 0] += 1
    }
    tally.cases += new.count
    let said = effect["cases", "counts"]?.members ?? []
    for kind in ["added", "retired", "expectation", "setup", "kept"] {
      // The same results in another order count as reworded.
      let kinds = kind == "kept" ? ["kept", "reworded"] : [kind]
      let count = said.filter { kinds.contains($0.key) }.compactMap(\.value.integer).reduce(0, +)
      #expect(count == counts[kind] ?? 0, "\(kind): \(counts)\n\(comment)")
    }
  }
}
