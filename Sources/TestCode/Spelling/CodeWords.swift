import Specification
import Text

/// What code calls the things of a spec, before a language spells it: `open_link/expired`, with `/` between what stands apart and `_` between words.
///
/// It follows from ids alone: no other label, order of values, value or rule renames anything.
struct CodeWords: Sendable {
  private let specification: Specification
  /// The operations whose variants are texts of a length.
  private let lengths: Set<String>

  /// How many signs a name has, unless it takes more to tell two rules apart.
  private static let limit = 40
  /// What says nothing without the name of its factor.
  private static let bareWords: WordList = """
    yes no on off true false none any all some others other valid invalid empty
    あり なし はい いいえ 有 無 する しない その他
    """

  init(_ specification: Specification) {
    self.specification = specification
    lengths = Set(specification.operations.filter { $0.line?.scale == .textLength }.map(\.id))
  }

  /// `network_error/offline`; of a text its length is told: `save/length_72`.
  func operation(_ selector: String) -> String {
    guard let slash = selector.firstIndex(of: "/") else { return selector }
    let id = String(selector[..<slash])
    let variant = String(selector[selector.index(after: slash)...])
    let isLength = Self.isNumeric(variant) && lengths.contains(id)
    return "\(id)/\(isLength ? "length_" : "")\(Self.words(variant))"
  }

  /// The names that a rule may have, the best first: with an id of its own that alone, else what decides.
  func candidates(ofRule number: Int) -> [String] {
    let rule = specification.rules[number]
    guard !rule.hasOwnID, let selector = rule.choices.first?.texts.first else { return [rule.id] }
    let ends = rule.isAddition ? ["also"] : []
    let said = [false, true].map { namesFactor in
      [operation(selector)]
        + rule.choices.dropFirst().map { choice($0.factor, $0.texts, namesFactor, of: selector) }
        + ends
    }
    return [Self.limited(said[0])] + said.map { $0.joined(separator: "/") }
  }

  /// What a case is about: its operation, and what decides it.
  func test(_ operation: String, _ values: [Int?], decisive: [Int]) -> String {
    let choices = decisive.compactMap { factor in
      values[factor].map { value in
        choice(factor, [specification.factors[factor].values[value].id], false, of: operation)
      }
    }
    let words = Self.limited([self.operation(operation)] + choices)
    // Behind the id of a case they must not look like more of it.
    let isSafe = words.first.map { !$0.isASCII || $0.isLowercase } ?? true
    return isSafe ? words : "on_" + words
  }

  /// `expired`, `mails_0_to_4`: what is said of a factor, with its name where that alone says nothing.
  private func choice(
    _ factor: Int,
    _ texts: [String],
    _ namesFactor: Bool,
    of operation: String
  ) -> String {
    let name = specification.factors[factor].name
    let isBare = texts.contains { text in
      Self.isNumeric(text) || text.utf8.count == 1 || Self.bareWords.contains(text)
    }
    // `show/amount` has named it.
    let isNamed = (isBare && !operation.hasSuffix("/\(name)")) || namesFactor
    return ((isNamed ? [name] : []) + texts.map(Self.words)).joined(separator: "_")
  }

  private static func isNumeric(_ text: String) -> Bool {
    text.contains("..") || text.contains(/^-?[0-9]/)
  }

  /// A condition in words: `0..4` is `0_to_4`, and of `-3` and `3` one is `minus_3`.
  private static func words(_ text: String) -> String {
    text.replacing(/^\.\./, with: "up_to_").replacing(/^(.*)\.\.$/) { "from_\($0.output.1)" }
      .replacing("..", with: "_to_").replacing(/(^|_)-(?=[0-9])/) { "\($0.output.1)minus_" }
      .split { " ,/".contains($0) }.joined(separator: "_")
  }

  private static func limited(_ parts: [String]) -> String {
    var words = parts[0]
    for part in parts.dropFirst() {
      guard words.count + part.count < limit else { break }
      words += "/" + part
    }
    return words
  }
}
