import Specification
import Text

/// The words for what states become.
extension Wording {
  /// "What makes “Transfer” become “Expired”?", 「送金」が「期限切れ」になるのは、何が起きたときですか？; of a statement, when it becomes true.
  func unreached(_ literal: NamedCube.Literal) -> String {
    let factor = specification.factors[literal.factor]
    switch language {
    case .english:
      if factor.isYesNo {
        let isTrue = factor.values[literal.values[0]].id == "yes"
        return "What makes “\(factor.label.onOneLine)” \(isTrue ? "true" : "no longer true")?"
      }
      let (subject, complement) = englishSides(literal)
      return "What makes \(subject) become \(complement)?"
    case .japanese:
      let (words, endsInStatement) = japaneseParts([literal])
      return words + (endsInStatement ? "状態" : "") + "になるのは、どのようなときですか？"
    }
  }

  /// "If the transfer is accepted: final, nothing changes it any more"; 送金が受取済みの場合：最終状態とし、以後は変わらない.
  func final(_ literals: [NamedCube.Literal]) -> String {
    let condition = condition(literals).capitalisedAtStart
    return language.choose(
      "\(condition): final, nothing changes it any more",
      "\(condition)：最終状態とし、以後は変わらない"
    )
  }

  /// How many groups of operations are named.
  private static let maxGroups = 5

  /// "If these happen at the same moment, the first one decides: “Accept” and “The link expires”".
  func crossings(_ groups: [[Int]]) -> String {
    let more = groups.count - Self.maxGroups
    var named = groups.prefix(Self.maxGroups).map { group in
      let labels = group.map { quoted(specification.operations[$0].label.onOneLine) }
      let isPair = labels.count == 2
      return language.choose(
        (isPair ? "" : "any two of ") + EnglishGrammar.list(labels, "and"),
        labels.joined(separator: isPair ? "と" : "") + (isPair ? "" : "のうち二つ")
      )
    }
    if more > 0 { named.append(language.choose("\(more) more", "ほか\(more)組")) }
    return language.choose(
      "If these happen at the same moment, the first one decides: \(named.joined(separator: "; "))",
      "ほぼ同時のときは、先に処理した方を有効とする：\(named.joined(separator: "、"))"
    )
  }
}
