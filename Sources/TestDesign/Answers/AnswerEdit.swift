import Diagnostics
package import Specification
package import Text
import YAMLSyntax

extension AnalysedSpecification {
  /// Puts answers into the text of the spec.
  ///
  /// Every answer is judged against the spec as it was given, so that the order of answers does not matter. The new text is read and analysed again:
  /// an answer that would break the spec, or leave its question open, is refused and leaves no trace.
  ///
  /// - Parameters:
  ///   - answers: In the order in which they are to be reported.
  ///   - text: The text that the spec was read from.
  ///   - catalogue: The one that it was read with.
  ///   - today: The day that deferrals are measured against.
  /// - Returns: The new text, the same where no answer is applied, and what became of each answer.
  package func answered(
    _ answers: [QuestionAnswer],
    in text: String,
    catalogue: Catalogue,
    today: CalendarDay
  ) -> AnsweredText {
    guard let editor = YAMLEditor(text) else {
      return AnsweredText(
        text: text,
        outcomes: answers.map {
          AnswerOutcome(answer: $0, state: .refused("the text of the spec cannot be edited"))
        }
      )
    }
    let verdicts = AnswerJudge(self, editor, today: today).verdicts(on: answers)
    var edit = AnswerEdit(
      editor: editor,
      path: specification.path,
      catalogue: catalogue,
      today: today
    )
    let states = edit.apply(verdicts)
    return AnsweredText(
      text: edit.editor.text,
      outcomes: zip(answers, states).map { AnswerOutcome(answer: $0, state: $1) }
    )
  }
}

/// Makes the changes that answers ask for, and makes sure that each does what it should.
struct AnswerEdit {
  private(set) var editor: YAMLEditor
  private let path: String
  private let catalogue: Catalogue
  private let today: CalendarDay

  init(editor: YAMLEditor, path: String, catalogue: Catalogue, today: CalendarDay) {
    self.editor = editor
    self.path = path
    self.catalogue = catalogue
    self.today = today
  }

  /// Applies what the verdicts ask for and says what became of each answer.
  ///
  /// All changes are made together and analysed once. Only where that fails is each tried by itself, to find the one that is to blame.
  mutating func apply(_ verdicts: [AnswerJudge.Verdict]) -> [AnswerOutcome.State] {
    let before = editor
    var states = verdicts.map { edit($0) }
    let closed = zip(verdicts, states).compactMap { $1.isApplied ? $0.closes : nil }
    if editor.text != before.text, problem(closing: closed) != nil {
      editor = before
      states = verdicts.map { verdict in
        let before = editor
        let state = edit(verdict)
        guard state.isApplied, let problem = problem(closing: verdict.closes.map { [$0] } ?? [])
        else { return state }
        editor = before
        return .refused(problem)
      }
    }
    return zip(verdicts, states).map { verdict, state in
      if case .sameAs(let number) = verdict { states[number] } else { state }
    }
  }

  /// Makes the changes of one verdict, all or none.
  private mutating func edit(_ verdict: AnswerJudge.Verdict) -> AnswerOutcome.State {
    switch verdict {
    case .settled(let state): return state
    case .sameAs: return .known
    case .changes(let changes, let phrase, _):
      var edited = editor
      do throws(EditRefusal) {
        for change in changes { try change.apply(to: &edited) }
      } catch {
        return .refused("could not edit the spec: \(error.reason); write it by hand")
      }
      editor = edited
      return .applied(phrase)
    }
  }

  /// What is wrong with the text as it is now; `nil` where it is a spec without mistakes that does not ask these questions.
  private func problem(closing questions: [String]) -> String? {
    let decoded = decodeSpecification(editor.root, path: path, catalogue: catalogue)
    guard let specification = decoded.value else { return problem(decoded.diagnostics) }
    do {
      let checked = try analyse(specification, today: today)
      guard let analysis = checked.value?.analysis else { return problem(checked.diagnostics) }
      let open = Set(analysis.findings.lazy.filter(\.isQuestion).map(\.id))
      return questions.contains(where: open.contains)
        ? "the question would stay open; write the rule by hand" : nil
    } catch {
      return "the spec would outgrow the limits of the analysis"
    }
  }

  private func problem(_ diagnostics: [Diagnostic]) -> String {
    let message = diagnostics.first { $0.severity == .error }?.message ?? "it has mistakes"
    return "the spec would not be valid with it: \(message)"
  }
}

extension AnswerOutcome.State {
  fileprivate var isApplied: Bool {
    if case .applied = self { true } else { false }
  }
}

extension AnswerJudge.Verdict {
  /// The question that is closed by the changes.
  fileprivate var closes: String? {
    if case .changes(_, _, let closes) = self { closes } else { nil }
  }
}
