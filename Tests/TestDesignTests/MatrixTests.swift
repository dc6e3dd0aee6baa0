import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The cells of `show`.
struct MatrixTests {
  @Test(arguments: 0..<4)
  func everyCellIsWhatBruteForceSays(part: Int) throws {
    var cells = 0
    for seed in stride(from: part, to: 80, by: 4) {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let combinations = sample.oracle.combinations
      for factor in sample.analysed.specification.factors.indices {
        let matrix = try sample.analysed.matrix(across: factor)
        for (operation, row) in matrix.cells.enumerated() {
          for (value, cell) in zip(matrix.columns, row) {
            let points = combinations.indices.filter {
              combinations[$0][factor] == value && combinations[$0].last == operation
            }
            let expected = Self.cell(points, sample)
            #expect(cell == expected, "seed \(seed), factor \(factor), operation \(operation)")
            cells += 1
          }
        }
      }
    }
    #expect(cells > 500)
  }

  /// A cell as the list of its combinations gives it.
  private static func cell(_ points: [Int], _ sample: RandomAnalysis) -> OutcomeMatrix.Cell {
    let oracle = sample.oracle
    let rules = sample.analysed.specification.rules
    func count(_ status: Oracle.Status) -> String {
      String(points.count { oracle.status(of: $0) == status })
    }
    var cell = OutcomeMatrix.Cell()
    cell.combinations = String(points.count)
    cell.defined = count(.defined)
    cell.undecided = count(.undecided)
    cell.contradictory = count(.contradictory)
    cell.undefined = count(.undefined)
    let winning = rules.indices.filter { rule in
      rules[rule].results != nil && points.contains(where: oracle.won[rule].contains)
    }
    var seen: [[String]?] = []
    for rule in winning where !seen.contains(rules[rule].results) {
      seen.append(rules[rule].results)
      let isUndisputed = points.contains { point in
        oracle.status(of: point) == .defined
          && oracle.winners(of: point).contains {
            rules[$0].results == rules[rule].results
          }
      }
      if isUndisputed { cell.results.append(rule) }
    }
    let members = Set(points)
    cell.questions = sample.analysed.analysis.findings.filter { finding in
      guard finding.isQuestion else { return false }
      if [.undecidedRule, .placeholderResult].contains(finding.code) {
        return points.contains(where: oracle.won[finding.rules[0]].contains)
      }
      if finding.code == .contradictoryRules {
        return points.contains { point in
          oracle.status(of: point) == .contradictory
            && finding.rules.contains { oracle.won[$0].contains(point) }
        }
      }
      guard let cube = finding.cube.flatMap(oracle.cube) else { return false }
      return oracle.points(in: cube).members.contains { point in
        members.contains(point) && oracle.status(of: point) == .undefined
      }
    }.map(\.id)
    return cell
  }

  /// More combinations than could ever be listed.
  @Test func largeSpacesAreExact() throws {
    let factors = (0..<40).map { "  f\($0): [a, b, c, d, e]\n" }.joined()
    let text =
      "states:\n" + factors
      + "operations: [go]\nrules:\n  go: {when: {f0: a, f1: [a, b]}, then: A}"
    let matrix = try analysed(spec(text)).matrix(across: 0)
    let cell = matrix.cells[0][0]
    #expect(cell.defined == "727595761418342590332031250")
    #expect(cell.undefined == "1091393642127513885498046875")
    #expect(matrix.cells[0][1].undefined == matrix.cells[0][1].combinations)
  }
}
