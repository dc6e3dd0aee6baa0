extension AcceptScreen {
  /// The screen as text: what a view would draw.
  var text: String {
    lines.map { $0 + "\n" }.joined()
  }

  private var lines: [String] {
    switch place {
    case .list: ["Incoming transfers"]
    case .identityCheck: ["Identity check"]
    case .signIn: ["Sign in"]
    case .passcode: ["Enter your passcode"]
    case .success(let balance): ["Done", "Your balance: \(balance.text)"] + actions
    case .transfer: ["Accept money"] + details + (message.map { [$0] } ?? []) + actions
    }
  }

  private var details: [String] {
    guard let transfer else { return [] }
    let name = SenderName(transfer.senderName)
    let image = transfer.hasSenderImage ? "(image)" : "(\(name.initials))"
    return name.lines.enumerated().map { line, text in
      line == 0 ? "\(image) \(text)" : "        \(text)"
    } + (transfer.canBeShown ? [transfer.amount.text] : [])
  }

  private var actions: [String] {
    buttons.map { "[\($0.rawValue)]" }
  }
}

/// How the name of a sender is set.
struct SenderName {
  /// How many characters stand on a line of the narrowest phone.
  static let width = 24

  let name: String

  init(_ name: String) {
    self.name = name
  }

  /// One line where it fits, else two, cut with an ellipsis.
  var lines: [String] {
    guard name.count > Self.width else { return [name] }
    let first = String(name.prefix(Self.width))
    let rest = name.dropFirst(Self.width)
    guard rest.count > Self.width else { return [first, String(rest)] }
    return [first, rest.prefix(Self.width - 1) + "…"]
  }

  var initials: String {
    name.split(separator: " ").prefix(2).map { $0.prefix(1) }.joined()
  }
}
