import Combinatorics

extension PICTCoverage {
  /// A line with the numbers, and the missing combinations, a line each.
  package func text(of model: PICTModel) -> String {
    // Rounded down, so that only what is complete is called so.
    let permille = possible == 0 ? 1_000 : Int(Double(covered) / Double(possible) * 1_000)
    var text =
      "\(permille / 10).\(permille % 10) % of \(possible) combinations covered, \(missingCount) missing; "
      + "\(rowCount) rows, \(invalidCount) of them invalid\n"
    for tuple in missing {
      let values = tuple.named(model).map { "\($0): \($1)" }
      text += values.joined(separator: ", ") + "\n"
    }
    if missingCount > missing.count { text += "and \(missingCount - missing.count) more\n" }
    return text
  }

  /// The same in JSON.
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
  /// The names of the parameters and of their values.
  func named(_ model: PICTModel) -> [(name: String, value: String)] {
    zip(factors, values).map { parameter, value in
      (model.parameters[parameter].name, model.parameters[parameter].values[value].name)
    }
  }

  /// An object of values by name of the parameter.
  func json(of model: PICTModel) -> String {
    let members = named(model).map { name, value in
      "\"\(JSONText.escaped(name))\": \"\(JSONText.escaped(value))\""
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}
