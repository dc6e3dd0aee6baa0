import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Applies the changes that answers ask for, and verifies that each has exactly the intended effect.
struct AnswerEdit {
  private(set) var editor: YAMLEditor
  /// The spec with all changes so far.
  private(set) var specification: Specification
  /// Maps indices of the original spec to present ones.
  private var numbers: SpecificationNumbers
  /// The number of contradictory combinations with all changes so far, in decimal, or `nil` if not counted.
  private var contradictory: String?
  /// The regions of the rules in the original spec.
  ///
  /// Those with all changes so far are in `regions`.
  private let given: RuleRegions
  private var regions: RuleRegions
  /// The ids of rules that answers of this run have confirmed.
  private var confirmed: Set<String> = []
  /// The ids of questions that answers of this run have closed.
  private var closed: Set<String> = []
  private let file: AnswerFile
  private let today: CalendarDate

  init(
    _ analysed: AnalysedSpecification,
    _ editor: YAMLEditor,
    of file: AnswerFile,
    today: CalendarDate
  ) {
    specification = analysed.specification
    contradictory = analysed.analysis.counts.contradictory
    given = analysed.regions
    regions = given
    self.editor = editor
    numbers = SpecificationNumbers(of: specification)
    self.file = file
    self.today = today
  }

  /// Applies the changes of the verdicts and returns the state of each answer.
  ///
  /// All changes are made together and analysed once. Only if that fails are they made in halves, to find the offending ones.
  mutating func apply(_ verdicts: [AnswerJudge.Verdict]) -> [AnswerOutcome.State] {
    var states: [AnswerOutcome.State?] = verdicts.map { verdict in
      if case .settled(let state) = verdict { state } else { nil }
    }
    let changing = verdicts.indices.filter { verdicts[$0].changes != nil }
    var open = changing.isEmpty ? [] : [changing[...]]
    while let some = open.popLast() {
      // Several together in their preferred ways; a single one in any way that works.
      let ways = some.map { verdicts[$0].changes?.ways.first }
      if var problem = make(some.map { verdicts[$0] }, ways) {
        guard some.count > 1 else {
          let number = some[some.startIndex]
          var made: Way?
          for way in verdicts[number].changes?.ways.dropFirst() ?? [] where made == nil {
            if let other = make([verdicts[number]], [way]) { problem = other } else { made = way }
          }
          states[number] = made.map { .applied($0.phrase) } ?? .refused(problem)
          continue
        }
        let half = some.startIndex + some.count / 2
        open += [some[half...], some[..<half]]
      } else {
        for (number, way) in zip(some, ways) { states[number] = way.map { .applied($0.phrase) } }
      }
    }
    return zip(verdicts, states).map { verdict, state in
      if case .sameAs(let number) = verdict { states[number] ?? .known } else { state ?? .known }
    }
  }

