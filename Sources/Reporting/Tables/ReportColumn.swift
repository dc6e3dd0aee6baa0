/// A column of a table: what it means, what it is called, and who fills it.
package struct ReportColumn: Hashable, Sendable {
  /// The meaning of a column, the same in every language.
  package enum Role: Hashable, Sendable {
    // Cases and questions.
    case id, kind, operation, rule, note
    // Questions.
    case combinations, condition, question, example, nearestRule, suggestion, followUp, ask
    case decideBy, answer, answerKind, answeredBy, answeredOn, comment, relatedCases
    /// What the answer's reader checks that the question is still the same by; not for people.
    case fingerprint
    // Cases.
    case state, feature, area, setup, steps, testData, expected, priority
    case recheck, result, testedOn, tester, device, build, evidence, defect
    // Rules.
    case line, overrides, source
    // Factors.
    case factorName, factorID, factorKind, value, valueID, validity, onlyWhen, sample
    // Changes and what is gone.
    case change, before, after, standing, origin
    /// The factor with this number in `Specification.factors`.
    case factor(Int)
    /// The column that people added, counted from the first of its table.
    case added(Int)
  }

  /// Who fills a column.
  package enum Kind: String, Hashable, Sendable {
    /// The program; an edit there is overwritten.
    case generated
    /// Directors and testers; the program leaves it empty.
    case people
  }

  package var role: Role
  package var heading: String
  package var kind: Kind
  /// The texts to choose from, where only certain ones make sense.
  package var choices: [String]
  /// One sentence that tells people what to enter.
  package var hint: String?
  /// What stands out in the column; of several that match the first shows.
  package var marks: [ReportMark]
  /// The width that people gave the column; `nil` where it follows from what stands in it.
  package var width: Double?
  /// Whether people do not see it.
  package var isHidden = false

  package init(
    role: Role,
    heading: String,
    kind: Kind = .generated,
    choices: [String] = [],
    hint: String? = nil,
    marks: [ReportMark] = []
  ) {
    self.role = role
    self.heading = heading
    self.kind = kind
    self.choices = choices
    self.hint = hint
    self.marks = marks
  }
}
