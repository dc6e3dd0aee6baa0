import Combinatorics
import Diagnostics
import Specification
import Text

/// Creates findings: wording, ids and places; extensions create the individual kinds.
struct FindingWriter {
  let regions: RuleRegions
  let today: CalendarDate
  /// The agreements of people; `nil` if there are none.
  let ledger: AgreementLedger?
  let wording: Wording
  /// The combinations that a case may use, given where steps lead.
  var reached = Diagram.full
  var ids = FindingID()
  /// The number of rules compared with questions to find the closest, which tests bound.
  var comparedRules = 0
  /// The values of each factor in order of preference for examples.
  let preference: [[Int]]

  var space: SpecificationSpace { regions.space }
  var store: DiagramStore { regions.space.store }
  var lowered: LoweredSpecification { regions.space.lowered }
  var specification: Specification { regions.space.lowered.specification }

  init(regions: RuleRegions, today: CalendarDate, ledger: AgreementLedger? = nil) {
    self.regions = regions
    self.today = today
    self.ledger = ledger
    let specification = regions.space.lowered.specification
    wording = Wording(specification)
    preference = regions.space.lowered.preference
  }

  func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  /// Returns the names of rules as a list in words.
  func names(ofRules rules: [Int]) -> String {
    wording.listed(rules.map { wording.name(ofRule: $0) })
  }

  /// Returns a cube as parts of an id, in names that do not depend on the order of declaration.
  ///
  /// Numbers are named by the intervals that they stand for: a further threshold adds values to a region without changing it.
  func idParts(_ cube: NamedCube) -> [String] {
    cube.literals.map { literal in
      let isOperation = literal.factor == specification.operationFactor
      let name = isOperation ? "operation" : specification.factors[literal.factor].name
      let values =
        isOperation
        ? wording.operationGroups(literal.values).flatMap { group in
          let operation = specification.operations[group.operation]
          let variants = group.variants ?? Array(operation.variants.indices)
          return operation.variants.isEmpty
            ? [operation.id]
            : names(variants, of: operation.variants, operation.line).map {
              "\(operation.id)/\($0)"
            }
        }
        : names(
          literal.values,
          of: specification.factors[literal.factor].values,
          specification.factors[literal.factor].line
        )
      return ([name] + values.sorted() + (literal.allowsNotApplicable ? [""] : []))
        .joined(separator: "\u{1F}")
    }.sorted()
  }

  private func names(_ chosen: [Int], of values: [FactorValue], _ line: NumberLine?) -> [String] {
    guard let line else { return chosen.map { values[$0].id } }
    return values.intervals(chosen).map { $0.written(line.scale) }
      + chosen.filter { values[$0].numbers == nil }.map { values[$0].id }
  }

  /// Returns a condition as parts of an id, one per cube.
  func idParts(_ condition: Condition) -> [String] {
    lowered.cubes(of: condition)
      .map { idParts(lowered.named($0)).joined(separator: "\u{1E}") }.sorted()
  }

  /// Returns a rule as part of an id: its own id, or its condition and results if the id is derived and would change with them.
  func idPart(ofRule rule: Int) -> String {
    let declaredRule = specification.rules[rule]
    // A house rule may have the same id as a rule of the spec.
    let parts: [String] = declaredRule.house == nil ? [] : ["house"]
    guard !declaredRule.isKnownByID else {
      return (parts + [declaredRule.id]).joined(separator: "\u{1D}")
    }
    let results = declaredRule.results ?? [declaredRule.openQuestion?.text ?? ""]
    return (parts + idParts(declaredRule.when) + [""] + results).joined(separator: "\u{1D}")
  }

  /// Returns the id parts of the question about a drafted rule.
  func idParts(ofDraft rule: Int) -> [String] {
    ["draft", specification.id, idPart(ofRule: rule)]
  }

  /// Returns the id parts of a contradiction between rules.
  func idParts(ofContradiction rules: [Int]) -> [String] {
    ["contradictory", specification.id] + rules.map { idPart(ofRule: $0) }.sorted()
  }

  /// Returns statements as messages show them; `statements` are their indices.
  func conflict(_ statements: [Int]) -> Conflict {
    Conflict(statements, in: lowered)
  }
}

/// Generates ids of findings: eight hexadecimal digits derived from the meaning of a finding, never from its place.
///
/// The digits are the folded 64-bit FNV-1a hash of the parts (Fowler, Noll, Vo; draft-eastlake-fnv), each terminated by a zero byte. If two
/// findings of a spec collide, the second is hashed again with a counter.
package struct FindingID {
  private var given: Set<String> = []

  package init() {}

  /// Returns the next id for a finding or a mistake, unique within the spec: the prefix, a hyphen and eight digits.
  ///
  /// `prefix` is `Q` for a question, `F` for any other finding and `E` for a mistake. `parts` state the meaning in names that do not change
  /// when lines move or factors are reordered.
  package mutating func next(_ prefix: String, _ parts: [String]) -> String {
    var attempt = 0
    while true {
      let id = "\(prefix)-\(Self.digits(attempt == 0 ? parts : parts + [String(attempt)]))"
      if given.insert(id).inserted { return id }
      attempt += 1
    }
  }

  /// Returns the folded hash of the parts as eight hexadecimal digits.
  static func digits(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32).inHex(digits: 8)
  }
}
