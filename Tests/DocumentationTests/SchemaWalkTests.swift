import Foundation
import Reporting
import TestDesign
import Testing

@testable import Specification

/// The schemas list exactly the keys and words that the decoders know.
@Suite struct SchemaWalkTests {
  @Test func `the schema of a spec`() throws {
    let entries = Catalogue.standard.entries
    try expect(
      in: "specmatrix",
      [
        "": words(SpecificationDecoder.Key.self),
        "/properties/language": words(Language.self),
        "/properties/traits/anyOf/0/items/anyOf/0": Set(Catalogue.standard.traits),
        "/properties/operations/anyOf/1": Set(
          entries.filter { $0.kind == .operation }.map(\.id)
        ),
        "/properties/dismissed/anyOf/0": Set(entries.map(\.id)),
        "/properties/impossible/anyOf/0/items": words(ImpossibleKey.self),
        "/properties/questions/anyOf/0/items": words(QuestionKey.self),
        "/properties/cases/anyOf/0/items": words(CaseKey.self),
        "/$defs/factor/anyOf/3": words(FactorKey.self),
        "/$defs/operation/anyOf/2": words(OperationKey.self),
        "/$defs/kind": words(TextKind.self),
        "/$defs/value/anyOf/2": words(ValueKey.self),
        "/$defs/rule": words(RuleKey.self),
        "/$defs/order": words(OrderKey.self),
        "/$defs/rule/properties/priority": words(Rule.Priority.self),
      ]
    )
  }

  @Test func `the schema of settings`() throws {
    let codes = FindingCode.allCases.map(\.rawValue)
    var expected = [
      "/anyOf/0": words(SettingsDecoder.Key.self),
      "/anyOf/0/properties/severities": Set(codes),
      "/anyOf/0/properties/language": words(Language.self),
      "/anyOf/0/properties/depth": words(Depth.self),
      "/anyOf/0/properties/traits/items/anyOf/0": Set(Catalogue.standard.traits),
      "/anyOf/0/properties/estimate": words(CaseKind.self),
      "/anyOf/0/properties/columns/items": words(Planning.Column.self),
    ]
    for code in codes {
      expected["/anyOf/0/properties/severities/properties/\(code)"] = words(Settings.Level.self)
    }
    try expect(in: "settings", expected)
  }

  /// The page's data is tested elsewhere; its words come from the program's enumerations.
  @Test func `the schema of the review page`() throws {
    let known = try words(in: "review")
    #expect(known["/$defs/spec/properties/language"] == words(Language.self))
    #expect(known["/$defs/question/properties/code"] == words(FindingCode.self))
    #expect(known["/$defs/case/properties/depth"] == words(Depth.self))
  }

  /// Editors show the question of an entry beside its key.
  @Test(arguments: Catalogue.standard.entries)
  func `an entry of the catalogue is described`(entry: CatalogueEntry) throws {
    let text = try Repository.text("Documentation/schema/specmatrix.schema.json")
    let description = "\(entry.label(.english)): \(entry.question(.english))"
    let json = String(decoding: try JSONEncoder().encode([entry.id: description]), as: UTF8.self)
    let member = json.dropFirst().dropLast().replacing(":\"", with: ": {\"description\": \"")
      .replacing("\\/", with: "/")
    #expect(text.contains(member), "\(member)")
  }

  private func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> Set<String> {
    Set(Word.allCases.map(\.rawValue))
  }

  private func expect(in name: String, _ expected: [String: Set<String>]) throws {
    let found = try words(in: name)
    #expect(Set(found.keys) == Set(expected.keys))
    for (place, words) in expected { #expect(found[place] == words, "\(name)\(place)") }
  }

  /// Returns the keys and words of a schema by path.
  private func words(in name: String) throws -> [String: Set<String>] {
    let text = try Repository.text("Documentation/schema/\(name).schema.json")
    var found: [String: Set<String>] = [:]
    func walk(_ node: Any, _ place: String) {
      for (number, item) in (node as? [Any] ?? []).enumerated() { walk(item, "\(place)/\(number)") }
      guard let map = node as? [String: Any] else { return }
      if let words = map["enum"] as? [String] { found[place] = Set(words) }
      // A form that excludes keys lists each as `false`.
      let keys = map["properties"] as? [String: Any] ?? [:]
      if keys.values.contains(where: { !($0 is Bool) }) { found[place] = Set(keys.keys) }
      for (key, value) in map { walk(value, "\(place)/\(key)") }
    }
    walk(try JSONSerialization.jsonObject(with: Data(text.utf8)), "")
    return found
  }
}
