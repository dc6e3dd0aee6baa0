package import Specification
import Text

/// What somebody agreed to, in ids and words on one line: `login=guest: A list opens | login=member & photos=0..3: …`.
///
/// A cell names its factors, each with its values, and behind the colon what happens; `*` stands where no factor matters, a factor that makes no
/// difference in a cell is left out, and a value that does not apply is `–`. `?` begins what is open, `!` each of several results. A backslash makes the
/// sign behind it plain; `\n` is a line break.
struct AgreedOutcomes: Hashable {
  struct Cell: Hashable {
    var conditions: [Condition]
    /// As it is written.
    var outcome: String
  }

  struct Condition: Hashable {
    /// Its name; `operation` for the variants or parts.
    var factor: String
    /// Ids, and intervals of numbers; the empty text is *not applicable*.
    var values: [String]
  }

  var cells: [Cell]

  init(cells: [Cell]) {
    self.cells = cells
  }

  /// Longer texts are not kept: a cell of a spreadsheet has no room for them.
  static let limit = 30_000

  /// The text; empty where it would be too long.
  var text: String {
    var text = ""
    for cell in cells {
      if !text.isEmpty { text += " | " }
      text += Self.text(cell.conditions) + ": " + cell.outcome
      if text.utf8.count > Self.limit { return "" }
    }
    return text
  }

  static func text(_ conditions: [Condition]) -> String {
    guard !conditions.isEmpty else { return "*" }
    return conditions.map { condition in
      let values = condition.values.map { $0.isEmpty ? absent : escaped($0, names) }
      return escaped(condition.factor, names) + "=" + values.joined(separator: ",")
    }.joined(separator: " & ")
  }

  /// Reads a text; `nil` where somebody broke it.
  init?(_ text: String) {
    cells = []
    for part in Self.split(text, at: "|") {
      guard let cell = Cell(part.trimmed) else { return nil }
      cells.append(cell)
    }
  }

  // MARK: Outcomes

  /// An outcome as a cell writes it.
  static func text(
    _ outcome: OutcomeTable.Outcome,
    in specification: Specification
  ) -> String {
    switch outcome {
    case .defined(let results): list(results)
    case .undefined: "?"
    case .undecided(let rules):
      "? " + rules.map { list(specification.rules[$0].openTexts) }.sorted().joined(separator: " ? ")
    case .contradictory(let results):
      "! " + results.map(list).sorted().joined(separator: " ! ")
    }
  }

  /// What people read of an outcome that was written.
  static func plain(_ outcome: String) -> String {
    unescaped(outcome)
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { escaped($0.trimmed, outcomes) }.joined(separator: "; ")
  }

  // MARK: Signs

  private static let absent = "–"
  private static let names: Set<Character> = ["\\", "=", ",", "&", ":", "|", "*", "–"]
  private static let outcomes: Set<Character> = ["\\", "|", ";", "?", "!"]

  private static func escaped(_ text: String, _ signs: Set<Character>) -> String {
    var result = ""
    for (place, character) in text.enumerated() {
      if character.isNewline {
        result += "\\n"
      } else {
        // Within a sentence a question mark needs no backslash.
        let isPlain = "?!".contains(character) && place > 0 && !result.hasSuffix(" ")
        if signs.contains(character), !isPlain { result += "\\" }
        result.append(character)
      }
    }
    return result
  }

  fileprivate static func unescaped(_ text: some StringProtocol) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
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

  /// The pieces between a sign, that behind a backslash left alone.
  fileprivate static func split(
    _ text: some StringProtocol,
    at sign: Character,
    most: Int = .max
  ) -> [String] {
    var pieces = [""]
    var isEscaped = false
    for character in text {
      if character == sign, !isEscaped, pieces.count < most {
        pieces.append("")
        continue
      }
      isEscaped = character == "\\" && !isEscaped
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  fileprivate static func value(_ text: String) -> String {
    text == absent ? "" : unescaped(text)
  }
}

extension AgreedOutcomes.Cell {
  fileprivate init?(_ text: String) {
    let parts = AgreedOutcomes.split(text, at: ":", most: 2)
    guard parts.count == 2 else { return nil }
    outcome = parts[1].trimmed
    conditions = []
    guard parts[0].trimmed != "*" else { return }
    for condition in AgreedOutcomes.split(parts[0], at: "&") {
      let sides = AgreedOutcomes.split(condition, at: "=", most: 2).map(\.trimmed)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { return nil }
      conditions.append(
        AgreedOutcomes.Condition(
          factor: AgreedOutcomes.unescaped(sides[0]),
          values: AgreedOutcomes.split(sides[1], at: ",").map { AgreedOutcomes.value($0.trimmed) }
        )
      )
    }
  }
}

// MARK: - Of a table

extension AgreedOutcomes {
  /// What somebody agrees to who agrees to a table.
  init(_ table: OutcomeTable, in specification: Specification) {
    let names = ConditionNames(specification, table.operation)
    cells = table.cells.map { cell in
      Cell(
        conditions: names.conditions(table.factors, cell.values, cell.spans),
        outcome: Self.text(cell.outcome, in: specification)
      )
    }
  }
}

extension OutcomeTable {
  /// By cell: a name that it has as long as its condition stays, such as `login=guest & photos=0..3`.
  package func cellNames(in specification: Specification) -> [String] {
    let names = ConditionNames(specification, operation)
    return cells.map { AgreedOutcomes.text(names.conditions(factors, $0.values, $0.spans)) }
  }

  /// By fold: the same.
  package func foldNames(in specification: Specification) -> [String] {
    let names = ConditionNames(specification, operation)
    return folds.map { AgreedOutcomes.text(names.conditions(foldedFactors, $0.values, $0.spans)) }
  }
}

/// The values of an operation's cells in ids and intervals.
private struct ConditionNames {
  private let specification: Specification
  private let operation: Operation
  /// The number of its first variant in `Specification.operationValues`.
  private let firstVariant: Int

  init(_ specification: Specification, _ operation: Int) {
    self.specification = specification
    self.operation = specification.operations[operation]
    firstVariant = specification.operations[..<operation]
      .reduce(0) { $0 + max(1, $1.variants.count) }
  }

  func conditions(
    _ factors: [Int],
    _ values: [[Int]],
    _ spans: [Bool]
  ) -> [AgreedOutcomes.Condition] {
    factors.indices.filter { !spans[$0] }.map { condition(factors[$0], values[$0]) }
  }

  private func condition(_ factor: Int, _ values: [Int]) -> AgreedOutcomes.Condition {
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

  private func condition(
    _ name: String,
    _ declared: [FactorValue],
    _ scale: Scale?,
    _ values: [Int]
  ) -> AgreedOutcomes.Condition {
    let chosen = values.filter { $0 < declared.count }
    var names = chosen.count < values.count ? [""] : []
    if let scale { names += declared.intervals(chosen).map { $0.written(scale) } }
    names += chosen.filter { scale == nil || declared[$0].numbers == nil }.map { declared[$0].id }
    return AgreedOutcomes.Condition(factor: name, values: names)
  }
}
