import Diagnostics
import Specification
import Text
import YAMLSyntax

extension Wording {
  /// Returns YAML to paste under `rules` that answers a question once its text is replaced, without a margin and a final line break.
  ///
  /// Cubes of different operations or variants get an entry each. `id` is the id of a rule that comes before all others, or `nil` for any
  /// other rule.
  package func stub(_ cubes: [NamedCube], first id: String? = nil) -> String {
    byOperation(cubes).map { entry(for: [stubRule($0, id)]).inBlockStyle }.joined(separator: "\n")
  }

  private func byOperation(_ cubes: [NamedCube]) -> [[NamedCube]] {
    cubes.gathered { $0.literals[0] }
  }

  /// Returns the YAML to paste under existing operations, or as one text if there are none, and what puts the rule first.
  func stubsInPlace(_ cubes: [NamedCube], first id: String? = nil) -> [StubInPlace] {
    let groups = byOperation(cubes)
    let found = groups.map { stubInPlace(stubRule($0, id)) }
    func new(_ cubes: [NamedCube]) -> StubInPlace {
      StubInPlace(heading: say("to answer, add to `rules`"), text: stub(cubes, first: id))
    }
    var stubs =
      found.allSatisfy { $0 == nil } ? [new(cubes)] : zip(groups, found).map { $1 ?? new($0) }
    let lead = language.choose("to answer, add to ", "回答するには、")
    for number in stubs.indices.dropFirst() {
      let place = stubs[number].heading.dropFirst(lead.count)
      stubs[number].heading = language.choose("and to ", "さらに、") + place
    }
    return stubs + (id.map { [precedence(putting: $0, cubes)] } ?? [])
  }

  /// Returns the addition to `precedence` that puts a new rule before all others of its operations.
  private func precedence(putting id: String, _ cubes: [NamedCube]) -> StubInPlace {
    let lists = specification.precedence.filter { !$0.isUnderFirst }
    let operations = Set(
      cubes.flatMap { $0.literals[0].values.map { operationValues[$0].operation } }
    )
    let leading = Set(lists.flatMap(\.beforeOthers))
    let isLed = rules(about: operations).contains(where: leading.contains)
    let list = "[\(id.asFlowScalar), others]"
    if isLed {
      return StubInPlace(
        heading: say(
          "and, so that it goes first, put it before `others`, and before whatever precedes `others`, in `precedence`"
        ),
        text: id.asFlowScalar
      )
    }
    return lists.isEmpty
      ? StubInPlace(
        heading: say("and, so that it goes first, add to the spec"),
        text: "precedence: \(list)"
      )
      : StubInPlace(
        heading: say("and, so that it goes first, add to `precedence`, as one more list"),
        text: "- \(list)"
      )
  }

  /// Returns the YAML for a rule to paste beside existing rules of its operations, or `nil` if there are none.
  private func stubInPlace(_ rule: NewRule) -> StubInPlace? {
    let beside = specification.rules.first { declared in
      guard declared.house == nil, declared.path.count > 1,
        let first = declared.when.alternatives.first
      else { return false }
      let operation = first.terms.first { $0.factor == specification.operationFactor }
      return operation?.values == rule.condition.operations
    }
    guard let beside, case .key(let key) = beside.path[1],
      let line = beside.when.alternatives.first?.terms.first?.span.start.line
    else { return nil }
    let step = beside.path.dropFirst(2).first
    if case .key(let factor) = step, let branch = rule.branch,
      conditionName(branch.factor) == factor
    {
      return StubInPlace(
        heading: say("to answer, add to `\(factor)` under `\(key)` (line \(line))"),
        text: NewField(self.key(branch), rule.leaf).inBlockStyle
      )
    }
    let isList = if case .item = step { true } else { false }
    return StubInPlace(
      heading: isList
        ? say("to answer, add to the list under `\(key)` (line \(line))")
        : say(
          "to answer, add to `\(key)` (line \(line)), with what is there as the first item of a list"
        ),
      text: NewValue.list([item(rule)]).inBlockStyle
    )
  }

  /// Returns what to write in place of a placeholder, or `nil` if only the result is missing or the rule belongs to a pack.
  func stubInPlace(_ rule: Int, _ placeholder: Rule.Placeholder) -> StubInPlace? {
    guard specification.rules[rule].house == nil else { return nil }
    let word = "`\(placeholder.word.text.onOneLine)`"
    switch placeholder.kind {
    case .elsewhere: return nil
    case .open:
      guard placeholder.until == nil else { return nil }
      return StubInPlace(
        heading: say(
          "or, if nobody knows yet, write this with `ask` and `until` in place of \(word) (line \(placeholder.word.span.start.line))"
        ),
        text: NewField("question", .text(question(for: placeholder))).inBlockStyle
      )
    case .excluded:
      if let operation = excludedOperation(rule) {
        guard operation.catalogueEntry?.id == operation.id else { return nil }
        return StubInPlace(
          heading: say(
            "or, if \(word) means that it does not matter here, remove `\(operation.id)` from `operations` and add to `dismissed`"
          ),
          text: NewField(operation.id, .text(reasonStub)).inBlockStyle
        )
      }
      let cubes = specification.rules[rule].when.alternatives.map { written($0.literals) }
      let when = condition(
        cubes.flatMap(\.alternatives),
        ofOperations: cubes[0].operations,
        in: .impossible
      )
      let entry = NewValue.map([NewField("when", when), NewField("because", .text(reasonStub))])
      return StubInPlace(
        heading: say(
          "or, if \(word) means that it cannot happen or is left out on purpose, delete the rule and add to `impossible`"
        ),
        text: NewValue.list([entry]).inBlockStyle
      )
    }
  }

