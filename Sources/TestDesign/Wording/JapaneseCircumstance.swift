import Specification

/// When something happens and under which circumstances, in one Japanese clause: 未ログインで投稿ボタンを連打した場合.
///
/// Circumstances come first and what happens last, as in spoken Japanese; two clauses one behind the other (〜したとき、〜の場合は) would have to be
/// put together by the reader.
extension Wording {
  /// - Parameters:
  ///   - operation: What happens.
  ///   - circumstances: What the factors are: one of these holds; none or an empty one says nothing.
  ///   - asTopic: True if a question follows: it ends in は.
  /// - Returns: One clause without a full stop.
  func japaneseClause(
    of operation: NamedCube.Literal,
    under circumstances: [[NamedCube.Literal]],
    asTopic: Bool
  ) -> String {
    let clause = operationCase(operation)
    let particle = asTopic && !clause.hasSuffix("でも") ? "は" : ""
    let told = circumstances.map(telling)
    guard !told.isEmpty, !told.contains([]) else { return clause + particle }
    let parts = told.map { japaneseParts($0) }
    let words = parts.map(\.words).joined(separator: "、または")
    // A noun that stands alone leads straight to the verb: 未ログインで投稿ボタンを連打した場合.
    let lastStandsAlone = told.last?.last.map { labelsAlone($0) != nil } ?? false
    let isShort = lastStandsAlone && told.count == 1 && told[0].count == 1
    let hasVerb = !clause.hasSuffix("の場合")
    let state = parts.last?.endsInStatement == true ? "状態で、" : "で、"
    let joint = isShort && hasVerb ? "で" : lastStandsAlone ? "で、" : state
    return words + joint + clause + particle
  }

  /// What happens, as a case of it: 投稿ボタンをタップした場合, 通信エラー（オフライン）が起きた場合.
  private func operationCase(_ literal: NamedCube.Literal) -> String {
    operationClause(literal, when: "場合")
  }
}
