/// Money in cents of a euro.
struct Money: Hashable, Sendable {
  var cents: Int

  init(cents: Int) {
    self.cents = cents
  }

  /// With two decimals and the currency.
  var text: String {
    let decimals = cents % 100
    return "\(cents / 100).\(decimals < 10 ? "0" : "")\(decimals) EUR"
  }
}

/// Money that somebody has sent.
struct Transfer: Hashable, Identifiable, Sendable {
  enum State: Hashable, Sendable {
    case waiting, expired, taken
  }

  var id: String
  var senderName: String
  var hasSenderImage: Bool
  var amount: Money
  var state: State

  init(
    id: String,
    senderName: String,
    hasSenderImage: Bool,
    amount: Money,
    state: State
  ) {
    self.id = id
    self.senderName = senderName
    self.hasSenderImage = hasSenderImage
    self.amount = amount
    self.state = state
  }

  /// True if it is an amount that people can send.
  var canBeShown: Bool { (100...1_000_000).contains(amount.cents) }
}

/// Why the server, the bank or the network does not do what it is asked for.
enum TransferFailure: Error, Hashable, Sendable {
  case offline, timeout
  case server(status: Int)
  case signedOut
  case expired, taken
  case identityRequired, identityInReview
  case aboveLimit, notAcceptable
  case refused(reason: String)
  case pending
}

/// The data layer of the screen.
@MainActor
protocol TransferService: AnyObject {
  func transfer(_ id: Transfer.ID) async throws(TransferFailure) -> Transfer
  /// Credits the money once per call, and gives the new balance.
  func accept(_ id: Transfer.ID) async throws(TransferFailure) -> Money
  func decline(_ id: Transfer.ID) async throws(TransferFailure)
  /// The new balance if the money was credited, after an answer that did not come.
  func creditedBalance(_ id: Transfer.ID) async throws(TransferFailure) -> Money?
  /// Tells when a transfer changes elsewhere.
  func observe(_ change: @escaping @MainActor (Transfer) -> Void)
}
