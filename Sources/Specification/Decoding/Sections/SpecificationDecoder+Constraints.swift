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
