import Combinatorics
import Diagnostics
import PICTModel
import Testing

/// Suites of random models, checked against all allowed rows.
@Suite struct RandomModelTests {
  @Test(arguments: 0..<60)
  func suitesContainAllThatIsAllowed(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = 3 + random.below(3)
    let text = Self.text(count, &random)
    let test = PICTCase(text)
    let model = try #require(test.model, "\(text)\n\(test.headlines)")
    let order = 1 + random.below(3)
    let checked = try cover(model, strength: .number(order), seed: UInt64(seed))
    let allowed = PICTCase.allowed(model)
    let positive = allowed.filter { !Self.isNegative($0, model) }
    guard !positive.isEmpty else {
      #expect(checked.value == nil)
      return
    }
    let rows = try #require(checked.value).rows.map { $0.compactMap { $0 } }
    #expect(Set(rows).isSubset(of: Set(allowed)), "\(text)")
    let good = rows.filter { !Self.isNegative($0, model) }
    #expect(rows.prefix(good.count) == good[...])
    #expect(Self.tuples(good, order) == Self.tuples(positive, order), "\(text)")
    #expect(Self.tuples(rows, order) == Self.tuples(allowed, order), "\(text)")
    let negative = Self.tuples(allowed, order).filter { Self.isNegative($0, model) }
    #expect(
      checked.value?.combinations == Self.tuples(positive, order).count + negative.count,
      "\(text)"
    )
  }

  @Test(arguments: 0..<30)
  func subModelsAreCoveredAtTheirOrder(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1_000 + seed))
    let constraints = Self.text(5, &random).split(separator: "\n").map(String.init)
    let (inner, order) = (2 + random.below(2), 1 + random.below(2))
    let list = (0..<inner).map { "P\($0)" }.joined(separator: ", ")
    let overlap = seed % 3 == 0 ? ["{ P1, P4 } @ 1"] : []
    let lines =
      constraints.prefix(5) + ["{ \(list) } @ \(order)"] + overlap + constraints.dropFirst(5)
    let text = lines.joined(separator: "\n")
    let model = try #require(PICTCase(text).model, "\(text)")
    let checked = try cover(model)
    let allowed = PICTCase.allowed(model)
    guard allowed.contains(where: { !Self.isNegative($0, model) }) else { return }
    let rows = try #require(checked.value).rows.map { $0.compactMap { $0 } }
    #expect(Set(rows).isSubset(of: Set(allowed)))
    let part = { (rows: [[Int]]) in rows.map { Array($0.prefix(inner)) } }
    #expect(Self.tuples(part(rows), order) == Self.tuples(part(allowed), order), "\(text)")
    let across = { (rows: [[Int]]) in
      Self.tuples(rows, 2).filter { tuple in
        let factors = tuple.indices.filter { tuple[$0] >= 0 }
        return !factors.allSatisfy { $0 < inner } && !(overlap != [] && factors == [1, 4])
      }
    }
    #expect(across(rows) == across(allowed), "\(text)")
  }

  @Test(arguments: 0..<60)
  func coverageAsksForWhatCoverWrites(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(2_000 + seed))
    let count = 4 + random.below(2)
    let lines = Self.text(count, &random).split(separator: "\n").map(String.init)
    // The parameters of each block as a bit mask, and its order.
    var blocks = [(0b11, 1 + random.below(2))]
    switch seed % 3 {
    case 0: blocks[0] = (0b111, 1 + random.below(3))
    case 1: blocks.append((seed % 2 == 0 ? 0b110 : 0b1100, 1 + random.below(2)))
    default: break
    }
    let submodels = blocks.map { mask, order in
      let names = (0..<count).filter { mask >> $0 & 1 == 1 }.map { "P\($0)" }
      return "{ \(names.joined(separator: ", ")) } @ \(order)"
    }
    let text = (lines.prefix(count) + submodels + lines.dropFirst(count)).joined(separator: "\n")
    let model = try #require(PICTCase(text).model, "\(text)")
    let inSubmodel = blocks.reduce(0) { $0 | $1.0 }
    let outside = (0..<count).map { 1 << $0 }.filter { inSubmodel & $0 == 0 }
    let parts = (blocks + outside.map { ($0, 1) }).map { mask, order in
      (0...mask).filter { $0 & mask == $0 && $0.nonzeroBitCount == order }
    }
    let order = 1 + random.below(min(3, parts.count))
    var masks = Set(parts.prefix(blocks.count).joined())
    for chosen in 0..<(1 << parts.count) where chosen.nonzeroBitCount == order {
      var unions = [0]
      for block in parts.indices where chosen >> block & 1 == 1 {
        unions = unions.flatMap { union in parts[block].map { union | $0 } }
      }
      masks.formUnion(unions)
    }
    let counted = { (rows: [[Int]]) in
      Self.tuples(rows.filter { !Self.isNegative($0, model) }, masks)
        .union(Self.tuples(rows, masks).filter { Self.isNegative($0, model) })
    }
    let checked = try cover(model, strength: .number(order), seed: UInt64(seed))
    let asked = counted(PICTCase.allowed(model))
    guard let suite = checked.value else { return }
    #expect(suite.combinations == asked.count, "\(text)")
    var kept = suite
    while true {
      let written = SourceFile(path: "rows", text: kept.text(of: model))
      let seeds = readPICTSeeds(written, for: model).value ?? []
      let found = try #require(coverage(of: seeds, in: model, strength: .number(order)).value)
      let rows = kept.rows.map { $0.compactMap { $0 } }
      #expect(found.possible == asked.count, "\(text)")
      #expect(found.covered == counted(rows).count, "\(text)")
      #expect(Set(found.missing).count == found.missingCount, "\(text)")
      guard kept == suite, rows.count > 1 else { return }
      #expect(found.missingCount == 0, "\(text)")
      kept.rows.removeLast(1 + random.below(rows.count - 1))
    }
  }

  @Test func whatIsTooLargeToCountIsALimit() throws {
    let text = (0..<9).map { "P\($0): 1, 2" }.joined(separator: "\n")
    let model = try #require(PICTCase(text).model)
    #expect(throws: LimitExceeded.self) { try coverage(of: [], in: model, strength: .maximum) }
  }

  /// Returns a model of small parameters with some constraints.
  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = ""
    var sizes: [Int] = []
    let hasNegatives = random.below(2) == 0
    for number in 0..<count {
      sizes.append(1 + random.below(4))
      let values = (0..<sizes[number]).map { value in
        (hasNegatives && value > 0 && random.below(4) == 0 ? "~" : "") + "\(value)"
      }
      text += "P\(number): " + values.joined(separator: ", ") + "\n"
    }
    let relations = ["=", "<>", "<", ">", "<=", ">="]
    func term() -> String {
      let first = random.below(count)
      let second = random.below(count)
      let relation = relations[random.below(relations.count)]
      return first == second || random.below(3) > 0
        ? "[P\(first)] \(relation) \(random.below(4))"
        : "[P\(first)] \(relation) [P\(second)]"
    }
    for _ in 0..<random.below(4) {
      switch random.below(3) {
      case 0: text += "IF \(term()) AND \(term()) THEN \(term());\n"
      case 1:
        text += "IF \(term()) THEN \(term()) OR \(term()) ELSE NOT (\(term()) AND \(term()));\n"
      default: text += "(\(term()) OR \(term()) OR NOT \(term()));\n"
      }
    }
    return text
  }

  private static func isNegative(_ row: [Int], _ model: PICTModel) -> Bool {
    zip(model.parameters, row).contains { $1 >= 0 && $0.values[$1].isNegative }
  }

  /// Returns the tuples of `order` values in rows; −1 for a parameter that a tuple does not name.
  private static func tuples(_ rows: [[Int]], _ order: Int) -> Set<[Int]> {
    self.tuples(rows, (0..<(1 << (rows.first?.count ?? 0))).filter { $0.nonzeroBitCount == order })
  }

  /// Returns the tuples of the parameters selected by each mask.
  private static func tuples(_ rows: [[Int]], _ masks: some Sequence<Int>) -> Set<[Int]> {
    var tuples: Set<[Int]> = []
    for mask in masks {
      for row in rows {
        tuples.insert(row.indices.map { mask >> $0 & 1 == 1 ? row[$0] : -1 })
      }
    }
    return tuples
  }
}
