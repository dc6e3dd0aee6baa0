/// What an explicit tag such as `!!str` asks for.
enum CoreTag: Equatable {
  /// The tags of the core schema.
  enum Name: String {
    case str, int, float, bool, null, seq, map
  }

  case none
  case core(Name)
  /// A tag that means nothing here, as the author wrote it.
  case unknown(String)

  /// Takes a tag as libyaml gives it, prefixes resolved.
  init(_ tag: String?) {
    let prefix = "tag:yaml.org,2002:"
    guard let tag else {
      self = .none
      return
    }
    guard tag.hasPrefix(prefix) else {
      self = .unknown(tag)
      return
    }
    let name = String(tag.dropFirst(prefix.count))
    self = Name(rawValue: name).map(Self.core) ?? .unknown("!!" + name)
  }
}

extension CoreTag.Name {
  /// What a scalar of that tag is, or `nil` where its text cannot be that.
  func kind(of text: String) -> SyntaxScalar.Kind? {
    let kind = SyntaxScalar.Kind(resolving: text)
    switch (self, kind) {
    case (.str, _): return .text
    case (.int, .int), (.float, .float), (.bool, .bool), (.null, .null): return kind
    case (.float, .int): return .float
    default: return nil
    }
  }
}
