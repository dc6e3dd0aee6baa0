import Combinatorics
import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// Comparisons of two factors against every pair of numbers.
struct ComparisonOracleTests {
  @Test(arguments: 0..<2)
  func `the verdict holds for every pair of numbers`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.count, by: 2) {
      try compare(ComparedSpec(seed: UInt64(seed)), seed, &tally)
    }
    print("comparisons:", tally.summary)
    #expect(tally["specs"] * 2 > Seeds.count / 2, "most specs are sound")
    #expect(tally.differences == [])
    #expect(tally["answered"] * 10 > tally["questions"] * 8)
    for kind in ["undefined", "contradictory", "near"] { #expect(tally[kind] > 0, "\(kind)") }
  }

  private func compare(_ spec: ComparedSpec, _ seed: Int, _ tally: inout Tally) throws {
    let comment: Comment = "seed \(seed)\n\(spec.text)"
    let winners = spec.winners()
    guard let specification = ComparedSpec.decoded(spec.text) else {
      // A relation that the two ranges cannot have is an error; nothing else is.
      let relations = Set(winners.keys.map { Array(spec.signature($0).suffix(7).prefix(3)) })
      #expect(relations.count < 4, comment)
      return
    }
    guard let analysed = try analyse(specification, today: testDay).value else { return }
    tally.count("specs")
    let regions = analysed.regions
    let lowered = regions.space.lowered
    var seen: Set<[Bool]> = []
    for row in rows(lowered) {
      let point = point(of: row, specification, spec)
      let isPossible = regions.space.store.contains(regions.space.all, row: row)
      guard let isRelated = relation(of: row, specification) else {
        Issue.record(comment)
        return
      }
      if isPossible != (isRelated && winners[point] != nil) {
        tally.differ("seed \(seed): \(point) possible \(isPossible)")
      }
      guard isPossible else { continue }
      tally.count("rows")
      seen.insert(spec.signature(point))
      let winning = winners[point] ?? []
      let results = Set(winning.map { spec.rules[$0].result })
      let isUndefined = regions.space.store.contains(regions.undefined, row: row)
      let engine = specification.rules.indices.filter {
        regions.space.store.contains(regions.wins[$0], row: row)
      }.compactMap { specification.rules[$0].results?.first }
      if isUndefined != winning.isEmpty || Set(engine) != results {
        tally.differ("seed \(seed): \(point) \(engine) for \(results)")
      }
      if winning.isEmpty { tally.count("undefined") }
      if results.count > 1 { tally.count("contradictory") }
    }
    // Each combination that conditions distinguish is represented by a row.
    let real = Set(winners.keys.map(spec.signature))
    #expect(real.subtracting(seen) == [], comment)
    try expectCases(analysed, spec, &tally, comment)
    try expectTables(analysed, spec, winners, &tally)
    try expectQuestions(analysed, spec, winners, &tally, comment)
  }

  /// Expects the suite to be certified, and to reach a bound of each comparison if possible.
  private func expectCases(
    _ analysed: AnalysedSpecification,
    _ spec: ComparedSpec,
    _ tally: inout Tally,
    _ comment: Comment
  ) throws {
    let matrix = try analysed.cases(earlier: nil)
    let verdict = try analysed.verify(matrix)
    #expect(verdict.complaints == [], comment)
    for testCase in matrix.cases {
      let numbers = zip([1, 2], testCase.combination.values.dropFirst()).compactMap {
        factor,
        value in
        value.flatMap { analysed.specification.factors[factor].values[$0].number }
      }
      guard numbers.count == 2 else { continue }
      let distance = numbers[0] * spec.lines[0].steps - numbers[1] * spec.lines[1].steps
      if distance.magnitude <= 1 { tally.count("near") }
    }
  }

  /// Expects each point to be in the numbers of exactly one cell of its table, and to have its outcome.
  private func expectTables(
    _ analysed: AnalysedSpecification,
    _ spec: ComparedSpec,
    _ winners: [ComparedSpec.Point: [Int]],
    _ tally: inout Tally
  ) throws {
    let builder = try OutcomeTableBuilder(analysed)
    for (number, operation) in analysed.specification.operations.enumerated() {
      let table = try builder.table(of: number)
      guard table.listsCells else { continue }
      for (point, rules) in winners where point.operation == operation.id {
        let found = table.cells.filter { cell in
          zip(table.factors, cell.values).allSatisfy { factor, values in
            names(factor, values, point, spec, analysed.specification)
          }
        }.map { cell in
          switch cell.outcome {
          case .defined(let results): Set(results)
          case .contradictory(let results): Set(results.joined())
          case .undefined, .undecided: Set<String>()
          }
        }
        tally.count("in tables")
        let expected = Set(rules.map { spec.rules[$0].result })
        if found != [expected] {
          tally.differ("a table says \(found) of \(point), not \(expected)\n\(spec.text)")
        }
      }
    }
  }

  /// True if a point is among the numbers that values of a factor stand for, or has one of them.
  private func names(
    _ factor: Int,
    _ chosen: [Int],
    _ point: ComparedSpec.Point,
    _ spec: ComparedSpec,
    _ specification: Specification
  ) -> Bool {
    let values = specification.factors[factor].values
    let isAbsent = chosen.contains(values.count)
    switch factor {
    case 0: return chosen.contains { values[$0].id == point.plan }
    case 1, 2:
      guard let number = point.numbers[factor - 1] else { return isAbsent }
      let isValid = spec.lines[factor - 1].isValid(number)
      return values.intervals(chosen.filter(values.indices.contains)).contains {
        $0.numbers.contains(number)
      } || !isValid && chosen.contains { $0 < values.count && values[$0].isInvalid }
    default:
      guard let relation = spec.relation(point) else { return isAbsent }
      let sign = specification.factors[factor].comparison?.left == 1 ? relation : -relation
      return chosen.contains { $0 < values.count && values[$0].number == sign }
    }
  }

  /// Expects each question, answered by its stub, to be closed, and no other.
  private func expectQuestions(
    _ analysed: AnalysedSpecification,
    _ spec: ComparedSpec,
    _ winners: [ComparedSpec.Point: [Int]],
    _ tally: inout Tally,
    _ comment: Comment
  ) throws {
    let questions = analysed.analysis.findings.filter { $0.code == .undefinedCombination }
    #expect(questions.isEmpty == !winners.values.contains([]), comment)
    guard !questions.isEmpty else { return }
    for (point, rules) in winners where rules.isEmpty {
      let isAsked = questions.compactMap(\.question).contains { question in
        asks(question, point, spec, analysed.specification)
      }
      if !isAsked { tally.differ("no question is about \(point)\n\(spec.text)") }
    }
    tally.count("questions", questions.count)
    let sample = try #require(try WrittenSample(spec.text, seed: 0))
    let answers = questions.map { QuestionAnswer(question: $0.id, text: "Answered", place: "t:1") }
    let answered = sample.answered(answers)
    // An answer that would change another rule is refused, as in any spec.
    let applied = answered.outcomes.count {
      if case .applied = $0.state { true } else { false }
    }
    tally.count("answered", applied)
    let after = try #require(try sample.reading(answered.text), "\(answered.text)")
    let left = after.analysed.analysis.findings.filter { $0.code == .undefinedCombination }
    if applied == questions.count { #expect(left.map(\.message) == [], "\(answered.text)") }
  }

  /// True if the numbers of a point are among those that a question names, in its cube and in its assumptions.
  private func asks(
    _ question: QuestionDetail,
    _ point: ComparedSpec.Point,
    _ spec: ComparedSpec,
    _ specification: Specification
  ) -> Bool {
    let isNamed = (question.asked?.literals ?? []).allSatisfy { literal in
      guard 1...2 ~= literal.factor else { return true }
      let absent =
        literal.allowsNotApplicable ? [specification.factors[literal.factor].values.count] : []
      return names(literal.factor, literal.values + absent, point, spec, specification)
    }
    return isNamed
      && zip(["size", "free"], point.numbers).allSatisfy { name, number in
        let clause = question.assumed.split(separator: "\(name) is ").dropFirst().first
        guard let number, let clause, clause.first?.isNumber == true else { return true }
        let words = clause.split(separator: " and ")[0]
        return words.matches(of: /(\d+)(?: to (\d+)| \w+ or (more)| or (more))?/).contains {
          match in
          let from = Int(match.1) ?? 0
          let isOpen = match.3 != nil || match.4 != nil
          return number >= from && (isOpen || number <= match.2.flatMap { Int($0) } ?? from)
        }
      }
  }

  // MARK: Rows

  /// Returns every row with a value for each factor.
  private func rows(_ lowered: LoweredSpecification) -> [[Int]] {
    lowered.domains.sizes.reduce([[]]) { rows, size in
      rows.flatMap { row in (0..<size).map { row + [$0] } }
    }
  }

  private func point(
    of row: [Int],
    _ specification: Specification,
    _ spec: ComparedSpec
  ) -> ComparedSpec.Point {
    let numbers = [1, 2].map { factor -> Int? in
      let values = specification.factors[factor].values
      return row[factor] < values.count ? values[row[factor]].number : nil
    }
    return ComparedSpec.Point(
      numbers: numbers,
      plan: specification.factors[0].values[row[0]].id,
      operation: specification.operations[row[row.count - 1]].id
    )
  }

  /// True if the last factor has the right relation of the two numbers, or does not apply if they do not.
  private func relation(of row: [Int], _ specification: Specification) -> Bool? {
    guard specification.factors.count == 4 else { return nil }
    let values = (1...3).map { factor -> FactorValue? in
      let values = specification.factors[factor].values
      return row[factor] < values.count ? values[row[factor]] : nil
    }
    guard let one = values[0], let other = values[1], !one.isInvalid, !other.isInvalid,
      let left = one.number, let right = other.number
    else { return values[2] == nil }
    let unit = specification.factors[1...2].map { $0.line?.unit == "days" ? 24 : 1 }
    let areDurations = Set(specification.factors[1...2].map { $0.line?.unit }).count > 1
    let steps = areDurations ? unit : [1, 1]
    let sign = (left * steps[0] - right * steps[1]).signum()
    return values[2]?.number == (specification.factors[3].comparison?.left == 1 ? sign : -sign)
  }
}
