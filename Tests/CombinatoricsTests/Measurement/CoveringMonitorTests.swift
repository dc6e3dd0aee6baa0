import Combinatorics
import Testing

@Suite struct CoveringMonitorTests {
  /// Returns a model whose search takes a while.
  private static func model() throws -> PreparedModel {
    var model = CoveringModel(sizes: [3, 4, 2, 5, 3, 4, 2, 3], strength: 2)
    model.forbid(0, [1], 1, [2, 3])
    model.forbid(3, [0, 4], 5, [1])
    model.request.effort = .normal
    return try model.prepared()
  }

  private static func suite(_ model: PreparedModel, _ monitor: CoveringMonitor?) throws -> Suite {
    var limits = CoveringLimits()
    limits.searchSteps = 300_000
    return try coveringArray(
      space: model.joined,
      request: model.request,
      limits: limits,
      monitor: monitor
    )
  }

  @Test func aMonitorThatLetsAllGoOnChangesNothing() throws {
    let model = try Self.model()
    var seen: [CoveringMonitor.Progress] = []
    let monitor = CoveringMonitor { progress in
      seen.append(progress)
      return true
    }
    #expect(try Self.suite(model, monitor) == Self.suite(model, nil))
    guard case .begins(let estimate) = seen.first else {
      Issue.record("no estimate before the work")
      return
    }
    #expect(estimate.rows > 0)
    let open = seen.compactMap { progress in
      if case .greedy(_, let open, _) = progress { open } else { nil }
    }
    #expect(!open.isEmpty && open == open.sorted(by: >))
    #expect(seen.contains { if case .search = $0 { true } else { false } })
  }

  @Test func aSearchThatIsEndedGivesACompleteSuite() throws {
    let model = try Self.model()
    let whole = try Self.suite(model, nil)
    let monitor = CoveringMonitor { if case .search = $0 { false } else { true } }
    let early = try Self.suite(model, monitor)
    #expect(model.complaints(about: early) == [])
    #expect(early.rows.count >= whole.rows.count)
  }

  @Test(arguments: 0..<5)
  func aStartThatIsEndedGivesNothing(rows: Int) throws {
    let model = try Self.model()
    var polls = 0
    let monitor = CoveringMonitor { progress in
      guard case .greedy = progress else { return true }
      polls += 1
      return polls <= rows
    }
    #expect(throws: LimitExceeded.self) { try Self.suite(model, monitor) }
    #expect(polls == rows + 1)
  }
}
