import Combinatorics
import Specification

/// An index of results that say the opposite of each other in the same words: "The coupon comes back", "The coupon does not come back".
struct Opposites {
  /// The words of a result without those that negate it, and if it is negated.
  struct Saying: Hashable {
    var words: [String]
    var isDenied: Bool
    var opposite: Saying { Saying(words: words, isDenied: !isDenied) }
  }

  /// The rules with each statement, and the rows in which they apply.
  private var sayings: [Saying: [(rule: Int, rows: Diagram)]] = [:]
  private var ofRule: [Int: [Saying]] = [:]

  /// Indexes the results of rules; `saying` has the rows in which they apply.
  init(of saying: [(rule: Int, rows: Diagram)], _ rules: [Rule]) {
    for said in saying {
      let own = Self.sayings(of: rules[said.rule])
      ofRule[said.rule] = own
      for saying in own { sayings[saying, default: []].append(said) }
    }
  }

  /// Returns the indexed rules with a result that says the opposite of a result of an indexed rule.
  func of(_ rule: Int) -> [(rule: Int, rows: Diagram)] {
    (ofRule[rule] ?? []).flatMap { sayings[$0.opposite] ?? [] }
  }

  static func sayings(of rule: Rule) -> [Saying] {
    (rule.results ?? []).compactMap { result in
      // Quoted names count, since they distinguish one button from another.
      let all = VagueWords.withoutMarks(result)
      let plain = ResultWords.words(of: all).filter { !ResultWords.isGrammar($0) }
      let isDenied = ResultWords.isDenied(ResultWords.words(of: result), result)
      return plain.count > 1 ? Saying(words: plain, isDenied: isDenied) : nil
    }
  }
}
