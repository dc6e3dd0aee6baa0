package import Diagnostics
package import Specification
package import TestDesign
import Text

/// A message of a report with its file, as the formats for code hosts need it.
package struct CheckMessage {
  /// The path as it was given; see `ReportPath`.
  var path: String
  /// The message without its help.
  package var diagnostic: Diagnostic
  /// The explanations and remedies, one phrase each, of which the last may span several lines.
  package var help: [String]
  /// A short id that is unique within the report and does not change when lines move.
  var fingerprint: String
  package var finding: Finding?

  var severity: Severity { diagnostic.severity }
  var code: String { diagnostic.code }
  var span: SourceSpan { diagnostic.span ?? .fileStart }

  /// Creates a message that belongs to no report.
  package init(_ diagnostic: Diagnostic, in file: SourceFile) {
    path = file.path
    (self.diagnostic, help, fingerprint) = (diagnostic, diagnostic.help, "")
    self.diagnostic.help = []
  }

  fileprivate init(
    _ diagnostic: Diagnostic,
    in path: String,
    _ fingerprint: String,
    _ finding: Finding?
  ) {
    self.init(diagnostic, in: SourceFile(path: path, text: ""))
    (self.fingerprint, self.finding) = (fingerprint, finding)
  }

  /// The message, followed by its help on the lines below.
  var text: String { ([diagnostic.message] + help).joined(separator: "\n") }
}

extension CheckReport {
  /// All messages in display order: the failed paths, then spec by spec.
  package var messages: [CheckMessage] {
    var ids = FindingID()
    var messages: [CheckMessage] = []
    func add(_ diagnostic: Diagnostic, of finding: Finding? = nil, in path: String) {
      let id = finding?.id ?? ids.next("E", [path, diagnostic.code, diagnostic.message])
      messages.append(CheckMessage(diagnostic, in: path, id, finding))
    }
    for failed in failedPaths { add(failed.diagnostic, in: failed.path) }
    for spec in specs {
      let path = spec.source.path
      for diagnostic in spec.diagnostics { add(diagnostic, in: path) }
      guard case .analysed(let specification, let analysis) = spec.outcome else { continue }
      let numbers = analysis.questionNumbers
      for finding in analysis.findings {
        let message = finding.explained(
          of: analysis.counts,
          in: specification,
          cases: spec.cases[finding.id] ?? [],
          number: numbers[finding.id]
        )
        add(message, of: finding, in: path)
      }
      if let note = spec.incompleteNote { add(note, in: path) }
    }
    if let note = crossFeatureNote { add(note, in: crossFeatureSource.path) }
    return messages
  }
}

extension CheckReport.FailedPath {
  /// The message that the path led to no spec.
  var diagnostic: Diagnostic {
    Diagnostic(code: "unreadable-path", message: reason, span: nil)
  }
}

extension Finding {
  /// Returns the question as written in the spec, by a rule or under `questions`, or `nil` for one that the analysis asks.
  package func asked(in specification: Specification) -> Rule.OpenQuestion? {
    if let asked = teamQuestion(in: specification) { return asked.question }
    guard code == .undecidedRule, let rule = rules.first,
      case .question(let question) = specification.rules[rule].outcome
    else { return nil }
    return question
  }

  /// Returns the possible answers: the options in the spec, then the default choices.
  package func choices(in specification: Specification) -> [[String]] {
    (asked(in: specification)?.options ?? []) + (question?.choices ?? []).map { [$0] }
  }

  /// Returns the last day on which the finding may stay open.
  func deadline(in specification: Specification) -> CalendarDate? {
    [.undecidedRule, .draftedRule].contains(code) && !rules.isEmpty
      ? rules.first.flatMap { specification.rules[$0].until } : asked(in: specification)?.until
  }

  /// Returns the date until which the question is postponed and who did so, such as “2027-01-31 – Sato”, or `nil` if it is not postponed.
  func deferral(in specification: Specification) -> String? {
    guard !isOverdue, let day = deadline(in: specification) else { return nil }
    let source =
      teamQuestion(in: specification).map(\.source)
      ?? rules.first.flatMap { specification.rules[$0].source }
    let person = source?.prefixMatch(of: /Q-[0-9A-F]{8}, (.+?)(?: – |$)/)?.1
    return "\(day)" + (person.map { " – \($0)" } ?? "")
  }

  /// Returns the entry of `questions` that asks or postpones the finding.
  func teamQuestion(in specification: Specification) -> TeamQuestion? {
    if code == .unconsideredOperation {
      return specification.questions.first { asked in
        asked.question.span == span && entries == asked.operation.map { [$0] }
      }
    }
    guard [.openQuestion, .unreachedValue].contains(code) || code == .draftedRule && rules.isEmpty
    else { return nil }
    return specification.questions.first {
      $0.question.span == span && message.contains($0.question.text.onOneLine)
    }
  }

