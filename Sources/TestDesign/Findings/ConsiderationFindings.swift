import Diagnostics
package import Specification
import Text

/// Findings on catalogue entries that nobody has considered: neither selected, declared nor dismissed.
///
/// The core operations that the traits call for form one checklist, an error as long as one is left. All other entries share one note,
/// those that the spec's own words touch on first; listed one by one they would bury the questions. An entry that was put off is a question
/// of its own.
extension FindingWriter {
  /// Returns the checklist, the note and the entries put off, plus a warning if the spec has no `traits`; then only topics are raised.
  mutating func unconsidered() -> [Finding] {
    // Nobody has considered the operations of a planned feature yet.
    if specification.isPlanned { return [] }
    var findings = specification.traits == nil ? [missingTraits()] : []
    let considered = ConsideredEntries(specification)
    let putOff = Dictionary(
      specification.questions.filter(\.decision.isEmpty).compactMap { asked in
        asked.operation.map { ($0, asked.question) }
      }
    ) { first, _ in first }
    var core: [CatalogueListing] = []
    var others: [CatalogueListing] = []
    var topics: [CatalogueListing] = []
    // A decision settles a prompt; an operation needs results, or a reason why it does not matter.
    let decidedPrompts = Set(
      specification.questions.filter { !$0.decision.isEmpty }.compactMap(\.operation)
    )
    for listing in specification.catalogue.listings
    where !considered.contains(listing)
      && (listing.kind == .operation || !decidedPrompts.contains(listing.id))
    {
      // Prompts without traits apply to every feature and would be noise in most reviews; `specmatrix catalogue` lists them.
      let isForAll = listing.kind != .operation && listing.traits.isEmpty
      if let question = putOff[listing.id] {
        findings.append(unconsidered(listing, putOff: question))
      } else if listing.kind == .topic {
        if specification.traits?.isEmpty != true { topics.append(listing) }
      } else if !isForAll, specification.traits.map(listing.isRelevant) ?? false {
        if listing.kind == .operation, listing.isCore {
          core.append(listing)
        } else {
          others.append(listing)
        }
      }
    }
    let relevance = CatalogueRelevance(specification)
    core = relevance.unnamed(core)
    let touched = relevance.mostRelevantFirst(relevance.unnamed(others))
    if !core.isEmpty { findings.append(checklist(core, relevance)) }
    let raised = relevance.raised(relevance.unnamed(topics))
    if !raised.isEmpty || !touched.isEmpty {
      findings.append(suggestions(raised, touched, relevance))
    }
    return findings
  }

  private mutating func missingTraits() -> Finding {
    let traits = specification.catalogue.traits.joined(separator: ", ")
    return Finding(
      code: .unconsideredOperation,
      ownSeverity: .warning,
      id: ids.next("F", ["unconsidered", specification.id]),
      message: say("without `traits`, nothing asks about what such features tend to forget"),
      span: specification.featureSpan,
      help: [
        say("name what the feature does, such as `traits: [writes_network]`; there are \(traits)"),
        say("`traits: []` calls for nothing"),
      ]
    )
  }

  /// Returns the checklist of the remaining core entries.
  private mutating func checklist(
    _ listings: [CatalogueListing],
    _ relevance: CatalogueRelevance
  ) -> Finding {
    let entries = listings.map(specification.catalogue.entry)
    let keys = listings.map { "  \($0.id):" }.joined(separator: "\n")
    return Finding(
      code: .unconsideredOperation,
      id: ids.next("Q", ["unconsidered", specification.id, "core"]),
      message: wording.checklist(entries),
      span: specification.operationsSpan,
      help: entries.map(hint) + [
        say(
          "dismiss what does not matter, with the reason: `dismissed: {\(listings[0].id): …}`; or postpone it: a question under `questions` with `operation` and `until`"
        )
      ],
      entries: listings.map(\.id),
      stub: "operations:\n" + keys,
      stubsInPlace: [
        StubInPlace(heading: say("select each that matters: add to `operations`"), text: keys)
      ],
      items: listings.map { unconsidered($0, putOff: nil, relevance.example(for: $0.id)) }
    )
  }

  /// Limits of how many entries the note shows with their questions; many topics leave less room for other entries.
  private static let shownSuggestions = (topics: 12, others: 5, leastOthers: 2, all: 13)

  /// Returns the note: topics that the spec's own words raise, and all other entries.
  private mutating func suggestions(
    _ topics: [(listing: CatalogueListing, text: String, isAsked: Bool)],
    _ touched: [(listing: CatalogueListing, words: Int)],
    _ relevance: CatalogueRelevance
  ) -> Finding {
    let others = touched.map(\.listing)
    let raised = topics.map { unconsidered($0.listing, putOff: nil, about: $0.text) }
    var items =
      raised + others.map { unconsidered($0, putOff: nil, relevance.example(for: $0.id)) }
    for number in items.indices { items[number].severity = .note }
    let listings = topics.map(\.listing) + others
    let unasked = topics.prefix { !$0.isAsked }.count
    let shownTopics = raised.prefix(min(unasked, Self.shownSuggestions.topics))
    // Entries that share no word with the spec are shown only if no topic is raised.
    let likely = touched.prefix { $0.words > 0 || raised.isEmpty }.count
    let room = max(Self.shownSuggestions.all - raised.count, Self.shownSuggestions.leastOthers)
    let shownOthers = others.prefix(min(likely, Self.shownSuggestions.others, room))
    let rest =
      topics.filter { !$0.isAsked }.dropFirst(shownTopics.count).map(\.listing)
      + others.dropFirst(shownOthers.count)
    let asked = topics.filter(\.isAsked).map(\.listing)
    func names(_ listings: [CatalogueListing]) -> String {
      listings.map { "`\($0.id)`" }.joined(separator: ", ")
    }
    return Finding(
      code: .unconsideredOperation,
      ownSeverity: .note,
      id: ids.next("Q", ["unconsidered", specification.id]),
      message: wording.unconsideredQuestion(listings, maxNames: Self.shownSuggestions.others + 1),
      span: specification.operationsSpan,
      help: shownTopics.map { wording.labelled("`\($0.entries[0])`", $0.message) }
        + shownOthers.map { hint(specification.catalogue.entry($0)) }
        + (asked.isEmpty ? [] : [say("the questions of the spec touch on: \(names(asked))")])
        + (rest.isEmpty ? [] : [say("less likely: \(names(rest))")])
        + [
          topics.isEmpty
            ? say(
              "select operations, declare states and data under their ids, and dismiss the rest with the reason: `dismissed: {\(listings[0].id): …}`"
            )
            : say(
              "select operations, declare states and data under their ids, answer topics under `questions`, and dismiss the rest with the reason: `dismissed: {\(listings[0].id): …}`"
            )
        ],
      entries: listings.map(\.id),
      items: items
    )
  }

