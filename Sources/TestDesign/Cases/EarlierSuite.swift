package import Specification

/// The suite of an earlier generation (`output/<ID>.json`), by name, since the spec may have changed.
package struct EarlierSuite: Sendable {
  package struct Case: Sendable {
    /// The expected results of one part of an operation.
    package struct Part: Hashable, Sendable {
      /// The id of the part, without the operation.
      package var id: String
      package var status: String
      package var expected: [String]

      package init(
        id: String,
        status: String = CombinationStatus.defined.rawValue,
        expected: [String]
      ) {
        self.id = id
        self.status = status
        self.expected = expected
      }
    }

    package var id: String
    /// The `CaseCode` computed when the case was new.
    package var code: String
    /// The ids of values by factor name; `.some(nil)` for not applicable.
    package var setup: [String: String?]
    /// `submit` or `network_error/offline`.
    package var operation: String
    package var expected: [String]
    package var status: String
    /// The title at the time, or `nil` if not recorded.
    package var title: String?
    /// The least depth whose suite contained the case, or `nil` if not recorded.
    package var depth: Depth?
    /// The strength that required the case; greater than today's if the suite was once generated at a greater one.
    package var strength: Int?
    /// Empty for an operation without parts, or if not recorded.
    package var parts: [Part]
    /// The ids of the questions that the case meets.
    package var questions: [String]

    package init(
      id: String,
      code: String,
      setup: [String: String?],
      operation: String,
      expected: [String],
      status: String,
      title: String? = nil,
      depth: Depth? = nil,
      strength: Int? = nil,
      parts: [Part] = [],
      questions: [String] = []
    ) {
      self.strength = strength
      self.id = id
      self.code = code
      self.setup = setup
      self.operation = operation
      self.expected = expected
      self.status = status
      self.title = title
      self.depth = depth
      self.parts = parts
      self.questions = questions
    }
  }

  /// A question that was open.
  package struct Question: Hashable, Sendable {
    package var id: String
    package var message: String
    /// The combinations that it asked about.
    package var region: EarlierRegion

    package init(id: String, message: String, region: EarlierRegion = EarlierRegion(cubes: [])) {
      self.id = id
      self.message = message
      self.region = region
    }
  }

  package var cases: [Case]
  /// The end-to-end cases.
  package var flows: [Case] = []
  /// The depth of the suite, or `nil` if not recorded.
  package var depth: Depth?
  package var strength: Int?
  package var retired: [TestMatrix.Retired]
  /// True if it was proved that there is no smaller suite.
  package var isOptimal = false
  /// The factors in order of declaration, the operation last; empty if not recorded.
  package var factors: [EarlierFactor]
  /// The questions that were open, or `nil` if not recorded.
  package var questions: [Question]?
  /// The rules of the spec in order of declaration, or `nil` if not recorded.
  package var rules: [EarlierRule]?

  package init(
    cases: [Case],
    depth: Depth? = nil,
    strength: Int? = nil,
    retired: [TestMatrix.Retired],
    factors: [EarlierFactor] = [],
    questions: [Question]? = nil,
    rules: [EarlierRule]? = nil
  ) {
    self.cases = cases
    self.depth = depth
    self.strength = strength
    self.retired = retired
    self.factors = factors
    self.questions = questions
    self.rules = rules
  }
}

/// The region that a question of an earlier generation asked about, by name, since the spec may have changed.
package struct EarlierRegion: Hashable, Sendable {
  /// Ids of values by factor name, including `nil` if the factor may be not applicable; a factor not named may have any value.
  package typealias Cube = [String: [String?]]

  /// The region is the union of the cubes; empty if unknown.
  package var cubes: [Cube]

  package init(cubes: [Cube]) {
    self.cubes = cubes
  }
}

/// A factor of an earlier generation: names and labels.
package struct EarlierFactor: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var id: String
    package var label: String

    package init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// The name of the operation among the factors; reserved, so no factor has it.
  package static let operation = "operation"

  package var name: String
  package var label: String
  package var values: [Value]

  package init(name: String, label: String, values: [Value]) {
    self.name = name
    self.label = label
    self.values = values
  }

  /// Returns the factors of a spec, the operation last.
  package static func all(of specification: Specification) -> [EarlierFactor] {
    let wording = Wording(specification)
    let operations = specification.caseOperations.map {
      Value(id: $0.id, label: wording.caseOperation($0))
    }
    return specification.factors.map { factor in
      EarlierFactor(
        name: factor.name,
        label: factor.label,
        values: factor.values.map { Value(id: $0.id, label: $0.label) }
      )
    } + [EarlierFactor(name: operation, label: operation, values: operations)]
  }
}

