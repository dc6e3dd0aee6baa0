package struct AbstractFactor: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  package var label: String?
  package var source: AbstractValues
  /// The id of the usual value, if written; a number adds itself to the values.
  package var usual: String?
  package var onlyWhen: AbstractCondition?
  package var note: String?
  /// True if everything but the label comes from the project's pack, so that the bare id selects it.
  package var isSelected = false
  /// Which of its numbers are values; set by the oracle (`AbstractSpec.judged`), never written.
  package var numbers = JudgedNumbers.representatives(.init())

  package init(
    name: String,
    kind: Kind,
    label: String? = nil,
    values source: AbstractValues,
    onlyWhen: AbstractCondition? = nil
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.source = source
    self.onlyWhen = onlyWhen
  }

  /// Its values, including generated ones.
  package var values: [AbstractValue] { source.values(with: usual, numbers) }

  /// The index of the usual value: the one written, else the page's default, or `nil` if no value is valid.
  package var usualValue: Int? {
    let values = values
    func number(_ id: String) -> Int? { values.firstIndex { $0.id == id } }
    if let usual { return number(usual) }
    switch source {
    case .listed: return values.firstIndex { !$0.isInvalid }
    case .yesNo: return number("no")
    case .range, .date, .time, .length:
      let valid = values.indices.filter { !values[$0].isInvalid && values[$0].number != nil }
      // The lower bound, the first number strictly between, the upper bound; two alone are the bounds.
      let isOpen = if case .range(_, nil, _) = source { true } else { false }
      return isOpen || valid.count > 2 ? valid[1] : valid[0]
    }
  }
}

package struct AbstractOperation: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  /// The source of its variants or parts, or `nil` if it has none.
  package var variants: AbstractValues?
  /// True if they are parts.
  package var hasParts = false
  package var behavesAs: String?
  /// True if the catalogue or the pack has an entry of this id.
  package var isSelected = false
  /// True if the variants come from that entry and are not written.
  package var inheritsVariants = false
  package var onlyWhen: AbstractCondition?
  package var note: String?
  /// Which numbers of a range are variants; set by the oracle.
  package var numbers = JudgedNumbers.representatives(.init())

  /// Its variants or parts, including generated ones.
  package var variantValues: [AbstractValue] { variants?.values(with: nil, numbers) ?? [] }

  /// The values that it adds to the factor `operation`: itself, or `id/variant` for each variant.
  package var values: [AbstractValue] {
    guard variants != nil else { return [AbstractValue(id: id)] }
    return variantValues.map { variant in
      var value = variant
      value.id = "\(id)/\(variant.id)"
      return value
    }
  }
}

/// A value of a factor, or a variant or part of an operation.
package struct AbstractValue: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  package var isInvalid = false
  /// The integer, the number of the date, or the length; `nil` for other values.
  package var number: Int?
  /// The numbers that it represents, or `nil` for values without numbers.
  package var numbers: ClosedRange<Int>?
  package var note: String?
  /// True if it was generated next to a range and is not allowed: the numbers just outside, and `empty`.
  package var isNeighbour = false
  /// True if the catalogue's entry decides if it is invalid.
  package var isInherited = false
}

