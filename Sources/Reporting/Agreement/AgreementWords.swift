import Diagnostics
package import Specification
package import TestDesign
import Text

/// The phrases for people's agreement to operations, in the spec's language.
struct AgreementWords {
  private let specification: Specification
  private let text: ReportText
  private let wording: Wording

  /// Creates the phrases for a spec, whose cells may have been worded already.
  init(_ specification: Specification, _ wording: Wording? = nil) {
    self.specification = specification
    text = ReportText(language: specification.language)
    self.wording = wording ?? Wording(specification)
  }

  /// The number of differences named where there is little room.
  private static let shown = 3

  /// Returns an operation's state on one line, such as “agreed by Sato on 2026-11-22”, or an empty text if nobody has agreed to it.
  func headline(_ state: SpecAgreement.State) -> String {
    switch state {
    case .open: return ""
    case .agreed(let entry):
      let comment = entry.comment.onOneLine
      return agreed(entry) + (comment.isEmpty ? "" : text(": ", "：") + VisibleText.line(comment))
    case .unknown(let entry):
      return agreed(entry)
        + text("; there is no table to compare it with", "。比べられる表がありません")
    case .changed(let entry, let change):
      let what = differ(change)
      return changed(since: entry) + (what.isEmpty ? "" : text(": ", "：") + what)
    }
  }

  /// Returns “agreed by Sato on 2026-11-22” or 合意済み（佐藤、2026-11-22）.
  private func agreed(_ entry: AgreementLedger.Entry) -> String {
    let (by, on) = (VisibleText.line(entry.by.onOneLine), VisibleText.line(entry.on.onOneLine))
    let english = "agreed" + (by.isEmpty ? "" : " by \(by)") + (on.isEmpty ? "" : " on \(on)")
    let remarks = [by, on].filter { !$0.isEmpty }.joined(separator: "、")
    return text(english, "合意済み" + (remarks.isEmpty ? "" : "（\(remarks)）"))
  }

  /// Returns the notice that the spec no longer says what somebody objected to.
  func settled(_ entry: AgreementLedger.Entry) -> String {
    let (by, on) = (VisibleText.line(entry.by.onOneLine), VisibleText.line(entry.on.onOneLine))
    let was = VisibleText.line(entry.outcomes.onOneLine)
    let wanted = VisibleText.line(entry.comment.onOneLine)
    let said = text(
      "an objection is settled, since the spec no longer says this: \(was). Wanted instead: “\(wanted)”",
      "「相違あり」の解消（仕様の変更により、次の決定はなくなりました）：\(was)。あるべき結果：「\(wanted)」"
    )
    let who = [by, on].filter { !$0.isEmpty }.joined(separator: text(", ", "、"))
    return who.isEmpty ? said : text.remark(said, who)
  }

  /// Returns “changed since 2026-11-03 (agreed by Sato)” or 2026-11-03の合意（佐藤）のあとに変更.
  private func changed(since entry: AgreementLedger.Entry) -> String {
    let (by, on) = (VisibleText.line(entry.by.onOneLine), VisibleText.line(entry.on.onOneLine))
    let since = on.isEmpty ? "it was agreed to" : on
    let english = "changed since \(since)" + (by.isEmpty ? "" : " (agreed by \(by))")
    let japanese = (on.isEmpty ? "合意" : "\(on)の合意") + (by.isEmpty ? "" : "（\(by)）") + "のあとに変更"
    return text(english, japanese)
  }

  /// Returns the phrases for a decision that differs from what was agreed to, including its former outcome if the wording differs.
  func lapsed(_ entry: AgreementLedger.Entry, _ decision: Decision) -> [String] {
    let was = entry.outcomes.onOneLine
    return [changed(since: entry)]
      + (was.isEmpty || was == decision.sentence
        ? [] : [text("it was: ", "変更前：") + VisibleText.line(was)])
  }

