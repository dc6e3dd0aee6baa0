import Combinatorics
import Specification

/// A list of `precedence` as it applies to one operation: the parts of an earlier place come before those of a later one where both cover.
struct Ranking {
  /// The parts under one name of the list.
  struct Place {
    /// The parts of a named rule, or for `others` those of all unlisted rules of the spec.
    var parts: [Int]
    /// The index of the name in the list.
    var entry: Int
    /// True if the place is that of `others`.
    var isOthers = false
  }

  /// The index in `Specification.precedence`.
  var list: Int
  /// At least two nonempty places, which are disjoint.
  let places: [Place]
  /// The index in `places` of each part.
  let placeOfPart: [Int: Int]

  fileprivate init(list: Int, places: [Place]) {
    self.list = list
    self.places = places
    let numbers = places.enumerated().flatMap { number, place in place.parts.map { ($0, number) } }
    placeOfPart = Dictionary(numbers) { first, _ in first }
  }
}

/// The rankings that `precedence` defines, per operation.
///
/// Only the lists, and the operations that rules name, count; whether two rules ever cover the same combination is irrelevant.
struct Precedence {
  private let byOperation: [[Ranking]]
  private let parts: RuleParts
  /// The number of parts in all rankings, which tests bound.
  let size: Int

  /// Reads the lists; `added` lists of rules are treated as if appended to `precedence`.
  ///
  /// A list applies to the operations that its named rules name. Complexity: linear in the names and, for a list with `others`, in the
  /// rules of these operations.
  init(_ lowered: LoweredSpecification, adding added: [[Int]] = []) {
    parts = lowered.parts
    var byOperation: [[Ranking]] = Array(
      repeating: [],
      count: lowered.specification.operations.count
    )
    let lists = lowered.specification.precedence.map { $0.entries.map(\.rule) } + added
    for (number, list) in lists.enumerated() {
      for (operation, places) in Self.places(of: list, lowered.parts) where places.count > 1 {
        byOperation[operation].append(Ranking(list: number, places: places))
      }
    }
    self.byOperation = byOperation
    size = byOperation.joined().reduce(0) { $0 + $1.placeOfPart.count }
  }

  private static func places(
    of list: [Int?],
    _ parts: RuleParts
  ) -> [(operation: Int, places: [Ranking.Place])] {
    var named: [Int: [Ranking.Place]] = [:]
    for (entry, rule) in list.enumerated() {
      guard let rule else { continue }
      for part in parts.of(rule: rule) {
        var places = named[parts[part].operation, default: []]
        if places.last?.entry == entry {
          places[places.count - 1].parts.append(part)
        } else {
          places.append(Ranking.Place(parts: [part], entry: entry))
        }
        named[parts[part].operation] = places
      }
    }
    let operations = named.sorted { $0.key < $1.key }.map { (operation: $0.key, places: $0.value) }
    guard let others = list.firstIndex(where: { $0 == nil }) else { return operations }
    return operations.map { operation, places in
      let listed = Set(places.flatMap(\.parts))
      let unlisted = parts.of(operation: operation).filter {
        !parts[$0].isOfHouse && !listed.contains($0)
      }
      guard !unlisted.isEmpty else { return (operation, places) }
      let front = places.prefix { $0.entry < others }
      let place = Ranking.Place(parts: unlisted, entry: others, isOthers: true)
      return (operation, front + [place] + places[front.count...])
    }
  }

  /// Returns the rankings of an operation, in the order of the lists.
  func rankings(of operation: Int) -> [Ranking] { byOperation[operation] }

  /// Returns the number of parts in the rankings of an operation.
  func size(on operation: Int) -> Int {
    rankings(of: operation).reduce(0) { $0 + $1.placeOfPart.count }
  }

  /// Returns the parts that come before a part in some ranking, ascending.
  func before(_ part: Int) -> [Int] {
    var before: Set<Int> = []
    for ranking in rankings(of: parts[part].operation) {
      guard let place = ranking.placeOfPart[part] else { continue }
      before.formUnion(ranking.places[..<place].lazy.flatMap(\.parts))
    }
    return before.sorted()
  }

