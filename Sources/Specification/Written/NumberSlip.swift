import Text

/// What was most probably meant by numbers that a condition cannot be written with: `1 to 5`, `100 EUR`, `>= 2`, `１..４`.
struct NumberSlip {
  /// What a condition does instead, as the end of "the condition on `n` …".
  let rule: String
  /// The right form.
  let right: String

  private init(_ rule: String, _ right: String) {
    self.rule = rule
    self.right = right
  }

  /// Reads numbers, signs and words in the order in which people write them; `nil` where they mean nothing that can be told.
  init?(_ text: String) {
    guard let tokens = Self.tokens(of: text) else { return nil }
    let hasDots = text.contains("..") && !text.contains("...")
    let intervals = hasDots ? Self.ruleForOne(text) : "writes intervals with two dots"
    switch tokens.map(\.kind) {
    case [.number]: self.init(Self.ruleForOne(text), tokens[0].text)
    case [.number, .between, .number]:
      self.init(intervals, Self.interval(tokens[0].text, tokens[2].text))
    case [.from, .number, .between, .number]:
      self.init(intervals, Self.interval(tokens[1].text, tokens[3].text))
    case [.number, .between], [.from, .number], [.number, .or, .more], [.atLeast, .number]:
      self.init("compares with intervals", "\(Self.number(in: tokens))..")
    case [.between, .number], [.number, .or, .less], [.atMost, .number]:
      self.init("compares with intervals", "..\(Self.number(in: tokens))")
    case [.more, .number]:
      guard let next = Self.neighbour(of: Self.number(in: tokens), 1) else { return nil }
      self.init("compares with intervals", "\(next)..")
    case [.less, .number]:
      guard let next = Self.neighbour(of: Self.number(in: tokens), -1) else { return nil }
      self.init("compares with intervals", "..\(next)")
    case [.number, .or, .number]:
      self.init("separates values with commas", "\(tokens[0].text), \(tokens[2].text)")
    case let kinds where kinds.allSatisfy({ $0 == .number }):
      guard tokens.dropFirst().allSatisfy({ $0.text.count == 3 }) else { return nil }
      self.init("writes numbers without separators", tokens.map(\.text).joined())
    default: return nil
    }
  }

  /// A text with digits in groups, as in `10,000`, without the commas between them; `nil` where it has none.
  static func ungrouped(_ text: String) -> String? {
    let signs = Array(text)
    var kept: [Character] = []
    for (index, sign) in signs.enumerated() {
      let next = signs[(index + 1)...].prefix { isDigit($0) }
      if sign == ",", index > 0, isDigit(signs[index - 1]), next.count == 3 { continue }
      kept.append(sign)
    }
    return kept.count == signs.count ? nil : String(kept)
  }

  // MARK: Tokens

  private enum Kind {
    case number, between, from, or, more, less, atLeast, atMost
  }

  private struct Token {
    var kind: Kind
    var text: String
  }

  /// Numbers, and the words and signs between them, without units behind numbers; `nil` where anything else stands there.
  private static func tokens(of text: String) -> [Token]? {
    let signs = Array(
      CompatibilityForms.plain(text).replacing("〜", with: "~").replacing("at least", with: "≥")
        .replacing("at most", with: "≤").replacing("than", with: "")
    )
    var tokens: [Token] = []
    var index = 0
    func run(_ isPart: (Character) -> Bool) -> String {
      let start = index
      while index < signs.count, isPart(signs[index]) { index += 1 }
      return String(signs[start..<index])
    }
    while index < signs.count {
      let sign = signs[index]
      let isMinus =
        sign == "-" && index + 1 < signs.count && isDigit(signs[index + 1])
        && tokens.last?.kind != .number
      if isDigit(sign) || isMinus {
        let minus = isMinus ? "-" : ""
        if isMinus { index += 1 }
        tokens.append(Token(kind: .number, text: minus + run(isDigit)))
      } else if sign.isLetter || "%°$€¥".contains(sign) {
        let word = run { $0.isLetter || "%°$€¥".contains($0) }.lowercased()
        if let kind = words[word] {
          tokens.append(Token(kind: kind, text: word))
        } else if tokens.last?.kind != .number {
          return nil
        }
      } else if sign == "." {
        let dots = run { $0 == "." }
        if dots.count == 1 { return nil }
        tokens.append(Token(kind: .between, text: dots))
      } else if "<>=≤≥".contains(sign) {
        guard let kind = comparisons[run({ "<>=≤≥".contains($0) })] else { return nil }
        tokens.append(Token(kind: kind, text: ""))
      } else if "-–—~".contains(sign) {
        index += 1
        tokens.append(Token(kind: .between, text: String(sign)))
      } else if sign.isWhitespace || sign == "+" {
        index += 1
      } else {
        return nil
      }
    }
    return tokens.contains { $0.kind == .number } ? tokens : nil
  }

  private static let words: [String: Kind] = [
    "to": .between, "through": .between, "from": .from, "or": .or, "and": .or, "more": .more,
    "above": .more, "over": .more, "less": .less, "fewer": .less, "below": .less, "under": .less,
  ]
  private static let comparisons: [String: Kind] = [
    ">": .more, "<": .less, ">=": .atLeast, "≥": .atLeast, "<=": .atMost, "≤": .atMost,
  ]

  private static func isDigit(_ sign: Character) -> Bool { ("0"..."9").contains(sign) }

  private static func number(in tokens: [Token]) -> String {
    tokens.first { $0.kind == .number }?.text ?? ""
  }

  private static func interval(_ first: String, _ last: String) -> String {
    guard let lower = Int(first), let upper = Int(last), lower > upper else {
      return "\(first)..\(last)"
    }
    return "\(last)..\(first)"
  }

  private static func neighbour(of text: String, _ step: Int) -> Int? {
    guard let number = Int(text), Scale.integer.writable.contains(number) else { return nil }
    return number + step
  }

  private static func ruleForOne(_ text: String) -> String {
    let hasUnit = text.contains { $0.isLetter || "%°$€¥".contains($0) }
    return hasUnit ? "writes numbers without a unit" : "writes numbers in plain digits"
  }
}
