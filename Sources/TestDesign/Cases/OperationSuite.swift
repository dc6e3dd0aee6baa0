import Combinatorics
import Specification

/// Covers what one operation must meet, its variants or its parts together.
///
/// # Chapter: tuples that count in some rows only
///
/// **Problem.** Of *t* things that come together the operation is one: each variant meets any *t* - 1 values that it reads, and any *t* values
/// meet in a row of some variant that reads them. But variants read different factors, and what one of them does not read counts for nothing in its
/// rows. A screen with ten parts has one row for all of them, and a tuple of a part counts only where that part has a defined result.
///
/// **Idea.** A *witness* is one more factor that says what counts in the row: that the variant is one of some, that a part is defined, or that a factor
/// matters. Its last value claims nothing and may stand anywhere; any other may stand only where it is true. Tuples are asked for together with
/// the witnesses that they need, the last value is never asked for. So the covering array need know nothing of variants, parts and results.
///
/// **Example.** `add/short` reads `role` and `size`, `add/long` reads `role`. The tuples of `role` with the operation need no witness. Those of `size` stand
/// beside a witness of `add/short`.
struct OperationSuite {
  /// The variants of an operation; one for an operation with parts or without variants.
  let members: [OperationRows]
  private let store: DiagramStore
  private let witnesses: [Witness]
  private let groups: [CoveringRequest.Group]
  /// Groups that ask for single values again, where they matter.
  private let repeated: [CoveringRequest.Group]
  /// The factors of which the author asks for every value.
  private let wholeFactors: Set<Int>
  private let space: Space
  private let strength: Int

  /// Something that is true of some rows.
  private struct Witness: Hashable {
    /// The claims of its values but the last.
    var claims: [Claim]
  }

  private enum Claim: Hashable {
    /// The operation has one of these values.
    case isOne(of: [Int])
    /// The part of the only member is defined.
    case defined(part: Int)
    /// Each of the factors matters to the part, of a variant the first.
    case matters(part: Int, factors: [Int])
  }

  /// - Parameters:
  ///   - members: All that are defined somewhere and read anything.
  ///   - every: Groups of factors, the operation among them or not, of which every combination is asked for.
  ///   - strength: How many things come together, the operation being one.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
  init(
    _ members: [OperationRows],
    every: [[Int]],
    strength: Int
  ) throws(LimitExceeded) {
    self.members = members
    self.strength = strength
    wholeFactors = Set(every.joined())
    let operationFactor = members[0].store.domains.count - 1
    var required = RequiredTuples(operationFactor: operationFactor)
    if members.count == 1, members[0].operation.hasParts {
      required.askParts(of: members[0], every, strength)
    } else {
      required.askVariants(members, every, strength)
    }
    witnesses = required.witnesses.things
    groups = required.groups
    repeated = required.repeated
    // Only the members among the operations: a spec may have hundreds.
    store = DiagramStore(
      domains: Domains(
        sizes: members[0].store.domains.sizes.dropLast() + [members.count]
          + witnesses.map { $0.claims.count + 1 }
      ),
      order: members[0].store.order + witnesses.indices.map { operationFactor + 1 + $0 },
      budget: members[0].store.budget
    )
    space = try Self.space(members, witnesses, in: store, .sensitive)
  }

  /// Which rows claims are about.
  private enum Rows {
    case possible, defined
    /// The defined ones, and of factors those in which they matter.
    case sensitive

    func of(_ member: OperationRows) -> Diagram {
      self == .possible ? member.possible : member.defined
    }

    func of(_ part: OperationRows.Part) -> Diagram {
      self == .possible ? part.possible : part.defined
    }
  }

