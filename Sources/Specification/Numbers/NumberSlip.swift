import Text

/// What was most probably meant by numbers that a condition cannot be written with: `1 to 5`, `100 EUR`, `>= 2`, `１..４`.
struct NumberSlip {
  /// What a condition does instead, as the end of "the condition on `n` …".
  let rule: String
  let right: String

  private init(_ rule: String, _ right: String) {
    self.rule = rule
    self.right = right
  }

  /// Reads numbers, signs and words in the order in which people write them; `nil` if they mean nothing that can be told.
  init?(_ text: String) {
    guard let tokens = Self.tokens(of: text) else { return nil }
    let numbers = tokens.filter { $0.kind == "n" }.map(\.text)
    let ofOne =
      "writes numbers " + (text.contains(where: Self.isUnit) ? "without a unit" : "in plain digits")
    let hasDots = text.contains("..") && !text.contains("...")
    let comparison = "compares with intervals"
    switch String(tokens.map(\.kind)) {
    case "n": self.init(ofOne, numbers[0])
    case "n~n", "fn~n":
      let isBackwards = (Int(numbers[0]) ?? .min) > (Int(numbers[1]) ?? .max)
      let ends = isBackwards ? numbers.reversed() : numbers
      let rule = hasDots ? ofOne : "writes intervals with two dots"
      self.init(rule, ends.joined(separator: ".."))
    case "n~", "fn", "n|>", "≥n": self.init(comparison, "\(numbers[0])..")
    case "~n", "n|<", "≤n": self.init(comparison, "..\(numbers[0])")
    case ">n", "<n":
      guard let number = Int(numbers[0]), Scale.integer.writable.contains(number) else {
        return nil
      }
      self.init(comparison, tokens[0].kind == ">" ? "\(number + 1).." : "..\(number - 1)")
    case "n|n": self.init("separates values with commas", numbers.joined(separator: ", "))
    default:
      guard numbers.count == tokens.count, numbers.dropFirst().allSatisfy({ $0.count == 3 }) else {
        return nil
      }
      self.init("writes numbers without separators", numbers.joined())
    }
  }

  /// A text with digits in groups, as in `10,000`, without the commas between them; `nil` if it has none.
  static func ungrouped(_ text: String) -> String? {
    let signs = Array(text)
    let kept = signs.indices.filter { index in
      signs[index] != "," || index == 0 || !isDigit(signs[index - 1])
        || signs[(index + 1)...].prefix(while: isDigit).count != 3
    }
    return kept.count == signs.count ? nil : String(kept.map { signs[$0] })
  }

  // MARK: Tokens

  /// A number `n`, what stands between two numbers `~`, `from`, `or`, or a comparison `<`, `>`, `≤`, `≥`.
  private struct Token {
    var kind: Character
    var text = ""
  }

  private static let words: [String: Character] = [
    "to": "~", "through": "~", "from": "f", "or": "|", "and": "|", "more": ">", "above": ">",
    "over": ">", "less": "<", "fewer": "<", "below": "<", "under": "<",
  ]
  private static let comparisons: [String: Character] = [
    ">": ">", "<": "<", ">=": "≥", "≥": "≥", "<=": "≤", "≤": "≤",
  ]

  /// Numbers, and the words and signs between them, without units behind numbers; `nil` if anything else stands there.
  private static func tokens(of text: String) -> [Token]? {
    var rest = CompatibilityForms.plain(text).replacing("〜", with: "~")
      .replacing("at least", with: "≥").replacing("at most", with: "≤")
      .replacing("than", with: "")[...]
    var tokens: [Token] = []
    func run(_ isPart: (Character) -> Bool) -> String {
      let run = rest.prefix(while: isPart)
      rest = rest[run.endIndex...]
      return String(run)
    }
    while let sign = rest.first {
      let isMinus =
        sign == "-" && rest.dropFirst().first.map(isDigit) == true && tokens.last?.kind != "n"
      if isDigit(sign) || isMinus {
        if isMinus { rest.removeFirst() }
        tokens.append(Token(kind: "n", text: (isMinus ? "-" : "") + run(isDigit)))
      } else if isUnit(sign) {
        if let kind = words[run(isUnit).lowercased()] {
          tokens.append(Token(kind: kind))
        } else if tokens.last?.kind != "n" {
          return nil
        }
      } else if "<>=≤≥".contains(sign) {
        guard let kind = comparisons[run({ "<>=≤≥".contains($0) })] else { return nil }
        tokens.append(Token(kind: kind))
      } else if sign == "." {
        if run({ $0 == "." }).count == 1 { return nil }
        tokens.append(Token(kind: "~"))
      } else {
        rest.removeFirst()
        if "-–—~".contains(sign) {
          tokens.append(Token(kind: "~"))
        } else if !sign.isWhitespace, sign != "+" {
          return nil
        }
      }
    }
    return tokens.contains { $0.kind == "n" } ? tokens : nil
  }

  private static func isDigit(_ sign: Character) -> Bool { ("0"..."9").contains(sign) }

  private static func isUnit(_ sign: Character) -> Bool { sign.isLetter || "%°$€¥".contains(sign) }
}
