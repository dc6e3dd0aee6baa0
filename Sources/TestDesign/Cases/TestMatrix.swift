package import Specification
import Text

/// The suite of a spec: cases with their ids, and the ids that were retired.
package struct TestMatrix: Sendable {
  /// An id that is no longer in use; no other case gets it.
  package struct Retired: Hashable, Sendable {
    package var id: String
    /// The `CaseCode` of the case that had it.
    package var code: String
    /// True if the case had changed since its code was computed; such a case does not come back.
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
  /// Ascending by id; from all earlier generations.
  package var retired: [Retired]
  /// True if it is proved that there is no smaller suite.
  package var isOptimal: Bool
  /// The number of requested tuples that can occur only where something is open; answers will add them.
  package var waiting: Int
  /// The end-to-end cases.
  package var flows: [Flow] = []
  package var count: CaseCount { CaseCount(cases: cases.count, flows: flows.count) }
  /// True if end-to-end cases and ways are missing because the states cannot be explored within the limits.
  package var hasTooManyStates = false
  /// The steps from the start to the setup of a case, by case id.
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

package struct CaseCount: Hashable, Sendable {
  /// Without end-to-end cases.
  package var cases = 0
  package var flows = 0

  package init(cases: Int = 0, flows: Int = 0) { (self.cases, self.flows) = (cases, flows) }

  /// `6 cases and 3 end-to-end cases`.
  package var phrase: String {
    counted(cases, "case") + (flows == 0 ? "" : " and " + counted(flows, "end-to-end case"))
  }
}

package struct TestCase: Sendable {
  /// The relation to the earlier generation.
  package enum State: String, Sendable {
    case kept, new, changed
  }

  /// The expected results of one part of an operation.
  package struct Part: Sendable {
    /// An index into `Specification.operationValues`.
    package var operationValue: Int
    package var status: CombinationStatus
    package var expected: [String]
    package var rules: [Int]
    package var questions: [String]
  }

  /// `POST-4KD`: the id of the spec and the beginning of the code.
  package var id: String
  /// The `CaseCode` computed when the case was new.
  package var code = ""
  /// Short and unique within the suite; stays with the case.
  package var title: String = ""
  /// The factors that apply and that the operation reads, those with an unusual value first.
  package var matters: [Int] = []
  package var state: State
  /// The least depth whose suite has the case.
  package var depth: Depth = .review
  /// The strength that required the case, if lower than today's and not required today.
  package var strength: Int?
  /// Its operation is a `CaseOperation.value`.
  package var combination: Combination
  /// For an event, the operations during which it may happen and that have the result of their ordinary setup here.
  package var triggers: [Int] = []
  /// The visible parts of the operation; empty for an operation without parts.
  package var parts: [Part] = []
  /// An operation with parts is defined if one of them is.
  package var status: CombinationStatus
  /// The expected results; for a contradictory case those of all winners, and empty if nothing is defined.
  ///
  /// Results of parts are prefixed with the label of the part.
  package var expected: [String]
  /// The winning rules: indices into `Specification.rules`.
  package var rules: [Int]
  /// The ids of the findings (questions) that the case meets.
  package var questions: [String]
  package var kind: CaseKind
  package var priority: Rule.Priority
}

extension [TestCase] {
  /// Returns the cases in reading order.
  ///
  /// Cases are sorted by operation as declared; within it the plain case comes first, then defined cases before open ones, then by deciding
  /// rule, by depth, and by values as declared.
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
  /// Returns the operation during which each failure or event happens, by case id.
  ///
  /// It is the first operation that is possible in the case's setup and not yet taken by another case of the event, or the first possible
  /// one if all are taken. Only those in `TestCase.triggers` are considered if any of them is possible. Setups with fewer possible
  /// operations choose first.
  package func triggers(in specification: Specification) -> [String: Int] {
    let values = specification.operationValues
    let choices = specification.triggers
    let ways = Dictionary(grouping: values.indices) { values[$0].operation }
    let impossible = specification.impossible.map(\.when).filter {
      // A constraint that does not mention the operation cannot exclude it, since the setup of the case is possible.
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
    let possible = cases.enumerated().map { place, testCase in
      let event = values[testCase.combination.operation].operation
      let all = choices[event].filter { canDo($0, testCase.combination.values) }
      let ordinary = all.filter(testCase.triggers.contains)
      return (place: place, id: testCase.id, event, ordinary.isEmpty ? all : ordinary)
    }
    let sorted = possible.sorted { ($0.3.count, $0.place) < ($1.3.count, $1.place) }
    for (_, id, event, possible) in sorted {
      let next = possible.first { shown[event]?.contains($0) != true } ?? possible.first
      guard let next else { continue }
      shown[event, default: []].insert(next)
      triggers[id] = next
    }
    return triggers
  }
}

extension Condition {
  /// True if the condition holds in a row, the operation last.
  fileprivate func holds(_ row: [Int?]) -> Bool {
    alternatives.contains { conjunction in
      conjunction.terms.allSatisfy {
        row[$0.factor].map($0.values.contains) ?? $0.allowsNotApplicable
      }
    }
  }
}

extension TestMatrix {
  /// The reason why each retired case was retired, by id.
  package var retirementReasons: [String: String] {
    let living = cases.map { Retired(id: $0.id, code: $0.code) }
    return Retired.reasons(of: retired, living + flows.map { Retired(id: $0.id, code: $0.code) })
  }
}

extension TestMatrix.Retired {
  /// Returns the reason why each case was retired, by id; after a merge that gave one id to several cases, each of them has got a new one.
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
