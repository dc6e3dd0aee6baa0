@testable import PaymentConfirmation

/// What the spec calls a setup, in the records of the server.
struct PAYWorld: PAY.World {
  var records = BankRecords()

  mutating func set(_ identity: PAY.Identity) {
    records.identity =
      switch identity {
      case .verified: .passed
      case .pending: .inReview
      case .unverified: .notDone
      }
  }

  mutating func set(_ transfer: PAY.Transfer) {
    records.transfer.state =
      switch transfer {
      case .waiting: .waiting
      case .expired: .expired
      case .taken: .taken
      }
  }

  mutating func set(_ limit: PAY.Limit?) {
    records.hasRoom =
      switch limit {
      case .below?, nil: true
      case .above?: false
      }
  }

  mutating func set(_ senderName: PAY.SenderName) {
    records.transfer.senderName =
      switch senderName {
      case .short: "Bo"
      case .long: "Wilhelmina Featherstone-"
      case .veryLong: String(repeating: "Maximiliana ", count: 10)
      }
  }

  mutating func set(_ senderImage: PAY.SenderImage) {
    records.transfer.hasSenderImage =
      switch senderImage {
      case .present: true
      case .missing: false
      }
  }

  mutating func set(_ amount: PAY.Amount) {
    records.transfer.amount = Money(cents: amount.number * 100)
  }
}
