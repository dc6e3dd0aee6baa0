import Combinatorics
import Diagnostics
package import Specification
import Text

/// The outcomes that somebody agreed to, on one line: `login=guest: A list opens | login=member & photos=0..3: …`.
///
/// A cell names its factors with their values, then a colon and the outcome. `*` stands for a cell in which no factor matters; a factor
/// that makes no difference in a cell is omitted; `–` is the value *not applicable*. An open outcome begins with `?`, each of several
/// contradicting results with `!`. A backslash escapes the next character; `\n` is a line break.
struct AgreedOutcomes: Hashable {
  /// A condition and its outcome, both escaped.
  struct Cell: Hashable {
    var condition: String
    var outcome: String
  }

  private(set) var cells: [Cell] = []

  /// The maximum length of the text in UTF-8 bytes: a cell of a spreadsheet holds no more.
  static let limit = 30_000

  /// Creates the outcomes of a table.
  init(_ table: OutcomeTable, in specification: Specification) {
    cells = zip(table.cellNames(in: specification), table.cells).map { name, cell in
      Cell(condition: name, outcome: Self.text(cell.outcome, in: specification))
    }
  }

  /// Parses a text, or returns `nil` if it is malformed.
  init?(_ text: String) {
    for part in Self.split(text, at: "|") {
      let sides = Self.split(part, at: ":", max: 2).map(\.trimmed)
      guard sides.count == 2, !sides[0].isEmpty else { return nil }
      cells.append(Cell(condition: sides[0], outcome: sides[1]))
    }
  }

  /// The text, or an empty string if it would be too long.
  var text: String {
    let text = cells.map { "\($0.condition): \($0.outcome)" }.joined(separator: " | ")
    return text.utf8.count > Self.limit ? "" : text
  }

  var byCondition: [String: String] {
    Dictionary(cells.map { ($0.condition, $0.outcome) }) { first, _ in first }
  }

  private static func text(
    _ outcome: OutcomeTable.Outcome,
    in specification: Specification
  ) -> String {
    func list(_ texts: [String]) -> String {
      texts.map { escaped($0.trimmed, outcomes) }.joined(separator: "; ")
    }
    return switch outcome {
    case .defined(let results): list(results)
    case .undefined: "?"
    case .undecided(let rules):
      "? " + rules.map { list(specification.rules[$0].openTexts) }.sorted().joined(separator: " ? ")
    case .contradictory(let results):
      "! " + results.map(list).sorted().joined(separator: " ! ")
    }
  }

