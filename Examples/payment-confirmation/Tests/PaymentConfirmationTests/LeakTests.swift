import Testing

@testable import PaymentConfirmation

/// What a case makes is gone when it ends: a screen that something holds on to would still listen.
@Suite(PAY.marks)
@MainActor
struct LeakTests {
  @Test(arguments: PAY.cases)
  func `the world of a case is freed`(_ testCase: PAY.Case) async throws {
    try await PAY.$current.withValue(testCase) {
      weak var bank: InMemoryBank?
      weak var screen: AcceptScreen?
      do {
        let driver = try await PAYDriver(PAYWorld(testCase.setup))
        try await driver.perform(testCase.operation)
        bank = driver.bank
        screen = driver.screen
        #expect(bank != nil && screen != nil)
      }
      #expect(bank == nil, "the server is still there")
      #expect(screen == nil, "the screen is still there")
    }
  }
}
