/// Writes rules under their operations in one of the shapes of the page: text, list of texts, one rule, list of rules, tree, and any of
/// them within a tree or a list.
struct RuleShapes {
  /// A rule with the unwritten rest of its condition.
  private struct Open {
    var rule: AbstractRule
    /// True if the derived id must not change.
    var isFixed: Bool
    var alternatives: [[AbstractCondition.Entry]]

    /// True if only the outcome is left to write.
    var isPlain: Bool {
      guard case .then = rule.outcome else { return false }
      return alternatives.isEmpty && !rule.isNamed && rule.source == nil && rule.priority == nil
    }

    /// Returns the text that all alternatives have for a factor, or `nil` if they differ or it is no text.
    func text(on factor: String) -> AbstractCondition.Text? {
      let texts = alternatives.map { entries in
        entries.first { $0.factor == factor }.flatMap { $0.test.count == 1 ? $0.test[0] : nil }
      }
      guard let text = texts.first ?? nil, texts.allSatisfy({ $0 == text }) else { return nil }
      let isWritten = alternatives.count == 1 || alternatives.allSatisfy { $0.count > 1 }
      return isWritten ? text : nil
    }

    /// Returns the rule with the factor written.
    func without(_ factor: String) -> Open {
      var rest = self
      rest.alternatives = alternatives.map { $0.filter { $0.factor != factor } }
      if rest.alternatives == [[]] { rest.alternatives = [] }
      return rest
    }
  }

  private let open: [Open]
  /// The factors for which `others` is defined.
  private let factors: [AbstractFactor]
  var words: SpecNodeBuilder
  /// The percentage of trees in this spec.
  private let treeShare: Int

  init(rules: [AbstractRule], fixed: [Bool], factors: [AbstractFactor], words: SpecNodeBuilder) {
    var words = words
    open = zip(rules, fixed).map { rule, isFixed in
      Open(rule: rule, isFixed: isFixed, alternatives: rule.when.alternatives)
    }
    self.factors = factors
    treeShare = words.random.pick([0, 30, 60, 90])
    self.words = words
  }

