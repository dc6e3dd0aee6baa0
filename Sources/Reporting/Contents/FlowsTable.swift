import Diagnostics
import Specification
import TestDesign
import Text

/// The table of end-to-end cases, with a row per step.
extension ReportSource {
  struct FlowRow {
    let flow: Flow
    let place: Int
    /// The factors named in the step's setup.
    let named: [Int]
    /// The factors named in any row, which the head of the table leaves out.
    var namedAnywhere: Set<Int> = []
    var step: FlowStep { flow.steps[place] }
    /// The id of the step, such as `INV-E2E-4KD/2`.
    var id: String { "\(flow.id)/\(place + 1)" }
  }

  func flowsTable() -> ReportTable {
    let moving = specification.movingFactors
    var rows = matrix.flows.flatMap { flow in
      var known = Set(moving + [specification.operationFactor])
      // The setup of the first step states every value that applies at that point.
      var told = zip(flow.steps[0].combination.values, specification.factors).map { value, factor in
        value.map { _ in factor.usual }
      }
      return flow.steps.enumerated().map { place, step in
        let terms = step.rules.flatMap { specification.rules[$0].when.alternatives }
          .flatMap(\.terms)
        let named = Set(
          terms.filter { !$0.isAny }.flatMap { specification.factorsRead(with: $0.factor) }
        ).subtracting(known)
        known.formUnion(named)
        let changed = specification.factors.indices.filter { factor in
          let values = (told[factor], step.combination.values[factor])
          return specification.factors[factor].kind == .state && values.0 != nil
            && values.0 != values.1
        }
        let inputs = inputs(of: step, besides: told, naming: named.union(changed))
        for (factor, value) in step.combination.values.enumerated()
        where value == nil || moving.contains(factor) || inputs.contains(factor) {
          told[factor] = value
        }
        return FlowRow(flow: flow, place: place, named: (place == 0 ? moving : []) + inputs)
      }
    }
    let named = Set(moving + rows.flatMap(\.named))
    for row in rows.indices { rows[row].namedAnywhere = named }
    return table(
      .flows,
      Self.flowColumns,
      head: usualSetup(besides: named).map { .line($0) },
      rows: rows.map { ($0.id, $0) }
    )
  }

  static let flowColumns: [TableColumn<FlowRow>] = [
    TableColumn(.id, "Step", "ステップID", .init(8...30)) { .text($1.id) },
    TableColumn(.setup, "Setup", "前提条件", .init(18...31)) { $0.setup(of: $1) },
    TableColumn(.steps, "Steps", "手順", .init(16...34)) { source, row in
      .text(ReportSource.numbered(source.instructions(of: row.step)).joined(separator: "\n"))
    },
    TableColumn(.expected, "Expected result", "期待結果", .init(22...40)) { source, row in
      .text(source.text.lines(row.step.expected))
    },
    TableColumn(.after, "State after it", "操作後の状態", .init(14...26)) { source, row in
      let changes = row.step.becomes.sorted { $0.key < $1.key }
      // A factor that does not apply cannot be observed.
      let isSeen = changes.contains { row.step.combination.values[$0.key] != nil }
      return .text(isSeen ? changes.map(source.state).joined(separator: "\n") : "")
    },
    caseColumn(.result), caseColumn(.tester), caseColumn(.testedOn), caseColumn(.device),
    caseColumn(.defect), caseColumn(.evidence), caseColumn(.note), caseColumn(.recheck),
    TableColumn(.rule, "Rule", "根拠ルール", .init(8...26)) { source, row in
      let names = row.step.rules.map(source.key(ofRule:))
      return .text(
        names.joined(separator: "\n"),
        link: names.first.map { .row(of: .rules, key: $0) }
      )
    },
  ]

  /// Returns a column filled by people, as defined for the table of cases.
  private static func caseColumn(_ role: ReportColumn.Role) -> TableColumn<FlowRow> {
    let column = caseColumns.first { $0.statement.role == role }
    guard let column else { preconditionFailure("the sheet of cases has the column") }
    return column.empty()
  }

