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
        plan: {values: [free, premium], only_when: {login: member}}
      data: {photos: [1, 2]}
      operations: [submit]
      constraints:
        - exclude: {photos: 2}
        - {when: {operation: submit}, require: {plan: premium}, because: nobody else may}
        - exclude: {login: guest}
        - {exclude: {plan: premium, photos: 1}}
        - exclude: {plan: free, photos: 1}
      expectations: [{when: {operation: submit}, then: Done}]
      """
    )
    let error = try #require(try errors(text).first)
    #expect(error.code == "no-combination")
    #expect(error.message == "the constraints leave no combination")
    #expect(marked(error.span, in: text) == "exclude: {photos: 2}")
    #expect(
      error.related.map { marked($0.span, in: text) } == [
        "{when: {operation: submit}, require: {plan: premium}, because: nobody else may}",
        "{exclude: {plan: premium, photos: 1}}",
      ]
    )
    #expect(error.related[0].message == "this constraint: nobody else may")
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
      expectations: [{when: {operation: submit}, then: Done}]
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
      constraints:
        - exclude: {plan: free, photos: 4}
        - exclude: {size: 9, photos: 4}
      expectations: [{when: {operation: submit}, then: Done}]
      coverage:
        include:
          - {plan: free, photos: 4}
          - {login: guest, plan: free}
          - {photos: 1}
          - {photos: 0, size: 0}
      """
    )
    let errors = try errors(text)
    #expect(errors.map(\.code) == Array(repeating: "impossible-include", count: 3))
    #expect(
      errors.map { marked($0.span, in: text) } == [
        "{plan: free, photos: 4}", "{login: guest, plan: free}", "{photos: 0, size: 0}",
      ]
    )
    #expect(
      errors.map { $0.related.map { marked($0.span, in: text) } } == [
        ["exclude: {plan: free, photos: 4}"], ["{login: member}"], [],
      ]
    )
    #expect(errors[1].related[0].message == "`plan` applies only here")
    #expect(errors[2].help.last == "a combination contains at most one invalid value")
  }

  @Test func `a circle of overrides of both kinds is told step by step`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit, back]
      expectations:
        - {id: general, when: {operation: submit}, then: One, overrides: [aside]}
        - {id: special, when: {operation: submit, login: guest}, then: Two}
        - {id: aside, when: {plan: free, login: guest}, then: Three, overrides: [special]}
        - {id: other, when: {operation: back}, then: Four, overrides: [general]}
      """
    )
    let errors = try errors(text)
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.code == "override-circle")
    let names = ["general", "special", "aside"]
    #expect(names.contains { marked(error.span, in: text) == $0 })
    let places = ([error.span] + error.related.map(\.span)).map { marked($0, in: text) ?? "" }
    #expect(places.sorted() == names.sorted())
    #expect(
      Set(error.help) == [
        "`general` says that it overrides `aside`", "`aside` says that it overrides `special`",
        "`special` covers a proper part of what `general` covers, so it overrides it",
        "remove one of the `overrides`",
      ]
    )
  }

  @Test func `rules that cover nothing close no circle`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit, back]
      constraints: [{exclude: {login: guest, plan: free}}]
      expectations:
        - {id: general, when: {operation: submit}, then: One, overrides: [nothing]}
        - {id: nothing, when: {login: guest, plan: free, operation: submit}, then: Two}
      """
    )
    #expect(try analyse(specification(text), today: testDay).value != nil)
  }
}
