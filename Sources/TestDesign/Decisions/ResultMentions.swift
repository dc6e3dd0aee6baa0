import Combinatorics
import Specification
import Text

/// A factor that results mention, or rules change, without reading it: "The book moves to the next shelf".
struct ResultMention {
  /// The rules concerned, ascending, at least one.
  var rules: [Int]
  var factor: Int
  /// The reachable combinations in which the rules win.
  var rows: Diagram
}

/// Finds results that name a factor or one of its values although their rules do not read it and it varies where they win.
///
/// Rules that change a factor without reading it, from at least two other values, are found as well. Labels and results are compared word
/// by word, outside quotation marks. For a moving factor, only rules that change it count, unless an event resets it to its start or the
/// operation leads to every value. A factor for the acting person is ignored, unless that person has to approve.
///
/// Complexity: linear in the words of all labels and results.
struct ResultMentions {
  private let lowered: LoweredSpecification
  private var specification: Specification { lowered.specification }
  private struct Name: Hashable {
    var words: [String]
    var factor: Int
    /// True if the name counts only behind a word such as "next", since most results name their subject.
    var needsRelation: Bool
  }

  /// The names by their first word.
  private var names: [String: [Name]] = [:]
  private let moving: Set<Int>
  /// The number of named values of each factor.
  private var named: [Int: Int] = [:]
  /// The values that rules set, by operation and factor.
  private var ends: [[Int]: Set<Int>] = [:]

  init(_ lowered: LoweredSpecification) {
    self.lowered = lowered
    let specification = lowered.specification
    moving = Set(specification.movingFactors)
    for (number, factor) in specification.factors.enumerated()
    where !factor.isYesNo && factor.comparison == nil {
      let own = ResultWords.words(of: factor.label)
      // The head of a Japanese label follows の.
      let head = factor.label.split(separator: "の").last.map(String.init) ?? ""
      // There is no "next" count.
      let labels = factor.line == nil ? [factor.label, head, factor.name] : []
      let values = factor.values.filter { $0.number == nil && !$0.isNeighbour }.map(\.label)
      for (label, needsRelation) in labels.map({ ($0, true) }) + values.map({ ($0, false) }) {
        let words = ResultWords.words(of: label)
        guard let first = words.first else { continue }
        let name = Name(words: words, factor: number, needsRelation: needsRelation)
        // A single character occurs in many words, but 次の棚 means the next shelf.
        let isTelling =
          needsRelation
          ? label.count > 1 || label == factor.label && !label.allSatisfy(\.isASCII)
          : words.joined().count > 1 && own.ranges(of: words).isEmpty
            && !words.contains { $0.contains(where: \.isNumber) }
        guard isTelling, !ResultWords.areCommon(words),
          names[first]?.contains(name) != true
        else { continue }
        names[first, default: []].append(name)
        if !needsRelation { named[number, default: 0] += 1 }
      }
    }
    for (number, rule) in specification.rules.enumerated() {
      for move in rule.becomes {
        guard case .value(let end) = move.target else { continue }
        for operation in lowered.operations(ofRule: number) {
          ends[[operation, move.factor], default: []].insert(end)
        }
      }
    }
  }

  /// Returns the mentions in results of the spec's own rules within the reachable rows, one per factor, in the order of the rules.
  func mentions(
    _ regions: RuleRegions,
    in reached: Diagram
  ) throws(LimitExceeded) -> [ResultMention] {
    let store = regions.space.store
    let full = Cube(full: lowered.domains)
    var found: [(factor: Int, rule: Int, rows: Diagram)] = []
    for (number, rule) in specification.rules.enumerated() where rule.house == nil {
      guard let results = rule.results, regions.wins[number] != .empty else { continue }
      let read = Set(rule.when.alternatives.flatMap(\.terms).map(\.factor))
      let moved = Set(rule.becomes.map(\.factor)).subtracting(read)
        .filter { !isSetAnew($0, by: number) }
      let named = factors(in: results).subtracting(read)
        .filter { moving.contains($0) ? moved.contains($0) : asks(of: $0, number, results) }
      guard !named.union(moved).isEmpty else { continue }
      let rows = try store.intersection(regions.wins[number], reached)
      guard let support = store.support(of: rows, in: full) else { continue }
      for factor in named.union(moved).sorted() where support.values(of: factor).count > 1 {
        let left = specification.valuesLeft(by: rule, factor, among: support.values(of: factor))
        if named.contains(factor) || left.count > 1 { found.append((factor, number, rows)) }
      }
    }
    return try found.gathered(by: \.factor).map { (mentions) throws(LimitExceeded) in
      ResultMention(
        rules: mentions.map(\.rule),
        factor: mentions[0].factor,
        rows: try store.union(mentions.map(\.rows))
      )
    }
  }

  private func isEvent(_ rule: Int) -> Bool {
    lowered.operations(ofRule: rule).allSatisfy { specification.operations[$0].isEvent }
  }

  /// True if an event resets a factor to its start, or if the operation leads to every other value.
  private func isSetAnew(_ factor: Int, by rule: Int) -> Bool {
    let declared = specification.factors[factor]
    let start = declared.start ?? []
    let target = specification.rules[rule].becomes.first { $0.factor == factor }?.target
    if case .value(let end)? = target, start.contains(end), isEvent(rule) { return true }
    return lowered.operations(ofRule: rule).contains { operation in
      let all = ends[[operation, factor], default: []]
      return all.count > 1
        && declared.values.indices.allSatisfy {
          all.contains($0) || start.contains($0) || declared.values[$0].isInvalid
        }
    }
  }

  /// False if the factor names the acting person and no approval is required.
  private func asks(of factor: Int, _ rule: Int, _ results: [String]) -> Bool {
    !ResultWords.meansActor(specification.factors[factor].label)
      || !isEvent(rule) && results.contains(where: ResultWords.meansApproval)
  }

  /// Returns the factors that results mention; a list of all values of a factor does not count.
  private func factors(in results: [String]) -> Set<Int> {
    var values: [Int: Set<[String]>] = [:]
    var found: Set<Int> = []
    for words in results.map(ResultWords.words) {
      for start in words.indices {
        let isRelated = start > 0 && ResultWords.isRelation(words[start - 1])
        for name in names[words[start]] ?? [] where words[start...].starts(with: name.words) {
          if !name.needsRelation {
            values[name.factor, default: []].insert(name.words)
          } else if isRelated {
            found.insert(name.factor)
          }
        }
      }
    }
    // “Not offered” contains “offered” but does not mention it.
    for (factor, said) in values
    where said.count < named[factor] ?? 0
      || said.contains(where: { whole in said.allSatisfy { !whole.ranges(of: $0).isEmpty } })
    { found.insert(factor) }
    return found
  }
}

extension Specification {
  /// Returns the valid values that a rule changes to a fixed other value; empty for a statement.
  func valuesLeft(by rule: Rule, _ factor: Int, among values: [Int]) -> [Int] {
    let declared = factors[factor]
    guard case .value(let end)? = rule.becomes.first(where: { $0.factor == factor })?.target,
      !declared.isYesNo
    else { return [] }
    return values.filter {
      $0 != end && declared.values.indices.contains($0) && !declared.values[$0].isInvalid
    }
  }
}