  /// Returns the answer, reason or verdict recorded for a decision, or an empty list while it is open.
  func standing(_ decision: Decision) -> [String] {
    func said(_ entry: AgreementLedger.Entry) -> String {
      [entry.by, entry.on, entry.comment].map(\.onOneLine).filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
    return switch decision.state {
    case .open, .reasoned(""): []
    case .reasoned(let reason) where decision.kinds == [.answer]:
      [text("answered: ", "回答：") + reason.onOneLine]
    case .reasoned(let reason): [text("because: ", "理由：") + reason.onOneLine]
    case .agreed(let entry): [text("agreed: ", "合意：") + said(entry)]
    case .changed(let entry): lapsed(entry, decision)
    case .contested(let entry) where decision.hasChanged:
      [text("not so, and changed since: ", "相違あり（その後に変更）：") + said(entry)]
    case .contested(let entry): [text("not so: ", "相違あり：") + said(entry)]
    }
  }

  private func differ(_ change: AgreementChange) -> String {
    guard let count = change.count else { return "" }
    if count == 0 { return text("no outcome differs", "結果は同じ") }
    return text(
      "\(counted(count, "outcome")) differ\(count == 1 ? "s" : "")",
      "\(count)件の結果が異なります"
    )
  }

  /// Returns the differences, one phrase each, such as “Transfer: Expired — A → B”.
  ///
  /// At most `most` differences are named, or all listed ones if it is `nil`; a last phrase counts the rest. `table` is the operation's
  /// table, or `nil` if there is none.
  func details(
    _ change: AgreementChange,
    _ table: OutcomeTable?,
    most: Int? = Self.shown
  ) -> [String] {
    var details = change.differences.prefix(most ?? .max).map { detail($0, table) }
    let more = (change.count ?? 0) - details.count
    if more > 0 { details.append(text("and \(more) more", "ほか\(more)件")) }
    details += change.assumedNow.map {
      text("now the same whatever \(assumed($0))", "\(assumed($0))によらず同じ、という前提が増えました")
    }
    details += change.assumedBefore.map {
      text("no longer the same whatever \(assumed($0))", "\(assumed($0))によらず同じ、という前提がなくなりました")
    }
    if change.count == nil {
      details.append(
        text(
          "the ledger does not say which outcomes were agreed to",
          "どの結果に合意したかは記録されていません"
        )
      )
    }
    return details.isEmpty
      ? [text("what can occur has changed", "起こり得る条件が変わりました")] : details
  }

  private func detail(_ difference: AgreementChange.Difference, _ table: OutcomeTable?) -> String {
    let was = difference.was.map { VisibleText.line($0.onOneLine) }
    switch difference.place {
    case .gone(let condition):
      return "\(VisibleText.line(condition)) — \(was ?? "") → " + text("gone", "なし")
    case .cell(let number):
      guard let table, table.cells.indices.contains(number) else { return was ?? "" }
      let cell = table.cells[number]
      return "\(condition(of: cell, table)) — \(was ?? text("new", "新規")) → "
        + outcome(cell.outcome)
    }
  }

  /// Returns a cell's condition, such as “Transfer: Expired, Amount: 1 to 10 EUR”, or “always” if it covers all combinations.
  private func condition(of cell: OutcomeTable.Cell, _ table: OutcomeTable) -> String {
    let parts = table.factors.indices.filter { !cell.spans[$0] }.map { place in
      let factor = table.factors[place]
      let values = VisibleText.line(wording.cell(cell.values[place], of: factor))
      guard factor < specification.operationFactor else { return values }
      return text.labelled(VisibleText.line(specification.factors[factor].label), values)
    }
    return parts.isEmpty ? text("always", "常に") : text.list(parts)
  }

  private func outcome(_ outcome: OutcomeTable.Outcome) -> String {
    [outcome.sign, text.line(outcome, in: specification)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Returns the label of a factor assumed to make no difference, given its name in the ledger, such as `photo/device!`.
  private func assumed(_ name: String) -> String {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    var factor = parts.last ?? name
    let isInvalid = factor.hasSuffix("!")
    if isInvalid { factor.removeLast() }
    let label =
      specification.factors.first { $0.name == factor }.map { VisibleText.line($0.label) }
      ?? VisibleText.line(factor)
    let whole = isInvalid ? text("invalid \(label)", "無効な\(label)") : label
    return parts.count > 1 ? text.remark(whole, VisibleText.line(parts[0])) : whole
  }
}

/// The operations of a spec that have been agreed to, and their changes since.
package struct AgreementCheck: Hashable, Sendable {
  /// An operation or decision that differs from what was agreed to.
  struct Changed: Hashable {
    var id: String
    var isDecision = false
    var label: String
    var by: String
    var on: String
    /// The number of outcomes that differ, or `nil` if it is unknown.
    var differing: Int?
    /// A headline such as “changed since 2026-11-03 (agreed by Sato): 2 outcomes differ”.
    var headline: String
    /// The differences, one phrase each.
    var details: [String]
  }

  let operations: Int
  let agreed: Int
  /// The path of the ledger, or `nil` if there is none.
  package let ledger: String?
  let changed: [Changed]
  /// The ids of operations that were agreed to and have since been removed.
  let gone: [String]
  /// The objections to outcomes that the rules no longer produce, one line each.
  let settled: [String]
  private let language: Language

  /// Compares the agreement with the spec.
  ///
  /// `tables` holds the table of each operation, or `nil` for one that nobody has agreed to. `ledger` is the ledger's path, or `nil` if
  /// there is none.
  package init(
    _ specification: Specification,
    _ agreement: SpecAgreement,
    _ tables: [OutcomeTable?],
    ledger: String?
  ) {
    operations = specification.operations.count
    agreed = agreement.agreedCount
    self.ledger = ledger
    gone = agreement.gone.map(\.operation)
    language = specification.language
    let words = AgreementWords(specification)
    settled = agreement.settled.map(words.settled)
    let operations = agreement.states.enumerated().compactMap { number, state -> Changed? in
      guard case .changed(let entry, let change) = state else { return nil }
      let operation = specification.operations[number]
      return Changed(
        id: operation.id,
        label: VisibleText.line(operation.label.onOneLine),
        by: entry.by.onOneLine,
        on: entry.on.onOneLine,
        differing: change.count,
        headline: words.headline(state),
        details: words.details(change, tables[number], most: nil)
      )
    }
    changed =
      operations
      + agreement.decisions.compactMap { decision in
        guard let entry = decision.state.lapsed else { return nil }
        let lines = words.lapsed(entry, decision)
        return Changed(
          id: decision.id,
          isDecision: true,
          label: VisibleText.line(decision.sentence),
          by: entry.by.onOneLine,
          on: entry.on.onOneLine,
          headline: lines[0],
          details: Array(lines.dropFirst())
        )
      }
  }

  // MARK: Formats

  /// A summary such as “3 of 12 operations agreed”.
  var phrase: String {
    language.choose(
      "\(agreed) of \(counted(operations, "operation")) agreed",
      "操作\(operations)件のうち\(agreed)件が合意済み"
    )
  }

  private var remarks: [String] {
    let names = gone.map { VisibleText.line($0) }.joined(separator: ", ")
    return
      (gone.isEmpty
      ? [] : [language.choose("agreed, but not in the spec any more: ", "合意後に仕様から削除：") + names])
      + settled
  }

  /// The number of differences shown per operation.
  private static let shown = 3

  private func shownDetails(_ changed: Changed) -> [String] {
    let rest = changed.details.count - Self.shown
    return rest > 1
      ? changed.details.prefix(Self.shown) + [language.say("and \(rest) more")]
      : changed.details
  }

  /// Returns the lines for the terminal, or an empty text if there is no ledger.
  func text(columns: Int) -> String {
    guard ledger != nil else { return "" }
    func item(_ text: String, indent: Int) -> String {
      let margin = String(repeating: " ", count: indent)
      return LineBreaking.lines(of: text, columns: columns - indent - 2).enumerated()
        .map { margin + ($0 > 0 ? "  " : "") + $1 + "\n" }.joined()
    }
    var text = item(phrase, indent: 2)
    for changed in changed {
      text += item(
        changed.label + language.choose(": ", "：") + changed.headline,
        indent: 2
      )
      for detail in shownDetails(changed) { text += item(detail, indent: 4) }
    }
    return text + remarks.map { item($0, indent: 2) }.joined()
  }

  /// The lines for a comment on a pull request, or an empty text if there is no ledger.
  var markdown: String {
    guard ledger != nil else { return "" }
    var text = "\n\(phrase)\n"
    if !changed.isEmpty || !remarks.isEmpty { text += "\n" }
    for changed in changed {
      let details = shownDetails(changed).map { "  - \(MarkdownText.line($0))\n" }.joined()
      text +=
        "- \(MarkdownText.line(changed.label)): \(MarkdownText.line(changed.headline))\n\(details)"
    }
    return text + remarks.map { "- \(MarkdownText.line($0))\n" }.joined()
  }

  var json: JSONValue {
    let changes = changed.json {
      [
        ($0.isDecision ? "decision" : "operation"): $0.id, "by": $0.by, "on": $0.on,
        "differing": $0.differing, "changes": $0.details,
      ]
    }
    return .of([
      "operations": operations, "agreed": agreed, "ledger": ledger,
      "changed": ledger == nil ? nil : changes, "gone": ledger == nil ? nil : gone,
      "settled": settled.ifAny,
    ])
  }
}
