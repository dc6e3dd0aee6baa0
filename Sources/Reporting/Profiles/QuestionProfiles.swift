import Diagnostics
import Text

extension ExportedSuite {
  /// The question, what the spec says nearby, whom to ask, and the cases that wait.
  func paragraphs(_ question: Question) -> [String] {
    var paragraphs = [question.asked]
    if !question.nearby.isEmpty {
      paragraphs.append(text("What the spec says:", "仕様に書かれていること：") + "\n" + question.nearby)
    }
    if !question.asking.isEmpty {
      paragraphs.append(text("Ask:", "確認先：") + "\n" + question.asking)
    }
    if !question.cases.isEmpty {
      let ids = question.cases.joined(separator: ", ")
      paragraphs.append(text("Cases that wait for the answer: \(ids)", "回答待ちのケース：\(ids)"))
    }
    return paragraphs
  }

  /// A script of `gh` commands that brings the issues of a repository to the state of the questions.
  ///
  /// Only changes are in it: an issue for each question that has none, and a comment with the answer on those that are closed. Each issue
  /// has a hidden mark, by which the script finds it, so that running it twice asks nothing twice.
  ///
  /// Whatever people wrote stands in single quotes of the shell, where no sign means anything but the quote itself.
  func gitHub(_ links: [String: String]) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    var calls: [String] = []
    for question in questions where links[question.id] == nil || question.isNew {
      let title = VisibleText.line(question.title).fitting(.gitHub, &shortened)
      let body = paragraphs(question).map { markdownLines($0).joined(separator: "  \n") }
      let text = (body + [gitHubMark(question.id)]).joined(separator: "\n\n")
      let verb = question.isNew ? "ask_again" : "ask"
      calls.append("\(verb) \(question.id) \(title.shellQuoted) \(text.shellQuoted)")
    }
    for question in closedQuestions(asked: links.keys) {
      let comment =
        question.answer.isEmpty
        ? [text("No longer asked: the spec has changed.", "仕様の変更により、確認は不要になりました。")]
        : [text("The spec says now:", "仕様に反映された回答：")] + markdownLines(question.answer)
      calls.append("settle \(question.id) \(comment.joined(separator: "  \n").shellQuoted)")
    }
    let head = [
      "#!/bin/sh",
      "# \(Self.mark)\(VisibleText.line(specPath))",
      "# What changed among the questions of \(id), for the issues of the repository that this is run in.",
    ]
    let script =
      calls.isEmpty
      ? head + ["# Nothing has changed.", ""] : head + Self.gitHubFunctions + calls + [""]
    return (.bytes(Array(script.joined(separator: "\n").utf8)), shortened)
  }

  /// The hidden mark of an issue, which nothing that people write can have: `<` is written as `&lt;` there.
  private func gitHubMark(_ question: String) -> String { "<!-- specmatrix:\(question) -->" }

  /// One line for each issue of ours: question, number and state.
  private static let gitHubFunctions = [
    #"set -eu"#,
    #"label=specmatrix"#,
    #"gh label create "$label" --force --description 'Asked by specmatrix' >/dev/null"#,
    #"issues=$(gh issue list --label "$label" --state all --limit 10000 --json number,state,body \"#,
    #"  --jq '.[] | (.body | capture("<!-- specmatrix:(?<id>Q-[0-9A-F]{8}) -->")) as $mark"#,
    #"    | "\($mark.id) \(.number) \(.state)"')"#,
    #"of() { printf '%s\n' "$issues" | awk -v id="$1" -v state="$2" '$1 == id && $3 ~ state { print $2; exit }'; }"#,
    #"ask() { [ -n "$(of "$1" .)" ] || gh issue create --label "$label" --title "$2" --body "$3"; }"#,
    #"ask_again() {"#,
    #"  closed=$(of "$1" CLOSED)"#,
    #"  if [ -n "$closed" ] && [ -z "$(of "$1" OPEN)" ]; then gh issue reopen "$closed"; else ask "$@"; fi"#,
    #"}"#,
    #"settle() {"#,
    #"  open=$(of "$1" OPEN)"#,
    #"  [ -z "$open" ] || gh issue close "$open" --comment "$2""#,
    #"}"#,
    "",
  ]
}

extension String {
  /// The text as one word of a POSIX shell, which reads nothing in it as its own.
  fileprivate var shellQuoted: String {
    // The shell ends words at a NUL, whatever quotes it.
    "'" + replacing("\0", with: "").replacing("'", with: #"'\''"#) + "'"
  }
}
