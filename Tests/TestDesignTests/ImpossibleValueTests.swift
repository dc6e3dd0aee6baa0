import Specification
import Testing

@testable import TestDesign

/// Values that never occur, and operations that consider an entry of the catalogue under another name.
struct ImpossibleValueTests {
  private func findings(_ sections: String) throws -> [String] {
    try analysed(spec(sections)).analysis.findings.filter { $0.code == .impossibleValue }
      .map(\.message)
  }

  @Test func `a bound's neighbour that impossible excludes is no finding`() throws {
    #expect(
      try findings(
        """
        data: {n: {range: 1..9}}
        operations: {enter: {label: Enter, length: 1..5}, back: Back}
        impossible:
          - when: {n: invalid}
          - when: {operation: enter/6}
        rules: {enter/any: Entered, back: Left}
        """
      ) == []
    )
  }

  @Test func `a listed value, a valid one, or a neighbour that nothing written excludes is one`()
    throws
  {
    #expect(
      try findings(
        """
        states: {login: [guest, member], gone: {values: {x: , y: {invalid: true}}}}
        data: {n: {range: 1..9, only_when: {login: guest}}}
        operations: {tap: Tap}
        impossible:
          - when: {n: 9}
          - when: {gone: y}
        rules: {tap: Done}
        """
      ) == [
        "`gone` is never `y`: no combination contains it",
        "`n` is never `9`: no combination contains it",
      ]
    )
  }

  @Test func `an operation considers what it is`() throws {
    func left(_ operation: String) throws -> Bool {
      let text = """
        specmatrix: 1
        id: T
        feature: Test
        traits: [has_text_input]
        operations: {add: \(operation)}
        rules: {add/any: Added}
        """
      return try analysed(text).analysis.findings.contains { finding in
        finding.code == .unconsideredOperation && finding.entries.contains("text_input")
      }
    }
    #expect(try left("Add"))
    #expect(try !left("{label: Add, is: text_input, length: 1..80}"))
  }
}
