/// What a tree says, whatever the places and the order of keys: what an edit may change is compared by it.
indirect enum SyntaxMeaning: Hashable {
  case null
  case scalar(String)
  case list([SyntaxMeaning])
  case map([String: SyntaxMeaning])

  /// The entry of a map.
  subscript(key: String) -> SyntaxMeaning? {
    get {
      guard case .map(let entries) = self else { return nil }
      return entries[key]
    }
    set {
      guard case .map(var entries) = self else { return }
      entries[key] = newValue
      self = .map(entries)
    }
  }
}

extension SyntaxNode {
  /// What the tree says.
  var meaning: SyntaxMeaning {
    switch content {
    case .scalar(let scalar): scalar.kind == .null ? .null : .scalar(scalar.text)
    case .sequence(let items): .list(items.map(\.meaning))
    case .mapping(let entries):
      .map(Dictionary(entries.map { ($0.key, $0.value.meaning) }) { first, _ in first })
    }
  }

  /// The entry of a map.
  func entry(_ key: String) -> SyntaxEntry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }
  }
}
