import Diagnostics
import Specification
import TestDesign
import Text

/// A list below the totals of a report on a suite.
private struct MeasureSection {
  var title: String
  var items: [String]
  /// The number of items, including those not listed.
  var count: Int
  var isMistake = false

  init(_ title: String, _ items: [String], of count: Int? = nil, isMistake: Bool = false) {
    self.title = title
    self.items = items
    self.count = count ?? items.count
    self.isMistake = isMistake
  }
}

extension MeasureReport {
  /// Returns the report for the terminal, with at most `limit` entries of each list, or all for `nil`.
  package func text(columns: Int, limit: Int? = 10, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    text.heading(
      say.labelled(
        say(
          "\(counted(rowCount, "row")) against \(specification.id)",
          "\(specification.id)の網羅状況（\(rowCount)行）"
        ),
        verdict
      )
    )
    text.pairs(totals)
    for section in sections(limit: limit) {
      text.heading(section.title + say(":", "："), section.isMistake ? .error : .strong)
      for item in section.items { text.item(item) }
      let left = section.count - section.items.count
      if left > 0 { text.item(more(left) + (limit == nil ? "" : say(" (--all)", "（--all）"))) }
    }
    if measure.isComplete { text.heading(nothingMissing, .good) }
    return text.text
  }

  /// Returns the report as Markdown, such as for a comment on a pull request.
  package func markdown(limit: Int? = 10) -> String {
    let head = say.labelled(
      specification.id,
      say.list([say(counted(rowCount, "row"), "\(rowCount)行"), verdict])
    )
    var text = "### \(MarkdownText.line(head))\n\n| | |\n| --- | --- |\n"
    for (name, value) in totals {
      text += "| \(MarkdownText.line(name)) | \(MarkdownText.line(value)) |\n"
    }
    for section in sections(limit: limit) {
      text += "\n**\(MarkdownText.line(section.title))** (\(section.count))\n\n"
      for item in section.items { text += "- \(MarkdownText.line(item))\n" }
      let left = section.count - section.items.count
      if left > 0 { text += "- \(more(left))\n" }
    }
    return measure.isComplete ? text + "\n\(nothingMissing)\n" : text
  }

  private var nothingMissing: String {
    let depth = measure.depth.rawValue
    return say("Nothing is missing at depth \(depth).")
  }

  private func more(_ count: Int) -> String { say("… and \(count) more") }

  private func reference(_ rule: Rule) -> String {
    say(rule.referenceInText, say.reference(to: rule))
  }

