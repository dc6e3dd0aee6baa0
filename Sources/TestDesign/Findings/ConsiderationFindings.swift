import Diagnostics
package import Specification
import Text

/// What of the catalogue nobody has considered: neither selected or declared, nor dismissed.
///
/// Each operation of the core that the traits call for is a question of its own, and so is each that somebody put off. All other entries,
/// operations as well as prompts for states and data, share one note: each by itself would bury the questions.
extension FindingWriter {
  /// One finding for each question, and a warning where the spec names no traits, by which alone anything is called for.
  mutating func unconsidered() -> [Finding] {
    // Nobody has thought of a planned feature's operations yet.
    if specification.isPlanned { return [] }
    var findings = specification.traits == nil ? [missingTraits()] : []
    let considered = ConsideredEntries(specification)
    var putOff: [String: TeamQuestion] = [:]
    for asked in specification.questions {
      guard let id = asked.operation, asked.decision.isEmpty, putOff[id] == nil else { continue }
      putOff[id] = asked
    }
    var others: [CatalogueListing] = []
    for listing in specification.catalogue.listings where !considered.contains(listing) {
      // A prompt that every feature has would be noise in most reviews; `specmatrix catalogue` lists it.
      let isForAll = listing.kind != .operation && listing.traits.isEmpty
      let isCalledFor = !isForAll && (specification.traits.map(listing.isCalledFor) ?? false)
      if listing.kind == .operation, putOff[listing.id] != nil || isCalledFor && listing.isCore {
        findings.append(unconsidered(listing, putOff: putOff[listing.id]))
      } else if isCalledFor {
        others.append(listing)
      }
    }
    if !others.isEmpty { findings.append(unconsidered(others)) }
    return findings
  }

  private mutating func missingTraits() -> Finding {
    let traits = specification.catalogue.traits.joined(separator: ", ")
    return Finding(
      code: .unconsideredOperation,
      severity: .warning,
      id: ids.next("F", ["unconsidered", specification.id]),
      message: "without `traits` nobody asks what such features tend to forget",
      span: specification.featureSpan,
      help: [
        "name what the feature does, such as `traits: [writes_network]`; there are \(traits)",
        "`traits: []` calls for nothing",
      ]
    )
  }

  /// The question whether an operation is to be selected.
  private mutating func unconsidered(
    _ listing: CatalogueListing,
    putOff: TeamQuestion?
  ) -> Finding {
    let entry = specification.catalogue.entry(listing)
    let question = putOff?.question
    let message = question?.text.onOneLine ?? wording.unconsideredQuestion(entry)
    var help = question.map(help) ?? []
    help.append(
      "select `\(entry.id)` under `operations`, or dismiss it with the reason: "
        + "`dismissed: {\(entry.id): …}`"
    )
    if question == nil {
      help.append("or put it off: a question under `questions` with `operation` and `until`")
    }
    return Finding(
      code: .unconsideredOperation,
      severity: isDeferred(question?.until) ? .warning : .error,
      id: ids.next("Q", ["unconsidered", specification.id, entry.id]),
      message: message,
      span: question?.span ?? specification.operationsSpan,
      help: help,
      ask: question?.ask ?? specification.owner,
      entries: [entry.id],
      isOverdue: isOverdue(question?.until),
      question: QuestionDetail(
        condition: "",
        besideChoices: question == nil ? wording.unconsideredQuestion(entry, naming: false) : nil,
        followUp: entry.question(specification.language),
        fingerprint: fingerprint(["unconsidered"], of: [entry.id])
      )
    )
  }

  /// The question whether any of some entries matter.
  private mutating func unconsidered(_ listings: [CatalogueListing]) -> Finding {
    let ids = listings.map(\.id)
    let message = wording.unconsideredQuestion(listings)
    return Finding(
      code: .unconsideredOperation,
      severity: .note,
      id: self.ids.next("Q", ["unconsidered", specification.id]),
      message: message,
      span: specification.operationsSpan,
      help: [
        "`specmatrix catalogue \(specification.path)` lists what each of them asks; select operations, "
          + "declare states and data under their ids, and dismiss the rest with the reason: "
          + "`dismissed: {\(ids[0]): …}`",
        "by their ids: " + ids.map { "`\($0)`" }.joined(separator: ", "),
      ],
      ask: specification.owner,
      entries: ids,
      question: QuestionDetail(
        condition: "",
        fingerprint: fingerprint(["unconsidered"], of: ids)
      )
    )
  }
}

extension Wording {
  /// True if the spec should say what happens on an operation of the catalogue, which its clause and, for those who write specs, its id name.
  func unconsideredQuestion(_ entry: CatalogueEntry, naming isNamed: Bool = true) -> String {
    let label = entry.label(language)
    let clause = entry.clause(language).replacing("{variant}", with: "")
    let id = isNamed ? bracketed(entry.id) : ""
    switch language {
    case .english:
      let when = clause.isEmpty ? "on \(quoted(label))" : clause
      return "Should the spec say what happens \(when)\(id)?"
    case .japanese:
      let when = clause.isEmpty ? "\(quoted(label))のとき" : clause
      return "\(when)\(id)の動作を、仕様で決めますか？"
    }
  }

  /// True if any of some entries matter, by their labels.
  ///
  /// - Parameters:
  ///   - listings: The entries, at least one.
  ///   - maxNames: Of more than these, all but the last of them are named, and how many more there are: all would fill the screen of a spec
  ///     that has just named its traits.
  /// - Returns: The question.
  package func unconsideredQuestion(_ listings: [CatalogueListing], maxNames: Int = 5) -> String {
    let shown = listings.count > maxNames ? listings.prefix(maxNames - 1) : listings[...]
    let more = listings.count - shown.count
    let labels = shown.map { quoted(specification.catalogue.entry($0).label(language)) }
    switch language {
    case .english:
      let list = EnglishGrammar.list(labels + (more > 0 ? ["\(more) more"] : []), "and")
      return "\(listings.count > 1 ? "Do" : "Does") \(list) matter here?"
    case .japanese:
      let rest = more > 0 ? "ほか\(more)件" : ""
      return "\(labels.joined())\(rest)は、この機能に関係しますか？"
    }
  }
}
