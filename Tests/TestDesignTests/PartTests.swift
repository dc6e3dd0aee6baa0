import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Operations with parts; questions about a part and the effects of their answers are in `Specs/part-answers.md`.
struct PartTests {
  private static let text = """
    specmatrix: 1
    id: T
    feature: Profile
    traits: []
    states:
      login: [guest, member]
    data:
      name: {label: Name length, values: {short: Short, long: Long}}
      photos: {label: Photos, values: [none, one]}
    operations:
      show: {label: The screen opens, parts: {name: Name, photo: Photo, badge: Badge, likes: Likes}}
      back: Tap Back
    rules:
      show/name:
        name:
          short: The name is shown
      show/photo:
        - when: {photos: none}
          then: A silhouette is shown
        - when: {login: guest}
          then: The photo is blurred
        - when: {photos: one, login: member}
          then: The photo is shown
      show/badge:
        question: Is there a badge?
      show/likes: TBD
      back: The list is shown

    """

  /// An entry of `cases` requests the whole screen, whichever part it names.
  @Test(arguments: ["show/name", "show/photo", "show"])
  func `a case of a part is one of the whole screen`(operation: String) throws {
    let text =
      Self.text + "cases:\n  - when: {operation: \(operation), login: guest, name: long}\n"
    let specification = try analysed(text).specification
    let row = specification.coverage.include[0].row
    let values = row.terms.first { $0.factor == specification.operationFactor }?.values ?? []
    #expect(
      values.map { specification.operationValues[$0].id } == [
        "show/name", "show/photo", "show/badge", "show/likes",
      ]
    )
    let back = try analysed(
      Self.text + "cases:\n  - when: {operation: back, login: guest}\n"
    ).specification.coverage.include[0].row
    #expect(back.terms.contains { $0.values == [4] })
  }

  @Test func `each part has its own explanation`() throws {
    let analysed = try analysed(Self.text)
    let explanations = analysed.explanations(
      of: Combination(values: [0, 0, 0], operation: 0)
    )
    #expect(explanations.map(\.operationValue) == [0, 1, 2, 3])
    #expect(
      explanations.map(\.explanation.status)
        == [.defined, .contradictory, .undecided, .undecided]
    )
    #expect(explanations[0].explanation.winners.count == 1)
    // A statement about one part says nothing about another.
    #expect(explanations.map { $0.explanation.near.count } == [0, 1, 0, 0])
    #expect(
      analysed.explanations(of: Combination(values: [0, 0, 0], operation: 4)).map(\.operationValue)
        == [4]
    )
    let photo = try analysed.explanation(ofOperationValue: 1)
    #expect(photo.reads == [0, 2] && photo.rules.count == 3 && photo.questions.count == 1)
  }

  @Test func `the grid of pairs has whole operations`() throws {
    let analysed = try analysed(Self.text)
    let matrix = TestMatrix(
      strength: 2,
      cases: [
        TestCase.bare("T-001", Combination(values: [0, 0, 0], operation: 0))
      ],
      retired: []
    )
    let coverage = try analysed.pairCoverage(of: matrix)
    let operations = coverage.values.filter { $0.factor == 3 }
    #expect(operations.map(\.number) == [0, 4])
    let show = try #require(coverage.values.firstIndex { $0.factor == 3 && $0.number == 0 })
    let guest = try #require(coverage.values.firstIndex { $0.factor == 0 && $0.number == 0 })
    #expect(coverage.cases[show][guest] == 1 && coverage.cases[show][guest + 1] == 0)
  }
}
