import Specification
import Testing

@testable import TestDesign

struct CellCasesTests {
  /// A case of an operation with parts tests a cell of each visible part.
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
      [table, try analysed.outcomeTable(of: 1)].cases(cases, in: specification)
        == [0: [["T-001"], ["T-002"], [], ["T-001", "T-002"]], 1: [["T-003"]]]
    )
  }

  @Test func aPartThatIsNotSeenIsNotTested() throws {
    let analysed = try analysed(
      spec(
        """
        data: {name: [short, long], first: [no, yes]}
        operations:
          show:
            label: The screen opens
            parts: {sender: Sender, hint: {label: Hint, only_when: {first: yes}}}
        rules:
          show/sender: {name: {short: A, long: B}}
          show/hint: C
        """
      )
    )
    let cases = [
      OutcomeTable.Tested(id: "T-001", Combination(values: [0, 0], operation: 0)),
      OutcomeTable.Tested(id: "T-002", Combination(values: [1, 1], operation: 0)),
    ]
    #expect(
      [try analysed.outcomeTable(of: 0)].cases(cases, in: analysed.specification)
        == [0: [["T-001"], ["T-002"], ["T-002"]]]
    )
  }
}
