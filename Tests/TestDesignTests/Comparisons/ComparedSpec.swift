import Diagnostics
import Specification
import TestSupport
import YAMLSyntax

/// A random spec that compares two factors, as numbers and as text, with the semantics of `Documentation/language.md` for each number.
///
/// It has no values, classes or diagrams: a point has two integers.
struct ComparedSpec {
  /// The numbers of one of the two factors, in hours or days if the two are durations.
  struct Line {
    var name: String
    var range: ClosedRange<Int>
    var isOpenAbove = false
    var unit: String
    /// The size of a number's step in the common unit.
    var steps = 1

    var written: String {
      "\(range.lowerBound)..\(isOpenAbove ? "" : String(range.upperBound))"
        + (unit.isEmpty ? "" : " \(unit)")
    }

    func isValid(_ number: Int) -> Bool {
      number >= range.lowerBound && (isOpenAbove || number <= range.upperBound)
    }

    /// Its numbers with the invalid neighbours; an open range continues beyond the numbers that conditions name.
    var all: [Int] {
      let below = range.lowerBound == 0 ? 0 : range.lowerBound - 1
      return Array(
        below...(isOpenAbove
          ? range.upperBound + (unit == "hours" ? 200 : 30) : range.upperBound + 1)
      )
    }
  }

  enum Term {
    case plan([String], isNegated: Bool)
    /// The index of the line, the bounds.
    case interval(Int, from: Int?, to: Int?)
    /// The written form for the first or the second factor, and the relations that hold.
    case comparison(of: Int, words: String, Set<Int>)
  }

  struct Rule {
    var operation: String
    var alternatives: [[Term]]
    var result: String
  }

  struct Point: Hashable {
    var numbers: [Int?]
    var plan: String
    var operation: String
  }

  var lines: [Line]
  /// True if the second number applies only to the plan `x`.
  var isConditional: Bool
  var rules: [Rule]
  var impossible: [[Term]]

