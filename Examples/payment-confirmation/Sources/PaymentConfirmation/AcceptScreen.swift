/// The screen on which somebody accepts money: what it shows, and what its buttons do.
@MainActor
final class AcceptScreen {
  /// What is in front of the user.
  enum Place: Hashable, Sendable {
    case list, transfer, identityCheck, signIn, passcode
    case success(balance: Money)
  }

  enum Button: String, CaseIterable, Sendable {
    case accept = "Accept"
    case decline = "Decline"
    case confirmDecline = "Send the money back"
    case askAgain = "Ask for it again"
    case receipt = "Receipt"
  }

  private(set) var place = Place.list
  private(set) var transfer: Transfer?
  private(set) var message: String?
  private(set) var buttons: [Button] = []

  private let service: any TransferService
  private var isAccepting = false

  init(_ service: any TransferService) {
    self.service = service
    service.observe { [weak self] transfer in self?.changedElsewhere(transfer) }
  }

  // MARK: Coming and going

  /// From the list or a notification.
  func open(_ id: Transfer.ID) async {
    do throws(TransferFailure) {
      let transfer = try await service.transfer(id)
      self.transfer = transfer
      place = .transfer
      if transfer.canBeShown {
        show(nil, [.accept, .decline])
      } else {
        show("This transfer cannot be shown", [])
      }
    } catch {
      show(error)
    }
  }

  func back() {
    place = .list
    transfer = nil
  }

  func returnFromBackground() {
    place = .passcode
  }

  func passcodeEntered() async {
    await reopen()
  }

  func signedIn() async {
    await reopen()
  }

  func identityCheckFinished() async {
    await reopen()
  }

  /// Asks the server for what is shown.
  func reopen() async {
    if let transfer { await open(transfer.id) }
  }

  // MARK: Accepting and declining

  func accept() async {
    guard let transfer, !isAccepting else { return }
    isAccepting = true
    defer { isAccepting = false }
    do throws(TransferFailure) {
      let balance = try await service.accept(transfer.id)
      place = .success(balance: balance)
      show(nil, [.receipt])
    } catch {
      show(error)
    }
  }

  /// After a time-out: whether the money has come meanwhile.
  func checkTransfer() async {
    guard let transfer else { return }
    do throws(TransferFailure) {
      if let balance = try await service.creditedBalance(transfer.id) {
        place = .success(balance: balance)
        show(nil, [.receipt])
      } else {
        show(nil, [.accept, .decline])
      }
    } catch {
      show(error)
    }
  }

  /// Asks for confirmation.
  func decline() async {
    guard let transfer else { return }
    do throws(TransferFailure) {
      switch try await service.transfer(transfer.id).state {
      case .waiting: show("Send the money back?", [.confirmDecline])
      case .expired: show(.expired)
      case .taken: show(.taken)
      }
    } catch {
      show(error)
    }
  }

  func confirmDecline() async {
    guard let transfer, buttons.contains(.confirmDecline) else { return }
    do throws(TransferFailure) {
      try await service.decline(transfer.id)
      back()
    } catch {
      show(error)
    }
  }

  // MARK: What is shown

  private func changedElsewhere(_ changed: Transfer) {
    guard place == .transfer, changed.id == transfer?.id else { return }
    transfer = changed
    if changed.state == .taken { show("Accepted on another device", []) }
  }

  private func show(_ message: String?, _ buttons: [Button]) {
    self.message = message
    self.buttons = buttons
  }

  private func show(_ failure: TransferFailure) {
    switch failure {
    case .offline: show("You are offline", [.accept, .decline])
    case .timeout: show("Checking your transfer", [])
    case .server: show("Something went wrong on our side", [.accept, .decline])
    case .signedOut: place = .signIn
    case .expired: show("This transfer has expired", [.askAgain])
    case .taken: show("You have already accepted this", [.receipt])
    case .identityRequired: place = .identityCheck
    case .identityInReview: show("Your identity is still being checked", [])
    case .aboveLimit: show("Your wallet is full", [.decline])
    case .notAcceptable: show("This transfer cannot be accepted", [])
    case .refused(let reason): show("Your bank refused the transfer: \(reason)", [.decline])
    case .pending: show("Your bank has not answered yet", [])
    }
  }
}
