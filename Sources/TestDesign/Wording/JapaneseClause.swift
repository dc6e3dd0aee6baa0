import Specification
import Text

/// The combination of an event and its circumstances in one Japanese clause: 未ログインで投稿ボタンを連打した場合.
///
/// Circumstances come first and the event last, as in spoken Japanese; readers would have to combine two successive clauses (〜したとき、〜の場合は)
/// themselves.
extension Wording {
  /// Returns one clause without a full stop.
  ///
  /// One of `circumstances` holds; they are omitted if there are none or one is empty. As a topic, the clause ends in は.
  func japaneseClause(
    of operation: NamedCube.Literal,
    under circumstances: [[NamedCube.Literal]],
    asTopic: Bool
  ) -> String {
    var clause = operationClause(operation, when: "場合")
    let particle = asTopic && !clause.hasSuffix("でも") ? "は" : ""
    var told = circumstances.map(telling)
    guard !told.isEmpty, !told.contains([]) else { return clause + particle }
    // What holds for several operations is said before all of them.
    let groups = operationGroups(operation.values)
    let isListed = groups.count > 1 && selection(operation).form == .oneOf(operation.values)
    let labels = groups.map {
      specification.operations[$0.operation].label.onOneLine + variants($0)
    }.joined(separator: "／")
    if isListed {
      clause = "次の\(groups.count > 2 ? "いずれか" : "どちらか")の場合" + bracketed(labels)
    }
    let actors = told.count == 1 ? told[0].map { actor($0, of: operation) } : []
    if let place = actors.firstIndex(where: { $0 != nil }), let actor = actors[place],
      isListed ? !labels.contains("が") : !clause.contains("が") && clause.contains("た場合")
    {
      if isListed { clause = clause.replacing("の場合", with: "を行った場合", maxReplacements: 1) }
      told[0].remove(at: place)
      guard !told[0].isEmpty else { return actor + clause + particle }
      let (words, endsInStatement) = japaneseParts(told[0])
      return words + (endsInStatement ? "状態で、" : "で、") + actor + clause + particle
    }
    let parts = told.map { japaneseParts($0) }
    let words = parts.map(\.words).joined(separator: "、または")
    // A noun that stands alone directly precedes the verb: 未ログインで投稿ボタンを連打した場合.
    let lastStandsAlone = told.last?.last.map { labelsAlone($0) != nil } ?? false
    let isShort = lastStandsAlone && told.count == 1 && told[0].count == 1
    let hasVerb = !clause.hasSuffix("の場合")
    let state = parts.last?.endsInStatement == true ? "状態で、" : "で、"
    let joint = isShort && hasVerb ? "で" : lastStandsAlone ? "で、" : state
    return words + joint + clause + particle
  }

  /// Returns who performs an operation as its subject: 保護者が, 管理者以外の人が; `nil` for other conditions and for events.
  private func actor(_ literal: NamedCube.Literal, of operation: NamedCube.Literal) -> String? {
    let factor = specification.factors[literal.factor]
    let groups = operationGroups(operation.values).map { specification.operations[$0.operation] }
    guard factor.kind == .state, !literal.allowsNotApplicable,
      groups.allSatisfy({ !$0.isEvent && JapaneseGrammar.endsInVerb($0.label.onOneLine) }),
      ResultWords.meansActor(factor.label)
    else { return nil }
    let (values, isExcept): ([Int], Bool)
    switch selection(literal).form {
    case .oneOf(let named): (values, isExcept) = (named, false)
    case .allExcept(let missing): (values, isExcept) = (missing, true)
    default: return nil
    }
    let labels = values.map { factor.values[$0].label.onOneLine }
    guard labels.allSatisfy({ JapaneseGrammar.meansPeople($0) && !$0.hasSuffix("プラン") })
    else { return nil }
    return (isExcept ? JapaneseGrammar.both(labels) + "以外の人" : JapaneseGrammar.either(labels)) + "が"
  }
}
