package import Diagnostics
package import Specification
package import Text
package import YAMLSyntax

/// A file that answers go to: the spec that asked, or a pack of its project.
package struct AnswerFile {
  /// The pack, as house rules name it; `nil` for the spec.
  var pack: String?
  var text: String
  /// Reads the spec where the file says something else.
  var read: (SyntaxNode) -> Checked<Specification>
  /// What else is against another text of the file, as a phrase; `nil` where nothing is.
  var objection: (SyntaxNode) -> String?

  var noun: String { pack == nil ? "spec" : "pack" }

  /// The text of a spec.
  ///
  /// - Parameters:
  ///   - text: The text that the spec was read from.
  ///   - specification: What it says.
  ///   - catalogue: The one that it was read with.
  ///   - settings: Those that it was read with.
  /// - Returns: The file.
  package static func spec(
    _ text: String,
    of specification: Specification,
    catalogue: Catalogue,
    settings: Settings
  ) -> AnswerFile {
    AnswerFile(
      text: text,
      read: { root in
        decodeSpecification(
          root,
          path: specification.path,
          catalogue: catalogue,
          settings: settings
        )
      },
      objection: { _ in nil }
    )
  }

  /// A pack.
  ///
  /// - Parameters:
  ///   - path: The pack, as house rules name it.
  ///   - text: What it says.
  ///   - read: Reads the spec with another pack in its place; mistakes of that pack are mistakes of the spec.
  ///   - objection: What such a pack would break besides, as a phrase; `nil` where it breaks nothing.
  /// - Returns: The file.
  package static func pack(
    _ path: String,
    text: String,
    read: @escaping (SyntaxNode) -> Checked<Specification>,
    objection: @escaping (SyntaxNode) -> String?
  ) -> AnswerFile {
    AnswerFile(pack: path, text: text, read: read, objection: objection)
  }
}

extension AnalysedSpecification {
  /// Puts answers into the text of the spec, or of a pack that it uses.
  ///
  /// Every answer is judged against the spec as it was given, so that the order of answers does not matter. The new text is read and analysed again:
  /// an answer that would break the spec, change another rule or leave its question open is refused and leaves no trace.
  ///
  /// - Parameters:
  ///   - answers: In the order in which they are to be reported.
  ///   - file: What the answers go to.
  ///   - asked: The spec as it was before answers of other specs went to the pack; `nil` where none did.
  ///   - today: The day that deferrals are measured against.
  /// - Returns: The new text, the same where no answer is applied, and what became of each answer.
  package func answered(
    _ answers: [QuestionAnswer],
    in file: AnswerFile,
    asked: AnalysedSpecification? = nil,
    today: CalendarDay
  ) -> AnsweredText {
    guard let editor = YAMLEditor(file.text) else {
      let advice = file.pack == nil ? "" : "; begin it with a key, such as `rules: {}`"
      let reason = AnswerReason(
        "the text of the \(file.noun) cannot be edited\(advice)",
        "仕様ファイルの書き方の都合で、自動では反映できません"
      )
      return AnsweredText(
        text: file.text,
        outcomes: answers.map { AnswerOutcome(answer: $0, state: .refused(reason)) }
      )
    }
    let judge = AnswerJudge(self, asked: asked ?? self, pack: file.pack, editor, today: today)
    var edit = AnswerEdit(self, editor, of: file, today: today)
    let states = edit.apply(judge.verdicts(on: answers))
    return AnsweredText(
      text: edit.editor.text,
      outcomes: zip(answers, states).map { AnswerOutcome(answer: $0, state: $1) }
    )
  }
}
