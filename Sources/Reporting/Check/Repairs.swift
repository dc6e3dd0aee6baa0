package import Diagnostics
package import Specification
package import TestDesign
package import Text

/// A suggested answer in the form that `try` and `answer` accept.
package struct OfferedAnswer {
  package let finding: Finding
  /// A line of at most 100 characters, in the language of the spec.
  package let title: String
  /// The kind of answer, or `nil` for a confirmation or an option.
  package let kind: QuestionAnswer.Kind?
  package let text: String

  init(
    _ finding: Finding,
    _ title: String,
    _ kind: QuestionAnswer.Kind?,
    _ text: String = ""
  ) {
    let line = title.onOneLine
    self.title = line.count > 100 ? line.prefix(99) + "…" : line
    (self.finding, self.kind, self.text) = (finding, kind, text)
  }

  /// The title with the id of the question, for lists of answers to several questions.
  package var titleWithQuestion: String {
    let id = " (\(finding.id))"
    return (title.count + id.count > 100 ? title.prefix(99 - id.count) + "…" : title) + id
  }

  /// Returns the answer that postpones a question until a date.
  package static func later(
    _ finding: Finding,
    until day: CalendarDate,
    in specification: Specification
  ) -> OfferedAnswer {
    let entry = finding.code == .unconsideredOperation ? finding.entries.first : nil
    let (onEntry, entryTopic) = entry.map { (" on `\($0)`", "`\($0)`は") } ?? ("", "")
    let title = specification.language.choose(
      "Decide later\(onEntry) (until \(day))",
      "\(entryTopic)後日決定する（期限 \(day)）"
    )
    return OfferedAnswer(finding, title, .later, day.description)
  }

  /// The answer in the form that `try` accepts under the id of the question, with a title.
  var json: JSONValue {
    .of(["title": title, "choice": kind?.rawValue, "text": text])
  }
}

extension Finding {
  /// Returns the answers that an editor or an agent can choose from, except postponing the question.
  package func offeredAnswers(in specification: Specification) -> [OfferedAnswer] {
    let language = specification.language
    func offered(
      _ english: String,
      _ japanese: String,
      _ kind: QuestionAnswer.Kind?,
      _ text: String = ""
    ) -> OfferedAnswer {
      OfferedAnswer(self, language.choose(english, japanese), kind, text)
    }
    if code == .unconsideredOperation, let entry = entries.first {
      let reason = language.choose("Does not concern this feature", "この機能には関係しない")
      let select = offered("Select `\(entry)`", "`\(entry)`を対象にする", .select)
      let dismiss = offered(
        "Dismiss `\(entry)`: \(reason)",
        "`\(entry)`を対象外にする：\(reason)",
        .dismiss,
        reason
      )
      return isTopic(in: specification) ? [dismiss] : [select, dismiss]
    }
    let never = language.choose("This cannot happen", "この組み合わせは起こり得ない")
    let impossible = offered("Answer: this cannot happen", "起こり得ないと回答する", .notPossible, never)
    if isConfirmation {
      let yes = language.choose("Yes", "はい")
      return [offered("Confirm: \(message)", "確認済みにする：\(message)", nil, yes)]
        + (code == .draftedRule && !rules.isEmpty ? [impossible] : [])
    }
    let isOrder = code == .contradictoryRules
    // Ordering the rules is only part of the answer to a rule's own question.
    let options =
      code == .undecidedRule ? asked(in: specification)?.options ?? [] : choices(in: specification)
    var answers = options.map { choice in
      let said = choice.joined(separator: " / ")
      let text = choice.joined(separator: "\n")
      return isOrder
        ? offered("Set the order: \(said)", "優先順位を決める：\(said)", nil, text)
        : offered("Answer: \(said)", "回答する：\(said)", nil, text)
    }
    if code == .undefinedCombination {
      if let nearest = question?.nearest.map({ specification.rules[$0] }),
        case .then(let results) = nearest.outcome,
        AnswerSetting(self, options: [], in: specification).takesResults(results.map(\.text))
      {
        let said = results.map(\.text)
        let line = said.joined(separator: " / ")
        answers.append(
          offered(
            "Answer as rule \(nearest.id) does: \(line)",
            "ルール\(nearest.id)と同じにする：\(line)",
            .asWritten,
            said.joined(separator: "\n")
          )
        )
      }
      let left = language.choose("Not part of this feature", "この機能の対象外")
      answers += [impossible, offered("Answer: out of scope", "今回は対象外とする", .outOfScope, left)]
    }
    return answers
  }
}

/// An edit that corrects a mistake, if its help leaves nothing to decide.
package struct MistakeRepair {
  private let wrong: String
  package let right: String
  package let span: SourceSpan

  /// Creates the edit, or `nil` if the help names no replacement or only part of the marked text is wrong.
  package init?(_ diagnostic: Diagnostic, in lines: SourceLines) {
    if let repair = diagnostic.repair {
      (span, right) = (repair.span, repair.text)
      wrong = lines.text(in: repair.span)
      return
    }
    guard let span = diagnostic.span, span.start.line == span.end.line else { return nil }
    let word = lines.text(in: span).filter { !"\"'".contains($0) }
    self.span = span
    guard !word.isEmpty, diagnostic.message.contains("`\(word)`") else { return nil }
    let isOfCondition = ["unknown-value", "unreadable-condition"].contains(diagnostic.code)
    let behind = lines[span.end.line]?.unicodeScalars.dropFirst(span.end.column - 1).first
    let right = diagnostic.help.lazy.compactMap { help -> String? in
      if behind == ":", help.hasPrefix("in a tree write `others`") { return "others" }
      let found = help.wholeMatch(of: /did you mean `([^`]+)`\?|write `([^`]+)`( in its place)?/)
      guard let (_, near, meant, place) = found?.output else { return nil }
      return near.map(String.init) ?? (isOfCondition || place != nil ? meant.map(String.init) : nil)
    }.first
    guard let right, !right.contains(": "), !right.hasSuffix(":") else { return nil }
    wrong = word
    // In a flow mapping, a comma would end the value.
    self.right = right.contains(",") && !"[\"".contains(right.prefix(1)) ? "\"\(right)\"" : right
  }

  package var title: String {
    right.isEmpty ? "Remove `\(wrong.trimmed)`" : "Write `\(right.drop { $0 == ":" }.trimmed)`"
  }

  var json: JSONValue {
    let effect = right.isEmpty ? "`\(wrong)` is removed" : "`\(wrong)` becomes `\(right)`"
    let edit = JSONValue.of(["…": JSONValue.place(span), "text": right])
    return .of(["title": title, "edits": [edit], "effect": effect])
  }
}

extension SourceLines {
  /// Returns the text of a span, its lines joined by spaces.
  fileprivate func text(in span: SourceSpan) -> String {
    (span.start.line...span.end.line).map { number in
      let line = String(self[number] ?? "").unicodeScalars
      let end = number == span.end.line ? span.end.column - 1 : line.count
      let start = number == span.start.line ? span.start.column - 1 : 0
      let text = String(String.UnicodeScalarView(line.prefix(end).dropFirst(start)))
      return number == span.start.line ? text : text.trimmed
    }.joined(separator: " ")
  }
}
