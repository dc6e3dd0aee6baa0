import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// What was looked at and left out, each with its reason.
  mutating func dismissed(
    _ fields: Fields<Key>,
    selected operations: [DeclaredOperation]
  ) -> [Dismissal] {
    guard let node = section(.dismissed, of: fields) else { return [] }
    guard case .mapping(let entries) = node.content else {
      read.wrongType(
        node,
        "`dismissed`",
        expected: "a map of ids to reasons",
        help: ["write why each is left out: {rotate: the screen is portrait only}"]
      )
      return []
    }
    let selected = Dictionary(
      operations.map { ($0.id, $0.span) },
      uniquingKeysWith: { first, _ in first }
    )
    let known = catalogue.listings.map(\.id)
    var dismissals: [Dismissal] = []
    for entry in entries
    where read.isName(entry.key, at: entry.keySpan, "the id of what is dismissed") {
      if let span = selected[entry.key] {
        read.report(
          .selectedAndDismissed,
          "`\(entry.key)` is both selected and dismissed",
          at: entry.keySpan,
          related: [Diagnostic.Related(span: span, message: "selected here")]
        )
      } else if !known.contains(entry.key),
        let near = NearestName.of(entry.key, among: known)
      {
        read.report(
          .unknownOperation,
          "the catalogue has no operation `\(entry.key)` to dismiss",
          at: entry.keySpan,
          help: ["did you mean `\(near)`?"]
        )
      }
      let reason = reason(entry)
      if let reason {
        dismissals.append(Dismissal(id: entry.key, reason: reason, span: entry.keySpan))
      }
    }
    return dismissals
  }

  private mutating func reason(_ entry: SyntaxEntry) -> String? {
    if !entry.value.isNull {
      return read.text(entry.value, "the reason to dismiss `\(entry.key)`")
    }
    read.report(.emptyText, "`\(entry.key)` is dismissed without a reason", at: entry.keySpan)
    return nil
  }
}