  /// Makes the changes of some verdicts, all or none; returns what is wrong with them, or `nil` on success.
  private mutating func make(_ verdicts: [AnswerJudge.Verdict], _ ways: [Way?]) -> AnswerReason? {
    var known: Set<SpecificationChange> = []
    var changes: [SpecificationChange] = []
    for change in ways.flatMap({ $0?.changes ?? [] }) {
      guard let change = change.renumbered(numbers) else {
        return "another answer leaves out the operation; write it by hand"
      }
      // Several answers may dismiss the same operation together.
      let isMade =
        change.dismissal.map {
          !known.insert(change).inserted || specification.leavesOut($0)
        } ?? false
      if !isMade { changes.append(change) }
    }
    var edited = editor
    do throws(EditRefusal) {
      let placement = RulePlacement(specification, edited.root)
      do throws(EditRefusal) {
        try edited.apply(placement.textChanges(changes))
      } catch {
        // Within brackets there is no room for a comment.
        edited = editor
        try edited.apply(placement.textChanges(changes, withRemarks: false))
      }
    } catch {
      return "could not edit the spec: \(error.reason); write it by hand"
    }
    let decoded = file.read(edited.root)
    guard let new = decoded.value else { return problem(decoded.diagnostics) }
    let added = changes.compactMap(\.addedRule)
    let ids = Set(changes.compactMap(\.newID))
    let operations = Set(specification.operations.map(\.id))
    let kept = new.rules.indices.filter {
      (!ids.contains(new.rules[$0].id) || new.rules[$0].house != nil)
        && !new.isHouseRule($0, ofOthersThan: operations)
    }
    let changed = Set(changes.compactMap(\.changedRule))
    let narrowed = Set(changes.compactMap(\.narrowedRule))
    let confirmed = Set(changes.compactMap(\.confirmedRule))
    let gone = Set(
      changes.compactMap(\.dismissal).flatMap(\.rules) + changes.compactMap(\.removedRule)
    )
    let left = specification.rules.indices.filter { !gone.contains($0) }
    let nowConfirmed = self.confirmed.union(confirmed.map { specification.rules[$0].id })
    guard nowConfirmed.isDisjoint(with: gone.map { specification.rules[$0].id }) else {
      return "a rule that another answer confirms would be lost with it; write it by hand"
    }
    let values = ValueNumbers(from: specification, to: new)
    guard kept.count == left.count,
      zip(kept, left).allSatisfy({ now, before in
        new.rules[now].says(
          specification.rules[before],
          values,
          evenTheCondition: !narrowed.contains(before),
          evenTheOutcome: narrowed.contains(before) || !changed.contains(before),
          evenAny: !confirmed.contains(before)
        )
      })
    else {
      return "another rule would change with it; write it by hand"
    }
    guard added.allSatisfy({ isWritten($0, values, in: new) }),
      changes.compactMap(\.addedImpossibility).allSatisfy({ isWritten($0, values, in: new) }),
      changes.compactMap(\.dismissal).allSatisfy(new.leavesOut),
      changes.flatMap(\.addedLists).allSatisfy({ list in
        let ids = list.map { specification.rules[$0].id }
        return new.precedence.contains { written in
          written.entries.map { $0.rule.map { new.rules[$0].id } } == ids
        }
      })
    else {
      return "the spec would not say exactly this; write it by hand"
    }
    let closing = Set(verdicts.compactMap { $0.changes?.closes })
    let analysed: AnalysedSpecification
    do {
      let checked = try analyse(new, today: today)
      guard let now = checked.value else { return problem(checked.diagnostics) }
      analysed = now
      let open = Set(now.analysis.questions.map(\.id))
      guard open.isDisjoint(with: closing) else {
        return "the question would stay open; write the rule by hand"
      }
      guard open.isDisjoint(with: closed) else {
        return "a question settled by another answer would be open again; write the rule by hand"
      }
      // Lists that are right one by one may together disable rules that keep others from winning.
      let decides = changes.contains { !$0.addedLists.isEmpty || $0.changedRule != nil }
      if decides, let contradictory, let more = now.analysis.counts.contradictory,
        (contradictory.count, contradictory) < (more.count, more)
      {
        return "other rules would then disagree; write the order by hand"
      }
      let isOrdering = changes.contains {
        $0.addedImpossibility != nil || !$0.addedLists.isEmpty || $0.addedRule?.goesFirst == true
      }
      // A rule whose outcome changes still wins where it won.
      let deciding = zip(verdicts, ways).filter { $1?.changes.contains(where: \.decides) ?? false }
      let asked = deciding.compactMap { $0.0.changes?.asked }
      if isOrdering, try !keepsOthers(now.regions, Array(zip(left, kept)), asked) {
        return "other rules would decide what was not asked; write it by hand"
      }
    } catch {
      return .beyondLimits
    }
    let byID = Dictionary(new.rules.indices.map { (new.rules[$0].id, $0) }) { first, _ in first }
    numbers.follow(
      rules: Dictionary(uniqueKeysWithValues: zip(left, kept)),
      added: added.compactMap { rule in byID[rule.id].map { ($0, rule.near) } },
      ValueNumbers(from: given.space.lowered.specification, to: new)
    )
    specification = new
    contradictory = analysed.analysis.counts.contradictory
    regions = analysed.regions
    self.confirmed = nowConfirmed
    closed.formUnion(closing)
    editor = edited
    return nil
  }

  /// True if outside the combinations of the questions, the same rules decide as before wherever the combination is still possible.
  ///
  /// An entry of `impossible` may turn a rule into an exception of another; a list of `precedence` may rank rules that the question did not
  /// mention. `rules` pairs the old and the new index of each rule; `asked` belongs to the store of `given`. Throws `LimitExceeded` if the
  /// diagrams outgrow their limit.
  private func keepsOthers(
    _ now: RuleRegions,
    _ rules: [(old: Int, new: Int)],
    _ asked: [Diagram]
  ) throws(LimitExceeded) -> Bool {
    let sizes = now.space.store.domains.sizes
    // With another operation the combinations are not comparable.
    guard [given, regions].allSatisfy({ $0.space.store.domains.sizes == sizes }) else {
      return true
    }
    let store = now.space.store
    let asked = try store.copy(try given.space.store.union(asked), of: given.space.store)
    let after = now.space.lowered.specification.rules
    for alike in rules.gathered(by: { [specification.rules[$0.old].effect, after[$0.new].effect] })
    {
      let won = try regions.space.store.union(alike.map { regions.wins[$0.old] })
      let former = try store.intersection(
        now.space.all,
        try store.copy(won, of: regions.space.store)
      )
      let wins = try store.union(alike.map { now.wins[$0.new] })
      let changed = try store.union(store.difference(former, wins), store.difference(wins, former))
      guard try now.space.isWithin(changed, asked) else { return false }
    }
    return true
  }

  /// True if the spec has a new rule under its id and with its condition.
  private func isWritten(
    _ added: AnswerRule,
    _ values: ValueNumbers,
    in new: Specification
  ) -> Bool {
    let rule = new.rules.first { $0.id == added.id && $0.house == nil }
    return rule.map { means($0.when, added.rule.condition, values, in: new) } ?? false
  }

