package import Combinatorics
import Specification
import Text

/// What has become of an operation since somebody agreed to it.
package struct AgreementChange: Hashable, Sendable {
  /// An outcome that is not the one that was agreed to.
  package struct Difference: Hashable, Sendable {
    /// Where it is.
    package enum Place: Hashable, Sendable {
      /// A number in `OutcomeTable.cells`.
      case cell(Int)
      /// Combinations that cannot occur any more, in the words of the ledger.
      case gone(String)
    }

    package var place: Place
    /// What was agreed to there, each once; empty for what could not occur.
    package var was: [String]
  }

  /// How many outcomes differ; `nil` where the ledger does not say which ones were agreed to.
  package var count: Int?
  /// The first of them, cells of the table in its order before those that are gone.
  package var differences: [Difference] = []
  /// What makes no difference now, and was not said to when somebody agreed: factors, `part/factor`; with `!` their invalid values.
  package var assumedNow: [String] = []
  /// What was said to make no difference.
  package var assumedBefore: [String] = []

  /// Whether today's spec has all factors that the agreed outcomes name: of one that is gone, combinations may have had several outcomes.
  fileprivate var knowsAllNames = false

  /// How many differences are listed.
  package static let listed = 20
}

/// Writes down what people agree to, and compares a spec with what was written down.
///
/// # Chapter: which outcomes differ
///
/// **Problem.** A fingerprint says that an operation is not what somebody agreed to. Which of its outcomes are meant? Factors, values and
/// thresholds may all have moved since, and cells are cut in other ways.
///
/// **Idea.** The agreed cells are sets of combinations of today's space: by name, numbers by their intervals; of a factor that is gone nothing is asked.
/// All cells with one outcome are joined. A cell of today is the same where it lies in the set of its own outcome. A class of numbers that two agreed
/// intervals share is in both; there a cell must not meet the set of another outcome either.
///
/// **Cost.** A diagram for each agreed outcome, and one look into it for each cell of today.
package struct AgreementComparison {
  private let analysed: AnalysedSpecification
  private let unread: [UnreadFactors?]

  private var lowered: LoweredSpecification { analysed.regions.space.lowered }
  private var specification: Specification { analysed.specification }

  /// - Throws: `LimitExceeded` where the search for a combination took too long.
  package init(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    self.analysed = analysed
    unread = try analysed.unreadFactors()
  }

  /// What the ledger says of an operation that somebody agrees to.
  package func entry(
    of table: OutcomeTable,
    by author: String,
    on day: String,
    comment: String
  ) -> AgreementLedger.Entry {
    AgreementLedger.Entry(
      operation: specification.operations[table.operation].id,
      fingerprint: table.fingerprint,
      by: author,
      on: day,
      comment: comment,
      outcomes: AgreedOutcomes(table, in: specification).text,
      assumed: assumed(table.operation).joined(separator: ", ")
    )
  }

  // MARK: Writing

  /// What makes no difference to an operation, in the order of declaration.
  private func assumed(_ operation: Int) -> [String] {
    let variants = lowered.variants[operation]
    func entries(_ unread: UnreadFactors?) -> [String] {
      guard let unread else { return [] }
      return unread.factors.map { specification.factors[$0].name }
        + unread.invalid.map { specification.factors[$0.factor].name + "!" }
    }
    let all = variants.map { entries(unread[$0]) }
    var common = all.first ?? []
    for entries in all { common = common.filter(entries.contains) }
    let own = zip(variants, all).flatMap { value, entries in
      let name = lowered.operationValues[value].variant?.id ?? ""
      return entries.filter { !common.contains($0) }.map { "\(name)/\($0)" }
    }
    return common + own
  }

  // MARK: Comparing

  /// Whether an agreement holds: nothing that was agreed to is wrong now, and no more is assumed than then.
  ///
  /// The fingerprint is another one, too, where a rule begins to name a factor that changes nothing. Then each combination has the outcome that it
  /// had, and less is taken for granted: nobody has anything to look at again.
  ///
  /// - Throws: `LimitExceeded` where diagrams outgrow their limit.
  package func holds(
    _ entry: AgreementLedger.Entry,
    for table: OutcomeTable
  ) throws(LimitExceeded) -> Bool {
    if table.fingerprint == entry.fingerprint { return true }
    let change = try change(of: table, since: entry)
    return change.count == 0 && change.assumedNow.isEmpty && change.knowsAllNames
  }

  /// What has changed since somebody agreed.
  ///
  /// - Throws: `LimitExceeded` where diagrams outgrow their limit.
  package func change(
    of table: OutcomeTable,
    since entry: AgreementLedger.Entry
  ) throws(LimitExceeded) -> AgreementChange {
    var change = AgreementChange()
    let now = assumed(table.operation)
    let before = entry.assumptions
    guard !entry.outcomes.trimmed.isEmpty || !before.isEmpty else { return change }
    // What made no difference to the whole operation made none to its variants.
    change.assumedNow = now.filter { name in
      let ofAll = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) }
      return !before.contains(name) && !before.contains(ofAll ?? name)
    }
    change.assumedBefore = before.filter { !now.contains($0) }
    guard table.listsCells, !entry.outcomes.trimmed.isEmpty,
      let agreed = AgreedOutcomes(entry.outcomes)
    else { return change }
    let names = AgreedNames(specification, table.operation, variants: lowered.variants, agreed)
    let differences = try differences(of: table, from: agreed, names)
    change.knowsAllNames = names.areAllKnown
    change.count = differences.count
    change.differences = Array(differences.prefix(AgreementChange.listed))
    return change
  }

  private func differences(
    of table: OutcomeTable,
    from agreed: AgreedOutcomes,
    _ names: AgreedNames
  ) throws(LimitExceeded) -> [AgreementChange.Difference] {
    let space = analysed.regions.space
    let store = space.store
    let rows = try store.intersection(
      space.all,
      try store.diagram(of: lowered.cube(ofOperation: table.operation))
    )
    // By agreed outcome, in the order in which they come first.
    var outcomes: [String] = []
    var cubes: [String: [Cube]] = [:]
    var gone: [AgreementChange.Difference] = []
    for cell in agreed.cells {
      let cube = names.cube(of: cell, lowered.cube(ofOperation: table.operation))
      if cubes[cell.outcome] == nil { outcomes.append(cell.outcome) }
      cubes[cell.outcome, default: []].append(contentsOf: cube.map { [$0] } ?? [])
      let left = try cube.map { cube throws(LimitExceeded) in
        try store.intersection(rows, try store.diagram(of: cube))
      }
      if try space.possible(left ?? .empty) == .empty {
        gone.append(
          .init(
            place: .gone(AgreedOutcomes.text(cell.conditions)),
            was: [AgreedOutcomes.plain(cell.outcome)]
          )
        )
      }
    }
    var sets: [String: Diagram] = [:]
    for outcome in outcomes { sets[outcome] = try store.diagram(of: cubes[outcome] ?? []) }

    func met(_ part: Diagram, besides own: String) throws(LimitExceeded) -> [String] {
      var met: [String] = []
      for outcome in outcomes where outcome != own {
        let both = try store.intersection(part, sets[outcome] ?? .empty)
        if try space.possible(both) != .empty { met.append(AgreedOutcomes.plain(outcome)) }
      }
      return met
    }

    var differences: [AgreementChange.Difference] = []
    for (number, cell) in table.cells.enumerated() {
      var cube = lowered.cube(ofOperation: table.operation)
      for (factor, values) in zip(table.factors, cell.values) {
        cube.restrict(factor, to: values)
      }
      let part = try store.intersection(rows, try store.diagram(of: cube))
      let own = AgreedOutcomes.text(cell.outcome, in: specification)
      let rest = try store.difference(part, sets[own] ?? .empty)
      let isOther = try space.possible(rest) != .empty
      let isShown = differences.count < AgreementChange.listed
      // Only where classes of numbers are shared may a cell be in two sets.
      let was = isOther && isShown || names.areShared ? try met(part, besides: own) : []
      if isOther || !was.isEmpty { differences.append(.init(place: .cell(number), was: was)) }
    }
    return differences + gone
  }
}

