import Diagnostics
import TestDesign

extension Finding {
  /// The finding as a message with the given help.
  func headline(help: [String] = []) -> Diagnostic {
    Diagnostic(
      code: code.rawValue,
      severity: severity,
      message: message,
      span: span,
      help: help,
      related: related
    )
  }

  /// The finding as a message with all that helps to answer it.
  ///
  /// `counts` says how large the space is that it speaks of a part of, `cases` are the ids of the generated cases that meet it.
  func explained(of counts: Analysis.Counts, cases: [String]) -> Diagnostic {
    var lines: [String] = []
    if let combinations {
      let part = CombinationCount(combinations).readable
      let whole = CombinationCount(counts.combinations)
      lines.append("\(id): \(part) of \(whole.readable) combination\(whole.isOne ? "" : "s")")
    } else if isQuestion {
      lines.append(id)
    }
    if let ask { lines.append("ask \(ask)") }
    if let nearest = question?.nearestRule { lines.append("nearest rule: \(nearest)") }
    if let suggestion = question?.suggestion, !suggestion.isEmpty {
      lines.append("all neighbours agree on: \(suggestion.joined(separator: "; "))")
    }
    if let followUp = question?.followUp { lines.append("often asked here: \(followUp)") }
    lines += help
    if !cases.isEmpty { lines.append("met by \(Self.list(cases, limit: 6))") }
    if let stub { lines.append("to answer, add to `expectations`:\n\(stub)") }
    return headline(help: lines)
  }

  /// The first few names, and how many more there are.
  private static func list(_ names: [String], limit: Int) -> String {
    guard names.count > limit else { return names.joined(separator: ", ") }
    return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
  }
}
