import Specification
import TestDesign

/// Operations that happen during others: their cases are placed where the other one is decided.
extension ReferenceSpace {
  /// Returns the operation values during which an operation value happens; none for one of a screen's parts.
  func decisiveValues(_ value: Int) -> [Int] {
    let operation = operationValues[value].operation
    guard !specification.operations[operation].hasParts else { return [] }
    let triggers = specification.triggers[operation]
    return operationValues.indices.filter { triggers.contains(operationValues[$0].operation) }
  }

  /// Returns the points that a case may request, out of given ones, by operation value.
  ///
  /// Among points that agree in what the operation reads and what `cases` combines, those in which a surrounding operation is decided, or
  /// all if there is none. Points of an entry of `cases` stay if no others of it would.
  func pointsOfCases(among given: [Set<Int>]) -> [Set<Int>] {
    let asked = Set(specification.coverage.every.flatMap(\.factors))
    var places = operationValues.indices.map { value in
      let decisive = decisiveValues(value)
      guard !decisive.isEmpty else { return given[value] }
      let main = main(value)
      let kept = main.indices.filter { asked.union(reads[value]).contains(main[$0]) }
      func setting(_ place: Int) -> [Int] { kept.map { points(value)[place].values[$0] } }
      let decided = given[value].filter { place in
        let known = Dictionary(uniqueKeysWithValues: zip(main, points(value)[place].values))
        return decisive.contains { isDecided($0, known) }
      }
      let decidable = Set(decided.map(setting))
      return decided.union(given[value].filter { !decidable.contains(setting($0)) })
    }
    for include in specification.coverage.include {
      let terms = TabledCondition.terms(include.row, counts: counts)
      func described(_ value: Int, _ places: Set<Int>) -> Set<Int> {
        places.filter { describes(terms, value, points(value)[$0]) }
      }
      guard places.indices.allSatisfy({ described($0, places[$0]).isEmpty }) else { continue }
      for value in places.indices { places[value].formUnion(described(value, given[value])) }
    }
    return places
  }

  private func isDecided(_ value: Int, _ known: [Int: Int]) -> Bool {
    let place = spaces[value].places[main(value).compactMap { known[$0] }]
    return place.map { points(value)[$0].status == .defined } ?? false
  }

  private func describes(_ terms: [TabledCondition.Term], _ value: Int, _ point: Point) -> Bool {
    var row = Array(repeating: 0, count: counts.count)
    row[operationFactor] = value
    for (factor, value) in zip(main(value), point.values) { row[factor] = value }
    let known = Set(main(value) + [operationFactor])
    return TabledCondition.hold(terms.filter { known.contains($0.factor) }, in: row)
  }
}
