import Specification
import Text

/// An answer that says what happens for the values of a factor: `depends on the plan: free → X, plus → Y`, 無料会員はX、有料会員はY.
struct ConditionalAnswer: Hashable {
  /// What happens for some values.
  struct Branch: Hashable {
    /// Numbers of values, ascending; `nil` for all that no other branch names.
    var values: [Int]?
    var results: [String]
  }

  var factor: Int
  var branches: [Branch]

  /// What a text says so; `nil` where it does not.
  init?(_ text: String, _ specification: Specification) {
    let (factors, body) = Self.header(text, specification)
    let isOne = factors.count == 1
    let lines = ListedLines.texts(in: body)
    for pieces in (lines.count > 1 ? [nil] : []) + Self.pieces(of: lines.joined(separator: " ")) {
      for factor in factors {
        let found =
          if let pieces {
            Self.branches(pieces, specification.factors[factor], isAnnounced: isOne)
          } else {
            Self.branches(ofLines: lines, factor, specification, isAnnounced: isOne)
          }
        guard let branches = found else { continue }
        let named = branches.flatMap { $0.values ?? [] }
        guard Set(named).count == named.count, !named.isEmpty,
          branches.count(where: { $0.values == nil }) <= 1
        else { continue }
        (self.factor, self.branches) = (factor, branches)
        return
      }
    }
    return nil
  }

  /// The factors that the text may speak of, and the text without the words that announce one.
  private static func header(
    _ text: String,
    _ specification: Specification
  ) -> (factors: [Int], body: String) {
    let all = Array(specification.factors.indices)
    for separator in ["\n", ":", "：", "。", "（", "(", "、", " – ", " - ", "—"] {
      guard let range = text.ranges(of: separator).first,
        let what = AnswerWords.dependsOn(String(text[..<range.lowerBound])),
        case .success(let named) = NamedFactor.find(in: what, specification)
      else { continue }
      var body = String(text[range.upperBound...]).trimmed
      if "（(".contains(separator), let last = body.last, "）)".contains(last) { body.removeLast() }
      return ([named.factor], body)
    }
    return (all, text)
  }

  /// The ways in which a line may fall into branches.
  private static func pieces(of line: String) -> [[String]?] {
    var ways: [[String]?] = []
    for separator in ["；", "; ", ";", "。", ". ", "、", ", ", "，", " / ", "／", " but ", " and "] {
      let pieces = line.components(at: separator).map(\.trimmed).filter { !$0.isEmpty }
      if pieces.count > 1 { ways.append(pieces) }
    }
    return ways + [[line]]
  }

  private static func branches(
    _ pieces: [String],
    _ factor: Factor,
    isAnnounced: Bool
  ) -> [Branch]? {
    var branches: [Branch] = []
    for piece in pieces {
      guard let branch = branch(piece, factor, isAlone: pieces.count == 1, isAnnounced: isAnnounced)
      else { return nil }
      branches.append(branch)
    }
    return branches
  }

  /// The branches of lines: each begins with the name of a part, and the lines below it are more results of that part.
  private static func branches(
    ofLines lines: [String],
    _ number: Int,
    _ specification: Specification,
    isAnnounced: Bool
  ) -> [Branch]? {
    let factor = specification.factors[number]
    let others = specification.factors.indices.filter { $0 != number }
    var branches: [Branch] = []
    for line in lines {
      let next = branch(line, factor, isAlone: false, isAnnounced: isAnnounced, isLine: true)
      guard let next else {
        // A part of something else is no result.
        guard !branches.isEmpty,
          !others.contains(where: { values(namedBy: line, specification.factors[$0]) != nil })
        else { return nil }
        branches[branches.count - 1].results += ListedLines.texts(in: line)
        continue
      }
      if let known = branches.firstIndex(where: { $0.values == next.values }) {
        branches[known].results += next.results
      } else {
        branches.append(next)
      }
    }
    // One condition alone must be said like one.
    let isOne =
      branches.count == 1
      && branch(lines[0], factor, isAlone: true, isAnnounced: isAnnounced, isLine: true) == nil
    return isOne || branches.contains { $0.results.isEmpty } ? nil : branches
  }

  /// The values that a line of an answer names in front of a sign, as the name of a part: `Ended: …`, `Ended – …`, 「終了済み＝…」; `nil` where it
  /// begins otherwise.
  static func values(namedBy line: String, _ factor: Factor) -> [Int]? {
    for (head, _) in signed(line) where head.count <= longestHead {
      if let values = values(head, factor) ?? NamedNumbers.values(of: factor, in: head) {
        return values
      }
    }
    return nil
  }

  /// What stands in front of the signs of a line, and behind.
  private static func signed(_ line: String) -> [(head: String, tail: String)] {
    var pieces: [(String, String)] = []
    for sign in ["→", "⇒", "->", "=>", "：", ": ", "＝", "=", ":", " – ", " — ", " - ", "――", "－"] {
      guard let range = line.ranges(of: sign).first else { continue }
      // 10:30 is a time.
      if sign == ":", range.upperBound < line.endIndex, line[range.upperBound].isNumber { continue }
      pieces.append(
        (String(line[..<range.lowerBound]).trimmed, String(line[range.upperBound...]).trimmed)
      )
    }
    return pieces
  }

  private static let longestHead = 60

