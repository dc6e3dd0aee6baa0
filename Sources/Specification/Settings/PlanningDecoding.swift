import Diagnostics
import Text
import YAMLSyntax

extension SettingsDecoder {
  func planning(_ fields: Fields<Key>) -> Planning {
    var planning = Planning()
    if let node = fields[.estimate] { planning.estimate = estimate(node) }
    planning.columns = columns(fields)
    planning.devices = devices(fields)
    planning.tickets = tickets(fields)
    return planning
  }

  /// Kinds without an estimate take as long as a normal case.
  private func estimate(_ node: SyntaxNode) -> [CaseKind: Int] {
    guard let fields = read.fields(of: node, CaseKind.self, subject: "`estimate`"),
      let usual = fields.required(.normal)
    else { return [:] }
    func minutes(_ kind: CaseKind, _ node: SyntaxNode) -> Int? {
      read.integer(node, "the minutes of `\(kind.rawValue)`", in: 1...10_000)
    }
    let normal = minutes(.normal, usual)
    return CaseKind.allCases.reduce(into: [:]) { all, kind in
      let own = kind == .normal ? nil : fields[kind]
      all[kind] = own.map { minutes(kind, $0) } ?? normal
    }
  }

  private func columns(_ fields: Fields<Key>) -> [Planning.Column] {
    guard let node = fields[.columns], let items = read.list(node, fields.name(.columns))
    else { return [] }
    return read.words(items, "column", Planning.Column.self).map(\.word)
  }

  /// Device names become headings and are compared as such.
  private func devices(_ fields: Fields<Key>) -> [String] {
    let written = names(.devices, of: fields, "a device")
    var seen: Set<String> = []
    for name in written where !seen.insert(name.text.asName).inserted {
      read.report(.duplicateName, "the device `\(name.text)` is listed twice", at: name.span)
    }
    let help = ["run the others in a round of their own: `specmatrix generate --round NAME`"]
    return read.limited(written, to: 6, "a round", "devices", help: help, at: \.span).map(\.text)
  }

  private func tickets(_ fields: Fields<Key>) -> TicketPages? {
    guard let node = fields[.ticketURL], let url = read.name(node, fields.name(.ticketURL)) else {
      return nil
    }
    if url.isWebAddress, url.contains("{id}") { return TicketPages(url: url) }
    return read.reject(
      .invalidValue,
      "`ticket_url` must be a web address with `{id}` in it, not `\(url)`",
      at: node.span,
      help: [
        "`{id}` stands for the id of a ticket: `ticket_url: https://tracker.example/browse/{id}`"
      ]
    )
  }
}