  /// Returns the lists that are not empty.
  private func sections(limit: Int?) -> [MeasureSection] {
    func section<Entry>(
      _ title: Phrase,
      _ entries: [Entry],
      of count: Int? = nil,
      isMistake: Bool = false,
      _ show: (Entry) -> String
    ) -> MeasureSection {
      MeasureSection(
        say(title),
        entries.prefix(limit ?? entries.count).map(show),
        of: count ?? entries.count,
        isMistake: isMistake
      )
    }
    func tuples(
      _ title: Phrase,
      _ tuples: SuiteMeasure.Tuples,
      at depth: Depth,
      _ show: (SuiteMeasure.Missing) -> String
    ) -> MeasureSection {
      let count = measure.depth < depth ? 0 : tuples.possible - tuples.covered
      return section("\(say(title)), most useful first", tuples.missing, of: count, show)
    }
    return [
      section("not understood", suite.problems, isMistake: true) { words(for: $0) },
      section(
        "rows that cannot happen, and cover nothing",
        measure.impossible,
        isMistake: true
      ) { impossible in
        say.labelled(
          name(ofRow: impossible.row),
          words(for: impossible.values) + say(" never come together", "は同時に成り立たない")
            + reasons(impossible.conflict)
        )
      },
      section(
        "rows that contradict the spec",
        different.filter { !$0.results.isEmpty },
        isMistake: true
      ) { words(for: $0) },
      section(
        "rows that the spec does not decide",
        different.filter(\.results.isEmpty),
        isMistake: true
      ) { words(for: $0) },
      section("rules that decide no row by themselves", measure.rules.missing) { number in
        let rule = specification.rules[number]
        let condition = Wording(specification).condition(of: rule.when)
        return say.labelled(reference(rule), condition)
      },
      section("rules that win over others in no row", measure.overrides.missing) { pair in
        let (winner, beaten) = (specification.rules[pair.winner], specification.rules[pair.beaten])
        return say(
          "\(winner.referenceInText) over \(beaten.referenceInText)",
          "\(say.reference(to: winner))：\(say.reference(to: beaten))に優先"
        )
      },
      section("conditions that no row shows to make a difference", measure.conditions.missing) {
        target in
        "\(reference(specification.rules[target.rule])) \(target.words(specification))"
      },
      section("questions that no row meets", measure.questions.missing) { id in
        "\(id) \(analysis.findings.first { $0.id == id }?.message ?? "")"
      },
      section("cases of the spec that no row is", measure.includes.missing) { number in
        let include = specification.coverage.include[number]
        let line = include.span.start.line
        return say("line \(line): ", "\(line)行目：")
          + include.row.terms.map(words(for:)).joined(separator: ", ")
          + (include.because.map { " (\(VisibleText.line($0)))" } ?? "")
      },
      tuples("missing of what makes a difference", measure.relevant, at: .relevant) {
        words(for: settings(ofRelevant: $0))
      },
      tuples("missing \(tuplesInWords)", measure.all, at: .all) { words(for: settings(ofAny: $0)) },
      MeasureSection(
        say("rows that add nothing to those before them"),
        idle.isEmpty
          ? []
          : [
            limit == nil
              ? idle.map(name(ofRow:)).joined(separator: ", ") : places(idle)
          ]
      ),
    ].filter { $0.count > 0 }
  }

  /// The coverage by depth, such as `every rule, 80 % of what matters, 61 % of all pairs`.
  var verdict: String {
    let decided = measure.rules.all - measure.rules.missing.count
    func part(_ tuples: SuiteMeasure.Tuples, of all: String, complete: String) -> String {
      let share = percent(tuples.covered, tuples.possible)
      return tuples.isComplete ? complete : say("\(share) of \(all)")
    }
    let count = measure.rules.all
    let pairs = say("all \(tuplesInWords)")
    return say.list([
      count == 0
        ? say("no rules")
        : measure.rules.missing.isEmpty
          ? say("every rule")
          : say("\(decided) of \(counted(count, "rule"))", "ルール\(count)件のうち\(decided)件"),
      part(measure.relevant, of: say("what matters"), complete: say("all that matters")),
      part(measure.all, of: pairs, complete: pairs),
    ])
  }

  private func percent(_ met: Int, _ all: Int) -> String {
    CombinationCount(String(met)).share(of: CombinationCount(String(all)))
  }

  private var totals: [(String, String)] {
    func share(_ met: Int, _ all: Int, _ word: String) -> String {
      say(
        "\(met) of \(all) \(word) (\(percent(met, all)))",
        "\(all)件のうち\(met)件（\(percent(met, all))）"
      )
    }
    func share<Thing>(_ things: SuiteMeasure.Share<Thing>, _ word: String) -> String {
      share(things.all - things.missing.count, things.all, word)
    }
    /// Returns the line for a share, or nothing if there is nothing to cover.
    func optional<Thing>(
      _ name: Phrase,
      _ things: SuiteMeasure.Share<Thing>,
      _ word: String
    ) -> [(String, String)] {
      things.all > 0 ? [(say(name), share(things, word))] : []
    }
    let (relevant, all) = (measure.relevant, measure.all)
    let matters = "combinations that make a difference"
    let rules = share(measure.rules, "decide some row by themselves")
    let pairs = say("all \(tuplesInWords)")
    return [(say("suite"), path), (say("rules", "単独で結果を決めるルール"), rules)]
      + optional("exceptions", measure.overrides, "win over the other rule in some row")
      + optional("conditions", measure.conditions, "make the difference in some row")
      + optional("questions", measure.questions, "met")
      + optional("cases of the spec", measure.includes, "there") + [
        (say("what matters"), share(relevant.covered, relevant.possible, matters)),
        (pairs, share(all.covered, all.possible, "in some row")),
      ]
  }