  /// Some rows of the members, each with what its witnesses may claim.
  private static func space(
    _ members: [OperationRows],
    _ witnesses: [Witness],
    in store: DiagramStore,
    _ rows: Rows
  ) throws(LimitExceeded) -> Space {
    let old = members[0].store
    let operation = old.domains.count - 1
    // A statement that says different things of the members must be joined to their rows.
    let isAlike = members[0].apart.indices.map { number in
      members.allSatisfy { $0.apart[number] == members[0].apart[number] }
    }
    var joined: [Diagram] = []
    for (place, member) in members.enumerated() {
      let own = isAlike.indices.filter { !isAlike[$0] }.map { member.apart[$0] }
      let set = try store.copy(of: try old.intersection([rows.of(member)] + own), from: old)
      joined.append(try store.intersection(set, Cube(store.domains, operation, in: [place])))
    }
    var sets = [try store.union(joined)]
    for number in isAlike.indices where isAlike[number] {
      sets.append(try store.copy(of: members[0].apart[number], from: old))
    }
    for (place, witness) in witnesses.enumerated() {
      let factor = old.domains.count + place
      var allowed = [try store.diagram(of: factor, in: [witness.claims.count])]
      for (value, claim) in witness.claims.enumerated() {
        let cube = Cube(store.domains, factor, in: [value])
        switch claim {
        case .isOne(let values):
          let own = members.indices.filter { values.contains(members[$0].operation.value) }
          allowed.append(try store.diagram(of: cube.restricted(operation, to: own)))
        case .defined(let number):
          let set = try store.copy(of: rows.of(members[0].parts[number]), from: old)
          allowed.append(try store.intersection(set, cube))
        case .matters(let number, let factors):
          for (place, member) in members.enumerated() {
            let set =
              rows == .sensitive
              ? try member.sensitivities[number].rows(factors, old) : rows.of(member.parts[number])
            let copy = try store.copy(of: set, from: old)
            allowed.append(try store.intersection(copy, cube.restricted(operation, to: [place])))
          }
        }
      }
      sets.append(try store.union(allowed))
    }
    return Space(joining: sets, in: store, nodeShare: 0.1)
  }

  /// What is asked for, without the rows that are there before.
  private var request: CoveringRequest {
    let old = members[0].store.domains
    let reads = Set(members.flatMap(\.reads))
    let isAsked = store.domains.sizes.enumerated().map { factor, size in
      (0..<size).map { value in
        if factor >= old.count { return value < size - 1 }
        if factor == old.count - 1 { return true }
        return reads.contains(factor) && !members[0].notApplicable.contains([factor, value])
          && !isInside(value, of: factor)
      }
    }
    return CoveringRequest(
      groups: groups + repeated,
      isAsked: isAsked,
      weights: store.domains.sizes.enumerated().map { factor, size in
        factor < old.count - 1
          ? members[0].costs.costs[factor].map { $0 == 0 ? 2 : 1 }
          : (0..<size).map { $0 < size - 1 || factor < old.count ? 2 : 1 }
      }
    )
  }

  /// True if a value stands between two others from which no rule of a member tells it apart.
  private func isInside(_ value: Int, of factor: Int) -> Bool {
    !wholeFactors.contains(factor)
      && members.allSatisfy { member in
        zip(member.parts, member.sensitivities).allSatisfy { part, sensitivity in
          !part.reads.contains(factor) || sensitivity.inside[factor]?.contains(value) == true
        }
      }
  }

  // MARK: Rows

