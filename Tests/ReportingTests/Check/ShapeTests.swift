import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import YAMLSyntax

/// The same spec in two shapes gives the same JSON except for locations.
///
/// Ids derived from the text stay the same if operations and conditions have the same words. The exception is lists of conditions, whose
/// common part a tree may write once.
struct ShapeTests {
  @Test(arguments: 0..<4)
  func `two shapes give the same JSON`(part: Int) throws {
    var compared = 0
    for seed in stride(from: part, to: Seeds.share(100), by: 4) {
      for hasPack in [false, true] {
        var spec = RandomSpec.make(seed: UInt64(seed), hasPack: hasPack).withNamedAlternatives
        let one = try json(spec)
        spec.styleSeed &+= 1
        let other = try json(spec)
        let isSame = one == other
        let difference = zip(one, other).first { $0 != $1 }
        #expect(
          isSame,
          "seed \(seed)\(hasPack ? " with a pack" : ""): \(difference.map { "\($0)" } ?? "")"
        )
        compared += 1
      }
    }
    #expect(compared > 0)
  }

  /// Returns the lines of a check's JSON without locations.
  private func json(_ spec: AbstractSpec) throws -> [String] {
    var catalogue = Catalogue.standard
    if let text = spec.packYAML(keepsIDs: true) {
      let tree = try #require(parseYAML(SourceFile(path: "house.yaml", text: text)).value)
      catalogue = try #require(catalogue.adding(tree, path: "house.yaml").value)
    }
    let file = SourceFile(path: "specs/a.yaml", text: spec.yaml(keepsIDs: true))
    let tree = try #require(parseYAML(file).value)
    let decoded = decodeSpecification(tree, path: file.path, catalogue: catalogue)
    let specification = try #require(decoded.value, "\(decoded.diagnostics)")
    let analysed = try analyse(specification, today: try #require(CalendarDate("2026-11-21")))
    let check =
      if let value = analysed.value {
        SpecCheck(
          source: file,
          outcome: .analysed(specification, value.analysis),
          diagnostics: decoded.diagnostics + analysed.diagnostics
        )
      } else {
        SpecCheck(source: file, outcome: .invalid, diagnostics: analysed.diagnostics)
      }
    return CheckReport(specs: [check]).json.split(separator: "\n").map { line in
      let line = String(line)
      guard ["ine\": ", "olumn\": ", "house.yaml:", "(line ", "行目）"].contains(where: line.holds)
      else { return line }
      return line.replacing(/"(line|column|endLine|endColumn)": [0-9]+/, with: "")
        .replacing(/house\.yaml:[0-9]+|\(line [0-9]+\)|（[0-9]+行目）/, with: "")
    }
  }
}

extension AbstractSpec {
  /// The spec with a name for each rule that has several conditions.
  fileprivate var withNamedAlternatives: AbstractSpec {
    func named(_ rules: [AbstractRule]) -> [AbstractRule] {
      rules.map { rule in
        var rule = rule
        rule.isNamed = rule.isNamed || rule.when.alternatives.count > 1
        return rule
      }
    }
    var result = self
    result.rules = named(rules)
    result.pack?.rules = named(pack?.rules ?? [])
    return result
  }
}
