import Combinatorics
import Specification

/// Covers the tuples of one operation, all its variants or parts together.
///
/// # Chapter: tuples that count in some rows only
///
/// **Problem.** Of the *t* values of a tuple, one is the operation: each variant must be combined with any *t* - 1 values it reads, and any
/// *t* values must occur in a row of some variant that reads them. But variants read different factors, and factors that a variant does not
/// read do not count in its rows. A screen with ten parts has one row for all of them, and a tuple of a part counts only where that part
/// has a defined result.
///
/// **Idea.** A *witness* is an additional factor that states what counts in the row: that the variant is one of several, that a part is
/// defined, or that a factor matters. Its last value claims nothing and is always allowed; any other value is allowed only where its claim
/// is true. Tuples are requested together with the witnesses they need; the last value is never requested. So the covering array needs no
/// notion of variants, parts or results.
///
/// **Example.** `add/short` reads `role` and `size`, `add/long` reads `role`. The tuples of `role` with the operation need no witness.
/// Those of `size` are combined with a witness for `add/short`.
struct OperationSuite {
  /// The variants of an operation; a single element for an operation with parts or without variants.
  let members: [OperationRows]
  private let store: DiagramStore
  private let witnesses: [Witness]
  private let groups: [CoveringRequest.Group]
  /// Groups that request single values again, in rows where they matter.
  private let repeated: [CoveringRequest.Group]
  /// The factors of which the author requests every value.
  private let wholeFactors: Set<Int>
  private let space: Space
  private let strength: Int

  /// An additional factor whose values claim something about the row.
  private struct Witness: Hashable {
    /// The claims of all values but the last, which claims nothing.
    var claims: [Claim]
  }

  private enum Claim: Hashable {
    /// The operation has one of these values.
    case isOne(of: [Int])
    /// The part of the only member is defined.
    case defined(part: Int)
    /// Each of the factors matters to the part; for a variant, the part is 0.
    case matters(part: Int, factors: [Int])
  }

  /// Creates the suite of members that are defined somewhere and read at least one factor.
  ///
  /// `every` lists groups of factors, with or without the operation, of which every combination is requested. `strength` counts the
  /// operation as one of the values that are combined. Throws `LimitExceeded` if the diagrams outgrow their limit.
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
    // The operation factor has only the members as values: a spec may have hundreds of operations.
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

  /// The rows that claims refer to.
  private enum Rows {
    case possible, defined
    /// The defined rows; for factors, those in which they matter.
    case sensitive

    func of(_ member: OperationRows) -> Diagram {
      self == .possible ? member.possible : member.defined
    }

    func of(_ part: OperationRows.Part) -> Diagram {
      self == .possible ? part.possible : part.defined
    }
  }

  /// Returns rows of the members, extended by the witness values allowed in them.
  private static func space(
    _ members: [OperationRows],
    _ witnesses: [Witness],
    in store: DiagramStore,
    _ rows: Rows
  ) throws(LimitExceeded) -> Space {
    let old = members[0].store
    let operation = old.domains.count - 1
    // A constraint that differs between members must be joined with their rows.
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

  /// The request for the covering array, without fixed rows.
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

  /// True if a value lies between two others and no rule of a member distinguishes it from them.
  private func isInside(_ value: Int, of factor: Int) -> Bool {
    !wholeFactors.contains(factor)
      && members.allSatisfy { member in
        zip(member.parts, member.sensitivities).allSatisfy { part, sensitivity in
          !part.reads.contains(factor) || sensitivity.inside[factor]?.contains(value) == true
        }
      }
  }

  // MARK: Rows

  /// Returns a suite on top of fixed rows and of earlier rows that stay as long as they are needed.
  ///
  /// `fixed` holds defined rows of the members. `earlier` holds rows of an earlier suite with open places as `nil`; those that are
  /// impossible or undefined now are dropped. `effort` says how much is done to make the suite smaller.
  ///
  /// The result contains the indices of the earlier rows that stay, with the completed rows; the new rows; a lower bound of the size; and
  /// whether a smaller suite might be found by dropping earlier rows. Throws `LimitExceeded` if there are too many tuples.
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

  /// A smaller search limit than the default, since there is one search for each operation.
  private static var limits: CoveringLimits {
    var limits = CoveringLimits()
    limits.searchSteps = 4_000_000
    return limits
  }

  /// The usual value of each factor that a member reads.
  private var usual: [Int?] {
    let reads = Set(members.flatMap(\.reads))
    return store.domains.sizes.indices.map { factor in
      reads.contains(factor) ? members[0].costs.costs[factor].firstIndex(of: 0) : nil
    }
  }

  /// Extends a row of a member by the first claim that holds for each witness.
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

  /// Removes the witnesses from a row.
  private func shortened(_ row: [Int]) -> [Int] {
    let factors = members[0].store.domains.count - 1
    return Array(row.prefix(factors)) + [members[row[factors]].operation.value]
  }

  /// Returns the number of tuples that can happen only where the result is open.
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
  /// The groups of factors whose values are combined, and the witnesses that they need.
  private struct RequiredTuples {
    let operationFactor: Int
    var witnesses = Numbering<Witness>()
    var groups: [CoveringRequest.Group] = []
    var repeated: [CoveringRequest.Group] = []

    /// Requests each value that a part reads, where it is defined, and any `strength` of them where they matter.
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

    /// Requests each value that variants read, and any `strength` of the operation and the factors that matter.
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

    /// Requests the tuples of some factors, in rows in which each of them matters to the part of one of the members.
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
      // One claim for all factors, since a group has at most eight factors.
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

    /// Requests the tuples of some factors for each of the variants that read them.
    private mutating func askEach(_ readers: [Int], of values: [Int], _ factors: [Int]) {
      let operation =
        readers == values
        ? operationFactor : witness(Witness(claims: readers.map { .isOne(of: [$0]) }))
      ask(factors + [operation], factors.count + 1)
    }

    /// Requests the tuples of some factors for any one of the variants that read them.
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

  /// True if each factor that matters to a part in a row also matters to it in another row.
  func matters(in other: [Int], asIn row: [Int]) -> Bool {
    parts.indices.allSatisfy { part in
      reads.allSatisfy {
        !matters([$0], toPart: part, in: row) || matters([$0], toPart: part, in: other)
      }
    }
  }

  /// True if each of the factors matters to a part in a row.
  func matters(_ factors: [Int], toPart part: Int, in row: [Int]) -> Bool {
    factors.allSatisfy { factor in
      sensitivities[part].matters[factor].map { store.contains($0, row: row) } == true
    }
  }
}
