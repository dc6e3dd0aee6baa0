package import Specification
import Text

/// The suite of a spec: cases with their ids, and what became of earlier ones.
package struct TestMatrix: Sendable {
  /// An id that is no longer in use; no other case gets it.
  package struct Retired: Hashable, Sendable {
    package var id: String
    /// The `CaseCode` of the case that had it.
    package var code: String
    /// True if the case said something else in the end than when it was new: then it does not come back.
    package var hasChanged: Bool

    package init(id: String, code: String, hasChanged: Bool = false) {
      self.id = id
      self.code = code
      self.hasChanged = hasChanged
    }
  }

  package var strength: Int
  package var depth: Depth
  /// In reading order.
  package var cases: [TestCase]
  /// Ascending by id; of all earlier generations.
  package var retired: [Retired]
  /// True if no smaller suite exists for certain.
  package var isOptimal: Bool
  /// How many tuples of values that the depth asks for can occur only where something is open: answers bring them in.
  package var waiting: Int
  /// The cases from end to end.
  package var flows: [Flow] = []
  package var count: CaseCount { CaseCount(cases: cases.count, flows: flows.count) }
  /// True if they, and the ways, are left out: the states cannot be walked through within the limits.
  package var hasTooManyStates = false
  /// By id of a case whose setup has to be brought about: the steps from the start.
  package var ways: [String: [FlowStep]] = [:]

  package init(
    strength: Int,
    depth: Depth = .relevant,
    cases: [TestCase],
    retired: [Retired],
    isOptimal: Bool = false,
    waiting: Int = 0
  ) {
    self.strength = strength
    self.depth = depth
    self.cases = cases
    self.waiting = waiting
    self.retired = retired
    self.isOptimal = isOptimal
  }
}

/// How many cases a suite has.
package struct CaseCount: Hashable, Sendable {
  /// Without those from end to end.
  package var cases = 0
  package var flows = 0

  package init(cases: Int = 0, flows: Int = 0) { (self.cases, self.flows) = (cases, flows) }

  /// `6 cases and 3 end-to-end cases`.
  package var phrase: String {
    counted(cases, "case") + (flows == 0 ? "" : " and " + counted(flows, "end-to-end case"))
  }
}

/// One case of the suite.
package struct TestCase: Sendable {
  /// True if the case was there in the earlier generation.
  package enum State: String, Sendable {
    case kept, new, changed
  }

  /// The expected results of one part of an operation.
  package struct Part: Sendable {
    /// The number in `Specification.operationValues`.
    package var operationValue: Int
    package var status: CombinationStatus
    package var expected: [String]
    package var rules: [Int]
    package var questions: [String]
  }

  /// `POST-4KD`: the spec's id and the beginning of the code.
  package var id: String
  /// The `CaseCode` of what it said when it was new.
  package var code = ""
  /// Short and unlike every other title of the suite; stays with the case.
  package var title: String = ""
  /// The factors that its operation reads and that apply, those with an unusual value first: what matters of the setup.
  package var matters: [Int] = []
  package var state: State
  /// The least depth whose suite has the case.
  package var depth: Depth = .review
  /// A lower strength than today's that showed the case, which nothing asks for today.
  package var strength: Int?
  /// Its operation is a `CaseOperation.value`.
  package var combination: Combination
  /// By part of the operation that can be seen there; empty for an operation without parts.
  package var parts: [Part] = []
  /// An operation with parts is defined if one of them is.
  package var status: CombinationStatus
  /// The results to see; of a contradictory case those of all its winners; empty where nothing is defined.
  ///
  /// Results of parts begin with the label of the part.
  package var expected: [String]
  /// The winners: numbers in `Specification.rules`.
  package var rules: [Int]
  /// Ids of the findings (questions) that the case meets.
  package var questions: [String]
  package var kind: CaseKind
  package var priority: Rule.Priority
}