  /// The suite on top of rows that stand in any case and of earlier ones that stay while something needs them.
  ///
  /// - Parameters:
  ///   - fixed: Defined rows of the members.
  ///   - earlier: Rows of an earlier suite with what they leave open; those that cannot happen or are open now fall out.
  ///   - effort: What is done to make the suite smaller.
  /// - Returns: The places of the earlier rows that stay, with the rows; new rows; a number below which no suite is; and whether earlier rows might
  ///   go for a smaller one.
  /// - Throws: `LimitExceeded` if there are too many tuples.
  func suite(
    fixed: [[Int]],
    earlier: [[Int?]],
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (
    kept: [(place: Int, row: [Int])], new: [[Int]], lowerBound: Int, isLarge: Bool
  ) {
    var request = request
    request.effort = effort.steps
    request.fixed =
      fixed.map { .init(values: witnessed($0)) }
      + earlier.map { .init(values: witnessed($0), isDroppable: true) }
    let renewal = SuiteRenewal(
      space: space,
      request: request,
      limits: Self.limits,
      monitor: effort.monitor
    )
    let (outcome, isLarge) = try renewal.outcome(trading: effort.trades)
    let suite = try settled(outcome.suite, in: space, request, preferring: usual)
    let kept = outcome.kept.enumerated().filter { $0.element >= fixed.count }.map { place, number in
      (number - fixed.count, shortened(suite.rows[place]))
    }
    let new = suite.rows.dropFirst(suite.fixedCount).map(shortened)
    return (kept, new, suite.lowerBound, isLarge)
  }

  /// Small tasks get small searches: there are as many as operations.
  private static var limits: CoveringLimits {
    var limits = CoveringLimits()
    limits.searchSteps = 4_000_000
    return limits
  }

  /// By factor, its usual value where a member reads it.
  private var usual: [Int?] {
    let reads = Set(members.flatMap(\.reads))
    return store.domains.sizes.indices.map { factor in
      reads.contains(factor) ? members[0].costs.costs[factor].firstIndex(of: 0) : nil
    }
  }

  /// A row of a member with all that its witnesses can claim.
  private func witnessed(_ row: [Int?]) -> [Int?] {
    let whole = row.compactMap(\.self)
    let place = members.firstIndex { $0.operation.value == row[row.count - 1] }
    return row.dropLast() + [place]
      + witnesses.map { witness -> Int? in
        guard whole.count == row.count else { return nil }
        return witness.claims.firstIndex { claim in
          switch claim {
          case .isOne(let values): values.contains(whole[whole.count - 1])
          case .defined(let part):
            members[0].store.contains(members[0].parts[part].defined, row: whole)
          case .matters(let part, let factors):
            place.map { members[$0].matters(factors, toPart: part, in: whole) } == true
          }
        } ?? witness.claims.count
      }
  }

  /// The same without witnesses.
  private func shortened(_ row: [Int]) -> [Int] {
    let factors = members[0].store.domains.count - 1
    return Array(row.prefix(factors)) + [members[row[factors]].operation.value]
  }

  /// How many tuples can happen only where the result is open.
  func waiting() throws(LimitExceeded) -> Int {
    guard members.contains(where: { $0.parts.contains { $0.possible != $0.defined } }) else {
      return 0
    }
    return try possibleTuples(in: Self.space(members, witnesses, in: store, .possible))
      - possibleTuples(in: Self.space(members, witnesses, in: store, .defined))
  }

  private func possibleTuples(in space: Space) throws(LimitExceeded) -> Int {
    let isAsked = request.isAsked
    return try measureCoverage(of: [], space: space, groups: groups, listing: 0) { tuple in
      zip(tuple.factors, tuple.values).allSatisfy { isAsked[$0][$1] }
    }.groups.reduce(0) { $0 + $1.possible }
  }
}

extension OperationSuite {
  /// The groups of factors whose values are to come together, and the witnesses that they need.
  private struct RequiredTuples {
    let operationFactor: Int
    var witnesses = Numbering<Witness>()
    var groups: [CoveringRequest.Group] = []
    var repeated: [CoveringRequest.Group] = []

    /// Each value that a part reads, where it is defined, and any `strength` where they matter.
    mutating func askParts(of member: OperationRows, _ every: [[Int]], _ strength: Int) {
      for (number, part) in member.parts.enumerated() where part.defined != .empty {
        let witness =
          part.defined == member.defined
          ? [] : [witness(Witness(claims: [.defined(part: number)]))]
        ask(witness, 1)
        for factor in part.reads { ask([factor] + witness, 1 + witness.count) }
        for size in 1...max(1, min(strength, part.reads.count)) {
          for factors in part.reads.subsets(of: size) { ask(factors, mattering: number, [member]) }
        }
        for group in every {
          let factors = group.filter { $0 != operationFactor }
          guard !factors.isEmpty, factors.allSatisfy(part.reads.contains) else { continue }
          ask(factors + witness, factors.count + witness.count)
        }
      }
    }

