import Diagnostics
import YAMLSyntax

/// The words of the language before its first release: whoever still writes them learns the new form of the very place.
///
/// Only the first is reported. A file in the old language has hundreds of such places, and nothing else in it could be judged.
struct OldLanguage {
  let message: String
  let span: SourceSpan
  let help: [String]

  /// The first old word of a spec, in the order of the file; `nil` where it has none.
  static func firstWord(in spec: SyntaxNode) -> OldLanguage? {
    guard case .mapping(let entries) = spec.content else { return nil }
    for entry in entries {
      let found =
        switch entry.key {
        case "links": sources(entry)
        case "states", "data": declarations(entry.value)
        case "operations": declarations(entry.value)
        case "constraints": constraints(entry)
        case "expectations": expectations(entry)
        case "coverage": coverage(entry)
        case "rules": listOfRules(entry) ?? rules(entry.value)
        case "impossible": conditions(entry.value)
        case "cases": cases(entry.value)
        default: OldLanguage?.none
        }
      if let found { return found }
    }
    return nil
  }

  private init(_ word: String, at span: SourceSpan, now help: String...) {
    message = "`\(word)` is a word of the old language"
    self.span = span
    self.help = help
  }

  // MARK: The head and the sections

  private static func sources(_ entry: SyntaxEntry) -> OldLanguage {
    let one = items(entry.value).count == 1 ? items(entry.value)[0].writtenScalar?.text : nil
    return OldLanguage(
      "links",
      at: entry.keySpan,
      now: "write `source: \(one ?? flow(entry.value))`"
    )
  }

  private static func constraints(_ entry: SyntaxEntry) -> OldLanguage {
    let first = items(entry.value).first
    let because = first?.entry("because").map { ", because: \(flow($0.value))" } ?? ""
    if let excluded = first?.entry("exclude") {
      return OldLanguage(
        "constraints",
        at: entry.keySpan,
        now:
          "`impossible` says what cannot happen: `impossible: [{when: \(condition(excluded.value))\(because)}]`"
      )
    }
    guard let when = first?.entry("when"), let require = first?.entry("require") else {
      return OldLanguage(
        "constraints",
        at: entry.keySpan,
        now:
          "`impossible` says what cannot happen: `impossible: [{when: {plan: free, login: guest}}]`"
      )
    }
    return OldLanguage(
      "constraints",
      at: entry.keySpan,
      now:
        "`impossible` says what cannot happen: `impossible: [{when: \(impossible(when.value, require.value))\(because)}]`"
    )
  }

  /// What is impossible where something is required: wherever it does not hold, one map for each factor.
  private static func impossible(_ when: SyntaxNode, _ require: SyntaxNode) -> String {
    let maps = (maps(require).first ?? []).map { entry in
      "{" + (terms(when) + ["\(entry.key): \(negated(entry.value))"]).joined(separator: ", ") + "}"
    }
    return maps.count == 1 ? maps[0] : "[\(maps.joined(separator: ", "))]"
  }

  private static func expectations(_ entry: SyntaxEntry) -> OldLanguage {
    let example = items(entry.value).first.map(rule) ?? "submit: The recipe is posted"
    return OldLanguage(
      "expectations",
      at: entry.keySpan,
      now: "rules stand under their operations: `rules: {\(example)}`"
    )
  }

  /// An old rule under its operation.
  private static func rule(_ node: SyntaxNode) -> String {
    let when = node.entry("when")?.value
    let all = when.map(maps)?.first ?? []
    let operation = all.first { $0.key == "operation" }.map { key(of: $0.value) } ?? "submit"
    let terms = all.filter { $0.key != "operation" }.map { "\($0.key): \(choice($0.value))" }
    var fields = terms.isEmpty ? [] : ["when: {\(terms.joined(separator: ", "))}"]
    for (old, new) in [
      ("then", "then"), ("undecided", "question"), ("ask", "ask"), ("until", "until"),
    ] {
      if let value = node.entry(old)?.value { fields.append("\(new): \(flow(value))") }
    }
    return "\(operation): {\(fields.joined(separator: ", "))}"
  }

  private static func coverage(_ entry: SyntaxEntry) -> OldLanguage {
    if let group = entry.value.entry("stronger").flatMap({ items($0.value).first }),
      let factors = group.entry("factors")?.value
    {
      return OldLanguage(
        "coverage",
        at: entry.keySpan,
        now: "write `cases: [{every: \(flow(factors))}]`"
      )
    }
    if let row = entry.value.entry("include").flatMap({ items($0.value).first }) {
      return OldLanguage(
        "coverage",
        at: entry.keySpan,
        now: "write `cases: [{when: \(condition(row))}]`"
      )
    }
    return OldLanguage(
      "coverage",
      at: entry.keySpan,
      now: "the strength belongs to the run: `--strength 3`, or `strength: 3` in `specmatrix.yaml`"
    )
  }

