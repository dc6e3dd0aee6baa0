import Diagnostics
package import Specification
package import TestDesign
import Text

/// How many operations of a spec somebody has agreed to, and what has changed since.
package struct AgreementCheck: Hashable, Sendable {
  /// An operation that is not what was agreed to.
  struct Changed: Hashable {
    var operation: String
    var label: String
    var by: String
    var on: String
    /// How many outcomes differ; `nil` if that is not known.
    var differing: Int?
    /// “changed since 2026-11-03 (agreed by Sato): 2 outcomes differ”.
    var headline: String
    /// What differs, one phrase each.
    var details: [String]
  }

  let operations: Int
  let agreed: Int
  /// The path of the ledger; `nil` if there is none.
  package let ledger: String?
  let changed: [Changed]
  /// The ids of operations that were agreed to and are there no more.
  let gone: [String]

  /// - Parameters:
  ///   - specification: The spec.
  ///   - agreement: Its agreement.
  ///   - tables: By operation: its table, where it is agreed to.
  ///   - ledger: The path of the ledger; `nil` if there is none.
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
    let words = AgreementWords(specification, language: .english)
    changed = agreement.states.enumerated().compactMap { number, state in
      guard case .changed(let entry, let change) = state else { return nil }
      let operation = specification.operations[number]
      return Changed(
        operation: operation.id,
        label: VisibleText.line(operation.label.onOneLine),
        by: entry.by.onOneLine,
        on: entry.on.onOneLine,
        differing: change.count,
        headline: words.headline(state),
        details: words.details(change, tables[number], most: nil)
      )
    }
  }

  // MARK: Formats

  /// “3 of 12 operations agreed”.
  var phrase: String {
    "\(agreed) of \(counted(operations, "operation")) agreed"
  }

  private var gonePhrase: String? {
    gone.isEmpty
      ? nil
      : "agreed, but not in the spec any more: "
        + gone.map { VisibleText.line($0) }.joined(separator: ", ")
  }

  /// How many differences of an operation people are shown.
  private static let shown = 3

  private func shownDetails(_ changed: Changed) -> [String] {
    let rest = changed.details.count - Self.shown
    return rest > 1
      ? changed.details.prefix(Self.shown) + ["and \(rest) more"] : changed.details
  }

  /// For people; empty if there is no ledger.
  func text(columns: Int) -> String {
    guard ledger != nil else { return "" }
    func item(_ text: String, indent: Int) -> String {
      let margin = String(repeating: " ", count: indent)
      return LineBreaking.lines(of: text, columns: columns - indent - 2).enumerated()
        .map { margin + ($0 > 0 ? "  " : "") + $1 + "\n" }.joined()
    }
    var text = item(phrase, indent: 2)
    for changed in changed {
      text += item("\(changed.label): \(changed.headline)", indent: 2)
      for detail in shownDetails(changed) { text += item(detail, indent: 4) }
    }
    return text + (gonePhrase.map { item($0, indent: 2) } ?? "")
  }

  /// For a comment on a pull request; empty if there is no ledger.
  var markdown: String {
    guard ledger != nil else { return "" }
    var text = "\n\(phrase)\n"
    if !changed.isEmpty || !gone.isEmpty { text += "\n" }
    for changed in changed {
      let details = shownDetails(changed).map { "  - \(MarkdownText.line($0))\n" }.joined()
      text +=
        "- \(MarkdownText.line(changed.label)): \(MarkdownText.line(changed.headline))\n\(details)"
    }
    return text + (gonePhrase.map { "- \(MarkdownText.line($0))\n" } ?? "")
  }

  /// For programs.
  var json: JSONValue {
    let changes = changed.map { changed -> JSONValue in
      [
        "operation": .string(changed.operation), "by": .string(changed.by),
        "on": .string(changed.on), "differing": .integer(ifAny: changed.differing),
        "changes": .strings(changed.details),
      ]
    }
    return [
      "operations": .integer(operations), "agreed": .integer(agreed),
      "ledger": .string(ifAny: ledger), "changed": ledger == nil ? nil : .array(changes),
      "gone": ledger == nil ? nil : .strings(gone),
    ]
  }
}
