import Specification
import Text
import YAMLSyntax

/// Places changes in the text of a spec or a pack, in the form that is used under the key of their operations.
///
/// An operation without a key gets one at the end of `rules`. In a tree, a rule becomes a new key if its condition is one set of values of
/// a factor of that tree. In a list it becomes an item after the rule that its question shows. In any other case it becomes the first item
/// of a new list.
struct RulePlacement {
  let specification: Specification
  let root: SyntaxNode
  private let wording: Wording
  /// The first rule at or below each path.
  private var ruleBehind: [[SyntaxStep]: Int] = [:]
  /// The first key of `rules` for each set of operation values, in order.
  private var keys: [[Int]: String] = [:]

  /// Creates the placement for a spec and the tree of its text.
  init(_ specification: Specification, _ root: SyntaxNode) {
    self.specification = specification
    self.root = root
    wording = Wording(specification)
    for (number, rule) in specification.rules.enumerated()
    where rule.house == nil && rule.path.count > 1 {
      for length in 2...rule.path.count {
        let way = Array(rule.path.prefix(length))
        if ruleBehind[way] == nil { ruleBehind[way] = number }
      }
      guard case .key(let key) = rule.path[1],
        let operations = values(of: specification.operationFactor, inRule: number)
      else { continue }
      if keys[operations] == nil { keys[operations] = key }
    }
  }

  /// Returns the changes of the text for some changes of the spec, to be applied together by `YAMLEditor`.
  ///
  /// The changes refer to rules by their indices in this spec. With `withRemarks`, lists of `precedence` get a comment about their origin.
  func textChanges(
    _ changes: [SpecificationChange],
    withRemarks: Bool = true
  ) -> [TextChange] {
    var texts: [TextChange] = []
    var new: [AnswerRule] = []
    var impossible: [NewValue] = []
    var lists: [NewValue] = []
    var questions: [NewValue] = []
    var fields: [Int: [FieldChange]] = [:]
    var named: Set<Int> = []
    var removed: [Rule] = []
    for change in changes {
      switch change {
      case .addRule(let rule): new.append(rule)
      case .addImpossible(let entry, _): impossible.append(entry)
      case .removeRule(let rule): removed.append(specification.rules[rule])
      case .changeRule(let rule, let changed): fields[rule, default: []] += changed
      case .confirm(let rule, let factors, let note):
        texts += confirmation(specification.rules[rule], factors, note: note)
      case .addPrecedence(let added, let origin):
        named.formUnion(added.joined())
        lists += added.map { list in
          .flow(
            list.map { specification.rules[$0].id }.asFlowList
              + (withRemarks ? "  # \(origin)" : "")
          )
        }
      case .changeFields(let map, let fields): texts.append(.changeFields(map, fields))
      case .addQuestion(let fields): questions.append(.map(fields))
      case .addOwner(let name): texts.append(section("owner", .text(name)))
      case .select(let selection): texts += textChanges(selection)
      case .leaveOut(let id, because: let reason):
        texts.append(entry(NewField(id, .text(reason)), in: "dismissed"))
        texts += removal(of: specification.questionsPuttingOff(id))
      case .putOff(let fields): texts.append(items([.map(fields)], in: "questions"))
      case .dismiss(let dismissal): texts += textChanges(dismissal)
      }
    }
    // A derived id changes with the rule, and the list would then refer to nothing.
    for rule in named where !specification.rules[rule].hasOwnID {
      let id = NewValue.text(specification.rules[rule].id)
      fields[rule, default: []].append(.set("id", id, behind: keyBeforeID(of: rule)))
    }
    texts += fields.sorted { $0.key < $1.key }.map { change(specification.rules[$0], $1) }
    if !impossible.isEmpty { texts.append(items(impossible, in: "impossible")) }
    if !questions.isEmpty { texts.append(items(questions, in: "questions")) }
    texts += precedence(new.filter(\.goesFirst), lists)
    return texts + replacing(removed, by: additions(new))
  }

