extension SyntaxScalar.Kind {
  /// What the YAML 1.2 core schema (§10.3.2) takes an unquoted text for.
  init(resolving text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    default: self = Self.number(text) ?? .text
    }
  }

  private static func number(_ text: String) -> Self? {
    // Numbers are short and most texts are none: the first byte settles it.
    guard let first = text.utf8.first, first < 0x3A else { return nil }
    if let digits = text.dropping(prefix: "0o") {
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
        return nil
      }
      return Int(digits, radix: 8).map(Self.int) ?? .float
    }
    if let digits = text.dropping(prefix: "0x") {
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        return nil
      }
      return Int(digits, radix: 16).map(Self.int) ?? .float
    }
    if isInteger(text) { return Int(text).map(Self.int) ?? .float }
    return isFloat(text) ? .float : nil
  }

  /// True if the text is `[-+]? [0-9]+`.
  private static func isInteger(_ text: String) -> Bool {
    let digits = text.droppingSign
    return !digits.isEmpty && digits.utf8.allSatisfy(\.isDecimalDigit)
  }

  /// True if the text is a number with fraction or exponent, or a name of infinity or of no number.
  ///
  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
  private static func isFloat(_ text: String) -> Bool {
    if [".nan", ".NaN", ".NAN"].contains(text) { return true }
    var rest = text.droppingSign.utf8
    if [".inf", ".Inf", ".INF"].contains(String(Substring(rest))) { return true }
    let whole = rest.prefix(while: \.isDecimalDigit)
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: \.isDecimalDigit)
      if whole.isEmpty && fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count)
    } else if whole.isEmpty {
      return false
    }
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    return isInteger(String(Substring(rest.dropFirst())))
  }
}

extension String {
  /// The text behind the prefix, or `nil` if it does not begin with it.
  fileprivate func dropping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// The text without one plus or minus at its beginning.
  fileprivate var droppingSign: Substring {
    first == "+" || first == "-" ? dropFirst() : self[...]
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (0x30...0x39).contains(self) }
}

/// What an explicit tag such as `!!str` asks for.
enum CoreTag: Equatable {
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
  /// What a scalar of that tag is, or `nil` if its text cannot be that.
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
