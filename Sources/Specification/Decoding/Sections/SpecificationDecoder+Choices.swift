import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The forms in which a condition says what a factor may be, besides a value and a list.
  enum ChoiceKey: String, CaseIterable {
    case not, only, from, to, applies
  }

  /// Which of a factor's values are meant.
  enum Validity: String, CaseIterable {
    case valid, invalid
  }

  /// What a factor may be.
  struct Choice {
    /// Ascending.
    var values: [Int]
    var allowsNotApplicable = false
  }

  /// What stands behind a factor in a condition.
  mutating func choice(_ node: SyntaxNode, of factor: NameScope.NamedFactor) -> Choice? {
    switch node.content {
    case .scalar, .sequence: return namedValues(node, of: factor).map { Choice(values: $0) }
    case .mapping: break
    }
    let subject = "the condition on `\(factor.name)`"
    guard let fields = read.fields(of: node, ChoiceKey.self, subject: subject) else { return nil }
    let written = fields.written(of: ChoiceKey.allCases)
    if written.isEmpty {
      if !fields.hasUnknownKeys {
        read.report(
          .emptyCondition,
          "\(subject) says nothing",
          at: fields.span,
          help: ["the forms are \(inWords(ChoiceKey.allCases.map(\.rawValue)))"]
        )
      }
      return nil
    }
    if written.count > 1 && written != [.from, .to] {
      conflict(fields, written)
      return nil
    }
    if fields.hasUnknownKeys { return nil }
    switch written[0] {
    case .not: return fields[.not].flatMap { complement($0, of: factor) }
    case .only: return fields[.only].flatMap { validity($0, of: factor) }
    case .from, .to: return interval(fields, of: factor, at: node.span)
    case .applies: return fields[.applies].flatMap { applicability($0, of: factor) }
    }
  }

  /// One value, or a list of some.
  private mutating func namedValues(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> [Int]? {
    guard case .sequence = node.content else { return values(node, of: factor) }
    guard let items = read.filledList(node, "the values of `\(factor.name)`") else { return nil }
    var numbers: Set<Int> = []
    var isReadable = true
    for item in items {
      guard let values = values(item, of: factor) else {
        isReadable = false
        continue
      }
      numbers.formUnion(values)
    }
    return isReadable ? numbers.sorted() : nil
  }

  private mutating func complement(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    if case .mapping = node.content {
      read.wrongType(node, "`not` of `\(factor.name)`", expected: "a value or a list of values")
      return nil
    }
    guard let excluded = namedValues(node, of: factor).map(Set.init), !factor.mayHideValues else {
      return nil
    }
    let values = factor.ids.indices.filter { !excluded.contains($0) }
    if values.isEmpty {
      read.report(
        .selectsNothing,
        "`not` leaves no value of `\(factor.name)`",
        at: node.span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func validity(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    guard let validity = read.word(node, "`only` of `\(factor.name)`", Validity.self),
      !factor.mayHideValues
    else { return nil }
    let values = factor.ids.indices.filter { factor.isInvalid[$0] == (validity == .invalid) }
    if values.isEmpty {
      read.report(
        .selectsNothing,
        "`\(factor.name)` has no \(validity.rawValue) value",
        at: node.span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func interval(
    _ fields: Fields<ChoiceKey>,
    of factor: NameScope.NamedFactor,
    at span: SourceSpan
  ) -> Choice? {
    guard let scale = factor.scale else {
      if !factor.mayHideValues {
        read.report(
          .invalidValue,
          "`\(factor.name)` has no numbers that `from` and `to` could compare",
          at: span,
          help: ["only values from `range`, `date` and the length of `text` can be compared"]
        )
      }
      return nil
    }
    var ends: [ChoiceKey: Int] = [:]
    for key in fields.written(of: [.from, .to]) {
      guard let node = fields[key] else { continue }
      ends[key] = bound(node, scale, "`\(key.rawValue)` of `\(factor.name)`")
      if ends[key] == nil { return nil }
    }
    let from = ends[.from] ?? .min
    let to = ends[.to] ?? .max
    if from > to {
      read.report(
        .backwardsRange,
        "\(fields.subject) runs backwards from \(scale.written(from)) to \(scale.written(to))",
        at: span
      )
      return nil
    }
    guard !factor.mayHideValues else { return nil }
    let values = factor.ids.indices.filter { value in
      factor.positions[value].map { from <= $0 && $0 <= to } ?? false
    }
    if values.isEmpty {
      let lower = ends[.from].map { " from \(scale.written($0))" } ?? ""
      let upper = ends[.to].map { " to \(scale.written($0))" } ?? ""
      read.report(
        .selectsNothing,
        "`\(factor.name)` has no value\(lower)\(upper)",
        at: span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func applicability(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    guard let applies = read.boolean(node, "`applies` of `\(factor.name)`") else { return nil }
    if applies { return Choice(values: Array(factor.ids.indices)) }
    if factor.isOperation {
      read.report(.selectsNothing, "`operation` always applies", at: node.span)
      return nil
    }
    return Choice(values: [], allowsNotApplicable: true)
  }

  private func listOfValues(_ factor: NameScope.NamedFactor) -> String {
    "the values of `\(factor.name)` are \(inWords(factor.ids))"
  }
}
