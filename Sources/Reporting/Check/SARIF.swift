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
    let run: JSONValue = [
      "tool": [
        "driver": [
          "name": "specmatrix",
          "semanticVersion": .string(version),
          "rules": .array(rules.map(\.json)),
        ]
      ],
      "automationDetails": ["id": "specmatrix/"],
      "columnKind": "unicodeCodePoints",
      "originalUriBaseIds": [
        "%SRCROOT%": ["description": ["text": "The folder in which the check was run."]]
      ],
      "invocations": [
        [
          "executionSuccessful": .bool(isWhole),
          "toolExecutionNotifications": .array(messages.filter(\.isOfRun).map(\.notification)),
          "toolConfigurationNotifications": .array(unlessEmpty: settings.map(\.notification)),
        ]
      ],
      "results": .array(
        results.map { message in
          message.result(rule: rules.firstIndex { $0.id == message.code } ?? 0)
        }
      ),
    ]
    let document: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [run],
    ]
    // Spread down to the members of rules and results.
    return document.text(spreading: 7)
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
      "ruleId": .string(code),
      "ruleIndex": .integer(rule),
      "level": .string(severity.rawValue),
      "message": ["text": .string(text)],
      "locations": [location(of: span)],
      "relatedLocations": .array(unlessEmpty: related),
      "partialFingerprints": ["primaryLocationLineHash": .string(fingerprint + ":1")],
      "properties": properties,
    ]
  }

  fileprivate var notification: JSONValue {
    [
      "descriptor": ["id": .string(code)],
      "level": .string(severity.rawValue),
      "message": ["text": .string(diagnostic.message)],
      "locations": [["physicalLocation": ["artifactLocation": artifact]]],
    ]
  }

  private var plainHelp: [String] {
    help.filter { line in !line.utf8.contains { $0 == UInt8(ascii: "{") || $0 == 0x0A } }
  }

  /// The finding's id, combinations, addressee and help.
  private var properties: JSONValue? {
    guard finding != nil || !help.isEmpty else { return nil }
    return [
      "id": .string(ifAny: finding?.id),
      "combinations": .string(ifAny: finding?.combinations),
      "ask": .string(ifAny: finding?.ask),
      "help": .strings(unlessEmpty: help),
    ]
  }

  private func location(
    of span: SourceSpan,
    id: Int? = nil,
    message: String? = nil
  ) -> JSONValue {
    [
      "id": .integer(ifAny: id),
      "physicalLocation": [
        "artifactLocation": artifact,
        "region": [
          "startLine": .integer(span.start.line), "startColumn": .integer(span.start.column),
          "endLine": .integer(span.end.line), "endColumn": .integer(span.end.column),
        ],
      ],
      "message": message.map { ["text": .string($0)] },
    ]
  }

  private var artifact: JSONValue { ReportPath.artifact(path) }
}

extension ReportPath {
  fileprivate static func artifact(_ path: String) -> JSONValue {
    let uri = uri(path)
    guard !uri.hasPrefix("file:") else { return ["uri": .string(uri)] }
    return ["uri": .string(uri), "uriBaseId": "%SRCROOT%"]
  }
}

extension AppliedSettings {
  fileprivate var notification: JSONValue {
    [
      "descriptor": ["id": .string(Self.code)],
      "level": "note",
      "message": ["text": .string(line())],
      "locations": [
        ["physicalLocation": ["artifactLocation": ReportPath.artifact(path)]]
      ],
    ]
  }
}

/// A SARIF rule: the metadata shared by all results with a code.
private struct SARIFRule {
  let id: String
  let headline: String
  let meaning: String
  let help: JSONValue
  let severity: Severity
  let tags: [String]

  /// Returns a rule for every kind of finding, followed by one for each other code in `codes`.
  static func all(for codes: [String]) -> [SARIFRule] {
    var rules = FindingDescription.all.map { finding in
      SARIFRule(
        id: finding.code.rawValue,
        headline: finding.headline,
        meaning: finding.meaning,
        help: ["text": .string(finding.plainText), "markdown": .string(finding.markdown())],
        severity: finding.severity,
        tags: finding.isQuestion ? ["specification", "question"] : ["specification"]
      )
    }
    for code in codes where !rules.contains(where: { $0.id == code }) {
      let found = MistakeDescription.of(code)
      let remedies = found?.group.remedies.joined(separator: "; ") ?? "see the message"
      rules.append(
        SARIFRule(
          id: code,
          headline: found?.headline ?? code,
          meaning: found?.group.meaning ?? code,
          help: ["text": .string("How to fix it: \(remedies).")],
          severity: found?.group.severity ?? .error,
          tags: ["specification", "syntax"]
        )
      )
    }
    return rules
  }

  var json: JSONValue {
    [
      "id": .string(id),
      "name": .string(id.split(separator: "-").map { String($0).capitalisedAtStart }.joined()),
      "shortDescription": ["text": .string(headline.capitalisedAtStart + ".")],
      "fullDescription": ["text": .string(meaning)],
      "help": help,
      "defaultConfiguration": ["level": .string(severity.rawValue)],
      "properties": [
        "tags": .strings(tags),
        "precision": "very-high",
        "problem.severity": .string(severity == .note ? "recommendation" : severity.rawValue),
      ],
    ]
  }
}

extension FindingDescription {
  fileprivate var isQuestion: Bool {
    switch code {
    case .undefinedCombination, .contradictoryRules, .undecidedRule, .placeholderResult,
      .openQuestion, .unconsideredOperation, .unreachedValue, .draftedRule:
      true
    default: false
    }
  }
}