  static let plans = ["x", "y"]
  static let operations = ["go", "stop"]
  private static let words: [(String, Set<Int>)] = [
    ("more than", [1]), ("less than", [-1]), ("at most", [-1, 0]), ("at least", [0, 1]),
    ("same as", [0]), ("not same as", [-1, 1]), ("not more than", [-1, 0]),
  ]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let areDurations = random.below(4) == 0
    let units =
      areDurations
      ? [["hours", "days"], ["days", "hours"], ["hours", "hours"]][random.below(3)]
      : [["MB", "MB"], ["", ""]][random.below(2)]
    lines = units.enumerated().map { number, unit in
      let from = random.below(4)
      let most = unit == "days" ? 2 : unit == "hours" ? 50 : 12
      return Line(
        name: number == 0 ? "size" : "free",
        range: from...(from + 1 + random.below(most)),
        isOpenAbove: random.below(6) == 0,
        unit: unit,
        steps: areDurations && unit == "days" ? 24 : 1
      )
    }
    // Two open lines would share their last number.
    if lines[0].isOpenAbove { lines[1].isOpenAbove = false }
    isConditional = random.below(3) == 0
    (rules, impossible) = ([], [])
    for number in 0..<(2 + random.below(5)) {
      let count = random.below(5) == 0 ? 2 : 1
      rules.append(
        Rule(
          operation: Self.operations[random.below(2)],
          alternatives: (0..<count).map { _ in terms(&random, mayBeEmpty: count == 1) },
          result: "Result \(number % 3)"
        )
      )
    }
    if random.below(3) == 0 {
      impossible.append(terms(&random, mayBeEmpty: false, isImpossible: true))
    }
    // At least one comparison.
    rules.append(
      Rule(operation: "go", alternatives: [[comparison(&random)]], result: "Result 4")
    )
  }

  private func terms(
    _ random: inout SplitMix64,
    mayBeEmpty: Bool,
    isImpossible: Bool = false
  ) -> [Term] {
    var terms: [Term] = []
    if random.below(3) == 0 {
      terms.append(
        .plan([Self.plans[random.below(2)]], isNegated: random.below(3) == 0)
      )
    }
    for place in lines.indices where random.below(4) == 0 {
      let (range, isOpenAbove) = (lines[place].range, lines[place].isOpenAbove)
      let bounds = [random.within(range), random.within(range)].sorted()
      switch random.below(3) {
      case 0: terms.append(.interval(place, from: bounds[0], to: bounds[1]))
      case 1: terms.append(.interval(place, from: bounds[0], to: nil))
      default:
        terms.append(.interval(place, from: isOpenAbove ? bounds[0] : nil, to: bounds[1]))
      }
    }
    if random.below(2) == 0 || (terms.isEmpty && !mayBeEmpty) {
      terms.append(comparison(&random))
    }
    return terms
  }

  private func comparison(_ random: inout SplitMix64) -> Term {
    let (words, relations) = Self.words[random.below(Self.words.count)]
    return .comparison(of: random.below(2), words: words, relations)
  }

  // MARK: What the page says

  var points: [Point] {
    Self.operations.flatMap { operation in
      Self.plans.flatMap { plan in
        lines[0].all.flatMap { one -> [Point] in
          let others = isConditional && plan == "y" ? [nil] : lines[1].all.map(Optional.some)
          return others.map { Point(numbers: [one, $0], plan: plan, operation: operation) }
        }
      }
    }.filter(isPossible)
  }

  func isPossible(_ point: Point) -> Bool {
    let invalid = zip(lines, point.numbers).filter { line, number in
      number.map { !line.isValid($0) } ?? false
    }
    return invalid.count < 2
      && !impossible.contains { holds($0, at: point, takesInvalid: true) }
  }

  func holds(_ terms: [Term], at point: Point, takesInvalid: Bool = false) -> Bool {
    terms.allSatisfy { holds($0, at: point, takesInvalid) }
  }

  private func holds(_ term: Term, at point: Point, _ takesInvalid: Bool) -> Bool {
    switch term {
    case .plan(let plans, let isNegated): return plans.contains(point.plan) != isNegated
    case .interval(let place, let from, let to):
      guard let number = point.numbers[place] else { return false }
      let isOpen = from == nil || to == nil
      guard (from ?? .min) <= number, number <= (to ?? .max) else { return false }
      return lines[place].isValid(number) || isOpen && takesInvalid
    case .comparison(let place, _, let relations):
      return relation(point).map { relations.contains(place == 0 ? $0 : -$0) } ?? false
    }
  }

  /// Returns the sign of the first number minus the second, or `nil` if they are not compared.
  func relation(_ point: Point) -> Int? {
    guard let one = point.numbers[0], let other = point.numbers[1], lines[0].isValid(one),
      lines[1].isValid(other)
    else { return nil }
    return (one * lines[0].steps - other * lines[1].steps).signum()
  }

  func covers(_ rule: Int, _ point: Point) -> Bool {
    rules[rule].operation == point.operation
      && rules[rule].alternatives.contains { holds($0, at: point) }
  }

  /// Returns the winning rules by point: those that cover it and that no other covering rule beats.
  func winners() -> [Point: [Int]] {
    let points = points
    let covered = rules.indices.map { rule in
      points.indices.reduce(into: PointSet(capacity: points.count)) { set, number in
        if covers(rule, points[number]) { set.insert(number) }
      }
    }
    let beaten = covered.map { own in covered.map { $0 != own && $0.isSubset(of: own) } }
    return Dictionary(
      uniqueKeysWithValues: points.enumerated().map { number, point in
        let covering = rules.indices.filter { covered[$0].contains(number) }
        return (point, covering.filter { rule in !covering.contains { beaten[rule][$0] } })
      }
    )
  }

  /// Returns everything that conditions of the spec distinguish at a point.
  func signature(_ point: Point) -> [Bool] {
    let conditions = rules.flatMap(\.alternatives).joined().map { holds($0, at: point, false) }
    let relations = [-1, 0, 1].map {
      holds(.comparison(of: 0, words: "", [$0]), at: point, false)
    }
    let validity = zip(lines, point.numbers).map { line, number in
      number.map(line.isValid) ?? true
    }
    return conditions + impossible.joined().map { holds($0, at: point, true) } + relations
      + validity + [point.plan == "x", point.operation == "go"]
  }

  // MARK: As text

  static func decoded(_ text: String) -> Specification? {
    let root = parseYAML(SourceFile(path: "t.yaml", text: text)).value
    return root.flatMap { decodeSpecification($0, path: "t.yaml", catalogue: .standard).value }
  }

  var text: String {
    let factors = zip(lines, ["", isConditional ? ", only_when: {plan: x}" : ""]).map {
      "  \($0.name): {range: \($0.written)\($1)}"
    }
    var sections = ["states:", "  plan: [x, y]", "data:"] + factors
    sections += ["operations:", "  go: Tap Go", "  stop: Tap Stop"]
    if !impossible.isEmpty {
      sections += ["impossible:"] + impossible.map { "  - {when: \(map($0))}" }
    }
    sections.append("rules:")
    for operation in Self.operations where rules.contains(where: { $0.operation == operation }) {
      sections.append("  \(operation):")
      for rule in rules where rule.operation == operation {
        let maps = rule.alternatives.map(map)
        let when =
          maps == ["{}"]
          ? "" : "when: \(maps.count == 1 ? maps[0] : "[\(maps.joined(separator: ", "))]"), "
        sections.append("    - {\(when)then: \(rule.result)}")
      }
    }
    return spec(sections.joined(separator: "\n"))
  }

  private func map(_ terms: [Term]) -> String {
    var texts: [(name: String, text: String)] = []
    for term in terms {
      switch term {
      case .plan(let plans, let isNegated):
        texts.append(("plan", (isNegated ? "not " : "") + plans.joined(separator: ", ")))
      case .interval(let place, let from, let to):
        let bounds = [from, to].map { $0.map(String.init) ?? "" }
        texts.append((lines[place].name, bounds.joined(separator: "..")))
      case .comparison(let place, let words, _):
        let said = "\(words) \(lines[1 - place].name)"
        if let same = texts.firstIndex(where: { $0.name == lines[place].name }) {
          texts[same].text += " and \(said)"
        } else {
          texts.append((lines[place].name, said))
        }
      }
    }
    return "{" + texts.map { "\($0.name): \($0.text)" }.joined(separator: ", ") + "}"
  }
}
