import Diagnostics
import YAMLSyntax

enum CaseKey: String, CaseIterable {
  case every, when, because
}

struct WrittenCase {
  /// The name of its condition or list in messages.
  var subject: String
  var node: SyntaxNode
  /// The condition, or `nil` for all combinations of a list.
  var when: WrittenCondition?
  var because: String?
  var span: SourceSpan
}

extension SpecificationDecoder {
  func writtenImpossible(_ fields: Fields<Key>) -> [WrittenImpossibility] {
    guard let node = fields[filled: .impossible] else { return [] }
    let written = read.impossible(node, on: lines)
    return read.limited(written, to: Limit.rules, "a spec", "entries of `impossible`", at: \.span)
  }

  func impossible(_ written: [WrittenImpossibility], in scope: NameScope) -> [Impossibility] {
    let own = written.enumerated().compactMap { number, entry -> Impossibility? in
      let context = ConditionContext(
        scope: scope,
        subject: "`when` of entry \(number + 1) of `impossible`",
        takesInvalid: true
      )
      return condition(entry.when, in: context).map {
        Impossibility(when: $0, because: entry.because, span: entry.span)
      }
    }
    return own
      + house.impossible.compactMap { houseImpossibility($0.written, $0.origin, in: scope) }
  }

  /// Returns an impossibility of a pack, or `nil` if it names something that the spec does not declare.
  func houseImpossibility(
    _ written: WrittenImpossibility,
    _ origin: HouseOrigin,
    in scope: NameScope
  ) -> Impossibility? {
    let context = ConditionContext(
      scope: scope,
      subject: "`impossible` of a pack",
      takesInvalid: true,
      isOfHouse: true
    )
    guard var when = read.silently({ condition(written.when, in: context) }) else { return nil }
    when.alternatives.removeAll { conjunction in conjunction.terms.contains { $0.values.isEmpty } }
    guard let first = when.alternatives.first?.terms.first else { return nil }
    let span =
      first.factor == scope.operationFactor
      ? scope.owner(of: first.values[0]).flatMap { operationSpans[$0.id] }
      : factorSpans[scope.factors[first.factor].name]
    guard let span else { return nil }
    when.span = span
    return Impossibility(when: when, because: written.because, span: span, house: origin)
  }
}

extension SpecificationDecoder {
  func questions(
    _ fields: Fields<Key>,
    factors: Set<String>,
    selected: [DeclaredOperation]
  ) -> [TeamQuestion] {
    let own = fields[filled: .questions].map(read.teamQuestions) ?? []
    for asked in own { checkOperation(of: asked, factors, selected.map(\.operation)) }
    let ofHouse = house.questions.map { asked in
      var asked = asked
      asked.question.span = fields.place(.operations)
      return asked
    }
    return own + ofHouse
  }

  /// Reports a question that postpones an unknown entry of the catalogue, or one that is already selected or dismissed.
  private func checkOperation(
    of asked: TeamQuestion,
    _ factors: Set<String>,
    _ operations: [Operation]
  ) {
    guard let id = asked.operation, let span = asked.operationSpan else { return }
    let isSelected =
      factors.contains(id)
      || operations.contains { $0.id == id || $0.catalogueEntry?.id == id }
    guard catalogue.listing(id) != nil else {
      read.report(
        .unknownOperation,
        "a question postpones entries of the catalogue, and `\(id)` is not one",
        at: span,
        help: isSelected
          ? ["ask what `\(id)` does in a rule: `\(id): {question: …, until: …}`"]
          : read.near(id, among: catalogue.operationIDs)
      )
      return
    }
    guard isSelected || dismissedIDs.contains(id) else { return }
    read.report(
      .selectedAndDismissed,
      "`\(id)` is \(isSelected ? "selected" : "dismissed"), so this question is settled",
      at: span,
      severity: .warning,
      help: ["delete it from `questions`"]
    )
  }
}

extension SpecificationDecoder {
  func writtenCases(_ fields: Fields<Key>) -> [WrittenCase] {
    guard let node = fields[filled: .cases],
      let items = read.list(node, fields.name(.cases), item: "every: […]")
    else { return [] }
    return items.enumerated().compactMap { writtenCase($1, "entry \($0 + 1) of `cases`") }
  }

  private func writtenCase(_ item: SyntaxNode, _ subject: String) -> WrittenCase? {
    let help = [
      "write `- every: [plan, login]` for all combinations, `- when: {plan: free, operation: submit}` for one case"
    ]
    guard let fields = read.fields(of: item, CaseKey.self, subject: subject, help: help) else {
      return nil
    }
    let because = fields.text(.because)
    guard let (key, node) = fields.one(of: .every, .when, help: help) else { return nil }
    var written = WrittenCase(subject: fields.name(key), node: node, span: item.span)
    if key == .when {
      guard let when = read.condition(node, written.subject, on: lines) else { return nil }
      (written.when, written.because) = (when, because)
    } else if because != nil {
      let help = "`because` says why a case must exist: it belongs to `when`"
      fields.reportAlone(.because, without: .when, help: help)
    }
    return written
  }

  func cases(_ written: [WrittenCase], in scope: NameScope) -> Coverage {
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

  private func factors(_ node: SyntaxNode, _ subject: String, in scope: NameScope) -> [Int]? {
    guard let items = read.filledList(node, subject) else { return nil }
    let names = read.names(items, "an item of \(subject)", called: "the factor") { name, span in
      if name == WrittenTerm.operationName || scope.factor(name) != nil { return true }
      let context = ConditionContext(scope: scope, subject: subject)
      reportUnknownFactor(name, at: span, in: context)
      return false
    }
    guard names.count == items.count else { return nil }
    let numbers = names.map { scope.factor($0.text) ?? scope.operationFactor }
    let most = Coverage.strengths.upperBound
    if numbers.count <= most { return numbers }
    let message = "\(subject) can name at most \(most) factors, not \(numbers.count)"
    return read.reject(.tooMany, message, at: items[most].span)
  }

  private func row(
    _ entry: WrittenCase,
    _ when: WrittenCondition,
    in scope: NameScope
  ) -> Conjunction? {
    let context = ConditionContext(scope: scope, subject: entry.subject)
    guard let condition = condition(when, in: context) else { return nil }
    if condition.alternatives.count == 1 {
      return scope.withWholeOperations(condition.alternatives[0])
    }
    return read.wrongType(
      entry.node,
      entry.subject,
      expected: "one map: it stands for one case",
      help: ["write an entry of `cases` for each"]
    )
  }
}

extension NameScope {
  /// Returns the row extended to all parts of each operation that it names a part of, as a case covers all of them.
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
  /// Creates the coverage that the settings ask for.
  init(_ settings: Settings) {
    self.init()
    strength = settings.strength ?? strength
    depth = settings.depth ?? depth
  }
}
