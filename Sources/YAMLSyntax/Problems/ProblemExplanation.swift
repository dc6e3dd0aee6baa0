import Diagnostics

/// Turns what libyaml says about a text that is not YAML into a message for the person who wrote it.
///
/// libyaml names the rule of its grammar that failed; the text around the place tells what was probably meant. What
/// is not known here is passed on in libyaml's words.
struct ProblemExplanation {
  let problem: YAMLProblem
  let text: SourceText

  /// The message about the problem.
  var diagnostic: Diagnostic {
    if let tab = indentingTab { return .tab(at: tab, in: text) }
    return switch problem.problem {
    case "found character that cannot start any token": forbiddenStart
    case "found unexpected end of stream", "found unexpected document indicator": openQuote
    case "could not find expected ':'": missingColon
    case "mapping values are not allowed in this context": unexpectedColon
    case "did not find expected key": unexpectedInMapping
    case "did not find expected '-' indicator": unexpectedInList
    case "did not find expected ',' or ']'": unexpectedInBrackets("[", "]", name: "list")
    case "did not find expected ',' or '}'": unexpectedInBrackets("{", "}", name: "mapping")
    case "block sequence entries are not allowed in this context": unexpectedItem
    case "did not find expected <document start>": unexpectedAfterDocument
    default: explainedByTable
    }
  }

  /// The tab that stands where an indentation or a token must, if that is the problem.
  private var indentingTab: Int? {
    if text[problem.place] == "\t" { return problem.place }
    if problem.context.contains("quoted") || problem.context.contains("flow") { return nil }
    for place in [problem.contextPlace, problem.place].compactMap(\.self) {
      let line = text.line(at: place)
      let content = text.firstContent(in: line)
      if let tab = (line.lowerBound..<content).first(where: { text[$0] == "\t" }) { return tab }
    }
    return nil
  }

  // MARK: - What the explanations are made of

  /// A message at the scalars of the range.
  func error(
    _ message: String,
    at range: Range<Int>,
    help: [String] = [],
    related: [Diagnostic.Related] = []
  ) -> Diagnostic {
    Diagnostic(
      code: "yaml-syntax",
      message: message,
      span: text.span(range),
      help: help,
      related: related
    )
  }

  /// The place of the problem as one character, at the end of the text behind its last content.
  var place: Range<Int> {
    guard text[problem.place] != nil else {
      let end = text.contentEnd(of: 0..<text.scalars.count)
      return end..<end
    }
    return problem.place..<problem.place + 1
  }

  /// From the index to the end of its line, without a comment and white space at its end.
  func restOfLine(from index: Int) -> Range<Int> {
    let end = text.line(at: index).upperBound
    let comment = (index..<max(index, end)).first { text[$0] == "#" && text[$0 - 1] == " " }
    return index..<text.contentEnd(of: index..<max(index, comment ?? end))
  }

  /// Whether nothing but white space stands before the place on its line.
  var isFirstOnLine: Bool {
    text.firstContent(in: text.line(at: problem.place)) >= problem.place
  }

  /// The place at which libyaml began to read what it was reading, with a label.
  func began(_ label: String) -> [Diagnostic.Related] {
    guard let begin = problem.contextPlace else { return [] }
    return [Diagnostic.Related(span: text.span(begin..<begin + 1), message: label)]
  }

  /// The first colon of the range that a blank or the range's end follows, or `nil`.
  func separatingColon(in range: Range<Int>) -> Int? {
    range.first { index in
      text[index] == ":"
        && (index + 1 >= range.upperBound || text[index + 1]?.isYAMLWhiteSpace == true)
    }
  }

  /// The range's key where a colon has no blank behind it, as in `login:guest`, and nothing else separates.
  func unseparatedKey(in line: Range<Int>) -> Range<Int>? {
    var start = text.firstContent(in: line)
    while text[start] == "-", text[start + 1] == " " {
      start = text.firstContent(in: start + 1..<line.upperBound)
    }
    let range = restOfLine(from: start)
    guard let colon = range.first(where: { text[$0] == ":" }), colon > range.lowerBound,
      colon + 1 < range.upperBound, separatingColon(in: range) == nil,
      text[range.lowerBound] != "\"", text[range.lowerBound] != "'"
    else { return nil }
    return range
  }
}

extension YAMLProblem {
  /// The problem as a message for the person who wrote the text.
  func diagnostic(in text: SourceText) -> Diagnostic {
    ProblemExplanation(problem: self, text: text).diagnostic
  }
}