extension AgreementLedger.Entry {
  /// What is taken to make no difference, name by name.
  fileprivate var assumptions: [String] {
    assumed.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
  }
}

/// The names of agreed cells in the numbers of a spec.
private struct AgreedNames {
  private let specification: Specification
  private let operation: Int
  private let firstVariant: Int
  private var factors: [String: Int] = [:]
  /// By factor: all numbers that some agreed cell names, in stretches.
  private var known: [Int: [ClosedRange<Int>]] = [:]
  /// Whether a class of numbers is split between agreed intervals.
  private(set) var areShared = false
  /// Whether all factors that agreed cells name are there.
  let areAllKnown: Bool

  init(
    _ specification: Specification,
    _ operation: Int,
    variants: [Range<Int>],
    _ agreed: AgreedOutcomes
  ) {
    self.specification = specification
    self.operation = operation
    firstVariant = variants[operation].lowerBound
    for (number, factor) in specification.factors.enumerated() { factors[factor.name] = number }
    factors["operation"] = specification.operationFactor
    let known = factors
    areAllKnown = agreed.cells.flatMap(\.conditions).allSatisfy { known[$0.factor] != nil }
    var intervals: [Int: Set<ClosedRange<Int>>] = [:]
    for condition in agreed.cells.flatMap(\.conditions) {
      guard let factor = factors[condition.factor], let scale = scale(of: factor) else { continue }
      for value in condition.values {
        if let interval = Self.interval(value, scale) {
          intervals[factor, default: []].insert(interval)
        }
      }
    }
    for (factor, intervals) in intervals {
      self.known[factor] = Self.joined(intervals)
      areShared =
        areShared
        || values(of: factor).contains { value in
          guard let numbers = value.numbers else { return false }
          return intervals.contains { $0.overlaps(numbers) && !$0.contains(numbers) }
        }
    }
  }