extension EarlierSuite {
  /// Creates the record of a suite for the next generation.
  package init(_ matrix: TestMatrix, of specification: Specification, _ analysis: Analysis) {
    let operations = specification.caseOperationOfValue.map(\.id)
    let values = specification.operationValues
    self.init(
      cases: matrix.cases.map { testCase in
        Case(
          id: testCase.id,
          code: testCase.code,
          setup: testCase.setup(in: specification),
          operation: operations[testCase.combination.operation],
          expected: testCase.expected,
          status: testCase.status.rawValue,
          title: testCase.title,
          depth: testCase.depth,
          strength: testCase.strength,
          parts: testCase.parts.map { part in
            Case.Part(
              id: values[part.operationValue].variant?.id ?? "",
              status: part.status.rawValue,
              expected: part.expected
            )
          },
          questions: testCase.questions
        )
      },
      depth: matrix.depth,
      strength: matrix.strength,
      retired: matrix.retired,
      factors: EarlierFactor.all(of: specification),
      questions: analysis.openQuestions,
      rules: EarlierRule.all(of: specification)
    )
    flows = matrix.flows.map { Case($0, of: specification) }
  }
}

extension EarlierSuite.Case {
  /// Creates an end-to-end case: its title stands for the operation, and each step is a part.
  package init(flow id: String, code: String, title: String, steps: [Part]) {
    self.init(
      id: id,
      code: code,
      setup: [:],
      operation: title,
      expected: steps.flatMap(\.expected),
      status: CombinationStatus.defined.rawValue,
      parts: steps
    )
  }

  package init(_ flow: Flow, of specification: Specification) {
    let values = specification.operationValues
    let steps = flow.steps.map { step in
      Part(id: values[step.combination.operation].id, expected: step.expected)
    }
    self.init(flow: flow.id, code: flow.code, title: flow.title, steps: steps)
  }
}

extension Analysis {
  /// The questions that require an answer, in the order of the findings.
  package var openQuestions: [EarlierSuite.Question] {
    requiredQuestions.map { EarlierSuite.Question(id: $0.id, message: $0.message) }
  }
}

/// A rule of an earlier generation in readable text; also an entry of `impossible` or of `precedence`.
package struct EarlierRule: Hashable, Sendable {
  /// For an entry of `impossible` or `precedence`: the key, a colon and the text of the entry.
  package var id: String
  /// The condition in words.
  package var condition: String
  /// The condition in names and ids, for comparison: labels may change, and thresholds may split values differently, without a change of
  /// meaning.
  package var names: String
  /// The results and transitions of the rule, or its question prefixed with a question mark.
  package var says: [String]

  /// The prefix of a transition.
  package static let move = "→ "

  package init(id: String, condition: String, names: String, says: [String]) {
    self.id = id
    self.condition = condition
    self.names = names
    self.says = says
  }

  /// Returns the rules of a spec, except those of rule packs, which have versions of their own.
  package static func all(of specification: Specification) -> [EarlierRule] {
    let wording = Wording(specification)
    let operations = specification.operationValues
    func names(_ when: Condition) -> String {
      when.alternatives.map { Self.names($0, operations, specification) }.joined(separator: " | ")
    }
    let rules = specification.rules.filter { $0.house == nil }.map { rule in
      let says =
        switch rule.outcome {
        case .then(let results): results.map(\.text)
        case .placeholder(let open): ["? " + open.results.map(\.text).joined(separator: " / ")]
        case .question(let open): ["? " + open.text]
        }
      return EarlierRule(
        id: rule.id,
        condition: wording.condition(of: rule.when),
        names: names(rule.when),
        says: says + rule.becomes.map { Self.move + $0.names(in: specification) }
      )
    }
    let impossible = specification.impossible.filter { $0.house == nil }.map { entry in
      let (names, never) = (names(entry.when), wording.language.choose("Cannot happen", "起こり得ない"))
      let reason = entry.because.map { wording.language.choose(": ", "：") + $0 } ?? ""
      return EarlierRule(
        id: "impossible: " + names,
        condition: wording.condition(of: entry.when),
        names: names,
        says: [never + reason]
      )
    }
    let lists = specification.precedence.filter { !$0.isUnderFirst }.map { list in
      let ids = list.entries.map { $0.rule.map { specification.rules[$0].id } ?? "others" }
      let said = ids.joined(separator: " > ")
      return EarlierRule(id: "precedence: " + said, condition: "", names: "", says: [said])
    }
    return rules + impossible + lists
  }

  /// Returns the key of an entry, `impossible` or `precedence`, or `nil` for a rule.
  package static func key(of id: String) -> String? {
    id.firstIndex(of: ":").map { String(id[..<$0]) }
  }

  /// Writes a conjunction as "operation: buy; plan: free, plus".
  private static func names(
    _ conjunction: Conjunction,
    _ operations: [OperationValue],
    _ specification: Specification
  ) -> String {
    conjunction.terms.map { term in
      guard term.factor != specification.operationFactor else {
        return "operation: " + term.values.map { operations[$0].id }.joined(separator: ", ")
      }
      let factor = specification.factors[term.factor]
      let values = term.isAny ? ["any"] : term.values.map { factor.values[$0].id }
      return "\(factor.name): " + values.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// True if two rules have the same condition, in words or in names.
  func isAlike(_ other: EarlierRule) -> Bool {
    condition == other.condition || names == other.names
  }
}