    /// Each value that variants read, and any `strength` of the operation and the factors that matter.
    mutating func askVariants(_ members: [OperationRows], _ every: [[Int]], _ strength: Int) {
      let values = members.map(\.operation.value)
      if members.count > 1 { ask([operationFactor], 1) }
      let all = Set(members.flatMap(\.reads)).sorted()
      func readers(_ factors: [Int]) -> [OperationRows] {
        members.filter { $0.reads(factors) }
      }
      for factor in all {
        let own = readers([factor]).map(\.operation.value)
        if strength > 1 {
          askEach(own, of: values, [factor])
        } else {
          askAny(own, of: values, [factor])
        }
      }
      for size in 1...max(1, min(strength, all.count)) {
        for factors in all.subsets(of: size) {
          let isEach = size < strength && members.count > 1
          ask(factors, mattering: 0, members, beside: isEach ? [operationFactor] : [])
        }
      }
      for group in every {
        let factors = group.filter { $0 != operationFactor }
        let own = readers(factors).map(\.operation.value)
        guard !own.isEmpty, !factors.isEmpty else { continue }
        if group.contains(operationFactor) {
          askEach(own, of: values, factors)
        } else {
          askAny(own, of: values, factors)
        }
      }
    }

    /// The values of some factors together, in rows in which each of them matters to the part of one of the members.
    private mutating func ask(
      _ factors: [Int],
      mattering part: Int,
      _ members: [OperationRows],
      beside others: [Int] = []
    ) {
      let isSomewhere = members.contains { member in
        factors.allSatisfy { member.sensitivities[part].matters[$0] ?? .empty != .empty }
      }
      guard isSomewhere else { return }
      // A group has at most eight factors.
      let claims = factors.count > 3 ? [factors] : factors.map { [$0] }
      let witnesses = claims.filter { claim in
        !members.allSatisfy { member in
          claim.allSatisfy { member.sensitivities[part].matters[$0] == member.defined }
        }
      }.map { witness(Witness(claims: [.matters(part: part, factors: $0)])) }
      let group = factors + others + witnesses
      guard factors.count == 1 else { return ask(group, group.count) }
      if !witnesses.isEmpty { repeated.append(.init(factors: group, strength: group.count)) }
    }

    /// The values of some factors together, in rows of each of some variants.
    private mutating func askEach(_ readers: [Int], of values: [Int], _ factors: [Int]) {
      let operation =
        readers == values
        ? operationFactor : witness(Witness(claims: readers.map { .isOne(of: [$0]) }))
      ask(factors + [operation], factors.count + 1)
    }

    /// The values of some factors together, in a row of one of some variants.
    private mutating func askAny(_ readers: [Int], of values: [Int], _ factors: [Int]) {
      guard readers != values else { return ask(factors, factors.count) }
      ask(factors + [witness(Witness(claims: [.isOne(of: readers)]))], factors.count + 1)
    }

    private mutating func ask(_ factors: [Int], _ strength: Int) {
      guard !factors.isEmpty else { return }
      groups.append(.init(factors: factors, strength: strength))
    }

    private mutating func witness(_ witness: Witness) -> Int {
      operationFactor + 1 + witnesses.number(of: witness)
    }
  }
}

extension OperationRows {
  func reads(_ factors: [Int]) -> Bool { factors.allSatisfy(reads.contains) }

  /// True if each of some factors matters to a part in a row.
  func matters(_ factors: [Int], toPart part: Int, in row: [Int]) -> Bool {
    factors.allSatisfy { factor in
      sensitivities[part].matters[factor].map { store.contains($0, row: row) } == true
    }
  }
}
