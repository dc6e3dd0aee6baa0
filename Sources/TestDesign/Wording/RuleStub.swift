import Diagnostics
import Specification
import YAMLSyntax

extension Wording {
  /// An entry of `rules` that answers a question once its text is replaced, without margin and without a line break at its end.
  ///
  /// - Parameter cubes: What the question asks about, all of one operation; several where no cube says it.
  /// - Returns: YAML to paste.
  package func stub(_ cubes: [NamedCube]) -> String { entry(for: [stubRule(cubes)]).inBlockStyle }

  /// The same as it fits what stands under the operation already.
  func stubInPlace(_ cubes: [NamedCube]) -> StubInPlace {
    let rule = stubRule(cubes)
    let beside = specification.rules.first { declared in
      guard declared.house == nil, declared.path.count > 1,
        let first = declared.when.alternatives.first
      else { return false }
      let operation = first.terms.first { $0.factor == specification.operationFactor }
      return operation?.values == rule.condition.operations
    }
    guard let beside, case .key(let key) = beside.path[1],
      let line = beside.when.alternatives.first?.terms.first?.span.start.line
    else { return StubInPlace(place: "`rules`", text: stub(cubes)) }
    let step = beside.path.dropFirst(2).first
    if case .key(let factor) = step, let branch = rule.branch,
      specification.factors[branch.factor].name == factor
    {
      return StubInPlace(
        place: "`\(factor)` under `\(key)` (line \(line))",
        text: NewField(self.key(branch), rule.leaf).inBlockStyle
      )
    }
    let list = NewField(key, .list([item(rule)])).inBlockStyle
    // The item without the key above it and without its margin.
    let lines = list.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let margin = lines.first?.prefix { $0 == " " }.count ?? 0
    let isList = if case .item = step { true } else { false }
    return StubInPlace(
      place: isList
        ? "the list under `\(key)` (line \(line))"
        : "`\(key)` (line \(line)), with what stands there as the first item of a list",
      text: lines.map { String($0.dropFirst(margin)) }.joined(separator: "\n")
    )
  }

  private func stubRule(_ cubes: [NamedCube]) -> NewRule {
    let placeholder =
      switch language {
      case .english: "Write the expected result here"
      case .japanese: "ここに期待結果を書く"
      }
    return NewRule(
      condition: written(cubes),
      fields: [NewField("then", .text(placeholder))]
    )
  }

  /// An entry of `rules` for rules of the same operations, in the smallest shape that can say them.
  ///
  /// A rule that says a text and nothing else is that text.
  func entry(for rules: [NewRule]) -> NewField {
    NewField(operationKey(rules[0].condition.operations), value(of: rules))
  }

  /// In bytes; YAML takes no key of more than 1,024 characters.
  static let longestKey = 500

  /// Operations as the key of rules.
  func operationKey(_ operations: [Int]) -> String {
    selectors(operations, in: .rule).joined(separator: ", ")
  }

  private func value(of rules: [NewRule]) -> NewValue {
    if rules.count == 1, rules[0].condition.alternatives == [[]] { return rules[0].leaf }
    let branches = rules.compactMap(\.branch)
    let keys = Set(branches.map { key($0) })
    if let factor = branches.first?.factor, branches.count == rules.count,
      keys.count == rules.count, branches.allSatisfy({ $0.factor == factor }),
      keys.allSatisfy({ $0.utf8.count <= Self.longestKey })
    {
      let entries = zip(branches, rules).map { NewField(key($0), $1.leaf) }
      return .map([NewField(specification.factors[factor].name, .map(entries))])
    }
    return .list(rules.map { item($0) })
  }

  /// A rule as an item of a list of rules.
  func item(_ rule: NewRule) -> NewValue {
    guard rule.condition.alternatives != [[]] else { return .map(rule.fields) }
    let when = NewField("when", condition(rule.condition.alternatives, in: .rule))
    // The id stands in front of everything.
    let place = rule.fields.first?.key == "id" ? 1 : 0
    return .map(rule.fields.prefix(place) + [when] + rule.fields.dropFirst(place))
  }

  /// An entry as the key of a tree.
  func key(_ entry: WrittenCube.Entry) -> String {
    text(entry, in: .rule).text
  }

  private func text(_ entry: WrittenCube.Entry, in place: ConditionPlace) -> ValueText {
    ValueText(entry.values, of: specification.factors[entry.factor].values, in: place)
  }

  /// Maps of factors, in a list where there are several.
  func condition(
    _ alternatives: [[WrittenCube.Entry]],
    ofOperations operations: [Int] = [],
    in place: ConditionPlace
  ) -> NewValue {
    let names = selectors(operations, in: place)
    let operation =
      names.isEmpty ? [] : ["operation: " + ValueText(items: names).flow]
    let maps = alternatives.map { entries in
      let factors = entries.map {
        specification.factors[$0.factor].name.asFlowScalar + ": " + text($0, in: place).flow
      }
      return NewValue.flow("{" + (operation + factors).joined(separator: ", ") + "}")
    }
    return maps.count == 1 ? maps[0] : .list(maps)
  }
}

/// A rule that is to be written.
struct NewRule: Hashable {
  var condition: WrittenCube
  /// What the rule says besides: `id`, `then` and so on, in this order.
  var fields: [NewField]

  /// The rule where its place says its condition: a text alone, or a map.
  var leaf: NewValue {
    if fields.count == 1, fields[0].key == "then", case .text = fields[0].value {
      return fields[0].value
    }
    return .map(fields)
  }

  /// The only factor that the condition names; `nil` where it names none or several.
  var branch: WrittenCube.Entry? {
    guard condition.alternatives.count == 1, condition.alternatives[0].count == 1 else {
      return nil
    }
    return condition.alternatives[0][0]
  }
}

/// YAML to paste, and where.
package struct StubInPlace: Hashable, Sendable {
  /// Where it is added, as a phrase: "`rules`", "the list under `accept` (line 72)".
  package var place: String
  /// Without margin and without a line break at its end.
  package var text: String

  package init(place: String, text: String) {
    self.place = place
    self.text = text
  }
}
