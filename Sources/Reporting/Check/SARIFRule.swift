import Diagnostics
import TestDesign

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
      headline: found?.code.headline ?? code,
      meaning: found?.group.meaning ?? code,
      help: ["text": .string("To mend it: \(remedies).")],
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
    case .undefinedExpectation, .contradictoryExpectations, .undecidedExpectation: true
    default: false
    }
  }
}