  /// Returns the operation that a rule covers entirely, or `nil` if it covers less, or several.
  func excludedOperation(_ rule: Int) -> Operation? {
    let alternatives = specification.rules[rule].when.alternatives
    guard let terms = alternatives.first?.terms, alternatives.count == 1, terms.count == 1 else {
      return nil
    }
    let operations = Set(terms[0].values.map { operationValues[$0].operation })
    guard let operation = operations.first, operations.count == 1,
      terms[0].values.count
        == operationValues.indices.count(where: {
          operationValues[$0].operation == operation && !operationValues[$0].isInvalid
        })
    else { return nil }
    return specification.operations[operation]
  }

  private var reasonStub: String {
    language.choose("Write the reason here", "ここに理由を書く")
  }

  private func stubRule(_ cubes: [NamedCube], _ id: String?) -> NewRule {
    let placeholder =
      language.choose(PlaceholderKind.stubInEnglish, PlaceholderKind.stubInJapanese)
    let then = NewField("then", .text(placeholder))
    return NewRule(
      condition: written(cubes),
      fields: id.map {
        [NewField("id", .text($0)), then, NewField("because", .text(reasonStub))]
      } ?? [then]
    )
  }

  /// Returns an entry of `rules` for rules of the same operations, in the smallest possible form.
  ///
  /// A rule with a single text and nothing else is written as that text.
  func entry(for rules: [NewRule]) -> NewField {
    NewField(operationKey(rules[0].condition.operations), value(of: rules))
  }

  /// The maximum length in bytes; YAML limits keys to 1,024 characters.
  static let longestKey = 500

  /// Returns operations as the key of rules.
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
      return .map([NewField(conditionName(factor), .map(entries))])
    }
    return .list(rules.map { item($0) })
  }

  /// Returns a rule as an item of a list of rules.
  func item(_ rule: NewRule) -> NewValue {
    guard rule.condition.alternatives != [[]] else { return .map(rule.fields) }
    let when = NewField("when", condition(rule.condition.alternatives, in: .rule))
    // The id comes first.
    let place = rule.fields.first?.key == "id" ? 1 : 0
    return .map(rule.fields.prefix(place) + [when] + rule.fields.dropFirst(place))
  }

  /// Returns an entry as the key of a tree.
  func key(_ entry: WrittenCube.Entry) -> String {
    text(entry, in: .rule).text
  }

  private func text(_ entry: WrittenCube.Entry, in place: ConditionPlace) -> ValueText {
    let factor = specification.factors[entry.factor]
    if let comparison = factor.comparison {
      let other = specification.factors[comparison.right].name
      return ValueText(items: [comparison.written(factor.relations(entry.values), other)])
    }
    return ValueText(entry.values, of: factor.values, in: place)
  }

  /// Returns the name of a factor in conditions; a comparison is written under the first of its two factors.
  private func conditionName(_ factor: Int) -> String {
    let named = specification.factors[factor].comparison?.left ?? factor
    return specification.factors[named].name
  }

  /// Returns the names and values of a map; a comparison is appended to the values of its factor.
  private func settings(
    _ entries: [WrittenCube.Entry],
    in place: ConditionPlace
  ) -> [(name: String, text: ValueText)] {
    var settings: [(name: String, text: ValueText)] = []
    for entry in entries {
      let (name, text) = (conditionName(entry.factor), text(entry, in: place))
      if let same = settings.firstIndex(where: { $0.name == name }) {
        settings[same].text = ValueText(items: [settings[same].text.text + " and " + text.text])
      } else {
        settings.append((name, text))
      }
    }
    return settings
  }

  /// Returns maps of factors, as a list if there are several.
  func condition(
    _ alternatives: [[WrittenCube.Entry]],
    ofOperations operations: [Int] = [],
    in place: ConditionPlace
  ) -> NewValue {
    let names = selectors(operations, in: place)
    let operation =
      names.isEmpty ? [] : ["operation: " + ValueText(items: names).flow]
    let maps = alternatives.map { entries in
      let factors = settings(entries, in: place).map { $0.name.asFlowScalar + ": " + $0.text.flow }
      return NewValue.flow("{" + (operation + factors).joined(separator: ", ") + "}")
    }
    return maps.count == 1 ? maps[0] : .list(maps)
  }
}

/// A rule to be written.
struct NewRule: Hashable {
  var condition: WrittenCube
  /// The other fields of the rule: `id`, `then` and so on, in this order.
  var fields: [NewField]

  /// The rule without its condition: a text, or a map.
  var leaf: NewValue {
    if fields.count == 1, fields[0].key == "then", case .text = fields[0].value {
      return fields[0].value
    }
    return .map(fields)
  }

  /// The single factor that the condition names, or `nil`.
  var branch: WrittenCube.Entry? {
    guard condition.alternatives.count == 1, condition.alternatives[0].count == 1 else {
      return nil
    }
    return condition.alternatives[0][0]
  }
}

/// YAML to paste, and where.
package struct StubInPlace: Hashable, Sendable {
  /// The purpose and place: "to answer, add to the list under `accept` (line 72)".
  package var heading: String
  /// The YAML, without a margin and a final line break.
  package var text: String
}
