import Combinatorics
import Specification

/// A list of `precedence` as it is read for one operation: what covers of an earlier place goes before what covers of a later one.
struct Ranking {
  /// What stands under one name of the list.
  struct Place {
    /// The parts of a named rule; of `others` those of all rules of the spec that the list does not name.
    var parts: [Int]
    /// The name's number in the list.
    var entry: Int
    /// True if the place is that of `others`.
    var isOthers = false
  }

  /// The number in `Specification.precedence`.
  var list: Int
  /// At least two, none of them empty; no part stands in two.
  let places: [Place]
  /// By part of the list: its number in `places`.
  let placeOfPart: [Int: Int]

  fileprivate init(list: Int, places: [Place]) {
    self.list = list
    self.places = places
    let numbers = places.enumerated().flatMap { number, place in place.parts.map { ($0, number) } }
    placeOfPart = Dictionary(numbers) { first, _ in first }
  }
}

/// What `precedence` says, operation by operation.
///
/// Only the lists and the operations that rules name count: whether two rules ever cover a common combination makes no difference.
struct Precedence {
  private let byOperation: [[Ranking]]
  private let parts: RuleParts
  /// How many parts stand in all lists: what tests count.
  let size: Int

  /// Reads the lists.
  ///
  /// A list counts for the operations that its named rules name. Complexity: O(names, and of a list with `others` the rules of these
  /// operations).
  ///
  /// - Parameters:
  ///   - lowered: The specification.
  ///   - added: More lists of rules, as if they stood behind the others.
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

  /// The rankings of an operation, in the order of the lists.
  func rankings(of operation: Int) -> [Ranking] { byOperation[operation] }

  /// How many parts stand in the lists of an operation.
  func size(on operation: Int) -> Int {
    rankings(of: operation).reduce(0) { $0 + $1.placeOfPart.count }
  }

  /// The parts that come before a part, ascending.
  func before(_ part: Int) -> [Int] {
    var before: Set<Int> = []
    for ranking in rankings(of: parts[part].operation) {
      guard let place = ranking.placeOfPart[part] else { continue }
      before.formUnion(ranking.places[..<place].lazy.flatMap(\.parts))
    }
    return before.sorted()
  }

  /// True if a part comes before another one.
  func comes(_ first: Int, before second: Int) -> Bool {
    rankings(of: parts[first].operation).contains { ranking in
      guard let place = ranking.placeOfPart[first], let other = ranking.placeOfPart[second] else {
        return false
      }
      return place < other
    }
  }

  /// True if parts lead from one to another, each of which comes before the next.
  func leads(_ first: Int, to last: Int) -> Bool {
    let rankings = rankings(of: parts[first].operation)
    var reached: Set<Int> = []
    // By ranking: all places from this one on are reached.
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

  /// True if another list, of these rules, would contradict what is said of an operation that two of them name.
  ///
  /// Complexity: O(rules² · parts in the rankings of the operations).
  func closesCircle(_ list: [Int]) -> Bool {
    list.indices.contains { place in
      list[..<place].contains { leads(rule: list[place], to: $0) }
    }
  }

  /// Some rules in an order that no list speaks against, where there is one; the order given wherever the lists leave it open.
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

  /// Where each part is still in play: where it covers, and nothing that covers comes before it.
  ///
  /// What comes before may be out itself. Of a house rule every rule of the spec comes before it.
  ///
  /// Each ranking is gone through once, gathering what was covered so far, so that it takes about two set operations for each part in it.
  ///
  /// - Parameters:
  ///   - covered: By part, where it covers.
  ///   - store: The store of these sets.
  ///   - operations: The only operations that are looked at; `nil` for all.
  /// - Returns: By part.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
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
  /// The rules that the list puts before `others`, by their numbers; none where it names no `others`.
  var beforeOthers: [Int] {
    guard let others = entries.firstIndex(where: { $0.rule == nil }) else { return [] }
    return entries[..<others].compactMap(\.rule)
  }
}
