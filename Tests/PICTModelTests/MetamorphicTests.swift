import Combinatorics
import Diagnostics
import PICTModel
import Testing

/// Metamorphic relations of models.
///
/// A suite of strength t must contain every t-tuple that a row without negative values can contain, and no impossible one. The allowed rows
/// depend on the parameters' names, their sets of values and the conjunction of the constraints. So the tuples, as sets of
/// `parameter = value`, stay the same
///
/// * with the parameters, values or constraints in **another order**, as does the existence of a suite;
/// * with a constraint **repeated**, or with an implied one: `IF C THEN D` follows from `D`;
///
/// and **another parameter** of k unconstrained values turns every allowed row into k. Pairs of the others stay; each value that a row
/// without negative values can have gets k more pairs.
@Suite struct MetamorphicTests {
  /// A model in parts that can be reordered.
  private struct Text {
    var parameters: [(name: String, values: [String])]
    var constraints: [String]

    init(_ random: inout SplitMix64) {
      let hasNegatives = random.below(2) == 0
      let count = 3 + random.below(3)
      parameters = (0..<count).map { number in
        let values = (0..<(2 + random.below(3))).map { value in
          (hasNegatives && value > 0 && random.below(4) == 0 ? "~" : "") + "\(value)"
        }
        return ("P\(number)", values)
      }
      let relations = ["=", "<>", "<", ">", "<=", ">="]
      func term() -> String {
        let (one, other) = (random.below(count), random.below(count))
        let relation = relations[random.below(relations.count)]
        let isBetween = one != other && random.below(3) == 0
        return "[P\(one)] \(relation) " + (isBetween ? "[P\(other)]" : "\(random.below(4))")
      }
      constraints = (0..<(1 + random.below(3))).map { _ in
        random.below(2) == 0
          ? "IF \(term()) AND \(term()) THEN \(term())" : "(\(term()) OR NOT \(term()))"
      }
    }

    var text: String {
      parameters.map { "\($0.name): \($0.values.joined(separator: ", "))\n" }.joined()
        + constraints.map { $0 + ";\n" }.joined()
    }

    func reordered(_ random: inout SplitMix64) -> Text {
      var result = self
      result.parameters = Self.shuffled(parameters, &random).map { name, values in
        (name, Self.shuffled(values, &random))
      }
      result.constraints = Self.shuffled(constraints, &random)
      return result
    }

    private static func shuffled<Element>(
      _ elements: [Element],
      _ random: inout SplitMix64
    ) -> [Element] {
      var (rest, result) = (elements, [Element]())
      while !rest.isEmpty { result.append(rest.remove(at: random.below(rest.count))) }
      return result
    }

    /// Returns the model with an additional constraint that one of its constraints implies.
    func implied(_ random: inout SplitMix64) -> Text {
      var result = self
      let constraint = constraints[random.below(constraints.count)]
      let (name, values) = parameters[random.below(parameters.count)]
      let value = values[random.below(values.count)].drop { $0 == "~" }
      let isWhole = constraint.hasPrefix("IF") || random.below(3) == 0
      result.constraints.append(
        isWhole ? constraint : "IF [\(name)] = \(value) THEN \(constraint)"
      )
      return result
    }
  }

  /// The tuples of a suite, by name.
  private struct Held {
    /// Pairs in rows without negative values, and pairs in any row.
    var positive: Set<Set<String>> = []
    var all: Set<Set<String>> = []
    /// The cells of rows without negative values.
    var cells: Set<String> = []
    var negativeCells: Set<String> = []
    var combinations = 0

    /// Creates the tuples, or `nil` if the model has no suite.
    init?(_ text: Text) throws {
      let test = PICTCase(text.text)
      let model = try #require(test.model, "\(text.text)\n\(test.headlines)")
      guard let suite = try cover(model, strength: .number(2)).value else { return nil }
      combinations = try #require(suite.combinations)
      let allowed = Set(PICTCase.allowed(model))
      for row in suite.rows {
        let values = row.compactMap { $0 }
        #expect(allowed.contains(values), "\(text.text)")
        let cells = zip(model.parameters, values).map { parameter, value in
          "\(parameter.name)=\(parameter.values[value].name)"
        }
        let isNegative = zip(model.parameters, values).contains { $0.values[$1].isNegative }
        let pairs = cells.indices.flatMap { one in
          cells.indices.dropFirst(one + 1).map { Set([cells[one], cells[$0]]) }
        }
        all.formUnion(pairs)
        if !isNegative {
          positive.formUnion(pairs)
          self.cells.formUnion(cells)
        } else {
          for (place, cell) in cells.enumerated()
          where model.parameters[place].values[values[place]].isNegative {
            negativeCells.insert(cell)
          }
        }
      }
    }
  }

  @Test(arguments: 0..<60)
  func `another order and implied constraints change no tuple`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let text = Text(&random)
    let before = try Held(text)
    for changed in [text.reordered(&random), text.implied(&random)] {
      let after = try Held(changed)
      #expect(after?.positive == before?.positive, "\(text.text)\(changed.text)")
      #expect(after?.all == before?.all, "\(text.text)\(changed.text)")
      #expect(after?.combinations == before?.combinations, "\(text.text)\(changed.text)")
    }
  }

  @Test(arguments: 0..<60)
  func `a parameter more adds its own pairs alone`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1_000 + seed))
    let text = Text(&random)
    var changed = text
    let values = (0..<(2 + random.below(2))).map { "w\($0)" }
    let place = random.below(text.parameters.count + 1)
    changed.parameters.insert(("Weather", values), at: place)
    let (before, after) = (try Held(text), try Held(changed))
    guard let before, let after else {
      #expect((before == nil) == (after == nil), "\(text.text)")
      return
    }
    let own = Set(before.cells.flatMap { cell in values.map { Set([cell, "Weather=\($0)"]) } })
    #expect(after.positive == before.positive.union(own), "\(text.text)")
    let added = own.count + before.negativeCells.count * values.count
    #expect(after.combinations == before.combinations + added, "\(text.text)")
  }
}
