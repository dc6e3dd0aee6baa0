import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of `text`.
  enum TextKey: String, CaseIterable {
    case length, kinds
  }

  /// What stands behind `text`: lengths by the boundary rule, then the kinds.
  mutating func text(_ node: SyntaxNode, _ subject: String) -> DeclaredValues {
    let broken = DeclaredValues(scale: .textLength, isBroken: true)
    guard
      let fields = read.fields(
        of: node,
        TextKey.self,
        subject: subject,
        help: ["write `text: {length: 1..140}`"]
      )
    else { return broken }
    if fields[.length] == nil && fields[.kinds] == nil {
      if !fields.hasUnknownKeys {
        read.report(
          .missingKey,
          "\(subject) has neither `length` nor `kinds`",
          at: fields.span,
          help: ["write `text: {length: 1..140, kinds: [emoji]}`"]
        )
      }
      return broken
    }
    var declared = DeclaredValues(scale: .textLength, isBroken: fields.hasUnknownKeys)
    var range: BoundaryRange?
    if let node = fields[.length] {
      range = boundaryRange(node, .textLength, fields.name(.length))?.range
      if let range {
        declared.values = lengths(range, at: node.span)
      } else {
        declared.isBroken = true
      }
    }
    if let node = fields[.kinds] {
      if let kinds = kinds(node, fields.name(.kinds), within: range) {
        declared.values += kinds
      } else {
        declared.isBroken = true
      }
    }
    return declared
  }

  private func lengths(_ range: BoundaryRange, at span: SourceSpan) -> [FactorValue] {
    range.picks(in: Scale.textLength.domain).map { pick in
      FactorValue(
        id: Scale.textLength.id(pick.number),
        label: label(ofLength: pick.number),
        hasOwnLabel: false,
        isInvalid: pick.isInvalid,
        sample: TextSample(language: language).plain(pick.number),
        number: pick.number,
        span: span
      )
    }
  }

  private func label(ofLength length: Int) -> String {
    switch language {
    case .japanese: length == 0 ? "空" : "\(length)文字"
    case .english: length == 0 ? "empty" : length == 1 ? "1 character" : "\(length) characters"
    }
  }

  private mutating func kinds(
    _ node: SyntaxNode,
    _ subject: String,
    within range: BoundaryRange?
  ) -> [FactorValue]? {
    guard let items = read.filledList(node, subject) else { return nil }
    var names = UniqueNames()
    var values: [FactorValue] = []
    for item in items {
      guard let kind = read.word(item, "a kind of text", TextKind.self),
        names.insert(kind.rawValue, at: item.span, called: "the kind", reportingTo: &read)
      else { continue }
      values.append(
        FactorValue(
          id: kind.rawValue,
          label: kind.label(language),
          hasOwnLabel: false,
          sample: TextSample(language: language).text(kind, within: range),
          span: item.span
        )
      )
    }
    return values.count == items.count ? values : nil
  }
}