  /// True if a part comes directly before another one in some ranking.
  func comes(_ first: Int, before second: Int) -> Bool {
    rankings(of: parts[first].operation).contains { ranking in
      guard let place = ranking.placeOfPart[first], let other = ranking.placeOfPart[second] else {
        return false
      }
      return place < other
    }
  }

  /// True if a part comes before another one, directly or through others.
  func leads(_ first: Int, to last: Int) -> Bool {
    let rankings = rankings(of: parts[first].operation)
    var reached: Set<Int> = []
    // For each ranking, all places from this index on have been reached.
    var reachedFrom = rankings.map(\.places.count)
    var open = [first]
    while let part = open.popLast() {
      for (number, ranking) in rankings.enumerated() {
        guard let place = ranking.placeOfPart[part], place + 1 < reachedFrom[number] else {
          continue
        }
        for next in ranking.places[(place + 1)..<reachedFrom[number]].flatMap(\.parts)
        where reached.insert(next).inserted { open.append(next) }
        reachedFrom[number] = place + 1
      }
    }
    return reached.contains(last)
  }

  /// True if a further list of these rules would contradict the existing ones on an operation that two of them name.
  ///
  /// Complexity: O(rules² · parts in the rankings of the operations).
  func closesCircle(_ list: [Int]) -> Bool {
    list.indices.contains { place in
      list[..<place].contains { leads(rule: list[place], to: $0) }
    }
  }

  /// Returns the rules in an order consistent with all lists, if there is one, keeping the given order where possible.
  func inOrder(_ rules: [Int]) -> [Int] {
    var rest = rules
    var order: [Int] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { rule in
        !rest.contains { $0 != rule && leads(rule: $0, to: rule) }
      }
      order.append(rest.remove(at: next ?? 0))
    }
    return order
  }

  /// True if a rule comes before another on some operation, directly or through others.
  private func leads(rule first: Int, to last: Int) -> Bool {
    parts.of(rule: first).contains { part in
      parts.of(rule: last).contains {
        parts[$0].operation == parts[part].operation && leads(part, to: $0)
      }
    }
  }

  /// Returns the rows in which each part is in play: it covers them, and no part that comes before it does.
  ///
  /// Parts that come before may be out of play themselves. Every rule of the spec comes before all house rules. `covered` has the rows that
  /// each part covers; `operations` limits the work to some operations. Throws `LimitExceeded` if the diagrams outgrow their limit.
  ///
  /// Complexity: about two set operations per part and ranking, since each ranking is traversed once, accumulating what was covered so far.
  func inPlay(
    _ covered: [Diagram],
    in store: DiagramStore,
    on operations: [Int]? = nil
  ) throws(LimitExceeded) -> [Diagram] {
    let operations = operations ?? Array(byOperation.indices)
    var inPlay = covered
    for ranking in operations.flatMap({ byOperation[$0] }) {
      var before = Diagram.empty
      for (number, place) in ranking.places.enumerated() {
        if number > 0 {
          for part in place.parts { inPlay[part] = try store.difference(inPlay[part], before) }
        }
        if number + 1 < ranking.places.count {
          before = try store.union(before, try store.union(place.parts.map { covered[$0] }))
        }
      }
    }
    for operation in operations {
      let parts = parts.of(operation: operation)
      let house = parts.filter { self.parts[$0].isOfHouse }
      guard !house.isEmpty else { continue }
      let spec = parts.filter { !self.parts[$0].isOfHouse }
      let before = try store.union(spec.map { covered[$0] })
      for part in house { inPlay[part] = try store.difference(covered[part], before) }
    }
    return inPlay
  }
}

extension PrecedenceList {
  /// The indices of the rules listed before `others`; empty without `others`.
  var beforeOthers: [Int] {
    guard let others = entries.firstIndex(where: { $0.rule == nil }) else { return [] }
    return entries[..<others].compactMap(\.rule)
  }
}
