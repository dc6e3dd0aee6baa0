import Specification
import TestDesign

/// Checks of what each row says, and of the distance of review rows from the plain case.
extension SuiteReference {
  /// Returns the complaints about what cases say of themselves.
  func rowComplaints(_ cases: [TestCase]) -> [String] {
    var found: [String] = []
    for testCase in cases {
      guard let row = row(testCase.id, testCase.depth, testCase.combination) else { continue }
      func expect<Value: Equatable>(_ what: String, _ said: Value, _ meant: Value) {
        if said != meant { found.append("\(testCase.id): \(what) is \(said), not \(meant)") }
      }
      let winners = Set(row.seen.flatMap { $0.point.winners }).sorted()
      expect("rules", testCase.rules, winners)
      expect("questions", testCase.questions.sorted(), ids(row.seen.map(\.value), row))
      expect("kind", testCase.kind, kind(row))
      expect("priority", testCase.priority, priority(row))
      if row.operation.hasParts {
        found += partComplaints(testCase, row)
        if (testCase.status == .defined) != row.isDefined {
          found.append("\(testCase.id): status is \(testCase.status)")
        }
      } else {
        expect("status", testCase.status, row.seen[0].point.status)
        expect("parts", testCase.parts.count, 0)
        if !isExpected(testCase.expected, row.seen[0].point) {
          found.append("\(testCase.id) expects \(testCase.expected)")
        }
      }
    }
    return found
  }

  /// Returns the ids of the questions that a combination meets; `ofInvalid` includes those about invalid values.
  package func questionIDs(
    _ row: [Int],
    _ point: ReferenceSpace.Point,
    ofInvalid: Bool = false
  ) -> Set<String> {
    let met = questions.filter {
      (ofInvalid || !$0.isAboutInvalid) && $0.isMet(row, point, space)
    }
    return Set(met.map(\.id))
  }

  /// Returns the ids of the questions that some operation values meet in a row.
  private func ids(_ values: [Int], _ row: Row) -> [String] {
    let met = questions.filter { target in
      row.seen.contains {
        values.contains($0.value) && target.isMet(row.row($0.value), $0.point, space)
      }
    }
    return Set(met.map(\.id)).sorted()
  }