  /// Returns an outcome without its escapes.
  static func plain(_ outcome: String) -> String {
    var result = ""
    var isEscaped = false
    for character in outcome {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: Escaping

  fileprivate static let names: Set<Character> = ["\\", "=", ",", "&", ":", "|", "*", "–"]
  private static let outcomes: Set<Character> = ["\\", "|", ";", "?", "!"]

  fileprivate static func escaped(_ text: String, _ signs: Set<Character>) -> String {
    var result = ""
    for (place, character) in text.enumerated() {
      if character.isNewline {
        result += "\\n"
      } else {
        // A question mark within a sentence needs no backslash.
        let isPlain = "?!".contains(character) && place > 0 && !result.hasSuffix(" ")
        if signs.contains(character), !isPlain { result += "\\" }
        result.append(character)
      }
    }
    return result
  }

  /// Splits a text at an unescaped character.
  fileprivate static func split(
    _ text: some StringProtocol,
    at sign: Character,
    max: Int = .max
  ) -> [String] {
    var pieces = [""]
    var isEscaped = false
    for character in text {
      if character == sign, !isEscaped, pieces.count < max {
        pieces.append("")
        continue
      }
      isEscaped = character == "\\" && !isEscaped
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }
}

extension OutcomeTable {
  /// Returns the name of each cell, such as `login=guest & photos=0..3`; it stays the same as long as the condition does.
  package func cellNames(in specification: Specification) -> [String] {
    let names = ConditionNames(specification, operation)
    return cells.map { names.name(factors, $0.values, $0.spans) }
  }

  /// Returns the name of each fold.
  package func foldNames(in specification: Specification) -> [String] {
    let names = ConditionNames(specification, operation)
    return folds.map { names.name(foldedFactors, $0.values, $0.spans) }
  }
}

/// Writes and reads the conditions of an operation's cells, as ids and intervals.
struct ConditionNames {
  private let specification: Specification
  private let operation: Operation
  /// The index of the operation's first variant in `Specification.operationValues`.
  private let firstVariant: Int
  private let number: Int
  /// The index of each factor, by name.
  private let factors: [String: Int]

  init(_ specification: Specification, _ operation: Int) {
    self.specification = specification
    number = operation
    factors = Dictionary(firstOf: specification.factors.enumerated().map { ($1.name, $0) })
    self.operation = specification.operations[operation]
    firstVariant = specification.operations[..<operation]
      .reduce(0) { $0 + max(1, $1.variants.count) }
  }

  /// Returns `login=guest & photos=0..3`, or `*` if no factor matters.
  func name(_ factors: [Int], _ values: [[Int]], _ spans: [Bool]) -> String {
    let conditions = factors.indices.filter { !spans[$0] }
      .map { condition(factors[$0], values[$0]) }
    return conditions.isEmpty ? "*" : conditions.joined(separator: " & ")
  }

  private func condition(_ factor: Int, _ values: [Int]) -> String {
    guard factor < specification.operationFactor else {
      return condition(
        "operation",
        operation.variants,
        operation.line?.scale,
        values.map { $0 - firstVariant }
      )
    }
    let declared = specification.factors[factor]
    return condition(declared.name, declared.values, declared.line?.scale, values)
  }

  /// Returns the combinations that a name stands for today, or `nil` if there are none.
  ///
  /// A value that stands for several numbers is included if the name covers all of them or, unless `isWhole`, any of them.
  func cube(_ name: String, isWhole: Bool, in lowered: LoweredSpecification) -> Cube? {
    var cube = lowered.cube(ofOperation: number)
    guard name != "*" else { return cube }
    for condition in AgreedOutcomes.split(name, at: "&") {
      let sides = AgreedOutcomes.split(condition, at: "=", max: 2).map(\.trimmed)
      let factor = AgreedOutcomes.plain(sides[0])
      let texts = AgreedOutcomes.split(sides.last ?? "", at: ",")
      var values: [Int]
      if let place = factors[factor] {
        let declared = specification.factors[place]
        values = declared.values.numbers(saidBy: texts, declared.line?.scale, isWhole)
        let isConditional = lowered.domains.sizes[place] > declared.values.count
        if isConditional, texts.contains("–") { values.append(declared.values.count) }
        cube.restrict(place, to: values)
      } else {
        guard factor == "operation" else { return nil }
        values = operation.variants.numbers(saidBy: texts, operation.line?.scale, isWhole)
          .map { $0 + firstVariant }
        cube.restrict(specification.operationFactor, to: values)
      }
      guard !values.isEmpty else { return nil }
    }
    return cube
  }

  private func condition(
    _ name: String,
    _ declared: [FactorValue],
    _ scale: Scale?,
    _ values: [Int]
  ) -> String {
    let chosen = values.filter { $0 < declared.count }
    var names: [String] = []
    if let scale { names += declared.intervals(chosen).map { $0.written(scale) } }
    names += chosen.filter { scale == nil || declared[$0].numbers == nil }.map { declared[$0].id }
    let absent = chosen.count < values.count ? ["–"] : []
    let written = absent + names.map { AgreedOutcomes.escaped($0, AgreedOutcomes.names) }
    return AgreedOutcomes.escaped(name, AgreedOutcomes.names) + "="
      + written.joined(separator: ",")
  }
}

extension [FactorValue] {
  /// Returns the indices of the values that the texts mean, by id or by their numbers.
  fileprivate func numbers(saidBy texts: [String], _ scale: Scale?, _ isWhole: Bool) -> [Int] {
    let names = Set(texts.map(AgreedOutcomes.plain))
    let intervals = (scale.map { scale in names.compactMap { $0.interval(on: scale) } } ?? [])
      .sorted { $0.lowerBound < $1.lowerBound }
    return indices.filter { value in
      guard scale != nil, let numbers = numbers(ofValue: value) else {
        return names.contains(self[value].id)
      }
      let place = intervals.partitioningIndex { $0.upperBound >= numbers.lowerBound }
      guard place < intervals.count else { return false }
      return isWhole ? intervals[place].contains(numbers) : intervals[place].overlaps(numbers)
    }
  }
}

extension String {
  /// Parses an interval written by `NumberInterval`, or returns `nil`.
  fileprivate func interval(on scale: Scale) -> ClosedRange<Int>? {
    guard let dots = firstRange(of: "..") else { return scale.position(self).map { $0...$0 } }
    let (first, last) = (String(self[..<dots.lowerBound]), String(self[dots.upperBound...]))
    guard let from = first.isEmpty ? Int.min : scale.position(first),
      let to = last.isEmpty ? Int.max : scale.position(last), from <= to
    else { return nil }
    return from...to
  }
}
