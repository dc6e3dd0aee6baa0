import Diagnostics
import TestDesign
import Text

extension CheckReport {
  /// Returns the report in SARIF 2.1.0, with the properties that GitHub code scanning requires.
  ///
  /// Mistakes and findings are results; a spec that could not be read is a notification of the run. Help that contains braces, such as a
  /// stub, is only in the property bags, since braces are placeholders in SARIF messages. `version` is that of the program.
  package func sarif(version: String) -> String {
    let messages = messages
    let results = messages.filter { !$0.isOfRun }
    let rules = SARIFRule.all(for: results.map(\.code))
    let isWhole = failedPaths.isEmpty && specs.allSatisfy { $0.specification != nil }
    let run = JSONValue.of([
      "tool": [
        "driver": .of([
          "name": "specmatrix", "semanticVersion": version, "rules": rules.map(\.json),
        ])
      ] as JSONValue,
      "automationDetails": ["id": "specmatrix/"] as JSONValue,
      "columnKind": "unicodeCodePoints",
      "originalUriBaseIds": [
        "%SRCROOT%": ["description": ["text": "The folder in which the check was run."]]
      ] as JSONValue,
      "invocations": [
        JSONValue.of([
          "executionSuccessful": isWhole,
          "toolExecutionNotifications": messages.filter(\.isOfRun).map {
            notification($0.code, $0.severity, $0.diagnostic.message, $0.path)
          },
          "toolConfigurationNotifications": settings.map {
            notification(AppliedSettings.code, .note, $0.line(), $0.path)
          }.ifAny,
        ])
      ],
      "results": results.map { message in
        message.result(rule: rules.firstIndex { $0.id == message.code } ?? 0)
      },
    ])
    let document: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [run],
    ]
    // Spread down to the members of rules and results.
    return document.text(spreading: 7)
  }

  private func notification(
    _ code: String,
    _ severity: Severity,
    _ message: String,
    _ path: String
  ) -> JSONValue {
    [
      "descriptor": ["id": .string(code)], "level": .string(severity.rawValue),
      "message": ["text": .string(message)],
      "locations": [["physicalLocation": ["artifactLocation": ReportPath.artifact(path)]]],
    ]
  }
}

extension CheckMessage {
  /// True if the message is about the run rather than a place in a text.
  fileprivate var isOfRun: Bool {
    severity == .error && diagnostic.span == nil
  }

  fileprivate func result(rule: Int) -> JSONValue {
    let related = diagnostic.related.enumerated().map { index, other in
      location(of: other.span, id: index + 1, message: other.message)
    }
    let text = ([diagnostic.message] + plainHelp).joined(separator: "\n")
    return [
      "ruleId": .string(code), "ruleIndex": .integer(rule), "level": .string(severity.rawValue),
      "message": ["text": .string(text)], "locations": [location(of: span)],
      "relatedLocations": related.ifAny?.jsonValue,
      "partialFingerprints": ["primaryLocationLineHash": .string(fingerprint + ":1")],
      "properties": properties,
    ]
  }

  private var plainHelp: [String] {
    help.filter { line in !line.utf8.contains { $0 == UInt8(ascii: "{") || $0 == 0x0A } }
  }

  /// The finding's id, combinations, addressee and help.
  private var properties: JSONValue? {
    guard finding != nil || !help.isEmpty else { return nil }
    return .of([
      "id": finding?.id, "combinations": finding?.combinations, "ask": finding?.ask,
      "help": help.ifAny,
    ])
  }

  private func location(
    of span: SourceSpan,
    id: Int? = nil,
    message: String? = nil
  ) -> JSONValue {
    let region = JSONValue.of([
      "startLine": span.start.line, "startColumn": span.start.column, "endLine": span.end.line,
      "endColumn": span.end.column,
    ])
    return [
      "id": id?.jsonValue,
      "physicalLocation": ["artifactLocation": ReportPath.artifact(path), "region": region],
      "message": message.map { ["text": .string($0)] },
    ]
  }
}

extension ReportPath {
  fileprivate static func artifact(_ path: String) -> JSONValue {
    let uri = uri(path)
    guard !uri.hasPrefix("file:") else { return ["uri": .string(uri)] }
    return ["uri": .string(uri), "uriBaseId": "%SRCROOT%"]
  }
}

/// A SARIF rule: the metadata shared by all results with a code.
private struct SARIFRule {
  let id: String
  let json: JSONValue

  private init(
    _ id: String,
    _ headline: String,
    _ meaning: String,
    _ severity: Severity,
    tag: String?,
    help: JSONValue
  ) {
    self.id = id
    let kind = severity == .note ? "recommendation" : severity.rawValue
    json = [
      "id": .string(id),
      "name": .string(id.split(separator: "-").map { String($0).capitalisedAtStart }.joined()),
      "shortDescription": ["text": .string(headline.capitalisedAtStart + ".")],
      "fullDescription": ["text": .string(meaning)], "help": help,
      "defaultConfiguration": ["level": .string(severity.rawValue)],
      "properties": .of([
        "tags": ["specification"] + (tag.map { [$0] } ?? []), "precision": "very-high",
        "problem.severity": kind,
      ]),
    ]
  }

  /// Returns a rule for every kind of finding, followed by one for each other code in `codes`.
  static func all(for codes: [String]) -> [SARIFRule] {
    let findings = FindingDescription.all.map {
      SARIFRule(
        $0.code.rawValue,
        $0.headline,
        $0.meaning,
        $0.severity,
        tag: $0.isQuestion ? "question" : nil,
        help: .of(["text": $0.plainText, "markdown": $0.markdown()])
      )
    }
    let known = Set(findings.map(\.id))
    return findings
      + codes.withoutRepetitions.filter { !known.contains($0) }.map { code in
        let found = MistakeDescription.of(code)
        let remedies = found?.group.remedies.joined(separator: "; ") ?? "see the message"
        return SARIFRule(
          code,
          found?.headline ?? code,
          found?.group.meaning ?? code,
          found?.group.severity ?? .error,
          tag: "syntax",
          help: ["text": .string("How to fix it: \(remedies).")]
        )
      }
  }
}
