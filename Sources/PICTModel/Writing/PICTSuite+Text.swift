extension PICTSuite {
  /// The suite as PICT writes it: a line of names, a line for each row, tabs between.
  package func text(of model: PICTModel) -> String {
    var text = model.hasByteOrderMark ? "\u{FEFF}" : ""
    text += model.parameters.map(\.name).joined(separator: "\t") + "\n"
    let prefix = String(model.options.negativePrefix)
    for row in named(model) {
      text += row.map { ($0.isNegative ? prefix : "") + $0.name }.joined(separator: "\t") + "\n"
    }
    return text
  }

  /// The suite as PICT writes it in JSON: an array of rows, each an array of names with values, negative ones without a mark.
  package func json(of model: PICTModel) -> String {
    var text = model.hasByteOrderMark ? "\u{FEFF}" : ""
    text += "[\n"
    let rows = named(model).map { row in
      let cells = zip(model.parameters, row).map { parameter, value in
        """
            {
              "key": "\(JSONText.escaped(parameter.name))",
              "value": "\(JSONText.escaped(value.name))"
            }
        """
      }
      return "  [\n" + cells.joined(separator: ",\n") + "\n  ]"
    }
    text += rows.map { $0 }.joined(separator: ",\n") + (rows.isEmpty ? "" : "\n")
    return text + "]\n"
  }

  /// The names that stand in the rows: those of a value with several take turns.
  private func named(_ model: PICTModel) -> [[(name: String, isNegative: Bool)]] {
    var turns = model.parameters.map { Array(repeating: 0, count: $0.values.count) }
    return rows.map { row in
      row.enumerated().map { parameter, value in
        guard let value else { return ("?", false) }
        let chosen = model.parameters[parameter].values[value]
        let turn = turns[parameter][value]
        turns[parameter][value] = (turn + 1) % chosen.names.count
        return (chosen.names[turn], chosen.isNegative)
      }
    }
  }
}