  func kind(_ row: Row) -> CaseKind {
    let entry = specification.operations[row.operation.operation].catalogueEntry
    if entry?.isFailure ?? false { return .failure }
    if entry?.interrupts ?? false { return .interruption }
    let read = row.operation.values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }
    let readsInvalid = read.contains { space.isInvalid[$0][row.values[$0]] }
    let isInvalid = row.operation.values.contains { space.isInvalid[space.operationFactor][$0] }
    let isAsked = questions.contains { target in
      row.seen.contains { target.asksAboutInvalid(row.row($0.value), space) }
    }
    return readsInvalid || isInvalid || isAsked ? .invalidInput : .normal
  }

  func priority(_ row: Row) -> Rule.Priority {
    let given = row.seen.flatMap { $0.point.winners }
      .compactMap { specification.rules[$0].priority }
    for priority in Rule.Priority.allCases where given.contains(priority) { return priority }
    guard row.depth == .review else { return .low }
    return specification.operations[row.operation.operation].catalogueEntry == nil ? .high : .medium
  }

  private func isExpected(_ said: [String], _ point: ReferenceSpace.Point) -> Bool {
    let results = point.winners.compactMap { specification.rules[$0].results }
    switch point.status {
    case .defined: return said == space.results(point)
    case .undefined: return said == []
    case .undecided: return Set(said).isSubset(of: results.joined())
    case .contradictory: return Set(said) == Set(results.joined())
    }
  }

  private func partComplaints(_ testCase: TestCase, _ row: Row) -> [String] {
    var found: [String] = []
    let shown = testCase.parts.map(\.operationValue)
    guard shown == row.seen.map(\.value) else {
      return ["\(testCase.id) shows the parts \(shown), not \(row.seen.map(\.value))"]
    }
    for (part, (value, point)) in zip(testCase.parts, row.seen) {
      let name = "\(testCase.id), \(space.operationValues[value].id)"
      if part.status != point.status { found.append("\(name): status is \(part.status)") }
      if part.rules != point.winners { found.append("\(name): rules are \(part.rules)") }
      if part.questions.sorted() != ids([value], row) {
        found.append("\(name): questions are \(part.questions)")
      }
      if !isExpected(part.expected, point) { found.append("\(name) expects \(part.expected)") }
    }
    // Results of parts begin with the label of the part.
    let texts = testCase.parts.flatMap { part in
      part.expected.map {
        (label: space.operationValues[part.operationValue].variantLabel ?? "", text: $0)
      }
    }
    let isLabelled =
      texts.count == testCase.expected.count
      && zip(texts, testCase.expected).allSatisfy {
        $1.hasPrefix($0.label) && $1.hasSuffix($0.text)
      }
    if !isLabelled { found.append("\(testCase.id) expects \(testCase.expected)") }
    return found
  }

  // MARK: Review

  /// The distance of a combination from the plain case: differences in unread factors, and in all factors.
  private struct Distance: Equatable {
    var unread = 0
    var all = 0

    /// True if another one is closer in one respect and not farther in the other.
    func isBeaten(by other: Distance) -> Bool {
      other.unread <= unread && other.all <= all && other != self
    }
  }

  /// Expects no more rows than rules, questions, pairs and cases, each as close to the plain case as its purpose allows.
  ///
  /// An earlier case may be farther in irrelevant factors.
  func reviewComplaints(_ rows: [Row], isFresh: Bool) -> [String] {
    var found: [String] = []
    let most = undisputedRules.count + required.count + specification.coverage.include.count
    if rows.count > most {
      found.append("\(rows.count) rows for review, of which \(most) have a reason")
    }
    for row in rows {
      if specification.coverage.include.indices.contains(where: { isIncluded(row, $0) }) {
        continue
      }
      if !reasons(row).contains(where: { isNearest(row, $0.value, isFresh, $0.holds) }) {
        found.append("\(row.id) could be nearer to the plain case: \(space.words(row.values))")
      }
    }
    return found
  }

  private typealias Reason = (value: Int, holds: ([Int], ReferenceSpace.Point) -> Bool)

  /// Returns the possible purposes of a row: a rule that wins undisputed, a question, a pair, or a rule that beats another.
  private func reasons(_ row: Row) -> [Reason] {
    row.seen.flatMap { value, point -> [Reason] in
      let rules: [Reason] =
        point.status == .defined
        ? point.shown.map { rule in
          (value, { $1.status == .defined && $1.shown.contains(rule) && changes(rule, $0) })
        } : []
      let open: [Reason] = required.filter { $0.isMet(row.row(value), point, space) }.map {
        target in (value, { target.isMet($0, $1, space) })
      }
      return rules + open
    }
  }

  /// True if no suitable combination of an operation value is closer than a row, whether or not *not applicable* counts as a difference.
  private func isNearest(
    _ row: Row,
    _ value: Int,
    _ isFresh: Bool,
    _ holds: ([Int], ReferenceSpace.Point) -> Bool
  ) -> Bool {
    let isIdle = specification.factors.indices.map { factor in
      !isFresh
        && row.seen.allSatisfy { !space.mattering(row.row($0.value), $0.point)[factor] }
    }
    let plain = space.plain(row.operation.value)
    let read = row.operation.values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }
    return [false, true].contains { countsAbsence in
      func distance(_ factors: [Int], _ values: [Int]) -> Distance {
        var distance = Distance()
        // The row's own value of an idle factor is no difference, but any other unusual value is.
        for (factor, value) in zip(factors, values)
        where value != plain[factor] && !(isIdle[factor] && value == row.values[factor]) {
          // A factor that applies with its usual value is no difference either way.
          if value == specification.factors[factor].usual { continue }
          if value == space.counts[factor], !countsAbsence { continue }
          distance.all += 1
          if !read.contains(factor) { distance.unread += 1 }
        }
        return distance
      }
      let own = distance(Array(specification.factors.indices), Array(row.values.dropLast()))
      let operation = space.spaces[value]
      var full = row.row(value)
      var beside = Distance()
      var besideInvalid = 0
      for block in operation.sides {
        let invalid = block.points.map(\.invalid).min() ?? 0
        let nearest = block.points.filter { $0.invalid == invalid }
          .map { (values: $0.values, distance: distance(block.factors, $0.values)) }
          .min { ($0.distance.unread, $0.distance.all) < ($1.distance.unread, $1.distance.all) }
        guard let nearest else { continue }
        beside.all += nearest.distance.all
        beside.unread += nearest.distance.unread
        besideInvalid += invalid
        // A question may name factors outside of the main block.
        for (factor, number) in zip(block.factors, nearest.values) { full[factor] = number }
      }
      return !space.points(value).contains { point in
        guard point.invalid + besideInvalid <= 1 else { return false }
        for (factor, number) in zip(operation.main, point.values) { full[factor] = number }
        guard holds(full, point) else { return false }
        var distance = distance(operation.main, point.values)
        distance.all += beside.all
        distance.unread += beside.unread
        return own.isBeaten(by: distance)
      }
    }
  }
}
