import Combinatorics
import Diagnostics
import Specification
import Text

/// Gives findings their words, ids and places; extensions write the kinds.
struct FindingWriter {
  let regions: RuleRegions
  let today: CalendarDate
  /// What people agreed to; `nil` if there is none.
  let ledger: AgreementLedger?
  let wording: Wording
  /// The combinations that steps lead to.
  var reached = Diagram.full
  var ids = FindingID()
  /// How many rules the questions were compared with, to name the nearest: what tests count.
  var comparedRules = 0
  /// By factor of the engine: its values as examples prefer them.
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

  /// A sentence in the spec's language.
  func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  /// The names of some rules as a list in words.
  func names(ofRules rules: [Int]) -> String {
    wording.listed(rules.map { wording.name(ofRule: $0) })
  }

  /// A cube in names that do not depend on the order of declaration, as parts of an id.
  ///
  /// Numbers are named by the intervals that they stand for: a threshold more adds values to a region and leaves the region what it is.
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

  /// A condition in such names, as one part for each of its alternatives.
  func idParts(_ condition: Condition) -> [String] {
    lowered.cubes(of: condition)
      .map { idParts(lowered.named($0)).joined(separator: "\u{1E}") }.sorted()
  }

  /// What represents a rule in an id: its own id, or what it means where the id is derived and changes with its condition.
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

  /// The id of the question whether a drafted rule is right, before it is told from others.
  func idParts(ofDraft rule: Int) -> [String] {
    ["draft", specification.id, idPart(ofRule: rule)]
  }

  /// The id of a decision between some rules, before it is told from others.
  func idParts(ofContradiction rules: [Int]) -> [String] {
    ["contradictory", specification.id] + rules.map { idPart(ofRule: $0) }.sorted()
  }

  /// The statements with these numbers, as messages show them.
  func conflict(_ statements: [Int]) -> Conflict {
    Conflict(statements, in: lowered)
  }
}

/// Ids of findings: eight hexadecimal digits derived from what a finding means, never from its place.
///
/// The digits are the folded 64-bit FNV-1a hash of the parts (Fowler, Noll, Vo; draft-eastlake-fnv), each ended by a zero byte. Two
/// findings of a spec that fall on the same digits are told apart by hashing again with a count.
package struct FindingID {
  private var given: Set<String> = []

  package init() {}

  /// The id of a finding, or of a mistake.
  ///
  /// - Parameters:
  ///   - prefix: `Q` for a question, `F` for any other finding, `E` for a mistake.
  ///   - parts: What it means, in names that do not change when lines move or factors are reordered.
  /// - Returns: The prefix, a hyphen and eight digits that no other finding of the spec has.
  package mutating func next(_ prefix: String, _ parts: [String]) -> String {
    var attempt = 0
    while true {
      let id = "\(prefix)-\(Self.digits(attempt == 0 ? parts : parts + [String(attempt)]))"
      if given.insert(id).inserted { return id }
      attempt += 1
    }
  }

  /// Digits that recognise what is not a finding in a report about findings.
  package static func fingerprint(_ parts: [String]) -> String { digits(parts) }

  /// Eight hexadecimal digits made from the parts.
  static func digits(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32).inHex(digits: 8)
  }
}
