import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// A verdict on values holds for every number: the engine against an oracle without classes.
///
/// Shares are judged over all seeds together, since one of forty specs would be decisive.
struct NumberOracleTests {
  @Test func `the verdict holds for every number`() async throws {
    let tally = try await Tally.over(Seeds.share(400)) { try $1.compareNumbers(seed: $0) }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("numbers:", tally.summary)
  }
}

extension Tally {
  /// Compares a spec number by number: the engine's verdict on a value must hold for every number that it represents.
  mutating func compareNumbers(seed: UInt64) throws {
    let abstract = RandomSpec.make(
      seed: seed,
      hasPack: seed % 3 == 0,
      prefersNumbers: true,
      hasPlaceholders: true
    )
    let listed = Oracle(abstract)
    let every = Oracle(abstract, numbers: .every)
    count("specs")
    let read = ReadSpec(abstract)
    for mistake in read.mistakes { differ("seed \(seed): \(mistake)") }
    guard let specification = read.specification else { return }
    let line = ClassMap(specification, every)
    for complaint in line.complaints { differ("seed \(seed): \(complaint)") }
    let misread = OracleReading(specification, listed).differences
    for difference in misread { differ("seed \(seed): \(difference)") }
    guard misread.isEmpty, line.complaints.isEmpty else { return }
    count("classes", line.classes)
    guard let analysed = try analyse(specification, today: testDay).value else {
      count("invalid specs")
      let isInvalid = every.isEmpty || every.isPrecedenceCircle
      if !isInvalid { differ("seed \(seed): refused") }
      return
    }
    count("combinations", listed.count)
    count("combinations of every number", every.count)
    for difference in verdicts(analysed, listed, every, line) + contradictions(analysed, every) {
      differ("seed \(seed): \(difference)")
    }
  }

  /// Compares the verdict on every combination of numbers with that on their representatives.
  private mutating func verdicts(
    _ analysed: AnalysedSpecification,
    _ listed: Oracle,
    _ every: Oracle,
    _ line: ClassMap
  ) -> [String] {
    var found: [String] = []
    let undefined = Set(
      analysed.analysis.findings.filter { $0.code == .undefinedCombination }.map(\.id)
    )
    let isListed = analysed.analysis.incomplete.isEmpty
    let verdicts = Verdicts(analysed)
    var said: [[Int?]: (status: String, winners: [Int])] = [:]
    for (point, row) in listed.combinations.enumerated() {
      let combination = Combination(values: row.dropLast(), operation: (row.last ?? nil) ?? 0)
      guard let verdict = verdicts.verdict(on: combination) else {
        found.append("not in the engine's space: \(listed.describe(point))")
        continue
      }
      let status = verdict.status.rawValue
      said[row] = (status, verdict.winners)
      let questions = verdict.questions.count(where: undefined.contains)
      if status == "undefined" {
        if questions == 0, isListed { found.append("in no question: \(listed.describe(point))") }
        if questions > 1 { found.append("in two questions: \(listed.describe(point))") }
      } else if questions > 0 {
        found.append("\(status), yet in a question: \(listed.describe(point))")
      }
    }
    for (point, row) in every.combinations.enumerated() {
      let status = "\(every.status(of: point))"
      if status == "undefined" { count("undefined combinations") }
      guard let verdict = said[line.representative(of: row, turn: point)] else {
        found.append("represented by nothing that can occur: \(every.describe(point))")
        continue
      }
      if verdict.status != status || verdict.winners != every.winners(of: point) {
        found.append(
          "\(every.describe(point)) is \(verdict.status) by \(verdict.winners), by brute force \(status) by \(every.winners(of: point))"
        )
      }
    }
    return found
  }

  /// Expects rules that disagree, directly or through others, to form one decision, and these to cover all contradictions.
  private mutating func contradictions(
    _ analysed: AnalysedSpecification,
    _ every: Oracle
  ) -> [String] {
    let pairs = Set(every.contradictoryPairs.map(\.rules))
    let asked = analysed.analysis.findings.filter { $0.code == .contradictoryRules }
      .flatMap { $0.question?.disagreements.map(\.rules) ?? [] }
    count("decisions", pairs.count)
    return Set(asked) == pairs && asked.count == pairs.count
      ? [] : ["pairs \(asked), by brute force \(pairs)"]
  }
}

/// Maps the values of an oracle that knows every number to those of the engine.
private struct ClassMap {
  /// The engine's values by factor (the operation last) and value of the oracle; empty if nothing represents it.
  private var representatives: [[[Int]]] = []
  private(set) var complaints: [String] = []
  /// Classes of more than one number.
  private(set) var classes = 0

  init(_ specification: Specification, _ every: Oracle) {
    let values =
      specification.factors.map { $0.values as [FactorValue?] }
      + [specification.operationValues.map(\.variant)]
    guard values.count == every.values.count else { return }
    for (factor, (read, meant)) in zip(every.factors, zip(values, every.values)) {
      let ids =
        factor.name == "operation"
        ? specification.operationValues.map(\.id) : read.map { $0?.id ?? "" }
      let operations = ids.map { String($0.prefix { $0 != "/" }) }
      representatives.append(
        meant.map { value in
          let own = read.indices.filter { place in
            guard let number = value.number, let numbers = read[place]?.numbers else {
              return ids[place] == value.id
            }
            let isOfOperation =
              factor.name != "operation" || operations[place] == value.id.prefix { $0 != "/" }
            return isOfOperation && numbers.contains(number)
          }
          if own.isEmpty { complaints.append("\(factor.name): nothing stands for \(value.id)") }
          return own
        }
      )
      check(read, operations, of: factor.name)
    }
  }

  /// Expects each class to have its first and its last number, if any, as values.
  private mutating func check(_ values: [FactorValue?], _ operations: [String], of name: String) {
    for (place, value) in values.enumerated() {
      guard let value, !value.isInvalid, let numbers = value.numbers, let number = value.number
      else { continue }
      if number == numbers.lowerBound, numbers.upperBound > number { classes += 1 }
      let own = values.indices.filter {
        name != "operation" || operations[$0] == operations[place]
      }.filter { values[$0]?.numbers == numbers }.compactMap { values[$0]?.number }
      for bound in [numbers.lowerBound, numbers.upperBound]
      where bound != Int.max && bound != Int.min && !own.contains(bound) {
        complaints.append("\(name): \(bound) is no value of its class \(numbers)")
      }
    }
  }

  /// Returns the engine's combination for one of the oracle, rotating among several representatives.
  func representative(of row: [Int?], turn: Int) -> [Int?] {
    row.enumerated().map { factor, value in
      value.map { value in
        let own = representatives[factor][value]
        return own[turn % own.count]
      }
    }
  }
}
