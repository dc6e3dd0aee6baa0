import Testing

@testable import PaymentConfirmation

/// Does on the screen what the spec calls an operation, and looks for what a rule says.
@MainActor
final class PAYDriver: PAY.Driver {
  let bank: InMemoryBank
  private(set) var screen: AcceptScreen
  /// What the server knew before the last operation.
  private var before: BankRecords
  /// What was credited, notified and sent back before it.
  private var counts = (credits: 0, notifications: 0, returns: 0)
  private var isAcceptable = false
  private var question: String?

  init(_ world: PAYWorld) async throws {
    bank = InMemoryBank(world.records)
    before = world.records
    screen = AcceptScreen(bank)
    await screen.open(id)
  }

  private var id: Transfer.ID { bank.records.transfer.id }

  // MARK: Operations

  func perform(_ operation: PAY.Operation) async throws {
    if screen.place != .transfer { await screen.open(id) }
    before = bank.records
    counts = (bank.credits, bank.notifications, bank.returns)
    isAcceptable = bank.refusal == nil
    switch operation {
    case .show: await screen.open(id)
    case .accept: await screen.accept()
    case .decline:
      await screen.decline()
      question = screen.message
      await screen.confirmDecline()
    case .networkError_offline: await accept(meeting: .offline)
    case .networkError_timeout: await accept(meeting: .timeout)
    case .serverError_internal: await accept(meeting: .server(status: 500))
    case .serverError_rejected: await accept(meeting: .server(status: 400))
    case .serverError_maintenance: await accept(meeting: .server(status: 503))
    case .paymentFailure_declined: await accept(meeting: .refused(reason: "not enough money"))
    case .paymentFailure_pending: await accept(meeting: .pending)
    case .doubleTap:
      async let first: Void = screen.accept()
      async let second: Void = screen.accept()
      _ = await (first, second)
    case .sessionExpired:
      bank.isSignedIn = false
      await screen.reopen()
      bank.isSignedIn = true
    case .pushOpen_running:
      await screen.open(InMemoryBank.other.id)
      await screen.open(id)
    case .pushOpen_notRunning:
      screen = AcceptScreen(bank)
      await screen.open(id)
    case .back: screen.back()
    case .background: screen.returnFromBackground()
    case .otherDevice: bank.acceptElsewhere()
    }
  }

  func change(to setup: PAY.Setup) async throws {
    var records = PAYWorld(setup).records
    records.transfer.state = bank.records.transfer.state
    records.balance = bank.records.balance
    bank.records = records
  }

  private func accept(meeting failure: TransferFailure) async {
    bank.nextFailure = failure
    await screen.accept()
  }

  // MARK: Rules

  func check(_ rule: PAY.Rule) async throws {
    if let testCase = PAY.current, PAY.cases.contains(testCase) {
      try Snapshot(testCase, rule).compare(screen.text)
    }
    switch rule {
    case .show_sender_shortLong_present:
      try #require(shows("(image) \(sender)\n"))
    case .show_sender_veryLong_present:
      let lines = screen.text.split(separator: "\n")
      try #require(lines[1].hasPrefix("(image) ") && lines[2].hasSuffix("…"))
    case .show_sender_shortLong_missing:
      try #require(shows("(\(sender.prefix(1))") && shows(") \(sender)\n"))
    case .show_amount_valid:
      try #require(shows("\(bank.records.transfer.amount.cents / 100).00 EUR\n"))
    case .show_amount_invalid:
      try #require(screen.message == "This transfer cannot be shown" && screen.buttons.isEmpty)
    case .accept_verified_waiting_below:
      try #require(screen.place == .success(balance: bank.records.balance))
      try #require(bank.records.balance.cents > before.balance.cents)
      try #require(bank.notifications == counts.notifications + 1)
    case .accept_expired:
      try #require(screen.message == "This transfer has expired" && has(.askAgain))
    case .accept_taken:
      try #require(screen.message == "You have already accepted this" && has(.receipt))
    case .accept_unverified:
      try #require(screen.place == .identityCheck)
      await screen.identityCheckFinished()
      try #require(screen.place == .transfer)
    case .doubleTap_waiting:
      // Where a single tap credits nothing, two do not either.
      try #require(bank.credits == counts.credits + (isAcceptable ? 1 : 0))
    case .decline_waiting:
      try #require(question == "Send the money back?")
      try #require(bank.returns == counts.returns + 1)
    case .decline_taken:
      try #require(screen.message == "You have already accepted this")
      try #require(bank.returns == counts.returns)
    case .networkError_offline:
      try #require(screen.message == "You are offline" && has(.accept))
    case .networkError_timeout_waiting:
      try #require(screen.message == "Checking your transfer")
      await screen.checkTransfer()
      try #require(screen.message != "Checking your transfer")
    case .serverError:
      try #require(screen.message == "Something went wrong on our side")
      try #require(bank.credits == counts.credits)
    case .paymentFailure_declined_waiting:
      try #require(screen.message == "Your bank refused the transfer: not enough money")
    case .sessionExpired:
      try #require(screen.place == .signIn)
      await screen.signedIn()
      try #require(screen.place == .transfer)
    case .otherDevice:
      try #require(screen.message == "Accepted on another device" && screen.buttons.isEmpty)
    case .pushOpen_waitingExpired:
      try #require(screen.place == .transfer && screen.transfer?.id == id)
    case .back:
      try #require(screen.place == .list)
      try #require(bank.records.transfer == before.transfer)
    case .background:
      try #require(screen.place == .passcode)
      await screen.passcodeEntered()
      try #require(screen.place == .transfer && screen.transfer == bank.records.transfer)
    }
  }

  private var sender: String { bank.records.transfer.senderName }

  private func shows(_ text: String) -> Bool { screen.text.contains(text) }

  private func has(_ button: AcceptScreen.Button) -> Bool { screen.buttons.contains(button) }
}