extension [TestCase] {
  /// The cases as people read them: by operation as declared, the plain case of each first, then by the rule that decides, as rules are declared;
  /// what is open follows what is defined; else by depth and by values as declared.
  func inReadingOrder(of specification: Specification) -> [TestCase] {
    let places = map { testCase -> [Int] in
      let combination = testCase.combination
      return [
        combination.operation,
        combination.isPlain(in: specification) ? 0 : 1,
        testCase.status == .defined ? 0 : 1,
        testCase.rules.min() ?? .max,
        Depth.allCases.firstIndex(of: testCase.depth) ?? 0,
      ] + combination.values.map { $0 ?? -1 }
    }
    return indices.sorted { places[$0].lexicographicallyPrecedes(places[$1]) }.map { self[$0] }
  }
}

extension Combination {
  /// True if every factor that applies has its usual value.
  package func isPlain(in specification: Specification) -> Bool {
    zip(specification.factors, values).allSatisfy { factor, value in
      value == nil || value == factor.usual
    }
  }
}

extension TestMatrix {
  /// By id of a case that tests a failure or an event: the number of the operation during which it happens.
  ///
  /// It is the first that can be done in the case's setup; each other one comes up in the first case that has none before it left to show, those
  /// in whose setup fewer can be done before others.
  package func triggers(in specification: Specification) -> [String: Int] {
    let values = specification.operationValues
    let choices = specification.triggers
    let ways = Dictionary(grouping: values.indices) { values[$0].operation }
    let impossible = specification.impossible.map(\.when).filter {
      // What says nothing of the operation leaves the setup of the case possible.
      $0.alternatives.contains { $0.terms.contains { $0.factor == specification.operationFactor } }
    }
    func canDo(_ operation: Int, _ setup: [Int?]) -> Bool {
      ways[operation, default: []].contains { value in
        let row = setup + [value]
        let onlyWhen = specification.operations[operation].onlyWhen
        return onlyWhen?.holds(row) ?? true && !impossible.contains { $0.holds(row) }
      }
    }
    var shown: [Int: Set<Int>] = [:]
    var triggers: [String: Int] = [:]
    let possible = cases.map { testCase in
      let event = values[testCase.combination.operation].operation
      return (
        id: testCase.id, event, choices[event].filter { canDo($0, testCase.combination.values) }
      )
    }
    for (id, event, possible) in possible.sorted(by: { $0.2.count < $1.2.count }) {
      let next = possible.first { shown[event]?.contains($0) != true } ?? possible.first
      guard let next else { continue }
      shown[event, default: []].insert(next)
      triggers[id] = next
    }
    return triggers
  }
}

extension Condition {
  /// True if it holds where the factors have these values, the operation last.
  fileprivate func holds(_ row: [Int?]) -> Bool {
    alternatives.contains { conjunction in
      conjunction.terms.allSatisfy {
        row[$0.factor].map($0.values.contains) ?? $0.allowsNotApplicable
      }
    }
  }
}

extension TestMatrix {
  /// By id of a retired case: why it was retired.
  package var retirementReasons: [String: String] {
    let living = cases.map { Retired(id: $0.id, code: $0.code) }
    return Retired.reasons(of: retired, living + flows.map { Retired(id: $0.id, code: $0.code) })
  }
}

extension TestMatrix.Retired {
  /// By id: why it was retired; if a merge left one id to several cases, each of them got a new one.
  package static func reasons(of retired: [Self], _ living: [Self]) -> [String: String] {
    let heirs = Dictionary(grouping: living, by: \.code)
    return Dictionary(grouping: retired, by: \.id).mapValues { gone in
      let ids = gone.flatMap { heirs[$0.code] ?? [] }.map(\.id).sorted()
      let verb = ids.count == 1 ? "takes" : "take"
      return ids.isEmpty
        ? "it was no longer needed" : "\(ids.joined(separator: " and ")) \(verb) its place"
    }
  }
}
