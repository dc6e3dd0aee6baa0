import Specification
import Text
import YAMLSyntax

/// The answer to the question whether nothing depends on some factors.
extension AnswerPlanner {
  /// Yes becomes `any` of each factor in a rule, which is how a spec says that somebody looked at them; any other answer needs a rule.
  func confirmation(_ answer: QuestionAnswer, of factors: [Int]) -> AnswerPlan {
    let names = factors.map { "`\(specification.factors[$0].name)`" }.joined(separator: ", ")
    let them = factors.count == 1 ? "it" : "them"
    guard answer.isYes else {
      return .refused(
        .init(
          "write the rule that depends on \(names), or answer Yes (はい) if nothing depends on \(them)",
          "結果に影響しないなら「はい」と回答してください。影響するなら、\(names)によるルールを仕様ファイルに書いてください"
        )
      )
    }
    let rules = rulesToConfirm.prefix(Self.maxTries)
    guard !rules.isEmpty else {
      return .refused("no rule has one condition; write `any` of \(names) into one by hand")
    }
    // One that an alias repeats cannot be changed alone.
    return .ways(
      rules.map { rule in
        Way(
          [.confirm(rule: rule, factors: factors, note: answer.note())],
          "rule \(specification.rules[rule].id) says that \(names) \(factors.count == 1 ? "makes" : "make") no difference"
        )
      }
    )
  }

  private static let maxTries = 8

  /// The rules of the spec, the one first whose condition takes in `any` best: one written in full before a text or a branch of a tree, and one with an id of its
  /// own first, since a derived id changes with the condition.
  private var rulesToConfirm: [Int] {
    let rules = specification.rules
    let named = Set(specification.precedence.flatMap { $0.entries.compactMap(\.rule) })
    func preference(_ rule: Int) -> Int {
      let isItem = if case .item = rules[rule].path.last { true } else { false }
      return (rules[rule].hasOwnID ? 0 : 1) + (isItem ? 0 : 2)
    }
    // The derived ids that several rules would have but for the numbers behind them.
    let shared = Set(
      rules.filter(\.hasNumberedID).compactMap { rule in
        rule.id.lastIndex(of: "-").map { rule.id[..<$0] }
      }
    )
    return rules.indices.filter { rule in
      let isAlone = !rules[rule].hasNumberedID && !shared.contains(rules[rule].id[...])
      return rules[rule].house == nil && rules[rule].when.alternatives.count == 1
        && (rules[rule].hasOwnID || !named.contains(rule) && isAlone)
    }.sorted { (preference($0), $0) < (preference($1), $1) }
  }
}

extension QuestionAnswer {
  /// True if the answer says yes and nothing else.
  var isYes: Bool {
    guard kind == .asWritten else { return false }
    return BareReply(text) == .yes
  }
}

extension RulePlacement {
  /// What writes `any` of some factors into a rule, in the shape in which it stands.
  func confirmation(_ rule: Rule, _ factors: [Int], note: String) -> [TextChange] {
    let fields = factors.map { NewField(specification.factors[$0].name, .text("any")) }
    let when = NewField(
      "when",
      .flow("{" + fields.map { "\($0.key.asFlowScalar): any" }.joined(separator: ", ") + "}")
    )
    guard case .mapping(let entries) = root[rule.path]?.content else {
      guard case .key(let key)? = rule.path.last else { return [] }
      let whole = [
        when, NewField("then", .texts(rule.results ?? [])), NewField("source", .text(note)),
      ]
      return [.changeFields(Array(rule.path.dropLast()), [.replace(key, by: key, .map(whole))])]
    }
    let last = entries.contains { $0.key == "then" } ? "then" : "question"
    let mention = FieldChange.mention("source", note, behind: last)
    guard entries.contains(where: { $0.key == "when" }) else {
      let place = entries.contains { $0.key == "id" } ? "id" : last
      return [
        .changeFields(rule.path, [.set("when", when.value, behind: place), mention])
      ]
    }
    return fields.map { .addEntry($0, to: rule.path + [.key("when")]) }
      + [.changeFields(rule.path, [mention])]
  }
}
