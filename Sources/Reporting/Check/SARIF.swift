import Diagnostics
import TestDesign
import Text

extension CheckReport {
  /// The report in SARIF 2.1.0, with the additions that GitHub's code scanning asks for.
  ///
  /// Mistakes and findings are results; what kept a spec from being read at all is a notification of the run. Help that holds braces,
  /// such as stubs, stands in the property bags only, since braces mean something in SARIF's messages.
  ///
  /// - Parameter version: The program's.
  /// - Returns: The text, ending in a line break.
  package func sarif(version: String) -> String {
    let messages = messages
    let results = messages.filter { !$0.isOfRun }
    let rules = SARIFRule.all(for: results.map(\.code))
    let isWhole = failedPaths.isEmpty && specs.allSatisfy(\.hasAnswer)
    var invocation: [JSONValue.Member] = [
      .init("executionSuccessful", .bool(isWhole)),
      .init(
        "toolExecutionNotifications",
        .array(messages.filter(\.isOfRun).map(\.notification))
      ),
    ]
    let notices = settings.map(\.notification)
    if !notices.isEmpty {
      invocation.append(.init("toolConfigurationNotifications", .array(notices)))
    }
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
      "invocations": [.object(invocation)],
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
    // Down to the members of a rule and of a result, each on its line.
    return document.text(spreading: 7)
  }
}

extension SpecCheck {
  fileprivate var hasAnswer: Bool {
    switch outcome {
    case .analysed, .planned: true
    case .invalid, .limitExceeded: false
    }
  }
}

extension CheckMessage {
  /// Whether it is about the run and about no place in a text.
  fileprivate var isOfRun: Bool {
    severity == .error && diagnostic.span == nil
  }

  fileprivate func result(rule: Int) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(code)),
      .init("ruleIndex", .integer(rule)),
      .init("level", .string(severity.rawValue)),
      .init(
        "message",
        ["text": .string(([diagnostic.message] + plainHelp).joined(separator: "\n"))]
      ),
      .init("locations", [location(of: span)]),
    ]
    if !diagnostic.related.isEmpty {
      let related = diagnostic.related.enumerated().map { index, other in
        location(of: other.span, id: index + 1, message: other.message)
      }
      members.append(.init("relatedLocations", .array(related)))
    }
    members.append(
      .init("partialFingerprints", ["primaryLocationLineHash": .string(fingerprint + ":1")])
    )
    if let properties { members.append(.init("properties", properties)) }
    return .object(members)
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

  /// What a finding has in addition to its place and sentence.
  private var properties: JSONValue? {
    var members: [JSONValue.Member] = []
    if let finding {
      members.append(.init("id", .string(finding.id)))
      if let count = finding.combinations { members.append(.init("combinations", .string(count))) }
      if let ask = finding.ask { members.append(.init("ask", .string(ask))) }
    }
    if !help.isEmpty { members.append(.init("help", .strings(help))) }
    return members.isEmpty ? nil : .object(members)
  }

  private func location(
    of span: SourceSpan,
    id: Int? = nil,
    message: String? = nil
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let id { members.append(.init("id", .integer(id))) }
    members.append(
      .init(
        "physicalLocation",
        [
          "artifactLocation": artifact,
          "region": [
            "startLine": .integer(span.start.line), "startColumn": .integer(span.start.column),
            "endLine": .integer(span.end.line), "endColumn": .integer(span.end.column),
          ],
        ]
      )
    )
    if let message { members.append(.init("message", ["text": .string(message)])) }
    return .object(members)
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

extension SettingsInForce {
  fileprivate var notification: JSONValue {
    [
      "descriptor": ["id": .string(Self.code)],
      "level": "note",
      "message": ["text": .string(line)],
      "locations": [
        ["physicalLocation": ["artifactLocation": ReportPath.artifact(applied.path)]]
      ],
    ]
  }
}

/// What SARIF says of a kind of message once for all its results.
struct SARIFRule {
  /// The code.
  let id: String
  let json: JSONValue

  /// Every kind of finding, then the mistakes with these codes, each once.
  static func all(for codes: [String]) -> [SARIFRule] {
    var rules = FindingDescription.all.map(SARIFRule.init)
    for code in codes where !rules.contains(where: { $0.id == code }) {
      rules.append(SARIFRule(mistake: code))
    }
    return rules
  }

  private init(_ finding: FindingDescription) {
    self.init(
      id: finding.code.rawValue,
      headline: finding.headline,
      meaning: finding.meaning,
      help: ["text": .string(finding.plainText), "markdown": .string(finding.markdown())],
      severity: finding.severity,
      tags: finding.isQuestion ? ["specification", "question"] : ["specification"]
    )
  }

  private init(mistake code: String) {
    let found = MistakeDescription.of(code)
    let remedies = found?.group.remedies.joined(separator: "; ") ?? "see the message"
    self.init(
      id: code,
      headline: found?.headline ?? code,
      meaning: found?.group.meaning ?? code,
      help: ["text": .string("How to fix it: \(remedies).")],
      severity: found?.group.severity ?? .error,
      tags: ["specification", "syntax"]
    )
  }

  private init(
    id: String,
    headline: String,
    meaning: String,
    help: JSONValue,
    severity: Severity,
    tags: [String]
  ) {
    self.id = id
    let words = id.split(separator: "-").map { capitalised(String($0)) }
    json = [
      "id": .string(id),
      "name": .string(words.joined()),
      "shortDescription": ["text": .string(capitalised(headline) + ".")],
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
      .openQuestion, .unconsideredOperation:
      true
    default: false
    }
  }
}
