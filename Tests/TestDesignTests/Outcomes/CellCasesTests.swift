import Specification
import Testing

@testable import TestDesign

/// The cases that test a cell, and how a cell says its values.
struct CellCasesTests {
  /// A case of an operation with parts tests a cell of each part that can be seen there.
  @Test func aCaseTestsACellOfEachPart() throws {
    let analysed = try analysed(
      spec(
        """
        data: {name: [short, long], image: [present, missing]}
        operations: {show: {label: The screen opens, parts: [sender, picture]}, go: Go}
        rules:
          show/sender: {name: {short: A, long: B}}
          show/picture: {image: {present: C, missing: D}}
          go: E
        """
      )
    )
    let specification = analysed.specification
    let table = try analysed.outcomeTable(of: 0)
    #expect(
      table.lines(specification) == [
        "operation=show/sender name=short image=* | A",
        "operation=show/sender name=long image=* | B",
        "operation=show/picture name=* image=present | C",
        "operation=show/picture name=* image=missing | D",
      ]
    )
    let cases = [
      OutcomeTable.Tested(id: "T-001", Combination(values: [0, 1], operation: 0)),
      OutcomeTable.Tested(id: "T-002", Combination(values: [1, 1], operation: 0)),
      OutcomeTable.Tested(id: "T-003", Combination(values: [0, 0], operation: 2)),
    ]
    #expect(
      table.cases(cases, in: specification) == [["T-001"], ["T-002"], [], ["T-001", "T-002"]]
    )
    #expect(try analysed.outcomeTable(of: 1).cases(cases, in: specification) == [["T-003"]])
  }

  @Test(arguments: [
    ("en", "Free or Extra", "not Free, or –", "1 to 5", "Extra or –", "Guest"),
    ("ja", "FreeまたはExtra", "Free以外または–", "1〜5", "Extraまたは–", "Guest"),
  ])
  func valuesAreSaidUnderTheirFactor(
    language: String,
    two: String,
    most: String,
    numbers: String,
    absent: String,
    without: String
  ) throws {
    let specification = try specification(
      """
      specmatrix: 1
      id: T
      feature: Test
      language: \(language)
      traits: []
      states:
        login: {values: {guest: Guest, member: Member}}
        plan: {values: {free: Free, premium: Premium for the whole family, extra: Extra}, only_when: {login: member}}
      data: {count: {range: 1..5}}
      operations: {go: {label: Go, variants: {fast: Fast, slow: Slow}}}
      rules: {go: A}
      """
    )
    let wording = Wording(specification)
    #expect(wording.cell([0, 2], of: 1) == two)
    #expect(wording.cell([1, 2, 3], of: 1) == most)
    #expect(wording.cell([2, 3], of: 1) == absent)
    #expect(wording.cell([3], of: 1) == "–")
    #expect(wording.absence(of: 1) == without)
    #expect(wording.absence(of: 0) == nil)
    let valid = specification.factors[2].values.indices.filter {
      !specification.factors[2].values[$0].isInvalid
    }
    #expect(wording.cell(valid, of: 2) == numbers)
    #expect(wording.cell([1], of: specification.operationFactor) == "Slow")
  }
}
