import Diagnostics
import Specification
import Text

/// A factor, and maybe some of its values, that a person named in free words.
struct NamedFactor: Hashable {
  var factor: Int
  /// Numbers of values, ascending.
  var values: [Int]

  /// The factor that a text names by its label or its name, or by a value that only one factor has.
  ///
  /// - Returns: The factor with the values named, or why they are unclear.
  static func find(
    in text: String,
    _ specification: Specification
  ) -> Result<NamedFactor, AnswerPlanner.Reason> {
    let text = text.folded
    let factors = specification.factors
    guard !text.isEmpty else { return .failure(.init(text: missing(specification, ""))) }
    let named = longest(
      factors.indices.flatMap { factor in
        [factors[factor].label, factors[factor].name].map { (factor, $0.folded) }
      },
      in: text
    )
    if named.count > 1 {
      let names = named.map { "`\(factors[$0].name)`" }.joined(separator: ", ")
      return .failure(
        .init(
          text: .init(
            "it names several factors: \(names); name the one that matters",
            "条件が複数書かれています（\(names)）。結果を左右する条件を1つだけ書いてください"
          )
        )
      )
    }
    if let factor = named.first {
      return .success(NamedFactor(factor: factor, values: values(of: factors[factor], in: text)))
    }
    let byValue = factors.indices.map {
      NamedFactor(factor: $0, values: values(of: factors[$0], in: text))
    }.filter { !$0.values.isEmpty }
    if byValue.count == 1 { return .success(byValue[0]) }
    let candidates = factors.flatMap { [$0.label, $0.name] }
    let near = NearestName.of(text, among: candidates).map { "; did you mean \($0)?" } ?? ""
    return .failure(.init(text: missing(specification, near)))
  }

  private static func missing(_ specification: Specification, _ near: String) -> AnswerReason {
    let names = specification.factors.map {
      EnglishGrammar.isDerived($0.label, from: $0.name)
        ? "`\($0.name)`" : "`\($0.name)` (\($0.label.onOneLine))"
    }
    let labels = specification.factors.map { "「\($0.label.onOneLine)」" }.joined()
    return .init(
      "it names no factor; the factors are \(names.joined(separator: ", "))\(near)",
      "どの条件によるのか分かりません。次のいずれかを書いてください：\(labels)"
    )
  }

  /// The numbers of the values of a factor that a text in folded form names, ascending.
  static func values(of factor: Factor, in text: String) -> [Int] {
    let names = [factor.label, factor.name].map(\.folded)
    let rest = names.sorted { $0.count > $1.count }.reduce(text) { rest, name in
      name.isEmpty ? rest : rest.replacing(name, with: "\u{1F}")
    }
    return longest(
      factor.values.indices.flatMap { value in
        [factor.values[value].label, factor.values[value].id].map { (value, $0.folded) }
      },
      in: rest
    )
  }

  /// The numbers of those names that occur in the text and are no part of a longer one that does, ascending.
  private static func longest(_ names: [(number: Int, name: String)], in text: String) -> [Int] {
    var rest = text
    var found: Set<Int> = []
    let ordered = names.enumerated().sorted {
      ($1.element.name.count, $0.offset) < ($0.element.name.count, $1.offset)
    }.map(\.element)
    for (number, name) in ordered where !name.isEmpty {
      guard let range = rest.wordRange(of: name) else { continue }
      found.insert(number)
      rest.replaceSubrange(range, with: "\u{1F}")
    }
    return found.sorted()
  }
}

extension String {
  /// Where a name is in the text; a name of Latin letters or digits only as a word of its own.
  fileprivate func wordRange(of name: String) -> Range<String.Index>? {
    ranges(of: name).first { range in
      let before = range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
      let after = range.upperBound == endIndex ? nil : self[range.upperBound]
      func joins(_ outside: Character?, _ inside: Character?) -> Bool {
        guard let outside, let inside else { return false }
        return outside.isWordLike && inside.isWordLike
      }
      return !joins(before, name.first) && !joins(after, name.last)
    }
  }
}

extension Character {
  /// Whether the character belongs to a word that blanks would part from others.
  fileprivate var isWordLike: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