  /// Returns the finding as a message with the given help.
  func headline(help: [String] = []) -> Diagnostic {
    Diagnostic(
      code: code.rawValue,
      severity: severity,
      message: message,
      span: span,
      help: help,
      related: related
    )
  }

  /// Returns the finding as a message with everything that helps to answer it.
  ///
  /// `counts` is the size of the whole space, `cases` are the ids of the generated cases that meet the finding, and `number` is its
  /// position among the questions.
  func explained(
    of counts: Analysis.Counts,
    in specification: Specification,
    cases: [String],
    number: Int?
  ) -> Diagnostic {
    func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }
    var lines: [String] = []
    let name = number.map { say("question \($0), \(id)") } ?? id
    if let combinations, let all = counts.combinations {
      let about = specification.language.choose("about ", "約")
      let (part, whole) = (CombinationCount(combinations), CombinationCount(all))
      let (few, many) = (
        part.readable.replacing("about ", with: about),
        whole.readable.replacing("about ", with: about)
      )
      lines.append(
        whole.isOne
          ? say("\(name): \(few) of 1 combination")
          : say("\(name): \(few) of \(many) combinations")
      )
    } else if isQuestion {
      lines.append(name)
    }
    if let ask { lines.append(say("ask \(ask)")) }
    lines += disagreements(in: specification) + circumstances(specification.language)
    if let nearest = question?.nearestRule { lines.append(say("nearest rule: \(nearest)")) }
    if let followUp = question?.followUp { lines.append(say("typical question: \(followUp)")) }
    lines += help
    if cases.count > 6 {
      let first = cases.prefix(6).joined(separator: ", ")
      lines.append(say("met by \(first) and \(cases.count - 6) more"))
    } else if !cases.isEmpty {
      lines.append(say("met by \(cases.joined(separator: ", "))"))
    }
    lines += stubsInPlace.map {
      "\($0.heading)\(specification.language.choose(":", "："))\n\($0.text)"
    }
    return headline(help: lines)
  }

  /// Returns the lines about assumptions, about parts settled or asked elsewhere, and about factors that the answer does not distinguish.
  func circumstances(_ language: Language) -> [String] {
    guard let question else { return [] }
    return [
      question.assumed.isEmpty ? "" : language.say("asked \(question.assumed)"),
      question.alsoSettled.isEmpty ? "" : language.say("settled: \(question.alsoSettled)"),
      question.disputed.isEmpty
        ? "" : language.say("asked in another question: \(question.disputed)"),
      question.reach,
    ].filter { !$0.isEmpty }
  }

  /// The maximum length of a condition shown for one of several pairs; beyond it, an example is clearer.
  private static let longestCondition = 120

  /// Returns how the pairs of rules in a contradiction disagree: an example for a single pair, or the conditions for each of several.
  func disagreements(in specification: Specification) -> [String] {
    guard let question, let first = question.disagreements.first else { return [] }
    func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }
    let wording = Wording(specification)
    let pairs = question.disagreements
    if pairs.count == 1, question.listsAllDisagreements {
      return first.isSetupImplied || first.setup.isEmpty ? [] : [say("for example \(first.setup)")]
    }
    let shown = pairs.prefix(Disagreement.shownCount).map { pair in
      let names = wording.listed(
        pair.rules.map { wording.nameOfHouseRule($0) ?? "`\(specification.rules[$0].id)`" }
      )
      let isSaid = pair.isSetupImplied || pair.setup.isEmpty
      let example = isSaid ? [] : [say("for example \(pair.setup)")]
      let isSpoken = pair.condition.count <= Self.longestCondition || example.isEmpty
      let said = [pair.condition].filter { isSpoken && !$0.isEmpty } + example
      return said.isEmpty
        ? say("\(names) disagree") : say("\(names) disagree: \(said.joined(separator: "; "))")
    }
    let more = pairs.count - shown.count
    guard more > 0 else { return shown }
    let rest =
      more == 1 ? say("1 more pair of rules") : say("\(more) more pairs of rules")
    return shown + [
      question.listsAllDisagreements ? say("and \(rest)") : say("and at least \(rest)")
    ]
  }
}

/// The form of file paths that code hosts expect.
package enum ReportPath {
  /// Returns the path without empty and `.` parts, since code hosts compare paths literally with those of the repository.
  static func normal(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Returns the path as a URI reference (RFC 3986), which is relative unless the path is absolute.
  package static func uri(_ path: String) -> String {
    let path = normal(path)
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += "%" + byte.inHex(digits: 2)
      }
    }
    return uri
  }
}