  /// The combinations of a cell; `nil` where none of the values that it names for a factor is left.
  func cube(of cell: AgreedOutcomes.Cell, _ whole: Cube) -> Cube? {
    var cube = whole
    for condition in cell.conditions {
      guard let factor = factors[condition.factor] else { continue }
      if factor == specification.operationFactor,
        specification.operations[operation].variants.isEmpty
      {
        continue
      }
      let allowed = numbers(condition, factor)
      guard !allowed.isEmpty else { return nil }
      cube.restrict(factor, to: allowed)
    }
    return cube
  }

  private func numbers(_ condition: AgreedOutcomes.Condition, _ factor: Int) -> [Int] {
    let declared = values(of: factor)
    let isOperation = factor == specification.operationFactor
    let scale = scale(of: factor)
    let intervals = condition.values.compactMap { text in
      scale.flatMap { Self.interval(text, $0) }
    }
    let ids = Set(condition.values)
    var chosen = declared.indices.filter { place in
      let value = declared[place]
      guard scale != nil, let numbers = value.numbers else { return ids.contains(value.id) }
      return intervals.contains { $0.overlaps(numbers) }
        && known[factor, default: []].contains { $0.contains(numbers) }
    }
    if isOperation { return chosen.map { $0 + firstVariant } }
    if ids.contains(""), specification.factors[factor].onlyWhen != nil {
      chosen.append(declared.count)
    }
    return chosen
  }

  private func values(of factor: Int) -> [FactorValue] {
    factor == specification.operationFactor
      ? specification.operations[operation].variants : specification.factors[factor].values
  }

  private func scale(of factor: Int) -> Scale? {
    factor == specification.operationFactor
      ? specification.operations[operation].line?.scale : specification.factors[factor].line?.scale
  }

  /// `5`, `51..59`, `60..`, `..50`.
  private static func interval(_ text: String, _ scale: Scale) -> ClosedRange<Int>? {
    guard let dots = text.firstRange(of: "..") else {
      return scale.position(text).map { $0...$0 }
    }
    let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard let least = from.isEmpty ? Int.min : scale.position(String(from)),
      let most = to.isEmpty ? Int.max : scale.position(String(to)), least <= most
    else { return nil }
    return least...most
  }

  private static func joined(_ intervals: Set<ClosedRange<Int>>) -> [ClosedRange<Int>] {
    var joined: [ClosedRange<Int>] = []
    for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last,
        last.upperBound == Int.max || last.upperBound + 1 >= interval.lowerBound
      {
        joined[joined.count - 1] =
          last.lowerBound...max(last.upperBound, interval.upperBound)
      } else {
        joined.append(interval)
      }
    }
    return joined
  }
}

extension ClosedRange<Int> {
  fileprivate func contains(_ other: Self) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
