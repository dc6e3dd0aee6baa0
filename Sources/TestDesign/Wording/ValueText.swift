import Specification
import YAMLSyntax

/// The place of a condition, as far as its meaning depends on it.
enum ConditionPlace {
  /// A rule or a case, where `not` and an operation's name alone select valid values only.
  case rule
  /// `impossible` or `only_when`, where they include invalid values.
  case impossible
}

/// The values of one factor as written in a condition: `free, premium`, `not free`, `51..59`, `valid`.
struct ValueText: Hashable {
  /// The items between the commas; never empty.
  var items: [String]
  /// True if preceded by `not`, which applies to all items.
  var isNegated = false

  /// The text as a key, or as a value in block style.
  var text: String { (isNegated ? "not " : "") + items.joined(separator: ", ") }

  /// The text as a value in flow style, where a comma would end it.
  var flow: String {
    items.count == 1 || isNegated
      ? text.asFlowScalar : items.asFlowList
  }
}

extension [String] {
  /// The texts as a list in flow style.
  var asFlowList: String { "[" + map(\.asFlowScalar).joined(separator: ", ") + "]" }
}

extension ValueText {
  /// Creates the shortest text that selects exactly the chosen values, ascending and at least one, of a factor.
  init(_ chosen: [Int], of values: [FactorValue], in place: ConditionPlace) {
    let chosenSet = Set(chosen)
    let valid = values.indices.filter { !values[$0].isInvalid }
    let invalid = values.indices.filter { values[$0].isInvalid }
    let words = [("valid", valid), ("invalid", invalid)].filter { _, meant in
      // A single value is named by its id, unless it is the only one.
      meant.allSatisfy(chosenSet.contains) && (meant.count > 1 || meant.count == values.count)
    }.filter { !$0.1.isEmpty }
    let named = words.reduce(chosenSet) { $0.subtracting($1.1) }
    items = words.map(\.0) + Self.items(chosen.filter(named.contains), of: values)
    if words.isEmpty {
      let all = place == .rule ? valid : Array(values.indices)
      let missing = all.filter { !chosenSet.contains($0) }
      let isAmongThem = chosen.allSatisfy { place == .impossible || !values[$0].isInvalid }
      guard chosen.count > 3, missing.count < chosen.count, isAmongThem else { return }
      let missed = Self.items(missing, of: values)
      if !missed.isEmpty, missed.count < items.count {
        items = missed
        isNegated = true
      }
    }
  }

  /// Returns values by their ids, and successive numbers as intervals.
  ///
  /// An interval covers the valid numbers between its bounds, and the bounds themselves even if they are invalid.
  static func items(_ chosen: [Int], of values: [FactorValue]) -> [String] {
    let line = values.indices.filter { values[$0].number != nil }.sorted {
      (values[$0].number ?? 0, $0) < (values[$1].number ?? 0, $1)
    }
    let places = Dictionary(line.enumerated().map { ($1, $0) }) { first, _ in first }
    var rest = Set(chosen)
    let chosenSet = rest
    // A class without an end needs an interval without one, since a bound would split it.
    func isWhole(_ value: Int) -> Bool {
      !values[value].isInvalid && values.classmates(of: value).allSatisfy(chosenSet.contains)
    }
    var items: [String] = []
    for value in chosen where rest.remove(value) != nil {
      var last = value
      if var place = places[value] {
        while place + 1 < line.count, rest.contains(line[place + 1]),
          last == value || !values[last].isInvalid,
          values[line[place + 1]].number != values[last].number
        {
          place += 1
          last = line[place]
          rest.remove(last)
        }
      }
      let isOpenBelow = values[value].numbers?.lowerBound == .min && isWhole(value)
      let isOpenAbove = values[last].numbers?.upperBound == .max && isWhole(last)
      let from = isOpenBelow ? "" : bound(values[value])
      let to = isOpenAbove ? "" : bound(values[last])
      items.append(from == to && !from.isEmpty ? values[value].id : "\(from)..\(to)")
    }
    return items
  }

  /// Returns a value as the bound of an interval; the length 0 has the id `empty`.
  private static func bound(_ value: FactorValue) -> String {
    value.id == "empty" && value.number == 0 ? "0" : value.id
  }
}

extension Wording {
  /// Returns operation values as rules name them, in the order of declaration: `accept`, `add_item/51..59`, `add_item/any`.
  func selectors(_ chosen: [Int], in place: ConditionPlace) -> [String] {
    operationGroups(chosen).flatMap { group in
      let operation = specification.operations[group.operation]
      guard !operation.variants.isEmpty else { return [operation.id] }
      let chosen = group.variants ?? Array(operation.variants.indices)
      return suffixes(chosen, of: operation, in: place).map { operation.id + $0 }
    }
  }

  /// Returns the suffixes of the operation's id that select some of its variants.
  private func suffixes(
    _ chosen: [Int],
    of operation: Operation,
    in place: ConditionPlace
  ) -> [String] {
    let variants = operation.variants
    let chosenSet = Set(chosen)
    let valid = variants.indices.filter { !variants[$0].isInvalid }
    let invalid = variants.indices.filter { variants[$0].isInvalid }
    func named(_ values: [Int]) -> [String] {
      ValueText.items(values, of: variants).map { "/" + $0 }
    }
    // A variant with the same name takes precedence over a keyword, and an operation without valid variants must name them.
    func mayUse(_ word: String) -> Bool {
      !valid.isEmpty && !variants.contains { $0.id == word }
    }
    if chosen.count == variants.count, !valid.isEmpty {
      if invalid.isEmpty || place == .impossible { return [""] }
      if mayUse("any") { return ["/any"] }
    }
    if chosen == invalid, chosen.count > 1, mayUse("invalid") { return ["/invalid"] }
    guard valid.count > 1 || valid.count == variants.count, !valid.isEmpty,
      valid.allSatisfy(chosenSet.contains)
    else {
      return named(chosen)
    }
    let others = named(chosen.filter { variants[$0].isInvalid })
    switch place {
    case .rule: return [""] + others
    case .impossible: return mayUse("valid") ? ["/valid"] + others : named(chosen)
    }
  }
}
