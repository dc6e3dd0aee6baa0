import YAMLSyntax

extension SyntaxNode {
  /// What stands here, as a message names it.
  var kindInWords: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a map"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "nothing"
      case .bool: "`\(scalar.text)`"
      case .int, .float: "the number `\(scalar.text)`"
      case .text: isShort(scalar.text) ? "the text `\(scalar.text)`" : "a text"
      }
    }
  }

  private func isShort(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 20 && !text.contains(where: \.isNewline)
  }

  /// The scalar, `nil` for a list, a map and for nothing.
  var writtenScalar: SyntaxScalar? {
    guard case .scalar(let scalar) = content, scalar.kind != .null else { return nil }
    return scalar
  }

  /// Whether nothing stands here (`key:` without a value).
  var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.kind == .null } else { false }
  }
}
