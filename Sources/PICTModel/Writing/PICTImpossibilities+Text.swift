import Combinatorics

extension PICTImpossibilities {
  /// The combinations, a line each, with the lines of the model that forbid them: `A: 1, B: 2 — line 14`.
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

  /// The same in JSON: an object with the number, and a list of values by parameter and lines of the model.
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
