@testable import PaymentConfirmation

/// What a server knows.
struct BankRecords: Sendable {
  enum Identity: Sendable {
    case passed, inReview, notDone
  }

  var identity = Identity.passed
  /// True if the wallet has room for the transfer; those without an identity have no wallet.
  var hasRoom = true
  var transfer = Transfer(
    id: "T-1",
    senderName: "Bo",
    hasSenderImage: true,
    amount: Money(cents: 200),
    state: .waiting
  )
  var balance = Money(cents: 10_000)
}

/// The server in memory, which counts what it credits and sends back.
@MainActor
final class InMemoryBank: TransferService {
  var records: BankRecords
  var isSignedIn = true
  /// What the next attempt to accept meets.
  var nextFailure: TransferFailure?
  private(set) var credits = 0
  private(set) var notifications = 0
  private(set) var returns = 0
  private var observers: [@MainActor (Transfer) -> Void] = []

  /// A second transfer, which is of no interest.
  static let other = Transfer(
    id: "T-0",
    senderName: "Ann",
    hasSenderImage: true,
    amount: Money(cents: 1_000),
    state: .waiting
  )

  init(_ records: BankRecords) {
    self.records = records
  }

  func transfer(_ id: Transfer.ID) async throws(TransferFailure) -> Transfer {
    guard isSignedIn else { throw .signedOut }
    return id == records.transfer.id ? records.transfer : Self.other
  }

  func accept(_ id: Transfer.ID) async throws(TransferFailure) -> Money {
    guard isSignedIn else { throw .signedOut }
    if let failure = nextFailure {
      nextFailure = nil
      throw failure
    }
    if let refusal { throw refusal }
    // The bank takes its time; whoever asks twice meanwhile is credited twice.
    await Task.yield()
    credits += 1
    notifications += 1
    records.balance.cents += records.transfer.amount.cents
    records.transfer.state = .taken
    return records.balance
  }

  /// Why the transfer cannot be accepted; `nil` where it can.
  var refusal: TransferFailure? {
    switch records.transfer.state {
    case .expired: return .expired
    case .taken: return .taken
    case .waiting: break
    }
    switch records.identity {
    case .notDone: return .identityRequired
    case .inReview: return .identityInReview
    case .passed: break
    }
    guard records.hasRoom else { return .aboveLimit }
    return records.transfer.canBeShown ? nil : .notAcceptable
  }

  func decline(_ id: Transfer.ID) async throws(TransferFailure) {
    guard isSignedIn else { throw .signedOut }
    returns += 1
  }

  func creditedBalance(_ id: Transfer.ID) async throws(TransferFailure) -> Money? {
    records.transfer.state == .taken ? records.balance : nil
  }

  func observe(_ change: @escaping @MainActor (Transfer) -> Void) {
    observers.append(change)
  }

  /// Somebody accepts it on another device.
  func acceptElsewhere() {
    records.transfer.state = .taken
    for observer in observers { observer(records.transfer) }
  }
}
