/// A factor as it is declared.
package struct AbstractFactor: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  package var label: String?
  package var source: AbstractValues
  /// The id of the ordinary value where one is written; a number adds itself to the values.
  package var usual: String?
  package var onlyWhen: AbstractCondition?
  package var note: String?
  /// True if all but the label comes from the pack of the project, so that the bare id selects it.
  package var isSelected = false
  /// Which of its numbers are values; whoever judges a spec sets it (`AbstractSpec.judged`), nobody writes it.
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

  /// Its values, the generated ones included.
  package var values: [AbstractValue] { source.values(with: usual, numbers) }

  /// The number of the ordinary value: the one written, else the page's default; `nil` where no value is valid.
  package var usualValue: Int? {
    let values = values
    func number(_ id: String) -> Int? { values.firstIndex { $0.id == id } }
    if let usual { return number(usual) }
    switch source {
    case .listed: return values.firstIndex { !$0.isInvalid }
    case .yesNo: return number("no")
    case .range, .date, .time, .length:
      let valid = values.indices.filter { !values[$0].isInvalid && values[$0].number != nil }
      // The lower bound, the first number strictly between, the upper bound: two alone are both bounds.
      let isOpen = if case .range(_, nil, _) = source { true } else { false }
      return isOpen || valid.count > 2 ? valid[1] : valid[0]
    }
  }
}

/// An operation as it is selected.
package struct AbstractOperation: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  /// Where its variants or parts come from; `nil` for an operation without any.
  package var variants: AbstractValues?
  /// True if they are parts.
  package var hasParts = false
  /// The entry that it behaves as.
  package var behavesAs: String?
  /// True if the catalogue or the pack has an entry of this id.
  package var isSelected = false
  /// True if the variants come from that entry, so that nobody writes them.
  package var inheritsVariants = false
  package var onlyWhen: AbstractCondition?
  package var note: String?
  /// Which numbers of a range are variants; whoever judges a spec sets it.
  package var numbers = JudgedNumbers.representatives(.init())

  /// Its variants or parts, the generated ones included.
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
  /// The integer of a range, the day of a date, the length of a text; `nil` for all others.
  package var number: Int?
  /// The numbers that it stands for; `nil` for what no range, date or length makes.
  package var numbers: ClosedRange<Int>?
  package var note: String?
  /// True if a range, a date or a length adds it, without allowing it: the numbers just outside, and `empty`.
  package var isNeighbour = false
  /// True if an entry of the catalogue says whether it is invalid.
  package var isInherited = false
}

/// Where the values of a factor, or the variants of an operation, come from.
package enum AbstractValues: Hashable, Codable, Sendable {
  /// Written out.
  case listed([AbstractValue])
  /// Boundary values of an integer range; a missing `to` means that it has no upper end.
  case range(from: Int, to: Int?, unit: String?)
  /// Boundary values of a range of days, written `YYYY-MM-DD`.
  case date(from: String, to: String)
  /// Boundary values of a range of times, written `HH:MM`; one that runs backwards runs past midnight.
  case time(from: String, to: String)
  /// Boundary values of a length, and kinds of text.
  case length(from: Int, to: Int, kinds: [String])
  /// The values `yes` and `no`.
  case yesNo

  /// The values that this gives, generated ones ascending and kinds of text last.
  ///
  /// The ordinary value is one of them even if the boundaries do not give it.
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

  /// The first and the last valid number, a day by its number; `nil` for what is listed.
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

  /// A minute of some day as `HH:MM`.
  package static func time(_ minute: Int) -> String {
    String(minute % (24 * 60) / 60 + 100).suffix(2) + ":" + String(minute % 60 + 100).suffix(2)
  }

  private var runsPastMidnight: Bool {
    guard case .time(let from, let to) = self else { return false }
    return Self.minute(from) > Self.minute(to)
  }

  /// The minutes of a day; of a range past midnight what it leaves free is halved, and the day begins in the middle.
  private var minutes: ClosedRange<Int> {
    guard case .time(let from, let to) = self, runsPastMidnight else { return 0...(24 * 60 - 1) }
    let free = Self.minute(from) - Self.minute(to) - 1
    let first = Self.minute(to) + 1 + (free + 1) / 2
    return first...(first + 24 * 60 - 1)
  }

  /// The number that an id means on the line of a range, of days or of lengths.
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

  /// How a number is written as a value.
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

  /// The numbers just outside, each of which stands for all beyond it: a range from 0 has none below, and every length has the empty text.
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
