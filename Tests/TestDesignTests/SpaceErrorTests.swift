import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Mistakes that only the space shows: their places and their messages.
struct SpaceErrorTests {
  private func errors(_ text: String) throws -> [Diagnostic] {
    let checked = try analyse(specification(text), today: testDay)
    #expect(checked.value == nil)
    return checked.diagnostics
  }

  @Test func `constraints that leave nothing are named, the others not`() throws {
    let text = spec(
      """
      states:
        login: [guest, member]
        plan: [free, premium]
      data: {photos: [1, 2]}
      operations: [submit]
      impossible:
        - when: {photos: 2}
        - {when: {operation: submit, plan: not premium}, because: nobody else may}
        - when: {login: guest}
        - {when: {plan: premium, photos: 1}}
        - when: {plan: free, photos: 1}
      rules: {submit: Done}
      """
    )
    let error = try #require(try errors(text).first)
    #expect(error.code == "no-combination")
    #expect(error.message == "no combination is left")
    #expect(marked(error.span, in: text) == "when: {photos: 2}")
    #expect(
      error.related.map { marked($0.span, in: text) } == [
        "{when: {operation: submit, plan: not premium}, because: nobody else may}",
        "{when: {plan: premium, photos: 1}}",
      ]
    )
    #expect(error.related[0].message == "this entry of `impossible`: nobody else may")
    #expect(
      error.help == [
        "these 3 together exclude everything: relax one"
      ]
    )
  }

  @Test func `factors without a valid value exclude each other`() throws {
    let text = spec(
      """
      states:
        login: {values: {guest: {label: Guest, invalid: true}}}
        plan: {values: {free: {label: Free, invalid: true}}}
      operations: [submit]
      rules: {submit: Done}
      """
    )
    let error = try #require(try errors(text).first)
    #expect(error.code == "no-combination")
    #expect(marked(error.span, in: text) == "login")
    #expect(error.related.map { marked($0.span, in: text) } == ["plan"])
    #expect(error.help.last == "a combination contains at most one invalid value")
  }

  @Test func `an included case that cannot happen is told with its reasons`() throws {
    let text = spec(
      """
      states:
        login: [guest, member]
        plan: {values: [free, premium], only_when: {login: member}}
      data: {photos: {range: 1..4}, size: {range: 1..9}}
      operations: [submit]
      impossible:
        - when: {plan: free, photos: 4}
        - when: {size: 9, photos: 4}
      rules: {submit: Done}
      cases:
        - {when: {plan: free, photos: 4}}
        - {when: {login: guest, plan: free}}
        - {when: {photos: 1}}
        - {when: {photos: 0, size: 0}}
      """
    )
    let errors = try errors(text)
    #expect(errors.map(\.code) == Array(repeating: "impossible-include", count: 3))
    #expect(
      errors.map { marked($0.span, in: text) } == [
        "{when: {plan: free, photos: 4}}", "{when: {login: guest, plan: free}}",
        "{when: {photos: 0, size: 0}}",
      ]
    )
    #expect(
      errors.map { $0.related.map { marked($0.span, in: text) } } == [
        ["when: {plan: free, photos: 4}"], ["{login: member}"], [],
      ]
    )
    #expect(errors[1].related[0].message == "`plan` applies only here")
    #expect(errors[2].help.last == "a combination contains at most one invalid value")
  }

  private static let circular = spec(
    """
    states: {login: [guest, member], plan: [free, premium]}
    operations: [submit, back]
    precedence: [[general, aside], [aside, special], [special, general], [other, general]]
    rules:
      submit:
        - {id: general, then: One}
        - {id: special, when: {login: guest}, then: Two}
      submit, back:
        - {id: aside, when: {plan: free, login: guest}, then: Three}
      back: {id: other, then: Four}
    """
  )

  @Test func `a circle of precedence is told step by step`() throws {
    let text = Self.circular
    let errors = try errors(text)
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.code == "circular-precedence")
    #expect(
      error.message == "circle of precedence: `general` → `aside` → `special` → `general`"
    )
    let places = (error.related.map(\.span) + [error.span]).map { marked($0, in: text) }
    #expect(places == ["aside", "special", "general"])
    #expect(
      error.related.map(\.message) == [
        "`aside` comes after `general` here", "`special` comes after `aside` here",
      ]
    )
    #expect(error.help == ["put them into one list, in the order in which they come first"])
  }

  /// The exception covers a proper part of the general rule, which the lists let win: what they say beats the shape.
  @Test func `shape closes no circle`() throws {
    let text = Self.circular.replacing("[special, general], ", with: "")
    #expect(text != Self.circular)
    #expect(try analyse(specification(text), today: testDay).value != nil)
  }

  @Test func `rules that cover nothing close no circle`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit, back]
      impossible: [{when: {login: guest, plan: free}}]
      precedence: [general, nothing]
      rules:
        submit:
          - {id: general, then: One}
          - {id: nothing, when: {login: guest, plan: free}, then: Two}
      """
    )
    #expect(try analyse(specification(text), today: testDay).value != nil)
  }
}
