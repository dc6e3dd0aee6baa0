package import Specification
package import TestDesign

/// Everything that is wrong with a suite, by the definition of suites alone.
///
/// It lists the combinations itself (`ReferenceSpace`) and takes only the questions from the program. Each complaint is a sentence; a
/// correct suite has none.
package struct SuiteReference {
  package let space: ReferenceSpace
  let specification: Specification
  let questions: [ReviewTarget]
  let required: [ReviewTarget]
  /// The changes of each rule to constants that some row can show.
  let moves: [[(factor: Int, value: Int)]]

  package init(_ analysed: AnalysedSpecification, blocks: ReferenceSpace.Blocks = .linked) {
    self.init(
      ReferenceSpace(analysed.specification, blocks: blocks),
      analysed.analysis
    )
  }

  package init(_ space: ReferenceSpace, _ analysis: Analysis) {
    self.space = space
    specification = space.specification
    questions = ReviewTarget.questions(analysis)
    required = ReviewTarget.required(space, analysis)
    moves = Self.moves(in: space)
  }

  /// A row of the suite as the reference sees it.
  struct Row {
    var id: String
    var depth: Depth
    var operation: CaseOperation
    /// The values, with `operation.value` as the operation.
    var values: [Int]
    /// The outcome for each possible value of the operation.
    var seen: [(value: Int, point: ReferenceSpace.Point)]

    var isDefined: Bool { seen.contains { $0.point.status == .defined } }
    func isDefined(_ value: Int) -> Bool {
      seen.contains { $0.value == value && $0.point.status == .defined }
    }
    func row(_ value: Int) -> [Int] { values.dropLast() + [value] }
  }

  /// Returns all complaints about a suite of its depth and strength, none for a correct one.
  ///
  /// `isFresh` is true if there was no earlier suite: only then are irrelevant factors usual.
  package func complaints(_ matrix: TestMatrix, isFresh: Bool = true) -> [String] {
    rowComplaints(matrix.cases)
      + complaints(
        matrix.cases.map { (id: $0.id, depth: $0.depth, combination: $0.combination) },
        depth: matrix.depth,
        strength: matrix.strength,
        isFresh: isFresh
      )
  }

  /// Returns the complaints about the set of rows.
  package func complaints(
    _ cases: [(id: String, depth: Depth, combination: Combination)],
    depth: Depth,
    strength: Int,
    isFresh: Bool = true
  ) -> [String] {
    var found: [String] = []
    var rows: [Row] = []
    var seen: Set<Combination> = []
    for (id, caseDepth, combination) in cases {
      guard let row = row(id, caseDepth, combination) else {
        found.append("\(id) cannot happen: \(words(combination))")
        continue
      }
      if caseDepth > depth { found.append("\(id) is of depth \(caseDepth), the suite of \(depth)") }
      if !seen.insert(combination).inserted { found.append("\(id) is there twice") }
      rows.append(row)
    }
    found += ruleComplaints(rows) + targetComplaints(rows) + includeComplaints(rows)
    found += openRowComplaints(rows) + plainComplaints(rows, depth: depth, isFresh: isFresh)
    found += reviewComplaints(rows.filter { $0.depth == .review }, isFresh: isFresh)
    found += missingTuples(rows, depth: depth, strength: strength).map(words)
    if isFresh { found += oddValueComplaints(rows.filter { $0.depth == .relevant }) }
    return found
  }

  func row(_ id: String, _ depth: Depth, _ combination: Combination) -> Row? {
    guard combination.values.count == specification.factors.count,
      space.operationValues.indices.contains(combination.operation)
    else { return nil }
    let operation = space.caseOperationOfValue[combination.operation]
    guard operation.value == combination.operation else { return nil }
    let seen = operation.values.compactMap { value in
      space.point(space.row(combination, value)).map { (value: value, point: $0) }
    }
    guard !seen.isEmpty else { return nil }
    let values = space.row(combination, operation.value)
    return Row(id: id, depth: depth, operation: operation, values: values, seen: seen)
  }

  private func words(_ combination: Combination) -> String {
    space.words(space.row(combination, combination.operation))
  }

  // MARK: Rules and what is open

  private func ruleComplaints(_ rows: [Row]) -> [String] {
    var shown: Set<Int> = []
    for row in rows {
      for (_, point) in row.seen where point.status == .defined {
        shown.formUnion(point.shown.filter { changes($0, row.values) })
      }
    }
    return undisputedRules.filter { !shown.contains($0) }.map {
      "the rule \(specification.rules[$0].id) wins undisputed somewhere, and in no row whose values it changes"
    }
  }

  /// True if a rule changes a value of a row to a constant, or has no visible changes.
  func changes(_ rule: Int, _ row: [Int]) -> Bool {
    moves[rule].isEmpty
      || moves[rule].contains { ![$0.value, space.counts[$0.factor]].contains(row[$0.factor]) }
  }

  /// Returns the changes of each rule to constants that some row can show.
  private static func moves(in space: ReferenceSpace) -> [[(factor: Int, value: Int)]] {
    space.specification.rules.enumerated().map { rule, declared in
      let moves = declared.becomes.compactMap { move -> (factor: Int, value: Int)? in
        if case .value(let value) = move.target { (move.factor, value) } else { nil }
      }
      guard !moves.isEmpty else { return [] }
      let isShown = space.operationValues.indices.contains { value in
        space.points(value).contains { point in
          guard point.status == .defined, point.shown.contains(rule) else { return false }
          let row = Dictionary(uniqueKeysWithValues: zip(space.spaces[value].main, point.values))
          return moves.contains { move in
            row[move.factor].map { ![move.value, space.counts[move.factor]].contains($0) } ?? true
          }
        }
      }
      return isShown ? moves : []
    }
  }

  /// The rules that win or add something in a defined combination, ascending.
  var undisputedRules: [Int] {
    var rules: Set<Int> = []
    for value in space.operationValues.indices {
      for point in space.points(value) where point.status == .defined {
        rules.formUnion(point.shown)
      }
    }
    return rules.sorted()
  }

  func meets(_ row: Row, _ target: ReviewTarget) -> Bool {
    row.seen.contains { target.isMet(row.row($0.value), $0.point, space) }
  }

  private func targetComplaints(_ rows: [Row]) -> [String] {
    required.filter { target in !rows.contains { meets($0, target) } }.map {
      "no row \($0.words(specification))"
    }
  }

  /// Complains about open rows without their own question, pair or case of `cases`, by maximum matching.
  private func openRowComplaints(_ rows: [Row]) -> [String] {
    let open = rows.filter { !$0.isDefined }
    let reasons = open.map { row in
      required.indices.filter { meets(row, required[$0]) }
        + specification.coverage.include.indices.filter { isIncluded(row, $0) }.map {
          required.count + $0
        }
    }
    var owner: [Int: Int] = [:]
    func finds(_ row: Int, _ tried: inout Set<Int>) -> Bool {
      for reason in reasons[row] where tried.insert(reason).inserted {
        if owner[reason].map({ finds($0, &tried) }) ?? true {
          owner[reason] = row
          return true
        }
      }
      return false
    }
    return open.indices.compactMap { row in
      var tried: Set<Int> = []
      return finds(row, &tried)
        ? nil : "nothing needs the open row \(open[row].id): \(space.words(open[row].values))"
    }
  }

  // MARK: Cases of `cases`

  /// True if a row meets a case of `cases`; operations with parts count as a whole.
  func isIncluded(_ row: Row, _ number: Int) -> Bool {
    specification.coverage.include[number].row.terms.allSatisfy { term in
      let value = row.values[term.factor]
      if term.factor == space.operationFactor {
        return space.caseOperationOfValue[value].values.contains { term.values.contains($0) }
      }
      return term.isAny || term.values.contains(value)
    }
  }

  /// True if a row has the usual value of each factor for which a case of `cases` names it among others.
  func isUsual(_ row: [Int], _ number: Int) -> Bool {
    usualValues(number).allSatisfy { row[$0.factor] == $0.value }
  }

  private func usualValues(_ number: Int) -> [(factor: Int, value: Int)] {
    specification.coverage.include[number].row.terms.compactMap { term in
      guard term.factor != space.operationFactor, !term.isAny, term.values.count > 1 else {
        return nil
      }
      let usual = specification.factors[term.factor].usual
      return term.values.contains(usual) ? (term.factor, usual) : nil
    }
  }

  /// Returns the values allowed by a case of `cases`, with the usual value of each factor that names it among others.
  private func usualTuples(_ number: Int) -> [[(factor: Int, value: Int)]] {
    let usual = usualValues(number)
    var tuples: [[(factor: Int, value: Int)]] = [[]]
    for term in specification.coverage.include[number].row.terms
    where term.factor != space.operationFactor && !term.isAny {
      let values = usual.first { $0.factor == term.factor }.map { [$0.value] } ?? term.values
      tuples = tuples.flatMap { tuple in values.map { tuple + [(term.factor, $0)] } }
    }
    return tuples
  }

  /// Complains about cases without the usual value among several of a factor, if all usual values are compatible.
  private func includeComplaints(_ rows: [Row]) -> [String] {
    specification.coverage.include.indices.compactMap { number in
      let own = rows.filter { isIncluded($0, number) }
      guard !own.isEmpty else { return "no row is case \(number + 1) of `cases`" }
      guard !own.contains(where: { isUsual($0.values, number) }) else { return nil }
      let terms = specification.coverage.include[number].row.terms
      let operations = terms.first { $0.factor == space.operationFactor }?.values
      let canBe = (operations ?? Array(space.operationValues.indices)).contains { value in
        space.caseOperationOfValue[value].values.contains { value in
          usualTuples(number).contains { space.isFeasible(value, $0, .possible) }
        }
      }
      return canBe ? "case \(number + 1) of `cases` could have usual values" : nil
    }
  }

  // MARK: The plain case

  func plain(_ operation: CaseOperation) -> Row? {
    let values = space.plain(operation.value).dropLast().enumerated().map { factor, value in
      value == space.counts[factor] ? nil : value
    }
    let row = row("plain", .review, Combination(values: values, operation: operation.value))
    return row.flatMap { $0.isDefined ? $0 : nil }
  }

  private func plainComplaints(_ rows: [Row], depth: Depth, isFresh: Bool) -> [String] {
    guard depth >= .relevant else { return [] }
    return space.caseOperations.compactMap { operation in
      guard let plain = plain(operation) else { return nil }
      guard let least = rows.filter({ isPlain($0, plain, isFresh) }).map(\.depth).min() else {
        return "the plain case of \(operation.id) is missing"
      }
      return least > .relevant ? "the plain case of \(operation.id) is of depth all" : nil
    }
  }

  /// True if a row is the plain one or, unless fresh, differs from it only in what makes no difference.
  private func isPlain(_ row: Row, _ plain: Row, _ isFresh: Bool) -> Bool {
    let differing = row.values.indices.filter { row.values[$0] != plain.values[$0] }
    guard let last = differing.last, last != space.operationFactor, !isFresh else {
      return differing.isEmpty
    }
    let mattering = row.seen.map { space.mattering(row.row($0.value), $0.point) }
    return differing.allSatisfy { factor in !mattering.contains { $0[factor] } }
      && plain.seen.allSatisfy { !plain.isDefined($0.value) || row.isDefined($0.value) }
  }

  /// Returns the complaints about the order of a file: by operation as declared, its plain case first.
  package func orderComplaints(_ cases: [TestCase]) -> [String] {
    var found: [String] = []
    let operations = cases.map(\.combination.operation)
    if operations != operations.sorted() { found.append("the operations are not as declared") }
    for operation in space.caseOperations {
      let own = cases.filter { $0.combination.operation == operation.value }
      guard let plain = plain(operation) else { continue }
      let place = own.firstIndex {
        space.row($0.combination, operation.value) == plain.values
      }
      if let place, place > 0 {
        found.append("the plain case of \(operation.id) is not its first row")
      }
    }
    return found
  }

  /// Returns the complaints about suites of one spec that are not nested: review, relevant, all.
  package static func nestingComplaints(_ suites: [TestMatrix]) -> [String] {
    var found: [String] = []
    for (small, large) in zip(suites, suites.dropFirst()) {
      let largeIDs = Dictionary(
        large.cases.map { ($0.combination, $0.id) },
        uniquingKeysWith: { first, _ in first }
      )
      for testCase in small.cases {
        guard let id = largeIDs[testCase.combination] else {
          found.append("\(testCase.id) of \(small.depth) is no case of \(large.depth)")
          continue
        }
        if id != testCase.id {
          found.append("\(testCase.id) of \(small.depth) is \(id) of \(large.depth)")
        }
      }
      let known = Set(small.cases.map(\.combination))
      for testCase in large.cases
      where (testCase.depth <= small.depth) != known.contains(testCase.combination) {
        found.append(
          "\(testCase.id) of \(large.depth) is of depth \(testCase.depth), and "
            + (known.contains(testCase.combination) ? "in" : "not in") + " \(small.depth)"
        )
      }
    }
    return found
  }
}
