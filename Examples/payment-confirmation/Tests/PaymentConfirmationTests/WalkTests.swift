import Testing

@testable import PaymentConfirmation

/// Through the app at random: whatever happens before, the spec says what must be seen next.
@MainActor
struct WalkTests {
  @Test func `10,000 random steps through the app agree with the spec`() async throws {
    var random = Random(state: 2026)
    var setup = PAY.Setup.random(&random)
    let driver = try await PAYDriver(PAYWorld(setup))
    var judged = 0
    var met: Set<PAY.Rule> = []
    for step in 1...10_000 {
      // The server's records change without a word to the screen.
      setup.transfer = PAYWorld.transfer(in: driver.bank.records)
      if random.next() % 2 == 0 || !setup.isPossible { setup = .random(&random) }
      driver.bank.records.replace(PAYWorld(setup).records)

      let possible = PAY.Operation.allCases.filter { PAY.canHappen(setup, $0) }
      guard let operation = possible.randomElement(using: &random) else { continue }
      try await driver.perform(operation)
      let rules = PAY.decide(setup, operation).rules
      do {
        for rule in rules { try await driver.check(rule) }
      } catch {
        let state = String(describingForTest: setup)
        let ids = rules.map(\.rawValue).joined(separator: ", ")
        Issue.record("step \(step): \(operation.label) with \(state): the spec says \(ids)")
        return
      }
      met.formUnion(rules)
      judged += rules.isEmpty ? 0 : 1
    }
    #expect(met == Set(PAY.Rule.allCases))
    print("judged \(judged) of 10000 steps")
  }
}

extension PAY.Setup {
  /// True if anything can happen in it.
  var isPossible: Bool { PAY.Operation.allCases.contains { PAY.canHappen(self, $0) } }

  static func random(_ random: inout Random) -> Self {
    while true {
      let setup = Self(
        identity: .random(&random),
        transfer: .random(&random),
        limit: random.next() % 3 == 0 ? nil : .random(&random),
        senderName: .random(&random),
        senderImage: .random(&random),
        amount: .random(&random)
      )
      if setup.isPossible { return setup }
    }
  }
}

extension CaseIterable where AllCases == [Self] {
  fileprivate static func random(_ random: inout Random) -> Self {
    allCases[Int(random.next() % UInt64(allCases.count))]
  }
}

extension PAYWorld {
  /// The state of the transfer, in the words of the spec.
  fileprivate static func transfer(in records: BankRecords) -> PAY.Transfer {
    switch records.transfer.state {
    case .waiting: .waiting
    case .expired: .expired
    case .taken: .taken
    }
  }
}

extension BankRecords {
  /// Everything but the balance.
  fileprivate mutating func replace(_ records: BankRecords) {
    let balance = balance
    self = records
    self.balance = balance
  }
}

/// Numbers that are the same in each run (SplitMix64, Steele, Lea and Flood 2014).
struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