  // MARK: Factors and operations

  private static func declarations(_ node: SyntaxNode) -> OldLanguage? {
    guard case .mapping(let entries) = node.content else { return nil }
    return entries.lazy.compactMap(declaration).first
  }

  private static func declaration(_ declared: SyntaxEntry) -> OldLanguage? {
    let name = declared.key
    let words = Identifier.inWords(name)
    let yesOrNo = "a factor without values is yes or no: `\(name): \(words)`"
    if declared.value.writtenScalar?.text == "flag" {
      return OldLanguage("flag", at: declared.value.span, now: yesOrNo)
    }
    guard case .mapping(let entries) = declared.value.content else { return nil }
    for entry in entries {
      switch entry.key {
      case "flag":
        let label = declared.value.entry("label").map { flow($0.value) } ?? words
        return OldLanguage(
          "flag",
          at: entry.keySpan,
          now: "a factor without values is yes or no: `\(name): \(label)`"
        )
      case "values" where entry.value.writtenScalar?.text == "flag":
        return OldLanguage("flag", at: entry.value.span, now: yesOrNo)
      case "text": return text(entry)
      case "range", "date", "length":
        if case .mapping = entry.value.content, let old = range(entry) { return old }
      case "values", "variants":
        if let weight = weight(in: entry.value) { return weight }
      case "only_when":
        if let found = condition(in: entry.value) { return found }
      default: break
      }
    }
    return nil
  }

  private static func text(_ entry: SyntaxEntry) -> OldLanguage {
    let length = entry.value.entry("length").map { flow($0.value) } ?? "1..140"
    let kinds = entry.value.entry("kinds").map { ", kinds: \(flow($0.value))" } ?? ""
    return OldLanguage(
      "text",
      at: entry.keySpan,
      now: "write `length: \(length)\(kinds)` in its place"
    )
  }

  private static func range(_ entry: SyntaxEntry) -> OldLanguage? {
    let value = { (key: String) in entry.value.entry(key).map { flow($0.value) } ?? "" }
    let word =
      ["step", "pick", "unit", "from", "to"].compactMap { entry.value.entry($0) }.first
    guard let word else { return nil }
    let unit = value("unit")
    let shown = "\(value("from"))..\(value("to"))" + (unit.isEmpty ? "" : " \(unit)")
    let isGone = ["step", "pick"].contains(word.key)
    return OldLanguage(
      word.key,
      at: word.keySpan,
      now: isGone
        ? "a range is tested at its boundaries, `\(entry.key): \(shown)`; to test other numbers list them under `values`"
        : "write `\(entry.key): \(shown)`"
    )
  }

  private static func weight(in values: SyntaxNode) -> OldLanguage? {
    guard case .mapping(let entries) = values.content else { return nil }
    return entries.lazy.compactMap { $0.value.entry("weight") }.first.map {
      OldLanguage(
        "weight",
        at: $0.keySpan,
        now: "leave it out; the ordinary value of a factor is `usual: …`"
      )
    }
  }

  // MARK: Conditions and rules

  /// Old forms in the conditions of a list of maps with `when`.
  private static func conditions(_ node: SyntaxNode) -> OldLanguage? {
    for item in items(node) {
      if let excluded = item.entry("exclude") {
        return OldLanguage(
          "exclude",
          at: excluded.keySpan,
          now: "write `when: \(condition(excluded.value))`: what it describes cannot happen"
        )
      }
      if let require = item.entry("require"), let when = item.entry("when") {
        return OldLanguage(
          "require",
          at: require.keySpan,
          now:
            "write `when: \(impossible(when.value, require.value))`: what it describes cannot happen"
        )
      }
      if let when = item.entry("when"), let found = condition(in: when.value) { return found }
    }
    return nil
  }

  /// Rules in a list, each with its operation in `when`.
  private static func listOfRules(_ entry: SyntaxEntry) -> OldLanguage? {
    guard let first = items(entry.value).first,
      let operation = first.entry("when").flatMap({ $0.value.entry("operation") })
    else { return nil }
    return OldLanguage(
      "operation",
      at: operation.keySpan,
      now: "rules stand under their operations: `rules: {\(rule(first))}`"
    )
  }