  /// Orders removals of replaced rules and additions; within a list, later items come first.
  private func replacing(_ removed: [Rule], by additions: [TextChange]) -> [TextChange] {
    let removals = removed.map { rule -> TextChange in
      let way = Array(rule.path.dropLast())
      switch rule.path[rule.path.count - 1] {
      case .item(let number): return .removeItem(way, number)
      case .key(let key):
        let isEnlisted = additions.contains {
          if case .enlist(rule.path, under: _, before: _) = $0 { true } else { false }
        }
        return isEnlisted ? .removeItem(rule.path, 0) : .changeFields(way, [.remove(key)])
      }
    }
    let places = (additions + removals).enumerated().map { number, change in
      switch change {
      case .insert(_, behind: let item, of: _): (-item, number, change)
      case .removeItem(_, let item): (-item, number, change)
      default: (-Int.max, number, change)
      }
    }
    return places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func section(_ name: String, _ value: NewValue) -> TextChange {
    .addKey(NewField(name, value), following: Self.keys(before: name))
  }

  /// Returns the change that adds items to a section, creating it if necessary.
  func items(_ items: [NewValue], in section: String) -> TextChange {
    root[[.key(section)]] == nil
      ? self.section(section, .list(items)) : .append(items, to: [.key(section)])
  }

  /// Returns the change that adds an entry to a section, creating it if necessary.
  func entry(_ field: NewField, in section: String) -> TextChange {
    root[[.key(section)]] == nil
      ? self.section(section, .map([field])) : .addEntry(field, to: [.key(section)])
  }

  // MARK: Rules

  private func keyBeforeID(of rule: Int) -> String {
    let keys = root[specification.rules[rule].path]?.entries.map(\.key) ?? []
    return ["when", "then", "question"].first(where: keys.contains) ?? keys.first ?? "then"
  }

  /// Returns the change of a rule's keys; a rule written as a text or list of texts gets keys.
  private func change(_ rule: Rule, _ changes: [FieldChange]) -> TextChange {
    guard root[rule.path]?.isMap == false, case .key(let key) = rule.path.last
    else { return .changeFields(rule.path, changes) }
    var said = "then"
    var then = NewValue.texts(rule.placeholder?.results.map(\.text) ?? rule.results ?? [])
    var others: [NewField] = []
    for change in changes {
      switch change {
      case .replace("then", by: let key, let value): (said, then) = (key, value)
      case .set(let key, let value, behind: _): others.append(NewField(key, value))
      case .mention(let key, let text, behind: _): others.append(NewField(key, .text(text)))
      case .replace, .remove: break
      }
    }
    let fields = NewValue.map([NewField(said, then)] + others)
    return .changeFields(rule.path.dropLast(), [.set(key, fields, behind: key)])
  }

  private func additions(_ new: [AnswerRule]) -> [TextChange] {
    var entries: [NewField] = []
    var changes: [TextChange] = []
    for group in new.gathered(by: \.rule.condition.operations) {
      if let key = key(of: group[0].rule.condition.operations) {
        changes += additions(group, at: [.key("rules"), .key(key)])
      } else {
        entries.append(wording.entry(for: group.map(\.rule)))
      }
    }
    guard !entries.isEmpty else { return changes }
    guard root[[.key("rules")]] != nil else {
      return changes + [section("rules", .map(entries))]
    }
    return changes + entries.map { .addEntry($0, to: [.key("rules")]) }
  }

  /// Returns the key of `rules` for some operations.
  ///
  /// A key of a pack may exist although none of its rules belongs to this spec.
  private func key(of operations: [Int]) -> String? {
    if let key = keys[operations] { return key }
    let key = wording.operationKey(operations)
    return root[[.key("rules"), .key(key)]] == nil ? nil : key
  }

  /// Returns the changes that add rules to those under a key of `rules`.
  private func additions(_ answers: [AnswerRule], at path: [SyntaxStep]) -> [TextChange] {
    guard let node = root[path] else { return [] }
    let new = answers.map(\.rule)
    let items = new.map { wording.item($0) }
    switch node.content {
    case .sequence(let old) where old.contains(where: \.isMap):
      return additions(zip(answers, items), toListOf: old.count, at: path)
    case .sequence, .scalar: return [.enlist(path, under: "then", before: items)]
    case .mapping:
      let branches = new.compactMap { rule in
        let alternatives = rule.condition.alternatives
        return alternatives.count == 1 ? branch(for: alternatives[0], below: path) : nil
      }
      let places = Set(branches.map { [$0.path, [.key($0.key)]] })
      return branches.count == new.count && places.count == new.count
        ? zip(branches, new).map { .addEntry(NewField($0.key, $1.leaf), to: $0.path) }
        : [.enlist(path, under: nil, before: items)]
    }
  }

  /// Returns the changes that add items to a list of rules, each after the last of its near rules there, or at the end.
  private func additions(
    _ new: some Sequence<(AnswerRule, NewValue)>,
    toListOf count: Int,
    at path: [SyntaxStep]
  ) -> [TextChange] {
    var places: [Int: [NewValue]] = [:]
    for (rule, item) in new {
      let near = rule.near.compactMap { self.item(ofRule: $0, in: path) }.max()
      places[near ?? count - 1, default: []].append(item)
    }
    return places.sorted { $0.key > $1.key }.map { place, items in
      place == count - 1
        ? .append(items, to: path) : .insert(items, behind: place, of: path)
    }
  }

  /// Returns the index of a rule in a list, or `nil` if it is not in the list.
  private func item(ofRule number: Int, in list: [SyntaxStep]) -> Int? {
    let rule = specification.rules[number]
    guard rule.house == nil, rule.path.starts(with: list),
      case .item(let item) = rule.path.dropFirst(list.count).first
    else { return nil }
    return item
  }

  /// Returns the key for a rule in a tree and the path of its map, or `nil` if the tree has no place for the rule.
  private func branch(
    for entries: [WrittenCube.Entry],
    below path: [SyntaxStep]
  ) -> (path: [SyntaxStep], key: String)? {
    // If the path leads to a rule, the map is that rule and not a tree.
    guard let number = ruleBehind[path], specification.rules[number].path != path,
      case .mapping(let factors) = root[path]?.content, factors.count == 1,
      let entry = entries.first(where: { specification.factors[$0.factor].name == factors[0].key }),
      case .mapping(let branches) = factors[0].value.content
    else { return nil }
    let map = path + [.key(factors[0].key)]
    let meant = branches.map { branch in
      (
        key: branch.key,
        values: ruleBehind[map + [.key(branch.key)]]
          .flatMap { values(of: entry.factor, inRule: $0) } ?? []
      )
    }
    let same = meant.first { $0.values == entry.values }
    if entries.count > 1 {
      guard let same else { return nil }
      return branch(for: entries.filter { $0 != entry }, below: map + [.key(same.key)])
    }
    let key = wording.key(entry)
    let others = meant.first { $0.key == "others" }?.values ?? []
    guard same == nil, !meant.contains(where: { $0.key == key }),
      key.utf8.count <= Wording.longestKey, !others.contains(where: entry.values.contains)
    else { return nil }
    return (map, key)
  }

  /// Returns the values of a factor that a rule names, or `nil` if it names none or `any`.
  private func values(of factor: Int, inRule rule: Int) -> [Int]? {
    let term = specification.rules[rule].when.alternatives.first?.terms
      .first { $0.factor == factor }
    return term.flatMap { $0.isAny ? nil : $0.values }
  }

  // MARK: Precedence

  /// Returns the changes that put rules before all others, and add more lists.
  private func precedence(_ new: [AnswerRule], _ added: [NewValue]) -> [TextChange] {
    guard !new.isEmpty || !added.isEmpty else { return [] }
    let ids = new.map { NewValue.text($0.id) }
    let path: [SyntaxStep] = [.key("precedence")]
    let first = new.isEmpty ? [] : [NewValue.flow((new.map(\.id) + ["others"]).asFlowList)]
    guard case .sequence(let items) = root[path]?.content else {
      let all = first + added
      return [section("precedence", all.count == 1 ? all[0] : .list(all))]
    }
    let lists = specification.precedence
    guard items.contains(where: \.isList) else {
      let hasOthers = lists.first?.entries.contains { $0.rule == nil } ?? false
      let prepended: [TextChange] = hasOthers && !ids.isEmpty ? [.prepend(ids, to: path)] : []
      let more = (hasOthers ? [] : first) + added
      return prepended + (more.isEmpty ? [] : [.enlist(path, under: nil, before: more)])
    }
    guard !new.isEmpty else { return [.append(added, to: path)] }
    let operations = Set(new.flatMap { self.operations(of: $0.rule.condition.operations) })
    let withOthers = lists.indices.filter { number in
      items.indices.contains(number) && lists[number].entries.contains { $0.rule == nil }
    }
    // A list that puts one of their rules before all others would rank it before the new ones.
    let inTheWay = withOthers.filter { number in
      lists[number].beforeOthers.contains { rule in
        let named = values(of: specification.operationFactor, inRule: rule) ?? []
        return !operations.isDisjoint(with: self.operations(of: named))
      }
    }
    let chosen = inTheWay.isEmpty ? Array(withOthers.prefix(1)) : inTheWay
    let more = (chosen.isEmpty ? first : []) + added
    return chosen.map { .prepend(ids, to: path + [.item($0)]) }
      + (more.isEmpty ? [] : [.append(more, to: path)])
  }

  private func operations(of values: [Int]) -> Set<Int> {
    Set(values.map { wording.operationValues[$0].operation })
  }

  /// Returns the keys of a spec or pack that precede a key, in their usual order.
  static func keys(before key: String) -> [String] {
    Array(
      [
        "specmatrix", "id", "feature", "language", "owner", "source", "traits", "core", "rename",
        "states", "data", "operations", "dismissed", "impossible", "precedence", "rules",
        "questions", "cases",
      ].prefix { $0 != key }
    )
  }
}

extension SyntaxNode {
  var isMap: Bool { if case .mapping = content { true } else { false } }
  fileprivate var isList: Bool { if case .sequence = content { true } else { false } }
}