/// The source of the values of a factor, or of the variants of an operation.
package enum AbstractValues: Hashable, Codable, Sendable {
  case listed([AbstractValue])
  /// Boundary values of an integer range; without `to`, it has no upper end.
  case range(from: Int, to: Int?, unit: String?)
  /// Boundary values of a range of dates, written `YYYY-MM-DD`.
  case date(from: String, to: String)
  /// Boundary values of a range of times, written `HH:MM`; a reversed one includes midnight.
  case time(from: String, to: String)
  /// Boundary values of a length, and kinds of text.
  case length(from: Int, to: Int, kinds: [String])
  case yesNo

  /// Returns the values, generated ones ascending and kinds of text last.
  ///
  /// The usual value is included even if it is not a boundary.
  package func values(with usual: String?, _ numbers: JudgedNumbers) -> [AbstractValue] {
    switch self {
    case .listed(let values):
      // Listed values that are all integers can be compared.
      guard values.allSatisfy({ Int($0.id) != nil }) else { return values }
      return values.map { value in
        var value = value
        value.number = Int(value.id)
        return value
      }
    case .yesNo:
      return [AbstractValue(id: "yes"), AbstractValue(id: "no")]
    case .range, .date, .time, .length:
      guard let (from, to) = bounds else { return [] }
      var judged = numbers.valid(from: from, to: to)
      if let usual = usual.flatMap(number) {
        judged[usual] = numbers.numbers(around: usual, from: from, to: to)
      }
      let valid = judged.map { value($0.key, standingFor: $0.value, isInvalid: false) }
      return (valid + neighbours).sorted { ($0.number ?? 0) < ($1.number ?? 0) } + kindsOfText
    }
  }

  /// The first and the last valid number (dates by number), or `nil` for listed values.
  package var bounds: (from: Int, to: Int?)? {
    switch self {
    case .range(let from, let to, _): (from, to)
    case .date(let from, let to): (Day(from).number, Day(to).number)
    case .time(let from, let to):
      (Self.minute(from), Self.minute(to) + (runsPastMidnight ? 24 * 60 : 0))
    case .length(let from, let to, _): (from, to)
    case .listed, .yesNo: nil
    }
  }

  private static func minute(_ text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    precondition(parts.count == 2, "a time is written HH:MM")
    return parts[0] * 60 + parts[1]
  }

  /// Returns a minute of the day as `HH:MM`.
  package static func time(_ minute: Int) -> String {
    String(minute % (24 * 60) / 60 + 100).suffix(2) + ":" + String(minute % 60 + 100).suffix(2)
  }

  private var runsPastMidnight: Bool {
    guard case .time(let from, let to) = self else { return false }
    return Self.minute(from) > Self.minute(to)
  }

  /// The minutes of a day; for a range past midnight, the day begins in the middle of the gap.
  private var minutes: ClosedRange<Int> {
    guard case .time(let from, let to) = self, runsPastMidnight else { return 0...(24 * 60 - 1) }
    let free = Self.minute(from) - Self.minute(to) - 1
    let first = Self.minute(to) + 1 + (free + 1) / 2
    return first...(first + 24 * 60 - 1)
  }

  /// Returns the number that an id denotes in a range, of dates or of lengths.
  package func number(_ id: String) -> Int? {
    switch self {
    case .range: Int(id)
    case .date: Day(id).number
    case .time:
      Self.minute(id) < minutes.lowerBound ? Self.minute(id) + 24 * 60 : Self.minute(id)
    case .length(_, _, let kinds): kinds.contains(id) ? nil : id == "empty" ? 0 : Int(id)
    case .listed, .yesNo: nil
    }
  }

  package func id(_ number: Int) -> String {
    switch self {
    case .date: Day(number: number).text
    case .time: Self.time(number)
    case .length: number == 0 ? "empty" : String(number)
    case .range, .listed, .yesNo: String(number)
    }
  }

  private func value(
    _ number: Int,
    standingFor numbers: ClosedRange<Int>,
    isInvalid: Bool
  ) -> AbstractValue {
    var value = AbstractValue(id: id(number), isInvalid: isInvalid, number: number)
    value.numbers = numbers
    value.isNeighbour = isInvalid
    return value
  }

  /// The numbers just outside, each representing all beyond; a range from 0 has none below, every length has the empty text.
  private var neighbours: [AbstractValue] {
    guard let (from, to) = bounds else { return [] }
    var neighbours: [AbstractValue] = []
    func add(_ number: Int, _ numbers: ClosedRange<Int>) {
      neighbours.append(value(number, standingFor: numbers, isInvalid: true))
    }
    switch self {
    case .length where from > 0:
      add(0, 0...0)
      if from > 1 { add(from - 1, 1...(from - 1)) }
    case .range where from != 0, .date: add(from - 1, Int.min...(from - 1))
    case .time where from - 1 >= minutes.lowerBound: add(from - 1, Int.min...(from - 1))
    default: break
    }
    if case .time = self, let to, to + 1 > minutes.upperBound { return neighbours }
    if let to { add(to + 1, (to + 1)...Int.max) }
    return neighbours
  }

  private var kindsOfText: [AbstractValue] {
    guard case .length(_, _, let kinds) = self else { return [] }
    return kinds.map { AbstractValue(id: $0) }
  }
}
