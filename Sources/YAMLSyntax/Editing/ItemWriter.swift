import Diagnostics

/// Writes new values in the style of the surrounding text.
struct ItemWriter {
  /// True if every text must be quoted because the document is JSON.
  var isJSON: Bool
  var lineBreak: String
  /// The indentation of a block list relative to its key.
  var listIndentation: Int
  /// The indentation of a block map relative to its key.
  var mapIndentation: Int

  /// A writer for standalone text.
  static let alone = ItemWriter(
    isJSON: false,
    lineBreak: "\n",
    listIndentation: 2,
    mapIndentation: 2
  )

  // MARK: Flow style

  func flow(_ field: NewField) -> String { scalar(field.key) + ": " + flow(field.value) }

  func flow(_ value: NewValue) -> String {
    switch value {
    case .text(let text): scalar(text)
    case .map(let fields): "{" + fields.map { flow($0) }.joined(separator: ", ") + "}"
    case .list(let items): "[" + items.map { flow($0) }.joined(separator: ", ") + "]"
    case .flow(let yaml): isJSON ? json(yaml) : yaml
    case .nothing: isJSON ? "null" : ""
    }
  }

  // MARK: Block style

  /// Returns a key and its value in block style, without the margin of the first line and a final line break.
  func block(_ field: NewField, margin: String) -> String {
    field.key.asBlockScalar + ":" + behindKey(field.value, margin: margin)
  }

  /// Returns the text after the colon of a key: a space and the value, or the value on the lines below.
  func behindKey(_ value: NewValue, margin: String) -> String {
    if let inline = inline(value) { return inline.isEmpty ? "" : " " + inline }
    let indentation = if case .map = value { mapIndentation } else { listIndentation }
    let inner = margin + String(repeating: " ", count: indentation)
    return lineBreak + inner + lines(of: value, margin: inner)
  }

  /// Returns a value that stays on the line of its key or dash even in block style; `nil` for a map or list.
  private func inline(_ value: NewValue) -> String? {
    switch value {
    case .text(let text): text.asBlockScalar
    case .flow(let yaml): yaml
    case .nothing: ""
    case .map, .list: nil
    }
  }

  /// Returns a value on lines of its own, without the margin of the first line and a final line break.
  func lines(of value: NewValue, margin: String) -> String {
    let lines =
      switch value {
      case .map(let fields): fields.map { block($0, margin: margin) }
      case .list(let items): items.map { block(item: $0, margin: margin) }
      case .text, .flow, .nothing: [inline(value) ?? ""]
      }
    return lines.joined(separator: lineBreak + margin)
  }

  /// Returns a value as an item of a block list, without the margin of the first line and a final line break.
  ///
  /// The content of a map or nested list is `offset` columns to the right of the dash.
  func block(item value: NewValue, margin: String, offset: Int = 2) -> String {
    if let inline = inline(value) { return inline.isEmpty ? "-" : "- " + inline }
    let blanks = String(repeating: " ", count: offset)
    return "-" + blanks.dropFirst() + lines(of: value, margin: margin + blanks)
  }

  /// Returns a text on one line, in flow style.
  func scalar(_ text: String) -> String { isJSON ? text.asJSONString : text.asFlowScalar }

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

/// A key to write, with its value.
package struct NewField: Hashable, Sendable {
  /// The key without quotes and escapes.
  package var key: String
  package var value: NewValue

  package init(_ key: String, _ value: NewValue) {
    self.key = key
    self.value = value
  }

  /// The key and its value in block style as standalone text, without a final line break.
  package var inBlockStyle: String {
    ItemWriter.alone.block(self, margin: "")
  }
}

package indirect enum NewValue: Hashable, Sendable {
  case text(String)
  /// A map of at least one entry, written in this order.
  case map([NewField])
  /// A list of at least one item.
  case list([NewValue])
  /// YAML in flow style, written as it is.
  case flow(String)
  /// The missing value of a bare key.
  case nothing

  /// The value in block style as standalone text, without a final line break.
  package var inBlockStyle: String { ItemWriter.alone.lines(of: self, margin: "") }

  /// Returns a list of texts, or the text itself if there is only one.
  package static func texts(_ texts: [String]) -> NewValue {
    texts.count == 1 ? .text(texts[0]) : .list(texts.map(NewValue.text))
  }
}
