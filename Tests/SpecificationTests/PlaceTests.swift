import Diagnostics
import Testing

/// Where mistakes are reported: in a marked source `«…»` stands around each place, in the order of the places.
@Suite struct PlaceTests {
  /// A text without its marks, and the places that they marked.
  private struct MarkedSource {
    var text = ""
    var spans: [SourceSpan] = []

    init(_ marked: String) {
      var position = SourcePosition(line: 1, column: 1)
      var starts: [SourcePosition] = []
      for scalar in marked.unicodeScalars {
        switch scalar {
        case "«": starts.append(position)
        case "»":
          guard let start = starts.popLast() else { continue }
          spans.append(SourceSpan(start: start, end: position))
        default:
          text.unicodeScalars.append(scalar)
          if scalar == "\n" {
            position = SourcePosition(line: position.line + 1, column: 1)
          } else {
            position.column += 1
          }
        }
      }
    }
  }

  private static let head = "specmatrix: 1\nid: T\nfeature: Test\n"

  @Test(arguments: [
    "states:\n  写真: [«~», 一枚]\noperations: [submit]",
    "states:\n  写真: [一枚, «一枚»]\noperations: [submit]",
    "operations: [submit]\n«rule»: {submit: a}",
    "operations: [submit]\nrules:\n  submit:\n  - when: {«プラン»: 無料}\n    then: a",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules: {submit: [{when: {会員: «有料会員»}, then: a}]}",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules: {submit: [{when: {会員: [無料, «'有'»]}, then: «''»}]}",
    "data: {n: {range: «4..1»}}\noperations: [submit]",
    "data: {n: {range: «x..y»}}\noperations: [submit]",
    "data: {n: {range: 1..4, usual: «9»}}\noperations: [submit]",
    "operations: [submit]\nimpossible:\n  - «becuase»: x\n    when: {operation: submit}",
    "operations:\n  «a/b»: c\n  d: {label: D, «foo»: 1}",
    "operations:\n  «submit»: \n  d: D",
    "states:\n  «写真»: \noperations: [submit]",
    "operations: [submit]\nrules:\n  «submti»: A",
    "operations: [submit]\nrules:\n  «submit/slow»: A",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules:\n  submit:\n    会員:\n      «有»: A\n      有料: B",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules:\n  submit:\n    «会»:\n      有: A\n      有料: B",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules:\n  submit:\n    会員:\n      無料: {«thne»: A}",
    "states: {会員: [無料, 有料]}\noperations: [submit]\nrules:\n  submit:\n    会員: {無料: A, 有料: B, «others»: C}",
    "operations: [submit]\nprecedence: [submit, «submti»]\nrules: {submit: A}",
    "operations: [submit]\nrules: {submit: {question: A, until: «soon»}}",
    "operations: [submit]\nquestions:\n  - {question: A, until: «2027-02-30»}",
    "operations: [submit]\ncases:\n  - every: [«a», operation]\n  - when: {operation: «submi»}",
    "operations: [submit, delete]\nrules:\n  submit: A\n  delete: «[]»",
  ])
  func `mistakes are marked where they stand`(marked: String) {
    let source = MarkedSource(Self.head + marked)
    let checked = decode(source.text)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.span) == source.spans.map(Optional.some))
  }

  @Test func `an id used twice shows its first place`() {
    let source = MarkedSource(
      Self.head + "operations: [«submit», delete, «submit»]"
    )
    let diagnostics = decode(source.text).diagnostics
    #expect(diagnostics.map(\.span) == [source.spans[1]])
    #expect(diagnostics.flatMap(\.related).map(\.span) == [source.spans[0]])
  }
}
