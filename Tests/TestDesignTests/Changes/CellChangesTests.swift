import Combinatorics
import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import TestDesign

/// What a draft changes, against a comparison of every combination.
struct CellChangesTests {
  private func added(_ draft: String, to text: String) throws -> String {
    let root = try #require(parseYAML(SourceFile(path: "", text: draft)).value)
    return try #require(try DraftedRules(root.entries).added(to: text))
  }

  /// The analysis of a text; `nil` if it has mistakes.
  private func sound(_ text: String) -> AnalysedSpecification? {
    let tree = parseYAML(SourceFile(path: "spec.yaml", text: text))
    let read = tree.value.flatMap {
      decodeSpecification($0, path: "spec.yaml", catalogue: .standard).value
    }
    return read.flatMap { try? analyse($0, today: testDay).value }
  }

  /// What is said of each combination, by the ids of its values; numbers by themselves.
  private func outcomes(
    _ analysed: AnalysedSpecification,
    valuesOf other: AnalysedSpecification
  ) throws -> [[String]: String] {
    let (own, new) = (analysed.specification, other.specification)
    let space = other.regions.space
    var outcomes: [[String]: String] = [:]
    let sizes = space.lowered.domains.sizes
    var row = sizes.map { _ in 0 }
    while true {
      let key = row.map(String.init)
      let combination = space.lowered.combination(row)
      let values = zip(own.factors, zip(new.factors, combination.values)).map {
        factor,
        pair -> Int? in
        pair.1.flatMap { value in
          let value = pair.0.values[value]
          return factor.values.firstIndex { $0.id == value.id }
            ?? value.number.flatMap { factor.values.standing(for: $0) }
        }
      }
      let lowered = analysed.regions.space.lowered
      let old =
        values.enumerated().map { factor, value in value ?? lowered.notApplicable(factor) ?? 0 }
        + [combination.operation]
      outcomes[key] = outcome(old, analysed)
      guard let place = row.indices.last(where: { row[$0] + 1 < sizes[$0] }) else {
        return outcomes
      }
      row[place] += 1
      for later in row.indices where later > place { row[later] = 0 }
    }
  }

  private func outcome(_ row: [Int], _ analysed: AnalysedSpecification) -> String {
    let regions = analysed.regions
    guard regions.space.store.contains(regions.space.all, row: row) else { return "impossible" }
    let rules = analysed.specification.rules
    let winners = regions.winners(row).map { rules[$0] }
    let open = winners.filter { $0.results == nil }
    if !open.isEmpty { return "? \(Set(open.map(\.openTexts)).sorted { "\($0)" < "\($1)" })" }
    let results = Set(winners.compactMap(\.results)).sorted { "\($0)" < "\($1)" }
    guard results.count == 1 else { return results.isEmpty ? "undefined" : "! \(results)" }
    return "\(results) \(regions.additions(row).compactMap { rules[$0].results })"
  }

  @Test(arguments: 0..<4)
  func `what changes is what every combination tells`(part: Int) throws {
    var (tried, changed) = (0, 0)
    for seed in stride(from: part, to: Seeds.share(600), by: 4) {
      let text = RandomSpec.make(seed: UInt64(seed)).yaml()
      guard let before = sound(text) else { continue }
      let specification = before.specification
      var random = TestSupport.SplitMix64(seed: UInt64(seed) &+ 5)
      var lines: [String] = []
      for operation in random.sample(
        min(2, specification.operations.count),
        of: specification.operations
      ) {
        let factors = random.sample(min(2, specification.factors.count), of: specification.factors)
        let when = factors.map { factor in
          "\(factor.name): \(random.pick(factor.values).id.asFlowScalar)"
        }
        let outcome = random.chance(20) ? "question: Which?" : "then: Result \(random.below(3))"
        lines.append("\(operation.id): [{when: {\(when.joined(separator: ", "))}, \(outcome)}]")
      }
      guard let now = try? added(lines.joined(separator: "\n"), to: text),
        let after = sound(now),
        let changes = try CellChanges(from: before, to: after)
      else { continue }
      tried += 1
      let were = try outcomes(before, valuesOf: after)
      let are = try outcomes(after, valuesOf: after)
      let differing = are.filter { were[$0.key] != $0.value }
      changed += differing.count
      #expect(changes.count == String(differing.count), "seed \(seed)\n\(lines)\n\(text)")
      let counts = changes.changes.compactMap { Int($0.count) }.reduce(0, +)
      #expect(counts == differing.count, "seed \(seed)")
      for change in changes.changes {
        let example = try #require(change.example)
        let row =
          example.values.enumerated().map {
            $1 ?? after.regions.space.lowered.notApplicable($0) ?? 0
          } + [example.operation]
        #expect(differing[row.map(String.init)] != nil, "seed \(seed): \(change)")
      }
    }
    #expect(tried > Seeds.share(600) / 16 && changed > 0, "\(tried) tried, \(changed) changed")
  }

  private static let spec = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states: {plan: [free, premium], photos: {range: 0..4}}
    operations: {tap: Tap, hold: Hold, back: Back}
    rules:
      hold: [Held, Seen]
      tap:
        - {when: {plan: free}, then: Saved}
      back:
        plan: {free: Left}

    """

  @Test(arguments: [
    (
      "tap: {when: {plan: premium}, then: Sent}",
      "      - {when: {plan: premium}, then: Sent}\n"
    ),
    ("hold: Shaken", "      - then: Shaken\n"),
    ("back: {plan: {premium: Stayed}}", "      - plan:\n          premium: Stayed\n"),
  ])
  func `rules are added to the shape that stands there`(draft: String, lines: String) throws {
    let text = try added(draft, to: Self.spec)
    #expect(text.filter { !$0.isWhitespace }.contains(lines.filter { !$0.isWhitespace }), "\(text)")
    _ = try analysed(text)
  }

  @Test func `a draft makes holes, contradictions and thresholds visible`() throws {
    let before = try analysed(Self.spec)
    let draft = "tap:\n  - {when: {photos: 3..}, then: Full}\n"
    let after = try analysed(try added(draft, to: Self.spec))
    let changes = try #require(try CellChanges(from: before, to: after))
    let kinds = Set(changes.changes.map { "\($0.before.status)>\($0.after.status)" })
    #expect(kinds == ["undefined>defined", "defined>contradictory"])
    #expect(changes.changes.allSatisfy { $0.operation == "Tap" })
  }
}