  /// Returns an entry with its typical question, as in "Double tap (`double_tap`): Is it processed once only?".
  private func hint(_ entry: CatalogueEntry) -> String {
    wording.labelled(
      entry.label(wording.language) + wording.bracketed("`\(entry.id)`"),
      entry.question(wording.language)
    )
  }

  /// Returns the finding that asks whether an entry matters, naming an example if there is one.
  private mutating func unconsidered(
    _ listing: CatalogueListing,
    putOff question: Rule.OpenQuestion?,
    _ example: CatalogueRelevance.Example? = nil,
    about text: String? = nil
  ) -> Finding {
    let entry = specification.catalogue.entry(listing)
    let topic = text.map {
      wording.labelled(wording.quoted($0), entry.question(wording.language))
    }
    return Finding(
      code: .unconsideredOperation,
      ownSeverity: isDeferred(question?.until) ? .warning : nil,
      id: ids.next("Q", ["unconsidered", specification.id, entry.id]),
      message: question?.text.onOneLine ?? topic
        ?? wording.unconsideredQuestion(entry, of: example),
      span: question?.span ?? specification.operationsSpan,
      help: (question.map(help) ?? []) + [
        topic == nil
          ? say(
            "select or declare `\(entry.id)`, or dismiss it with the reason: `dismissed: {\(entry.id): …}`"
          )
          : say(
            "answer it under `questions`, with `operation: \(entry.id)` and `then`, or dismiss it with the reason: `dismissed: {\(entry.id): …}`"
          )
      ],
      ask: question?.ask,
      entries: [entry.id],
      isOverdue: isOverdue(question?.until),
      question: QuestionDetail(
        besideChoices: question == nil && topic == nil
          ? wording.unconsideredQuestion(entry, naming: false, of: example)
            + wording.bracketed(
              wording.labelled(say("for example"), entry.question(wording.language))
            )
          : nil,
        followUp: topic == nil ? entry.question(specification.language) : "",
        fingerprint: Self.fingerprint(["unconsidered"], of: [entry.id])
      )
    )
  }
}

extension Wording {
  /// Returns the text of the checklist of core entries.
  func checklist(_ entries: [CatalogueEntry]) -> String {
    let labels = entries.map { quoted($0.label(language)) }
    let list = language.choose(EnglishGrammar.list(labels, "and"), labels.joined())
    return labels.count == 1
      ? say("Not yet considered: \(list). What happens, or why does it not matter?")
      : say("Not yet considered: \(list). What happens on each, or why does it not matter?")
  }

  /// Asks whether the spec should say what happens on an operation of the catalogue, or whether a prompt matters.
  ///
  /// `isNamed` adds the entry's id, for authors of specs.
  func unconsideredQuestion(
    _ entry: CatalogueEntry,
    naming isNamed: Bool = true,
    of example: CatalogueRelevance.Example? = nil
  ) -> String {
    let label = quoted(entry.label(language))
    let clause = entry.clause(language).replacing("{variant}", with: "")
    let id = isNamed ? bracketed(entry.id) : ""
    let such =
      example.map {
        language.choose(
          ", such as " + $0.english.replacing("…", with: quoted($0.label)),
          $0.japanese.replacing("…", with: quoted($0.label) + "など")
        )
      } ?? ""
    guard entry.kind == .operation else { return say("Does \(label + id) matter here\(such)?") }
    let when = clause.isEmpty ? say("on \(label)") : clause
    let scene = language.choose(when + id + such, such + when + id)
    return say("Should the spec say what happens \(scene)?")
  }

  /// Asks whether any of the entries, at least one, matter, by their labels.
  ///
  /// If there are more than `maxNames`, one fewer is named, followed by the number of the others, since a full list would fill the screen
  /// for a spec that has just named its traits.
  package func unconsideredQuestion(_ listings: [CatalogueListing], maxNames: Int = 5) -> String {
    let shown = listings.count > maxNames ? listings.prefix(maxNames - 1) : listings[...]
    let more = listings.count - shown.count
    let labels = shown.map { quoted(specification.catalogue.entry($0).label(language)) }
    let all = labels + (more > 0 ? [say("\(more) more")] : [])
    let list = language.choose(EnglishGrammar.list(all, "and"), all.joined())
    return listings.count > 1 ? say("Do \(list) matter here?") : say("Does \(list) matter here?")
  }
}
