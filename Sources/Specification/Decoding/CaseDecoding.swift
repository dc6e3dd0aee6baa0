import Diagnostics
import YAMLSyntax

/// The keys of what the suite must cover.
enum CaseKey: String, CaseIterable {
  case every, when, because
}

/// An entry of `cases` as it is written.
struct WrittenCase {
  /// How a message names its condition, or its list.
  var subject: String
  /// What stands under `every` or `when`.
  var node: SyntaxNode
  /// `nil` for all combinations of a list.
  var when: WrittenCondition?
  var because: String?
  var span: SourceSpan
}

extension SpecificationDecoder {
  /// What the spec says that cannot happen, before names are looked up.
  mutating func writtenImpossible(_ fields: Fields<Key>) -> [WrittenImpossibility] {
    guard let node = section(.impossible, of: fields) else { return [] }
    let written = read.impossible(node)
    if written.count > Limit.rules {
      read.report(
        .tooMany,
        "a spec can have at most \(Limit.rules) entries of `impossible`, not \(written.count)",
        at: written[Limit.rules].span
      )
    }
    return Array(written.prefix(Limit.rules))
  }

  /// What cannot happen, in the spec, then in packs.
  mutating func impossible(
    _ written: [WrittenImpossibility],
    in scope: NameScope
  ) -> [Impossibility] {
    var entries: [Impossibility] = []
    for (number, entry) in written.enumerated() {
      let context = ConditionContext(
        scope: scope,
        subject: "`when` of entry \(number + 1) of `impossible`",
        takesInvalid: true
      )
      guard let when = condition(entry.when, in: context) else { continue }
      entries.append(Impossibility(when: when, because: entry.because, span: entry.span))
    }
    return entries
      + house.impossible.compactMap { houseImpossibility($0.written, $0.origin, in: scope) }
  }

  /// What a pack says that cannot happen; `nil` where it names something that the spec does not declare.
  mutating func houseImpossibility(
    _ written: WrittenImpossibility,
    _ origin: HouseOrigin,
    in scope: NameScope
  ) -> Impossibility? {
    let before = read
    defer { read = before }
    let context = ConditionContext(
      scope: scope,
      subject: "`impossible` of a pack",
      takesInvalid: true,
      isOfHouse: true
    )
    guard var when = condition(written.when, in: context) else { return nil }
    when.alternatives.removeAll { conjunction in conjunction.terms.contains { $0.values.isEmpty } }
    guard let first = when.alternatives.first?.terms.first else { return nil }
    let span: SourceSpan?
    if first.factor == scope.operationFactor {
      let owner = scope.operations.last { $0.first <= first.values[0] }
      span = owner.flatMap { operationSpans[$0.id] }
    } else {
      span = factorSpans[scope.factors[first.factor].name]
    }
    guard let span else { return nil }
    when.span = span
    return Impossibility(when: when, because: written.because, span: span, house: origin)
  }

  /// What the team asks itself beside the matrix, in the spec, then in packs.
  mutating func questions(
    _ fields: Fields<Key>,
    selected: [DeclaredOperation]
  ) -> [TeamQuestion] {
    let own = section(.questions, of: fields).map { read.teamQuestions($0) } ?? []
    for asked in own { checkOperation(of: asked, selected: selected) }
    let span = fields.entry(.operations)?.keySpan ?? fields.span
    return own
      + house.questions.map { asked in
        var asked = asked
        asked.question.span = span
        return asked
      }
  }

  /// Reports a question that puts off what is no operation of the catalogue, or is considered by now.
  private mutating func checkOperation(of asked: TeamQuestion, selected: [DeclaredOperation]) {
    guard let id = asked.operation, let span = asked.operationSpan else { return }
    let selection = selected.first { $0.id == id || $0.catalogueEntry?.id == id }
    guard catalogue.operation(id) != nil else {
      let known = catalogue.listings.filter { $0.kind == .operation }.map(\.id)
      read.report(
        .unknownOperation,
        "a question puts off operations of the catalogue, and `\(id)` is none",
        at: span,
        help: selection != nil
          ? ["ask what `\(id)` does in a rule: `\(id): {question: …, until: …}`"]
          : NearestName.of(id, among: known).map { ["did you mean `\($0)`?"] } ?? []
      )
      return
    }
    guard selection != nil || dismissedIDs.contains(id) else { return }
    read.report(
      .selectedAndDismissed,
      "`\(id)` is \(selection != nil ? "selected" : "dismissed"), so this question is settled",
      at: span,
      severity: .warning,
      help: ["delete it from `questions`"]
    )
  }

  // MARK: Cases

