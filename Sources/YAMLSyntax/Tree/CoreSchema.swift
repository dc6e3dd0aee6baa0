extension SyntaxScalar.Kind {
  /// Resolves a plain scalar by the YAML 1.2 core schema (§10.3.2).
  init(resolving text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    default: self = Self.number(text) ?? .text
    }
  }

  private static func number(_ text: String) -> Self? {
    // Most texts are not numbers: the first byte decides quickly.
    guard let first = text.utf8.first, first < 0x3A else { return nil }
    for (prefix, radix) in [("0o", 8), ("0x", 16)] where text.hasPrefix(prefix) {
      let digits = text.dropFirst(2)
      let areDigits = digits.allSatisfy {
        $0.isASCII && $0.hexDigitValue.map { $0 < radix } ?? false
      }
      guard areDigits, !digits.isEmpty else { return nil }
      return Int(digits, radix: radix).map(Self.int) ?? .float
    }
    let digits = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int(text).map(Self.int) ?? .float
    }
    let isName =
      [".inf", ".Inf", ".INF"].contains(digits) || [".nan", ".NaN", ".NAN"].contains(text)
    let isFloat = text.utf8.allSatisfy("0123456789+-.eE".utf8.contains) && Double(text) != nil
    return isName || isFloat ? .float : nil
  }
}

/// The meaning of an explicit tag such as `!!str`.
enum CoreTag: Equatable {
  enum Name: String {
    case str, int, float, bool, null, seq, map
  }

  case none
  case core(Name)
  /// An unsupported tag, as written.
  case unknown(String)

  /// Creates a tag from libyaml's form, in which prefixes are resolved.
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
  /// Returns the kind of a scalar with the tag, or `nil` if its text does not match.
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
