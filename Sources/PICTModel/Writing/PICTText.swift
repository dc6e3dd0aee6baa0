import Combinatorics
import Text

extension PICTSuite {
  /// Returns the suite in PICT's text format: a line of names and a line for each row, separated by tabs.
  package func text(of model: PICTModel) -> String {
    var text = model.hasByteOrderMark ? "\u{FEFF}" : ""
    text += model.parameters.map(\.name).joined(separator: "\t") + "\n"
    let prefix = String(model.options.negativePrefix)
    forEachNamedRow(of: model) { row in
      for (place, value) in row.enumerated() {
        if place > 0 { text += "\t" }
        if value.isNegative { text += prefix }
        text += value.name
      }
      text += "\n"
    }
    return text
  }

  /// Returns the suite in PICT's JSON format: an array of rows, each an array of keys and values, without the negative prefix.
  package func json(of model: PICTModel) -> String {
    var text = model.hasByteOrderMark ? "\u{FEFF}" : ""
    text += "[\n"
    let names = model.parameters.map { JSONValue.escaped($0.name) }
    var isFirst = true
    forEachNamedRow(of: model) { row in
      if !isFirst { text += ",\n" }
      isFirst = false
      text += "  [\n"
      for (place, value) in row.enumerated() {
        if place > 0 { text += ",\n" }
        text += """
              {
                "key": "\(names[place])",
                "value": "\(JSONValue.escaped(value.name))"
              }
          """
      }
      text += "\n  ]"
    }
    return text + (rows.isEmpty ? "" : "\n") + "]\n"
  }

  /// Calls `body` with the value names of each row; a value with several names uses them in turn.
  private func forEachNamedRow(
    of model: PICTModel,
    _ body: ([(name: String, isNegative: Bool)]) -> Void
  ) {
    var turns = model.parameters.map { Array(repeating: 0, count: $0.values.count) }
    for row in rows {
      body(
        row.enumerated().map { parameter, value in
          guard let value else { return ("?", false) }
          let chosen = model.parameters[parameter].values[value]
          let turn = turns[parameter][value]
          turns[parameter][value] = (turn + 1) % chosen.names.count
          return (chosen.names[turn], chosen.isNegative)
        }
      )
    }
  }
}

extension PICTSuite {
  package func statistics(seconds: Int) -> String {
    let minutes = seconds / 60 % 60
    let rest = seconds % 60
    return """
      Combinations:   \(combinations.map(String.init) ?? "unknown")
      Generated tests:\(rows.count)
      Generation time:\(seconds / 3_600):\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)

      """
  }
}

extension PICTCoverage {
  /// Returns a line with the numbers, then one line for each missing combination.
  package func text(of model: PICTModel) -> String {
    // Rounded down, so that only complete coverage is reported as 100 %.
    let permille = possible == 0 ? 1_000 : Int(Double(covered) / Double(possible) * 1_000)
    var text =
      "\(permille / 10).\(permille % 10) % of \(possible) combinations covered, \(missingCount) missing; "
      + "\(counted(rowCount, "row")), \(invalidCount) of them invalid\n"
    for tuple in missing {
      let values = tuple.named(model).map { "\($0): \($1)" }
      text += values.joined(separator: ", ") + "\n"
    }
    if missingCount > missing.count { text += "and \(missingCount - missing.count) more\n" }
    return text
  }

  package func json(of model: PICTModel) -> String {
    let list = missing.map { "    \($0.json(of: model))" }.joined(separator: ",\n")
    return """
      {
        "possible": \(possible),
        "covered": \(covered),
        "rows": \(rowCount),
        "invalidRows": \(invalidCount),
        "missing": \(missing.isEmpty ? "[]" : "[\n\(list)\n  ]")
      }

      """
  }
}

extension ValueTuple {
  /// Returns a JSON object of values by parameter name.
  func json(of model: PICTModel) -> String {
    let members = named(model).map { name, value in
      "\"\(JSONValue.escaped(name))\": \"\(JSONValue.escaped(value))\""
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

extension PICTImpossibilities {
  /// Returns one line for each combination with the lines of the model that forbid it: `A: 1, B: 2 — line 14`.
  package func text(of model: PICTModel) -> String {
    var text =
      count == 1
      ? "1 combination is impossible though each of its values can occur\n"
      : "\(count) combinations are impossible though each of their values can occur\n"
    for combination in listed {
      let values = combination.tuple.named(model).map { "\($0): \($1)" }.joined(separator: ", ")
      text += "\(values) — \(reason(combination, model))\n"
    }
    if count > listed.count { text += "and \(count - listed.count) more\n" }
    return text
  }

  /// Returns a JSON object with the number of combinations and a list of their values and the lines of the model that forbid them.
  package func json(of model: PICTModel) -> String {
    let combinations = listed.map { combination in
      let lines = combination.constraints.map { constraints in
        "[" + model.lines(of: constraints).map(String.init).joined(separator: ", ") + "]"
      }
      return """
            {
              "values": \(combination.tuple.json(of: model)),
              "lines": \(lines ?? "null")
            }
        """
    }
    let list = combinations.isEmpty ? "[]" : "[\n\(combinations.joined(separator: ",\n"))\n  ]"
    return "{\n  \"count\": \(count),\n  \"impossible\": \(list)\n}\n"
  }

  private func reason(_ combination: Combination, _ model: PICTModel) -> String {
    guard let constraints = combination.constraints else {
      return "the reason takes too much to find"
    }
    let lines = model.lines(of: constraints)
    return (lines.count == 1 ? "line " : "lines ") + lines.map(String.init).joined(separator: ", ")
  }
}