  /// True if the spec has an `impossible` entry with the condition.
  private func isWritten(
    _ added: WrittenCube,
    _ values: ValueNumbers,
    in new: Specification
  ) -> Bool {
    new.impossible.contains {
      $0.house == nil && means($0.when, added, values, in: new)
    }
  }

  private func means(
    _ written: Condition,
    _ meant: WrittenCube,
    _ values: ValueNumbers,
    in new: Specification
  ) -> Bool {
    guard let meant = values.renumbered(meant),
      written.alternatives.count == meant.alternatives.count
    else { return false }
    return zip(written.alternatives, meant.alternatives).allSatisfy { written, entries in
      let terms = Dictionary(written.terms.map { ($0.factor, $0.values) }) { first, _ in first }
      var expected = Dictionary(entries.map { ($0.factor, $0.values) }) { first, _ in first }
      if terms[new.operationFactor] != nil || meant.operations.count < new.operationValues.count {
        expected[new.operationFactor] = meant.operations
      }
      return terms == expected
    }
  }

  private func problem(_ diagnostics: [Diagnostic]) -> AnswerReason {
    let message = diagnostics.first { $0.severity == .error }?.message ?? "it has mistakes"
    return "the spec would not be valid with it: \(message)"
  }
}

extension Rule {
  /// True if the rule says the same as one of the earlier spec, wherever they are written.
  ///
  /// `any` does not change what a rule says, but it changes a derived id.
  fileprivate func says(
    _ other: Rule,
    _ values: ValueNumbers,
    evenTheCondition: Bool,
    evenTheOutcome: Bool,
    evenAny: Bool
  ) -> Bool {
    func sorted(_ literals: [NamedCube.Literal]) -> [NamedCube.Literal] {
      literals.filter { evenAny || !$0.allowsNotApplicable }.sorted { $0.factor < $1.factor }
    }
    let terms = when.alternatives.map { sorted($0.literals) }
    let before = other.when.alternatives.map { sorted($0.literals.compactMap(values.renumbered)) }
    let hasSameID = id == other.id || !evenAny && !hasOwnID && !other.hasOwnID
    // A narrowed condition keeps the operation and what makes no difference.
    let kept = before.flatMap { $0.filter(\.allowsNotApplicable).map(\.factor) }
    let isNarrowed =
      !evenTheCondition
      && terms.allSatisfy { $0.last == before[0].last && Set(kept).isSubset(of: $0.map(\.factor)) }
    guard hasSameID, terms == before || isNarrowed else { return false }
    return !evenTheOutcome
      || becomes.map(\.factor) == other.becomes.compactMap { values.factor($0.factor) }
        && results == other.results && openQuestion?.text == other.openQuestion?.text
        && placeholder?.results.map(\.text) == other.placeholder?.results.map(\.text)
        && until == other.until
  }
}

extension Specification {
  fileprivate func leavesOut(_ dismissal: OperationDismissal) -> Bool {
    dismissed.contains { $0.id == dismissal.operation && $0.reason == dismissal.reason }
  }

  /// True if a house rule came with an operation that is new.
  fileprivate func isHouseRule(_ number: Int, ofOthersThan known: Set<String>) -> Bool {
    guard rules[number].house != nil else { return false }
    let values = operationValues
    return rules[number].when.alternatives.flatMap(\.terms).contains { term in
      term.factor == operationFactor
        && term.values.contains { !known.contains(operations[values[$0].operation].id) }
    }
  }
}

extension AnswerJudge.Verdict {
  /// The ways to change the spec, the question that they close, and its combinations.
  fileprivate var changes: (ways: [Way], closes: String?, asked: Diagram)? {
    guard case .changes(let ways, let closes, let asked) = self else { return nil }
    return (ways, closes, asked)
  }
}

extension SpecificationChange {
  fileprivate var addedRule: AnswerRule? {
    if case .addRule(let rule) = self { rule } else { nil }
  }

  /// True if the change may affect which rule decides a combination.
  fileprivate var decides: Bool {
    addedRule != nil || addedImpossibility != nil || !addedLists.isEmpty
  }

  fileprivate var addedImpossibility: WrittenCube? {
    if case .addImpossible(_, let condition) = self { condition } else { nil }
  }

  fileprivate var addedLists: [[Int]] {
    if case .addPrecedence(let lists, _) = self { lists } else { [] }
  }

  fileprivate var changedRule: Int? {
    if case .changeRule(let rule, _) = self { rule } else { nil }
  }

  /// The rule whose `when` an answer replaces.
  fileprivate var narrowedRule: Int? {
    guard case .changeRule(let rule, let fields) = self else { return nil }
    return fields.contains { if case .set("when", _, _) = $0 { true } else { false } } ? rule : nil
  }

  fileprivate var confirmedRule: Int? {
    if case .confirm(let rule, _, _) = self { rule } else { nil }
  }

  fileprivate var removedRule: Int? {
    if case .removeRule(let rule) = self { rule } else { nil }
  }

  fileprivate var dismissal: OperationDismissal? {
    if case .dismiss(let dismissal) = self { dismissal } else { nil }
  }
}
