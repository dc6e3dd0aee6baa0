import Diagnostics
import Text

/// The text that replaces a marked mistake, if the help gives one for all of the marked text.
struct MistakeRepair {
  let wrong: String
  let right: String
  private let span: SourceSpan

  /// `nil` if the help says less, or if only a part of what is marked is wrong.
  init?(_ diagnostic: Diagnostic, in lines: SourceLines) {
    guard let span = diagnostic.span, span.start.line == span.end.line,
      let line = lines[span.start.line]
    else { return nil }
    let marked = line.unicodeScalars.dropFirst(span.start.column - 1)
      .prefix(span.end.column - span.start.column)
    let word = String(marked).filter { !"\"'".contains($0) }
    guard !word.isEmpty, diagnostic.message.contains("`\(word)`") else { return nil }
    let isOfCondition = ["unknown-value", "unreadable-condition"].contains(diagnostic.code)
    let right = diagnostic.help.lazy.compactMap { help -> String? in
      let found = help.wholeMatch(of: /did you mean `([^`]+)`\?|write `([^`]+)`( in its place)?/)
      guard let (_, near, meant, place) = found?.output else { return nil }
      return near.map(String.init) ?? (isOfCondition || place != nil ? meant.map(String.init) : nil)
    }.first
    guard let right, !right.contains(": "), !right.hasSuffix(":") else { return nil }
    wrong = word
    // In braces a comma would end the value.
    self.right = right.contains(",") && !right.hasPrefix("[") ? "\"\(right)\"" : right
    self.span = span
  }

  var json: JSONValue {
    [
      "title": .string("Write `\(right)`"),
      "edits": [
        [
          "line": .integer(span.start.line), "column": .integer(span.start.column),
          "endLine": .integer(span.end.line), "endColumn": .integer(span.end.column),
          "text": .string(right),
        ]
      ],
      "effect": .string("`\(wrong)` becomes `\(right)`"),
    ]
  }
}