  /// Returns the whole setup for a flow's first step.
  ///
  /// For a later step, it has only the changed inputs that are states or that the step reads, and those that no earlier rule names.
  private func setup(of row: FlowRow) -> ReportCell {
    let values = row.step.combination.values
    let lines = row.named.compactMap { setting(of: $0, values[$0]) }
    guard row.place == 0 else { return .text(lines.joined(separator: "\n")) }
    let others = values.indices.filter { values[$0] != nil && !row.named.contains($0) }
    let idle = others.compactMap { setting(of: $0, values[$0]) }
    return .text(
      (startLine(text("Start", "開始状態")) + setupLines(lines, idle)).joined(separator: "\n"),
      brief: setupLines(
        lines,
        others.filter(row.namedAnywhere.contains).compactMap { setting(of: $0, values[$0]) }
      ).joined(separator: "\n")
    )
  }

  private func state(_ factor: Int, _ value: Int) -> String {
    text.labelled(specification.factors[factor].label, wording.value(value, of: factor))
  }

  /// Returns the factors to mention in a step's setup.
  ///
  /// These are the inputs that the step reads and whose values differ from those given so far or did not apply, those in `named`, and the
  /// moving factors that have not applied before.
  private func inputs(
    of step: FlowStep,
    besides told: [Int?],
    naming named: Set<Int> = []
  ) -> [Int] {
    let moving = specification.movingFactors
    return specification.factors.indices.filter { factor in
      guard let value = step.combination.values[factor],
        specification.factors[factor].comparison == nil
      else { return false }
      if moving.contains(factor) {
        return told[factor] == nil && specification.mayBeginVariously(factor)
      }
      return step.reads.contains(factor) && value != told[factor] || named.contains(factor)
    }
  }

  // MARK: Steps that establish a setup

  private func instructions(of step: FlowStep) -> [String] {
    let operation = operationValues[step.combination.operation].operation
    return instructions(
      ofOperation: step.combination.operation,
      during: specification.triggers[operation].first
    )
  }

  /// Returns the steps that establish the setup of a case, each with its lines and the values that it requires.
  func way(to testCase: TestCase) -> [[String]] {
    let steps = matrix.ways[testCase.id] ?? []
    let values = testCase.combination.values
    var told = values
    return steps.enumerated().map { place, step in
      var lines = instructions(of: step)
      let named = inputs(of: step, besides: told)
      for factor in named where values[factor] == nil {
        told[factor] = step.combination.values[factor]
      }
      var inputs = named.compactMap { factor in
        step.combination.values[factor].map { state(factor, $0) }
      }
      if place == 0 { inputs = beginnings(of: step, in: testCase, steps) + inputs }
      if let last = lines.last, !inputs.isEmpty {
        let remark = inputs.joined(separator: text("; ", "／"))
        lines[lines.count - 1] = text.remark(inSentence: last, remark)
      }
      return lines
    }
  }

  /// Returns the initial values of moving factors that may start with several values and that the steps of a case change.
  private func beginnings(
    of step: FlowStep,
    in testCase: TestCase,
    _ steps: [FlowStep]
  ) -> [String] {
    specification.movingFactors.compactMap { factor in
      guard specification.mayBeginVariously(factor), let value = step.combination.values[factor],
        testCase.combination.values[factor] != nil,
        steps.contains(where: { $0.becomes[factor] != nil })
      else { return nil }
      return state(factor, value)
    }
  }

  /// Returns the number of the step after which a factor has the value of the setup, and whether the step changes it.
  ///
  /// Before, it has another value, does not apply, or the step needs another value. Returns `nil` if it has the value from the start.
  func stepBefore(_ factor: Int, in testCase: TestCase) -> (number: Int, isCause: Bool)? {
    let steps = matrix.ways[testCase.id] ?? []
    let value = testCase.combination.values[factor]
    let last = steps.lastIndex { step in
      let earlier = step.combination.values[factor]
      return step.becomes[factor] != nil || earlier == nil
        || earlier != value && step.reads.contains(factor)
    }
    guard let last, value != nil else { return nil }
    let number = way(to: testCase).prefix(last + 1).reduce(0) { $0 + $1.count }
    return (number, steps[last].becomes[factor] != nil)
  }
}

extension Specification {
  /// True if a factor may start with more than one value.
  fileprivate func mayBeginVariously(_ factor: Int) -> Bool { factors[factor].start?.count != 1 }
}