  private static func branch(
    _ piece: String,
    _ factor: Factor,
    isAlone: Bool,
    isAnnounced: Bool,
    isLine: Bool = false
  ) -> Branch? {
    for (head, tail, isPlain) in splits(piece) {
      let results = ListedLines.texts(in: tail)
      // The results of a line may stand below it.
      guard !results.isEmpty || isLine, head.count <= longestHead else { continue }
      // One condition alone must be said like one.
      if isAlone, isPlain, !isAnnounced { continue }
      if isRest(head) {
        if !isAlone { return Branch(values: nil, results: results) }
        continue
      }
      if let values = values(head, factor) ?? NamedNumbers.values(of: factor, in: head) {
        return Branch(values: values, results: results)
      }
    }
    return nil
  }

  /// Where a piece may fall into its condition and what happens; whether the condition is said without a word such as “if”.
  private static func splits(_ piece: String) -> [(head: String, tail: String, isPlain: Bool)] {
    var splits: [(String, String, Bool)] = []
    func cut(_ separator: String, isPlain: Bool, from text: String) {
      guard let range = text.ranges(of: separator).first else { return }
      splits.append(
        (
          String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed,
          isPlain
        )
      )
    }
    for sign in ["→", "⇒", "->", "=>"] { cut(sign, isPlain: false, from: piece) }
    let folded = piece.lowercased()
    for word in [
      "if ", "when ", "for ", "in case of ", "only if ", "only for ", "otherwise", "else", "with ",
    ] where folded.hasPrefix(word) {
      let isRest = ["otherwise", "else"].contains(word)
      let rest = isRest ? piece : String(piece.dropFirst(word.count))
      for sign in [", ", ": ", "：", " then "] { cut(sign, isPlain: false, from: rest) }
      if isRest {
        splits.append((word, String(piece.dropFirst(word.count)).trimmed, false))
      }
    }
    for word in [
      "の場合は、", "の場合は", "の場合、", "の場合", "のときは、", "のときは", "のとき、", "のとき", "の時は、", "の時は", "なら、", "ならば",
      "なら", "であれば、", "であれば",
    ] {
      cut(word, isPlain: false, from: piece)
    }
    splits += signed(piece).map { ($0.head, $0.tail, true) }
    for sign in ["には、", "には", "は、", "は"] { cut(sign, isPlain: true, from: piece) }
    return splits
  }

  private static func isRest(_ head: String) -> Bool {
    [
      "otherwise", "else", "others", "other", "allothers", "therest", "rest", "everyoneelse",
      "anyoneelse", "allotherusers", "allothercases", "それ以外", "以外", "その他", "他", "ほか",
      "上記以外", "それ以外の会員", "他の会員",
    ].contains(head.folded.filter { $0.isLetter || $0.isNumber })
  }

  /// The values that a condition names and nothing else; `nil` where it names none.
  private static func values(_ head: String, _ factor: Factor) -> [Int]? {
    var rest = head.folded
    var found = Set(NamedFactor.values(of: factor, in: rest))
    guard !found.isEmpty else { return nil }
    let names =
      found.flatMap { [factor.values[$0].label, factor.values[$0].id] } + [
        factor.label, factor.name,
      ]
    for name in names.map(\.folded).sorted(by: { ($1.count, $0) < ($0.count, $1) })
    where !name.isEmpty {
      rest = rest.replacing(name, with: " ")
    }
    let words = rest.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let empty: Set<String> = [
      "the", "a", "an", "is", "are", "has", "have", "it", "user", "users", "member", "members",
      "account", "accounts", "plan", "with", "on", "of", "and", "or", "if", "when", "for",
      "in", "was", "there", "s", "they", "someone", "case", "only", "value", "sender", "receiver",
      "its",
      "会員", "ユーザー", "ユーザ", "の", "が", "は", "と", "や", "か", "または", "および", "場合", "のみ", "だけ", "には", "で",
      "プラン", "状態", "の方", "なら", "のとき", "の場合", "の会員", "のユーザー",
    ]
    if words.contains("not") || rest.contains("以外") || rest.contains("でない") {
      found = Set(factor.values.indices.filter { !factor.values[$0].isInvalid }).subtracting(found)
      let left = words.filter {
        $0 != "not" && !empty.contains($0) && !["以外", "以外の", "でない"].contains($0)
      }
      return left.isEmpty && !found.isEmpty ? found.sorted() : nil
    }
    return words.allSatisfy(empty.contains) ? found.sorted() : nil
  }
}

extension String {
  /// The pieces between occurrences of a separator outside of quotation marks and brackets.
  fileprivate func components(at separator: String) -> [String] {
    let closing: [Character: Character] = ["「": "」", "『": "』", "“": "”", "(": ")", "（": "）"]
    var pieces = [""]
    var open: [Character] = []
    var index = startIndex
    while index < endIndex {
      if open.isEmpty, self[index...].hasPrefix(separator) {
        pieces.append("")
        index = self.index(index, offsetBy: separator.count)
        continue
      }
      if self[index] == open.last {
        open.removeLast()
      } else if let end = closing[self[index]], self[index...].contains(end) {
        open.append(end)
      }
      pieces[pieces.count - 1].append(self[index])
      index = self.index(after: index)
    }
    return pieces
  }
}
