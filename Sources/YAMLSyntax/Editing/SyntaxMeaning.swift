import Diagnostics

/// The meaning of a tree, independent of positions and key order, by which the effect of an edit is checked.
indirect enum SyntaxMeaning: Hashable {
  case null
  case scalar(String)
  case list([SyntaxMeaning])
  case map([String: SyntaxMeaning])

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

  /// The items of a list; empty for anything else.
  var items: [SyntaxMeaning] {
    if case .list(let items) = self { items } else { [] }
  }

  /// Adds an entry to a map, replacing any other value by a map.
  mutating func add(_ field: NewField) {
    if case .map = self {} else { self = .map([:]) }
    self[field.key] = field.value.meaning
  }

  mutating func update(_ path: some Collection<SyntaxStep>, _ change: (inout SyntaxMeaning) -> Void)
  {
    guard let step = path.first else { return change(&self) }
    switch (step, self) {
    case (.key(let key), .map(var entries)):
      guard var entry = entries[key] else { return }
      entry.update(path.dropFirst(), change)
      entries[key] = entry
      self = .map(entries)
    case (.item(let number), .list(var items)):
      guard items.indices.contains(number) else { return }
      items[number].update(path.dropFirst(), change)
      self = .list(items)
    default: return
    }
  }
}

extension NewValue {
  var meaning: SyntaxMeaning {
    switch self {
    case .text(let text): .scalar(text)
    case .map(let fields):
      .map(Dictionary(fields.map { ($0.key, $0.value.meaning) }) { first, _ in first })
    case .list(let items): .list(items.map(\.meaning))
    case .nothing: .null
    case .flow(let yaml): parseYAML(SourceFile(path: "", text: yaml)).value?.meaning ?? .null
    }
  }
}

extension SyntaxNode {
  var meaning: SyntaxMeaning {
    switch content {
    case .scalar(let scalar): scalar.kind == .null ? .null : .scalar(scalar.text)
    case .sequence(let items): .list(items.map(\.meaning))
    case .mapping(let entries):
      .map(Dictionary(entries.map { ($0.key, $0.value.meaning) }) { first, _ in first })
    }
  }
}
