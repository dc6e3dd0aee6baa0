import Diagnostics

/// Writes new values in the style of the text that they become a part of.
struct ItemWriter {
  /// Whether every text must be quoted, since all of the text is JSON.
  var isJSON: Bool
  /// The line break.
  var lineBreak: String
  /// How much further than its key a list in block style is indented.
  var listIndentation: Int

  /// Longer lines are broken where the style allows it.
  private static let width = 100

  /// The item on one line.
  func flow(_ item: NewItem) -> String {
    "{" + item.fields.map { flow($0) }.joined(separator: ", ") + "}"
  }

  /// A key and its value on one line.
  func flow(_ field: NewItem.Field) -> String { scalar(field.key) + ": " + flow(field.value) }

  /// The value on one line.
  func flow(_ value: NewValue) -> String {
    let parts = value.parts.map { part in
      if case .flow = value { isJSON ? json(part) : part } else { scalar(part) }
    }
    return parts.count == 1 ? parts[0] : "[" + parts.joined(separator: ", ") + "]"
  }

  /// The item as an item of a list in block style, without a line break at its end.
  ///
  /// - Parameters:
  ///   - item: What is written.
  ///   - margin: What stands before the dash.
  ///   - offset: How many columns behind the dash the keys stand.
  /// - Returns: The lines, the first with its margin.
  func block(_ item: NewItem, margin: String, offset: Int) -> String {
    let inner = margin + String(repeating: " ", count: offset)
    let fields = item.fields.map { block($0, margin: inner) }
    let dash = margin + "-" + String(repeating: " ", count: offset - 1)
    return dash + fields.joined(separator: lineBreak + inner)
  }

  /// A key and its value in block style, without the margin of its first line.
  func block(_ field: NewItem.Field, margin: String) -> String {
    let key = field.key.asFlowScalar + ":"
    if field.value.parts.count == 1 {
      if case .flow(let parts) = field.value { return key + " " + parts[0] }
      return key + " " + field.value.parts[0].asBlockScalar
    }
    let line = key + " " + flow(field.value)
    if case .texts = field.value, DisplayWidth.columns(of: margin + line) <= Self.width {
      return line
    }
    return key + list(field.value, margin: margin)
  }

  /// A list in block style below its key, which stands behind the margin; begins with a line break.
  func list(_ value: NewValue, margin: String) -> String {
    let dash = margin + String(repeating: " ", count: listIndentation) + "- "
    return value.parts.map { part in
      if case .flow = value {
        lineBreak + dash + part
      } else {
        lineBreak + dash + part.asBlockScalar
      }
    }.joined()
  }

  /// A text on one line, in the style of flow collections.
  func scalar(_ text: String) -> String { isJSON ? text.asJSONString : text.asFlowScalar }

  /// YAML in flow style as JSON.
  private func json(_ flow: String) -> String {
    let tree = parseYAML(SourceFile(path: "", text: flow)).value
    return tree.map { json($0) } ?? flow
  }

  private func json(_ node: SyntaxNode) -> String {
    switch node.content {
    case .sequence(let items): return "[" + items.map { json($0) }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      let parts = entries.map { $0.key.asJSONString + ": " + json($0.value) }
      return "{" + parts.joined(separator: ", ") + "}"
    case .scalar(let scalar):
      switch scalar.kind {
      case .bool(let value): return String(value)
      case .int(let value) where String(value) == scalar.text: return scalar.text
      default: return scalar.text.asJSONString
      }
    }
  }
}

/// A map that is to be written as one more item of a list.
package struct NewItem: Hashable, Sendable {
  /// A key and what stands behind it.
  package struct Field: Hashable, Sendable {
    /// The key as it is meant, without quotes.
    package var key: String
    /// What stands behind it.
    package var value: NewValue

    package init(_ key: String, _ value: NewValue) {
      self.key = key
      self.value = value
    }
  }

  /// In the order in which they are written.
  package var fields: [Field]

  package init(_ fields: [Field]) {
    self.fields = fields
  }
}

/// A value that is to be written.
package enum NewValue: Hashable, Sendable {
  case text(String)
  /// A list of texts; one alone stands without a list.
  case texts([String])
  /// YAML in flow style that is ready to be written; several stand in a list.
  case flow([String])

  /// Texts in a list, even where there is only one.
  var parts: [String] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .flow(let parts): parts
    }
  }
}