  /// What the suite must cover, before names are looked up.
  mutating func writtenCases(_ fields: Fields<Key>) -> [WrittenCase] {
    guard let node = section(.cases, of: fields),
      let items = read.list(node, "`cases`", item: "every: […]")
    else { return [] }
    return items.enumerated().compactMap { number, item in
      let subject = "entry \(number + 1) of `cases`"
      let help = [
        "write `- every: [plan, login]` for all combinations, `- when: {plan: free, operation: submit}` for one case"
      ]
      guard let fields = read.fields(of: item, CaseKey.self, subject: subject, help: help) else {
        return nil
      }
      let because = read.text(fields[.because], fields.name(.because))
      switch (fields[.every], fields[.when]) {
      case (let every?, nil):
        if let reason = fields.entry(.because) {
          read.report(
            .conflictingKeys,
            "\(subject) has `because` beside `every`",
            at: reason.keySpan,
            help: ["`because` says why one case must be there: it belongs to `when`"]
          )
        }
        return WrittenCase(subject: fields.name(.every), node: every, span: item.span)
      case (nil, let node?):
        let subject = fields.name(.when)
        guard let when = read.condition(node, subject) else { return nil }
        return WrittenCase(
          subject: subject,
          node: node,
          when: when,
          because: because,
          span: item.span
        )
      case (_?, _?): conflict(fields, [.every, .when])
      case (nil, nil):
        if !fields.hasUnknownKeys {
          read.report(
            .missingKey,
            "\(subject) has neither `every` nor `when`",
            at: fields.span,
            help: help
          )
        }
      }
      return nil
    }
  }

  /// What the suite must cover.
  mutating func cases(_ written: [WrittenCase], in scope: NameScope) -> Coverage {
    var coverage = Coverage(settings)
    for entry in written {
      if let when = entry.when {
        guard let row = row(entry, when, in: scope) else { continue }
        coverage.include.append(
          Coverage.Include(row: row, because: entry.because, span: entry.span)
        )
      } else if let factors = factors(entry.node, entry.subject, in: scope) {
        coverage.every.append(Coverage.Group(factors: factors, span: entry.span))
      }
    }
    return coverage
  }

  private mutating func factors(
    _ node: SyntaxNode,
    _ subject: String,
    in scope: NameScope
  ) -> [Int]? {
    guard let items = read.filledList(node, subject) else { return nil }
    var numbers: [Int] = []
    var names = UniqueNames()
    for item in items {
      guard let name = read.name(item, "an item of \(subject)") else { continue }
      let number =
        name == WrittenTerm.operationName ? scope.operationFactor : scope.factor(name)
      guard let number else {
        if !scope.hidesFactors {
          read.report(
            .unknownFactor,
            "\(subject) names the factor `\(name)`, which is not declared",
            at: item.span,
            help: scope.operation(name) != nil
              ? ["`\(name)` is an operation: write `operation` for all of them"]
              : read.help(for: name, among: scope.factors.map(\.name), called: "the factors")
          )
        }
        continue
      }
      if names.insert(name, at: item.span, called: "the factor", reportingTo: &read) {
        numbers.append(number)
      }
    }
    guard numbers.count == items.count else { return nil }
    let most = Coverage.strengths.upperBound
    if numbers.count > most {
      read.report(
        .tooMany,
        "\(subject) can name at most \(most) factors, not \(numbers.count)",
        at: items[most].span
      )
      return nil
    }
    return numbers
  }

  /// What one case must be.
  private mutating func row(
    _ entry: WrittenCase,
    _ when: WrittenCondition,
    in scope: NameScope
  ) -> Conjunction? {
    let context = ConditionContext(scope: scope, subject: entry.subject)
    guard let condition = condition(when, in: context) else { return nil }
    guard condition.alternatives.count == 1 else {
      read.wrongType(
        entry.node,
        entry.subject,
        expected: "one map: it stands for one case",
        help: ["write an entry of `cases` for each"]
      )
      return nil
    }
    return scope.withWholeOperations(condition.alternatives[0])
  }
}

extension NameScope {
  /// What a case must be, with all parts of the operations of which it names one: a case looks at all of them.
  fileprivate func withWholeOperations(_ row: Conjunction) -> Conjunction {
    var row = row
    for index in row.terms.indices where row.terms[index].factor == operationFactor {
      var values = Set(row.terms[index].values)
      for operation in operations where operation.hasParts {
        let parts = operation.first..<(operation.first + operation.count)
        if parts.contains(where: values.contains) { values.formUnion(parts) }
      }
      row.terms[index].values = values.sorted()
    }
    return row
  }
}

extension Coverage {
  /// What the settings ask for, with nothing of the spec's own.
  init(_ settings: Settings) {
    self.init()
    strength = settings.strength ?? strength
    depth = settings.depth ?? depth
  }
}