  /// Returns the map of operations.
  mutating func root() -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    var start = 0
    while start < open.count {
      var end = start + 1
      while end < open.count, open[end].rule.operations == open[start].rule.operations { end += 1 }
      entries += keys(for: open[start..<end])
      start = end
    }
    return .map(entries)
  }

  /// Returns the rules of one key, occasionally under several equivalent keys.
  private mutating func keys(for rules: ArraySlice<Open>) -> [YAMLNode.Entry] {
    let own = rules[rules.startIndex].rule.operations.map(\.text).joined(separator: ", ")
    var spellings = otherSpellings(of: rules[rules.startIndex].rule.operations)
    var chunks: [(key: String, rules: [Open])] = [(own, [])]
    for (number, rule) in rules.enumerated() {
      // Other spellings give other ids, which must not be those of rules referenced by id.
      if !spellings.isEmpty, words.random.chance(10), open.allSatisfy({ !$0.isFixed }) {
        let spelling = spellings.removeFirst()
        if number == 0 { chunks[0].key = spelling } else { chunks.append((spelling, [])) }
      }
      chunks[chunks.count - 1].rules.append(rule)
    }
    return chunks.map { YAMLNode.Entry($0.key, body($0.rules)) }
  }

  /// Returns other keys that cover the same and that no rule has.
  private mutating func otherSpellings(of key: [AbstractCondition.Selector]) -> [String] {
    if key.count > 1 { return [key.reversed().map(\.text).joined(separator: ", ")] }
    let isWithoutVariants =
      key[0].variants == nil && operationsWithoutVariants.contains(key[0].operation)
    guard isWithoutVariants else { return [] }
    let taken = Set(open.map { $0.rule.operations.map(\.text).joined(separator: ", ") })
    return words.random.shuffled(["valid", "any"]).map { "\(key[0].operation)/\($0)" }
      .filter { !taken.contains($0) }
  }

  var operationsWithoutVariants: Set<String> = []

  // MARK: What stands under a key

  private mutating func body(_ rules: [Open]) -> YAMLNode {
    if rules.count == 1, rules[0].isPlain, words.random.chance(75) {
      guard case .then(let results) = rules[0].rule.outcome else { return .null }
      return words.results(results)
    }
    if words.random.chance(treeShare), let tree = tree(rules) { return tree }
    if rules.count == 1, words.random.chance(60) { return map(rules[0]) }
    return list(rules)
  }

  /// Returns rules one by one, or some of them as a tree.
  private mutating func list(_ rules: [Open]) -> YAMLNode {
    var items: [YAMLNode] = []
    var start = 0
    while start < rules.count {
      let end = words.random.within(start + 1...min(rules.count, start + 4))
      if words.random.chance(treeShare / 2), let tree = tree(Array(rules[start..<end])) {
        items.append(tree)
        start = end
      } else {
        items.append(map(rules[start]))
        start += 1
      }
    }
    return .list(items)
  }

  /// Returns a rule with its keys.
  private mutating func map(_ open: Open) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    if open.rule.isNamed { entries.append(.init("id", .text(open.rule.id))) }
    if !open.alternatives.isEmpty {
      let condition = AbstractCondition(anyOf: open.alternatives)
      entries.append(.init("when", words.condition(condition)))
    }
    switch open.rule.outcome {
    case .then(let results): entries.append(.init("then", words.results(results)))
    case .question(let question): entries += words.question(question)
    }
    if let source = open.rule.source { entries.append(.init("source", .text(source))) }
    if let priority = open.rule.priority { entries.append(.init("priority", .text(priority))) }
    return words.keyed(entries)
  }

  // MARK: Trees

  /// Returns a factor and its values, each with the rules that name it, or `nil` if the rules share no factor.
  private mutating func tree(_ rules: [Open]) -> YAMLNode? {
    let names = (rules[0].alternatives.first ?? []).map(\.factor)
    let shared = names.filter { name in rules.allSatisfy { $0.text(on: name) != nil } }
    for factor in words.random.shuffled(shared) {
      var branches: [(text: AbstractCondition.Text, rules: [Open])] = []
      for rule in rules {
        guard let text = rule.text(on: factor) else { continue }
        if let last = branches.last, last.text == text {
          branches[branches.count - 1].rules.append(rule.without(factor))
        } else {
          branches.append((text, [rule.without(factor)]))
        }
      }
      let texts = branches.map(\.text.text)
      guard Set(texts).count == texts.count else { continue }
      let rest = rest(branches.map { ($0.text, $0.rules) }, of: factor)
      let isOthers = rest.map { _ in words.random.chance(60) } ?? false
      let entries = branches.indices.map { number in
        YAMLNode.Entry(
          isOthers && number == rest ? "others" : texts[number],
          body(branches[number].rules)
        )
      }
      return .map([.init(factor, .map(entries))])
    }
    return nil
  }

  /// Returns the index of a branch that covers exactly the valid values that no other one covers.
  private func rest(
    _ branches: [(text: AbstractCondition.Text, rules: [Open])],
    of name: String
  ) -> Int? {
    guard let factor = factors.first(where: { $0.name == name }) else { return nil }
    let values = factor.values
    let valid = AbstractCondition.mask([.init([.item(.valid)])], of: values, in: .rule)
    let masks = branches.map { AbstractCondition.mask([$0.text], of: values, in: .rule) }
    return branches.indices.first { number in
      let named = branches.indices.filter { $0 != number }.reduce(UInt64(0)) { $0 | masks[$1] }
      return masks[number] == valid & ~named && masks[number] != 0
        && branches[number].rules.allSatisfy { !$0.isFixed }
        && !cuts(branches[number].text, factor, beside: texts(of: branches, except: number))
    }
  }

  private func texts(
    of branches: [(text: AbstractCondition.Text, rules: [Open])],
    except number: Int
  ) -> [AbstractCondition.Text] {
    branches.indices.filter { $0 != number }.map { branches[$0].text }
  }

  /// True if a text splits the numbers of a factor where the others do not: `others` instead would change the values.
  private func cuts(
    _ text: AbstractCondition.Text,
    _ factor: AbstractFactor,
    beside others: [AbstractCondition.Text]
  ) -> Bool {
    guard let (from, to) = factor.source.bounds else { return false }
    func starts(_ text: AbstractCondition.Text) -> Set<Int> {
      var cuts = JudgedNumbers.Cuts()
      for case .item(let item) in text.parts { cuts.add(item, of: factor.source) }
      return cuts.starts.filter { $0 > from && $0 <= to ?? Int.max }
    }
    return !starts(text).isSubset(of: others.reduce([]) { $0.union(starts($1)) })
  }
}
