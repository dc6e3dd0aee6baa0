import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of a constraint.
  enum ConstraintKey: String, CaseIterable {
    case when, require, exclude, because
  }

  /// What cannot happen.
  mutating func constraints(_ fields: Fields<Key>, in scope: NameScope) -> [Constraint] {
    guard let items = entries(of: .constraints, fields, called: "constraints") else { return [] }
    return items.enumerated().compactMap { constraint($1, number: $0 + 1, in: scope) }
  }

  /// The items of a section that is a list of rules, unless there are too many.
  mutating func entries(
    of key: Key,
    _ fields: Fields<Key>,
    called noun: String
  ) -> [SyntaxNode]? {
    guard let node = section(key, of: fields),
      let items = read.list(node, "`\(key.rawValue)`")
    else { return nil }
    if items.count <= Limit.rules { return items }
    read.report(
      .tooMany,
      "a spec can have at most \(Limit.rules) \(noun), not \(items.count)",
      at: items[Limit.rules].span
    )
    return nil
  }

  private mutating func constraint(
    _ node: SyntaxNode,
    number: Int,
    in scope: NameScope
  ) -> Constraint? {
    let subject = "constraint \(number)"
    guard let fields = read.fields(of: node, ConstraintKey.self, subject: subject) else {
      return nil
    }
    let because = read.text(fields[.because], fields.name(.because))
    let when = fields[.when].flatMap {
      condition($0, fields.name(.when), in: scope, mayBeEmpty: true)
    }
    let require = fields[.require].flatMap { condition($0, fields.name(.require), in: scope) }
    let exclude = fields[.exclude].flatMap { condition($0, fields.name(.exclude), in: scope) }
    switch fields.written(of: [.when, .require, .exclude]) {
    case [.when, .require]:
      guard let when, let require else { return nil }
      return Constraint(
        rule: .require(when: when, require: require),
        because: because,
        span: node.span
      )
    case [.exclude]:
      guard let exclude else { return nil }
      return Constraint(rule: .exclude(exclude), because: because, span: node.span)
    case let written: reportForm(written, fields)
    }
    return nil
  }

  private mutating func reportForm(
    _ written: [ConstraintKey],
    _ fields: Fields<ConstraintKey>
  ) {
    let help = ["a constraint is `when` and `require`, or `exclude` alone"]
    if let exclude = fields.entry(.exclude) {
      read.report(
        .conflictingKeys,
        "\(fields.subject) mixes `exclude` with \(inWords(written.dropLast().map(\.rawValue)))",
        at: exclude.keySpan,
        help: help
      )
    } else if written == [.require] {
      read.report(
        .missingKey,
        "\(fields.subject) has `require` without `when`",
        at: fields.entry(.require)?.keySpan ?? fields.span,
        help: help
      )
    } else if written == [.when] {
      if fields.hasUnknownKeys { return }
      read.report(
        .missingKey,
        "\(fields.subject) has `when` without `require`",
        at: fields.entry(.when)?.keySpan ?? fields.span,
        help: help
      )
    } else if !fields.hasUnknownKeys {
      read.report(
        .missingKey,
        "\(fields.subject) says nothing",
        at: fields.span,
        help: help
      )
    }
  }
}

extension SpecificationDecoder {
  /// The keys of `coverage`.
  enum CoverageKey: String, CaseIterable {
    case strength, stronger, include
  }

  /// The keys of a group that is covered more strongly.
  enum GroupKey: String, CaseIterable {
    case factors, strength
  }

  /// What the suite must cover.
  mutating func coverage(_ fields: Fields<Key>, in scope: NameScope) -> Coverage {
    let standard = Coverage(strength: settings.strength ?? 2)
    guard let node = section(.coverage, of: fields),
      let fields = read.fields(of: node, CoverageKey.self, subject: "`coverage`")
    else { return standard }
    var coverage = standard
    if let node = fields[.strength] {
      coverage.strength =
        read.integer(node, fields.name(.strength), in: Coverage.strengths) ?? standard.strength
    }
    if let node = fields[.stronger], let items = read.list(node, "`stronger`") {
      coverage.stronger = items.enumerated().compactMap { number, item in
        group(item, "group \(number + 1) of `stronger`", in: scope)
      }
    }
    if let node = fields[.include], let items = read.list(node, "`include`") {
      coverage.include = items.enumerated().compactMap { number, item in
        include(item, "row \(number + 1) of `include`", in: scope)
      }
    }
    return coverage
  }

  private mutating func group(
    _ node: SyntaxNode,
    _ subject: String,
    in scope: NameScope
  ) -> Coverage.Group? {
    guard let fields = read.fields(of: node, GroupKey.self, subject: subject) else { return nil }
    let factorsNode = read.required(.factors, of: fields)
    let strengthNode = read.required(.strength, of: fields)
    let factors = factorsNode.flatMap { self.factors($0, fields.name(.factors), in: scope) }
    let strength = strengthNode.flatMap {
      read.integer($0, fields.name(.strength), in: Coverage.strengths)
    }
    guard let factors, let strength, let strengthNode else { return nil }
    if strength > factors.count {
      read.report(
        .invalidValue,
        "\(fields.name(.strength)) must be at most the number of its factors, "
          + "\(factors.count), not \(strength)",
        at: strengthNode.span
      )
      return nil
    }
    return Coverage.Group(factors: factors, strength: strength, span: node.span)
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
      guard let name = read.name(item, "an item of \(subject)"),
        let number = factor(name, at: item.span, subject, in: scope),
        names.insert(name, at: item.span, called: "the factor", reportingTo: &read)
      else { continue }
      numbers.append(number)
    }
    return numbers.count == items.count ? numbers : nil
  }

  private mutating func include(
    _ node: SyntaxNode,
    _ subject: String,
    in scope: NameScope
  ) -> Coverage.Include? {
    guard let entries = read.mapping(node, subject) else { return nil }
    if entries.isEmpty {
      read.report(.emptyCondition, "\(subject) must name at least one factor", at: node.span)
      return nil
    }
    let terms = entries.compactMap { cell($0, subject, in: scope) }
    guard terms.count == entries.count else { return nil }
    return Coverage.Include(row: Conjunction(terms: terms), span: node.span)
  }

  /// One factor of a row with its one value.
  private mutating func cell(
    _ entry: SyntaxEntry,
    _ subject: String,
    in scope: NameScope
  ) -> Term? {
    guard let number = factor(entry.key, at: entry.keySpan, subject, in: scope) else { return nil }
    guard entry.value.writtenScalar != nil else {
      read.wrongType(
        entry.value,
        "`\(entry.key)` in \(subject)",
        expected: "one value",
        help: ["a factor left out may take any value"]
      )
      return nil
    }
    guard let values = values(entry.value, of: scope.factors[number]) else { return nil }
    guard values.count == 1 else {
      let ids = values.map { scope.factors[number].ids[$0] }
      read.report(
        .invalidValue,
        "\(subject) must name one variant of `\(entry.value.writtenScalar?.text ?? "")`",
        at: entry.value.span,
        help: ["the variants are \(inWords(ids))"]
      )
      return nil
    }
    return Term(
      factor: number,
      values: values,
      allowsNotApplicable: false,
      span: entry.keySpan
    )
  }
}
