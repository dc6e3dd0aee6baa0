import Diagnostics
import Specification
package import TestDesign
import Text

/// A question asked by both versions, with changes to its text, options, person or date.
package struct QuestionChange: Sendable {
  /// The id in the old version, or `nil` if it is the same.
  let oldID: String?
  let finding: Finding
  /// The differences by key of the spec, with an empty text for a missing value.
  let differences: [(part: String, before: String, after: String)]

  /// Returns the changes, in the order of the new version.
  package static func all(
    from old: AnalysedSpecification,
    to new: AnalysedSpecification
  ) -> [Self] {
    let ids = Set(new.analysis.questions.map(\.id))
    let byID = Dictionary(firstOf: old.analysis.questions.map { ($0.id, $0) })
    // A changed text also changes the id of a rule's question, so these match by rule.
    let byRule = Dictionary(
      firstOf: old.analysis.questions.compactMap { was in
        ids.contains(was.id) ? nil : was.nameOfOpenRule(in: old.specification).map { ($0, was) }
      }
    )
    return new.analysis.questions.compactMap { finding in
      let same = byID[finding.id]
      let found = same ?? finding.nameOfOpenRule(in: new.specification).flatMap { byRule[$0] }
      guard let was = found else { return nil }
      func differing(
        _ before: [(String, String)],
        _ after: [(String, String)]
      ) -> [(
        part: String, before: String, after: String
      )] {
        zip(before, after).filter { $0 != $1 }.map { ($0.0, $0.1, $1.1) }
      }
      var differences = differing(
        was.parts(in: old.specification),
        finding.parts(in: new.specification)
      )
      if differences.isEmpty {
        differences = differing(was.weight, finding.weight)
        let isSame = was.question?.fingerprint == finding.question?.fingerprint
        if isSame, was.severity == finding.severity { return nil }
      }
      let oldID = same == nil ? was.id : nil
      return Self(oldID: oldID, finding: finding, differences: differences)
    }
  }

  func item(_ say: ReportText) -> ChangeSection.Item {
    let names = [
      "options": say("options", "選択肢"), "ask": say("ask", "確認先"), "until": say("until", "期限"),
      "severity": say("severity", "重要度"), "combinations": say("combinations", "組み合わせ"),
    ]
    let details = differences.map { part, before, after in
      let sides = [before, after].map { $0.isEmpty ? "–" : $0 }
      return names[part].map { ($0, sides.joined(separator: " → ")) }
        ?? (say("was"), [oldID, before].compactMap(\.self).joined(separator: "  "))
    }
    return .init(ids: [finding.id], text: finding.message, details: details)
  }

  var json: JSONValue {
    let parts = differences.json {
      ["part": $0.part, "before": $0.before.ifAny.orNull, "after": $0.after.ifAny.orNull]
    }
    return .of(["…": finding.json, "oldId": oldID, "differences": parts])
  }
}

extension Finding {
  /// Returns a version-independent name of the open rule that asks the question, or `nil` for other questions.
  fileprivate func nameOfOpenRule(in specification: Specification) -> [String]? {
    openRule.map { rule in
      let declared = specification.rules[rule]
      return [declared.id, declared.house == nil ? "" : "house"]
    }
  }

  fileprivate func parts(in specification: Specification) -> [(String, String)] {
    let options = choices(in: specification).enumerated().map { number, results in
      "\((number + 1).asChoice) \(results.map(\.onOneLine).joined(separator: " / "))"
    }
    return [
      ("question", message), ("options", options.joined(separator: "; ")), ("ask", ask ?? ""),
      ("until", deadline(in: specification)?.description ?? ""),
    ]
  }

  /// The severity and number of combinations, compared only if the parts are equal.
  fileprivate var weight: [(String, String)] {
    [("severity", severity.rawValue), ("combinations", combinations ?? "")]
  }
}
