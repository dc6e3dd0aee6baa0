import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import YAMLSyntax

/// Rules and answers to try on a spec, read from YAML.
struct Draft {
  let file: SourceFile
  private(set) var rules: [SyntaxEntry] = []
  private(set) var answers: [(question: String, value: SyntaxNode)] = []

  /// Reads operations with rules, as under `rules`, and ids of questions with answers, or both under the keys `rules` and `answers`.
  ///
  /// Throws `CommandFailure` if the text is something else.
  init(_ file: SourceFile) throws(CommandFailure) {
    self.file = file
    let tree = parseYAML(file)
    guard let root = tree.value, !tree.hasErrors else {
      throw CommandFailure(tree.diagnostics, in: file)
    }
    let parts = ["rules", "answers"]
    let isInParts = !root.entries.isEmpty && root.entries.allSatisfy { parts.contains($0.key) }
    for entry in isInParts ? root.entries.flatMap(\.value.entries) : root.entries {
      if entry.key.wholeMatch(of: /Q-[0-9A-F]{8}/) != nil {
        answers.append((entry.key, entry.value))
      } else {
        rules.append(entry)
      }
    }
    guard !rules.isEmpty || !answers.isEmpty else {
      throw CommandFailure(
        [
          Diagnostic(
            code: "wrong-type",
            message: "a draft holds rules or answers",
            span: root.span,
            help: [
              "write `back: …` as under `rules`, or the id of a question and its answer: `Q-1382E8BC: …`"
            ]
          )
        ],
        in: file
      )
    }
  }
}

/// A trial of a draft on a spec: its effect as if it were pasted, without writing anything.
struct Trial {
  let pipeline: Pipeline
  let source: SpecSource
  let console: Console

  /// Throws `CommandFailure` if the spec has mistakes, with or without the draft.
  func report(_ draft: Draft) throws -> TrialReport {
    let result = pipeline.analyse(source)
    let before = try result.required(on: console)
    let (text, answers) = try edited(result.file.text, before, draft)
    let edited = pipeline.analyse(
      .bytes(Array(text.utf8), name: result.file.path),
      inProjectOf: source
    )
    guard let after = edited.analysed else {
      let mistakes = edited.check.diagnostics.filter { $0.severity == .error }
      let own = DraftedRules(draft.rules).mistakes(mistakes, in: text)
      let name = "\(result.file.path) with \(draft.file.path)"
      throw own.isEmpty
        ? CommandFailure(mistakes, in: SourceFile(path: name, text: text))
        : CommandFailure(own, in: draft.file)
    }
    return TrialReport(
      answers: answers,
      before: before,
      after: after,
      cells: try? CellChanges(from: before, to: after),
      change: try? change(result, before, after),
      diff: UnifiedDiff(path: result.file.path, old: result.file.text, new: text).text
    )
  }

  private func edited(
    _ text: String,
    _ before: AnalysedSpecification,
    _ draft: Draft
  ) throws(CommandFailure) -> (String, [TrialReport.Answer]) {
    let specification = before.specification
    var states: [TrialReport.Answer] = []
    var answers: [QuestionAnswer] = []
    for (id, value) in draft.answers {
      switch answer(to: id, value, before) {
      case .success(let answer): answers.append(answer)
      case .failure(let reason):
        states.append((id, "refused", reason.text))
      }
    }
    let file = AnswerFile(text, of: specification, settings: pipeline.settings(of: source))
    let answered = before.answered(answers, in: file, today: pipeline.today)
    for outcome in answered.outcomes {
      let (state, text) =
        switch outcome.state {
        case .applied(let what): ("applied", what)
        case .known: ("known", "the spec already says so")
        case .refused(let reason): ("refused", reason.text(specification.language))
        case .stale(let now): ("stale", now.text(specification.language))
        }
      states.append((outcome.answer.question, state, text))
    }
    let new: String?
    do throws(EditRefusal) {
      new = try DraftedRules(draft.rules).added(to: answered.text)
    } catch {
      throw CommandFailure("\(draft.file.path): the rules cannot be added: \(error.reason)")
    }
    guard let new else {
      throw CommandFailure("the rules cannot be added: the text of the spec cannot be edited")
    }
    return (new, states)
  }

  private struct Refusal: Error { var text: String }

  /// Reads an answer as in a workbook, from the drop-down and the column beside it: a text, or `{choice: …, text: …}`.
  private func answer(
    to id: String,
    _ value: SyntaxNode,
    _ analysed: AnalysedSpecification
  ) -> Result<QuestionAnswer, Refusal> {
    let specification = analysed.specification
    guard let finding = analysed.analysis.questions.first(where: { $0.id == id }) else {
      return .failure(Refusal(text: "the spec does not ask this"))
    }
    let node = value.entries.isEmpty ? value : value.entry("text")?.value
    let said = node.map { $0.items.isEmpty ? [$0] : $0.items } ?? []
    let text = said.compactMap(\.writtenScalar?.text).joined(separator: "\n")
    let choice = value.entry("choice")?.value.writtenScalar?.text
    let kind = choice.flatMap { choice in
      QuestionAnswer.Kind.allCases.first {
        [$0.rawValue, $0.name(.english), $0.name(.japanese)].contains(choice)
      }
    }
    let setting = AnswerSetting(
      finding,
      options: finding.choices(in: specification),
      in: specification
    )
    let reader = AnswerReader(specification.language)
    let reading: AnswerReading? =
      if let choice, kind == nil {
        reader.read(text, beside: choice, to: setting)
      } else {
        reader.read(text, kind: kind, to: setting)
      }
    switch reading {
    case nil:
      let kinds = QuestionAnswer.Kind.allCases.map { $0.name(.english) }.joined(separator: ", ")
      return .failure(
        Refusal(text: "`\(choice ?? "")` is not one of its options, nor one of \(kinds)")
      )
    case .refused(let reason)?:
      return .failure(Refusal(text: reason.text(specification.language)))
    case .said(let kind, let text)?:
      return .success(
        QuestionAnswer(
          question: id,
          fingerprint: finding.question?.fingerprint,
          sentence: finding.message,
          kind: kind,
          text: text,
          place: "draft"
        )
      )
    }
  }

  private func change(
    _ result: SpecResult,
    _ before: AnalysedSpecification,
    _ after: AnalysedSpecification
  ) throws -> SpecChange {
    let stored = (try? result.storedSuite())?.earlier
    let (depth, strength) = (stored?.depth, stored?.strength)
    let old = try before.cases(earlier: stored, depth: depth, strength: strength, effort: .normal)
    let (suite, _) = try SuiteChanges.comparing(before, old, with: after, depth, strength)
    return SpecChange(
      id: after.specification.id,
      oldName: result.file.path,
      newName: result.file.path,
      language: after.specification.language,
      outcome: .compared(suite, FindingChanges(from: before.analysis, to: after.analysis))
    )
  }
}
