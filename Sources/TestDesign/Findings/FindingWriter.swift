import Combinatorics
import Diagnostics
import Specification
import Text

/// Gives findings their words, ids and places; the kinds are written by its extensions.
struct FindingWriter {
  let regions: RuleRegions
  let today: CalendarDay
  let wording: Wording
  var ids = FindingID()

  var space: Space { regions.space }
  var store: DiagramStore { regions.space.store }
  var lowered: LoweredSpecification { regions.space.lowered }
  var specification: Specification { regions.space.lowered.specification }

  init(regions: RuleRegions, today: CalendarDay) {
    self.regions = regions
    self.today = today
    wording = Wording(regions.space.lowered.specification)
  }

  /// `rule` and the place of a rule, as messages name it.
  func name(ofRule rule: Int) -> String {
    let expectation = specification.expectations[rule]
    return "`\(expectation.id)` (line \(expectation.span.start.line))"
  }

  /// The names of some rules as a list in words.
  func names(ofRules rules: [Int]) -> String {
    let names = rules.map { name(ofRule: $0) }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A cube in names that do not depend on the order of declaration, as parts of an id.
  func idParts(_ cube: NamedCube) -> [String] {
    let operations = lowered.operationValues
    return cube.literals.map { literal in
      let isOperation = literal.factor == specification.operationFactor
      let name = isOperation ? "operation" : specification.factors[literal.factor].name
      let values = literal.values.map {
        isOperation ? operations[$0].id : specification.factors[literal.factor].values[$0].id
      }
      return ([name] + values.sorted() + (literal.allowsNotApplicable ? [""] : []))
        .joined(separator: "\u{1F}")
    }.sorted()
  }

  /// A condition in such names, as one part for each of its alternatives.
  func idParts(_ condition: Condition) -> [String] {
    lowered.cubes(of: condition)
      .map { idParts(lowered.named($0)).joined(separator: "\u{1E}") }.sorted()
  }

  /// What stands for a rule in an id: its own id, or what it means where its id is only its place among the rules.
  func idPart(ofRule rule: Int) -> String {
    let expectation = specification.expectations[rule]
    guard expectation.id == "rule-\(rule + 1)" else { return expectation.id }
    let results = expectation.results ?? [expectation.openQuestion?.text ?? ""]
    return (idParts(expectation.when) + [""] + results).joined(separator: "\u{1D}")
  }

  /// The statements with these numbers, as messages show them.
  func conflict(_ statements: [Int]) -> Conflict {
    Conflict(statements, in: lowered)
  }
}
