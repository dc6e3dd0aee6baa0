package import Diagnostics
package import YAMLSyntax

/// Drafted rules that are added to a spec as an author would write them: under the existing keys, after the existing rules.
package struct DraftedRules {
  /// The content of `rules`.
  private let entries: [SyntaxEntry]

  /// Creates a draft from operations with their rules.
  package init(_ entries: [SyntaxEntry]) { self.entries = entries }

  /// Returns the text with the rules added, or `nil` if it is not the text of a spec.
  ///
  /// Throws `EditRefusal` if the text has no place for them.
  package func added(to text: String) throws(EditRefusal) -> String? {
    guard var editor = YAMLEditor(text) else { return nil }
    guard !entries.isEmpty else { return text }
    let fields = entries.map { NewField($0.key, $0.value.asNewValue) }
    guard case .mapping(let rules) = editor.root[[.key("rules")]]?.content, !rules.isEmpty else {
      let field = NewField("rules", .map(fields))
      if editor.root[[.key("rules")]] == nil {
        try editor.apply([.addKey(field, following: RulePlacement.keys(before: "rules"))])
      } else {
        try editor.apply([.changeFields([], [.set("rules", field.value, behind: "rules")])])
      }
      return editor.text
    }
    for (entry, field) in zip(entries, fields) {
      let path: [SyntaxStep] = [.key("rules"), .key(entry.key)]
      let items = entry.value.asRules
      let change: TextChange
      switch rules.first(where: { $0.key == entry.key })?.value.content {
      case nil: change = .addEntry(field, to: [.key("rules")])
      case .scalar(let scalar)? where scalar.kind == .null:
        change = .changeFields([.key("rules")], [.set(entry.key, field.value, behind: entry.key)])
      case .sequence(let old)? where old.contains(where: \.isMap):
        change = .append(items, to: path)
      case .sequence?, .scalar?: change = .enlist(path, under: "then", before: items)
      case .mapping?: change = .enlist(path, under: nil, before: items)
      }
      try editor.apply([change])
    }
    return editor.text
  }

  /// Returns the diagnostics of the combined text that concern the added rules, with their spans in the draft.
  package func mistakes(_ mistakes: [Diagnostic], in text: String) -> [Diagnostic] {
    let rules = parseYAML(SourceFile(path: "", text: text)).value?.entry("rules")?.value
    let places = entries.flatMap { entry -> [(SourceSpan, SourceSpan)] in
      guard let there = rules?.entry(entry.key) else { return [] }
      var (added, own) = ([there.value], [entry.value])
      if there.value.items.contains(where: \.isMap) {
        if entry.value.items.contains(where: \.isMap) { own = entry.value.items }
        added = there.value.items.suffix(own.count)
      }
      return [(there.keySpan, entry.keySpan)] + zip(added.flatMap(\.spans), own.flatMap(\.spans))
    }
    return mistakes.compactMap { mistake in
      guard let span = mistake.span,
        let place = places.last(where: { $0.0.start <= span.start && span.end <= $0.0.end })
      else { return nil }
      var own = mistake
      (own.span, own.related, own.repair) = (place.1, [], nil)
      return own
    }
  }
}

extension SyntaxNode {
  /// The spans of the node and its descendants, the outer ones first.
  fileprivate var spans: [SourceSpan] {
    [span] + items.flatMap(\.spans) + entries.flatMap { [$0.keySpan] + $0.value.spans }
  }

  /// The value of an operation as items of a list of rules.
  fileprivate var asRules: [NewValue] {
    switch content {
    case .sequence(let items) where items.contains(where: \.isMap): items.map(\.asNewValue)
    case .sequence, .scalar: [.map([NewField("then", asNewValue)])]
    case .mapping: [asNewValue]
    }
  }

  /// The node as a value that can be written elsewhere.
  fileprivate var asNewValue: NewValue {
    switch content {
    case .sequence(let items): .list(items.map(\.asNewValue))
    case .mapping(let entries): .map(entries.map { NewField($0.key, $0.value.asNewValue) })
    case .scalar(let scalar):
      // A quoted number or boolean is text.
      switch scalar.kind {
      case .null: .nothing
      case .text: .text(scalar.text)
      case .bool, .int, .float: .flow(scalar.text)
      }
    }
  }
}
