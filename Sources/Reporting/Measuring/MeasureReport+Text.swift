import Diagnostics
import Specification
import TestDesign

extension MeasureReport {
  /// The report for people.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - limit: The most entries of each list; `nil` for all.
  ///   - usesColor: Whether ANSI escape sequences colour the text.
  /// - Returns: Text that ends in a line break.
  package func text(columns: Int, limit: Int? = 10, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    func list<Entry>(_ entries: [Entry], of count: Int? = nil, _ show: (Entry) -> String) {
      for entry in entries.prefix(limit ?? entries.count) { text.item(show(entry)) }
      let left = (count ?? entries.count) - min(entries.count, limit ?? entries.count)
      if left > 0 { text.item("… and \(left) more" + (limit == nil ? "" : " (--all)")) }
    }
    text.heading("\(counted(measure.rows, "row")) against \(specification.id)")
    text.pairs(totals)
    if !suite.problems.isEmpty {
      text.heading("not understood:", .error)
      list(suite.problems) { words(for: $0) }
    }
    if !measure.impossible.isEmpty {
      text.heading("rows that cannot happen, and cover nothing:", .error)
      list(measure.impossible) { impossible in
        "\(name(ofRow: impossible.row)): \(words(for: impossible.values)) never come together"
          + reasons(impossible.conflict)
      }
    }
    for group in measure.groups where group.covered < group.possible {
      text.heading("missing \(name(of: group)), most useful first:")
      list(group.missing, of: group.possible - group.covered) { words(for: $0) }
    }
    if !measure.rules.missing.isEmpty {
      text.heading("rules that win in no row:")
      list(measure.rules.missing) { number in
        let rule = specification.expectations[number]
        let condition = Wording(specification).condition(of: rule.when)
        return "`\(rule.id)` (line \(rule.span.start.line)): \(condition)"
      }
    }
    if !measure.questions.missing.isEmpty {
      text.heading("questions that no row meets:")
      list(measure.questions.missing) { id in
        "\(id) \(analysis.findings.first { $0.id == id }?.message ?? "")"
      }
    }
    if !measure.includes.missing.isEmpty {
      text.heading("included cases that no row is:")
      list(measure.includes.missing) { number in
        let include = specification.coverage.include[number]
        return "line \(include.span.start.line): "
          + words(for: include.row.terms.map { ($0.factor, $0.values.first) })
      }
    }
    if !measure.idle.isEmpty {
      text.heading("rows that add nothing to those before them:")
      text.item(
        limit == nil
          ? measure.idle.map(name(ofRow:)).joined(separator: ", ") : places(measure.idle)
      )
    }
    if measure.isComplete { text.heading("Nothing is missing.", .good) }
    return text.text
  }

  private var totals: [(String, String)] {
    func share(_ met: Int, _ all: Int, _ word: String) -> String {
      let share = CombinationCount(String(met)).share(of: CombinationCount(String(all)))
      return "\(met) of \(all) \(word) (\(share))"
    }
    func share<Thing>(_ things: SuiteMeasure.Share<Thing>, _ word: String) -> String {
      share(things.all - things.missing.count, things.all, word)
    }
    var totals = [("suite", path)]
    totals += measure.groups.map { (name(of: $0), share($0.covered, $0.possible, "covered")) }
    totals.append(("rules", share(measure.rules, "win in some row")))
    if measure.questions.all > 0 { totals.append(("questions", share(measure.questions, "met"))) }
    if measure.includes.all > 0 {
      totals.append(("included cases", share(measure.includes, "there")))
    }
    return totals
  }

  /// The statements that exclude a row, by their lines.
  private func reasons(_ conflict: Conflict) -> String {
    let places = conflict.places.map { "\($0.message) (line \($0.span.start.line))" }
    let reasons = (places + conflict.notes).map(VisibleText.line)
    return reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
  }
}