  /// Returns the statements that rule out a row, with their lines.
  private func reasons(_ conflict: Conflict) -> String {
    let places = conflict.places.map { place in
      let line = place.span.start.line
      return say.remark(place.message, say("line \(line)"))
    }
    let reasons = (places + conflict.notes).map(VisibleText.line)
    return reasons.isEmpty ? "" : say(": ", "：") + reasons.joined(separator: say("; ", "；"))
  }
}

extension MeasureReport {
  package var json: String {
    let document = JSONValue.of([
      "version": 1, "spec": specification.path, "id": specification.id, "suite": path,
      "rows": rowCount, "complete": measure.isComplete, "depth": measure.depth.rawValue,
      "strength": measure.strength,
      "rules": json(measure.rules) { number in
        let rule = specification.rules[number]
        return rule.house == nil ? rule.id : ReportText(language: .english).reference(to: rule)
      },
      "exceptions": json(measure.overrides) { pair in
        "\(specification.rules[pair.winner].id) over \(specification.rules[pair.beaten].id)"
      },
      "conditions": json(measure.conditions) { target in
        "\(specification.rules[target.rule].id) \(target.words(specification))"
      },
      "questions": json(measure.questions) { $0 },
      "includes": json(measure.includes) {
        "line \(specification.coverage.include[$0].span.start.line)"
      },
      "relevant": json(measure.relevant, settings(ofRelevant:)),
      "all": json(measure.all, settings(ofAny:)), "impossible": measure.impossible.map(json),
      "different": different.map(json), "idle": idle.map(line(ofRow:)),
      "problems": suite.problems.map(json),
    ])
    return document.text(spreading: 2)
  }

  /// Returns the number of a row in the file, from 1.
  private func line(ofRow row: Int) -> Int { suite.rows[row].place + 1 }

  private func json(
    _ tuples: SuiteMeasure.Tuples,
    _ settings: (SuiteMeasure.Missing) -> [(factor: String, id: String)]
  ) -> JSONValue {
    let missing = tuples.missing.map { missing in
      JSONValue.object(settings(missing).map { .init($0.factor, .string($0.id)) })
    }
    return .of(["possible": tuples.possible, "covered": tuples.covered, "missing": missing])
  }

  private func json<Thing>(
    _ share: SuiteMeasure.Share<Thing>,
    _ name: (Thing) -> String
  ) -> JSONValue {
    .of(["all": share.all, "missing": share.missing.map(name)])
  }

  private func json(_ impossible: SuiteMeasure.Impossible) -> JSONValue {
    let values = impossible.values.map { factor, value in
      JSONValue.Member(
        name(ofFactor: factor),
        value == nil ? .null : .string(id(ofValue: value, of: factor))
      )
    }
    return .of([
      "row": line(ofRow: impossible.row), "values": JSONValue.object(values),
      "lines": impossible.conflict.places.map(\.span.start.line),
      "notes": impossible.conflict.notes,
    ])
  }

  private func json(_ row: DifferentRow) -> JSONValue {
    .of([
      "row": line(ofRow: row.row), "expected": suite.rows[row.row].expected, "spec": row.results,
      "questions": row.questions,
    ])
  }

  private func json(_ problem: ImportedSuite.Problem) -> JSONValue {
    let content: JSONValue =
      switch problem {
      case .column(let heading, _): ["column": .string(heading)]
      case .missing(let factor): ["factor": .string(name(ofFactor: factor))]
      case .value(let text, let factor, let rows, _):
        .of(["factor": name(ofFactor: factor), "text": text, "rows": rows.map(line(ofRow:))])
      case .sentence(let text, let rows): .of(["text": text, "rows": rows.map(line(ofRow:))])
      }
    return .of(["…": content, "message": words(for: problem)])
  }
}