  private static func rules(_ node: SyntaxNode) -> OldLanguage? {
    switch node.content {
    case .scalar: return nil
    case .sequence(let items): return items.lazy.compactMap(rules).first
    case .mapping(let entries):
      let isRule = entries.contains { RuleKey(rawValue: $0.key) != nil }
      for entry in entries {
        switch entry.key {
        case "undecided" where node.entry("question") == nil && !(entry.value.isCollection):
          return OldLanguage(
            "undecided",
            at: entry.keySpan,
            now: "write `question: \(flow(entry.value))`"
          )
        case "overrides" where isRule:
          let own = node.entry("id").map { flow($0.value) } ?? "its id"
          let others = items(entry.value).map(flow)
          let names = others.isEmpty ? [flow(entry.value)] : others
          return OldLanguage(
            "overrides",
            at: entry.keySpan,
            now: "at the root write `precedence: [\(([own] + names).joined(separator: ", "))]`"
          )
        case "when":
          if let found = condition(in: entry.value) { return found }
        default:
          if !isRule, let found = rules(entry.value) { return found }
        }
      }
      return nil
    }
  }

  /// The first old form in a condition.
  private static func condition(in node: SyntaxNode) -> OldLanguage? {
    for entry in maps(node).joined() {
      guard case .mapping(let forms) = entry.value.content, let form = forms.first,
        ["not", "only", "from", "to", "applies"].contains(form.key)
      else { continue }
      return OldLanguage(
        form.key,
        at: form.keySpan,
        now: form.key == "applies" && form.value.writtenScalar?.text.lowercased() == "false"
          ? "say where the factor does not apply by the condition of its `only_when`"
          : "write `\(entry.key): \(choice(entry.value))`"
      )
    }
    return nil
  }

  /// Groups and rows as `coverage` had them.
  private static func cases(_ node: SyntaxNode) -> OldLanguage? {
    for item in items(node) {
      if let factors = item.entry("factors") {
        return OldLanguage(
          "factors",
          at: factors.keySpan,
          now: "write `every: \(flow(factors.value))`"
        )
      }
      if let operation = item.entry("operation") {
        return OldLanguage(
          "include",
          at: operation.keySpan,
          now: "write `when: \(condition(item))`"
        )
      }
    }
    return conditions(node)
  }

  // MARK: New forms of old ones

  private static func items(_ node: SyntaxNode) -> [SyntaxNode] {
    if case .sequence(let items) = node.content { items } else { [] }
  }

  private static func maps(_ node: SyntaxNode) -> [[SyntaxEntry]] {
    switch node.content {
    case .mapping(let entries): [entries]
    case .sequence(let items): items.flatMap(maps)
    case .scalar: []
    }
  }

  private static func terms(_ node: SyntaxNode) -> [String] {
    (maps(node).first ?? []).map { "\($0.key): \(choice($0.value))" }
  }

  private static func condition(_ node: SyntaxNode) -> String {
    let written = maps(node).map { map in
      "{" + map.map { "\($0.key): \(choice($0.value))" }.joined(separator: ", ") + "}"
    }
    return written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]"
  }

  /// What an old condition said of a factor, as a text.
  private static func choice(_ node: SyntaxNode) -> String {
    guard case .mapping = node.content else { return flow(node) }
    if let not = node.entry("not")?.value {
      return "not \(texts(not).joined(separator: ", "))".quotedWhereNeeded
    }
    if let only = node.entry("only")?.value { return flow(only) }
    if node.entry("applies") != nil { return "[valid, invalid]" }
    let bound = { (key: String) in node.entry(key).map { flow($0.value) } ?? "" }
    return "\(bound("from"))..\(bound("to"))"
  }

  private static func negated(_ node: SyntaxNode) -> String {
    if let not = node.entry("not")?.value { return flow(not) }
    if case .mapping = node.content { return "…" }
    return "not \(texts(node).joined(separator: ", "))".quotedWhereNeeded
  }

  private static func texts(_ node: SyntaxNode) -> [String] {
    let items = items(node)
    return items.isEmpty
      ? [node.writtenScalar?.text ?? "…"] : items.map { $0.writtenScalar?.text ?? "…" }
  }

  /// Operations as the key of rules.
  private static func key(of node: SyntaxNode) -> String {
    let texts = texts(node)
    return texts.count == 1 ? texts[0] : "\"\(texts.joined(separator: ", "))\""
  }

  private static func flow(_ node: SyntaxNode) -> String {
    switch node.content {
    case .scalar(let scalar): scalar.kind == .null ? "" : scalar.text.asFlowScalar
    case .sequence(let items): "[\(items.map(flow).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\($0.key): \(flow($0.value))" }.joined(separator: ", "))}"
    }
  }
}

extension String {
  /// The text in quotes where a comma would part it in brackets or braces.
  fileprivate var quotedWhereNeeded: String { contains(",") ? "\"\(self)\"" : self }
}

extension SyntaxNode {
  fileprivate var isCollection: Bool {
    if case .scalar = content { false } else { true }
  }
}
