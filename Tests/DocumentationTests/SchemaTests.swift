import Diagnostics
import Foundation
import TestSupport
import Testing
import YAMLSyntax

@testable import SpecMatrixCLI

/// The JSON Schema matches the decoder: it accepts what the decoder reads and refuses malformed specs.
@Suite struct SchemaTests {
  /// A file, and if the schema must accept it (`nil`: either).
  private struct Sample {
    let name: String
    let value: Any
    let mustHold: Bool?
  }

  /// The mistakes of form; the others concern names and numbers, which a schema cannot check.
  private static let ofForm: Set<String> = [
    "unknown-key", "missing-key", "conflicting-keys", "wrong-type", "unsupported-version",
    "invalid-id", "invalid-value", "empty-text", "empty-list", "empty-condition", "reserved-name",
  ]
  /// Mistakes inside a text, which a pattern may or may not match.
  private static let ofText: Set<String> = [
    "duplicate-key", "invalid-range", "invalid-day", "unreadable-condition",
  ]
  /// Mistakes that depend on declarations elsewhere in the file or in the catalogue.
  private static let notOfForm: Set<String> = [
    "becomes-at-the-end", "becomes-beyond-the-range", "becomes-invalid-value",
    "start-beyond-the-range", "start-invalid-value",
    "becomes-step-of-decimals", "becomes-step-of-no-range",
    "becomes-sum-of-decimals", "becomes-where-it-does-not-apply",
    "compare-and-one-more", "compare-date-and-number", "compare-date-and-time",
    "compare-euros-and-days", "compare-times-past-midnight",
    "compare-no-number", "compare-ring", "compare-second-partner", "compare-working-days",
    "during-beside-how", "during-of-what-befalls-nothing", "how-of-part", "sample-of-part",
    "condition-interval-of-texts", "condition-interval-without-numbers", "factor-is-nothing",
    "factor-is-nothing-near-name", "factor-is-prompt-without-values", "operation-part-called-any",
    "operation-part-invalid", "planned-feature-with-rules", "planned-feature-with-states",
    "usual-empty-where-invalid", "usual-invalid", "usual-invalid-number", "usual-is-a-word",
    "usual-no-day", "usual-out-of-range", "usual-with-unit", "value-called-any-in-map",
  ]
  /// Mistakes that a schema could detect and ours does not: sizes of maps and lists, forms of labels, placeholder texts, and where `until`
  /// may stand.
  private static let beyondOurForm: Set<String> = [
    "cases-when-is-list-of-maps", "factor-is-date-range", "factor-is-japanese-list",
    "factor-is-a-type", "factor-is-list-of-ids", "factor-is-lone-word", "factor-is-number",
    "factor-is-open-range", "factor-is-range", "factor-is-range-with-unit",
    "factor-is-text-in-data", "factor-is-truth", "factor-is-list-with-slashes",
    "factor-is-yes-or-no", "precedence-one-name", "precedence-only-others",
    "rule-then-list-until", "rule-then-until",
    "tree-two-factors", "tree-two-factors-below",
    "tree-two-factors-in-item",
  ]
  /// Values in the place of a factor, with no values below.
  private static let misshapenTrees: Set<String> = [
    "factor-in-place-of-operation", "factor-in-place-of-value", "rules-values-without-factor",
    "selector-factor",
    "tree-key-is-part", "tree-key-is-variant-beside-factor",
    "tree-key-is-operation", "tree-key-is-part-with-tree", "tree-key-is-variant",
    "tree-operation-as-factor", "tree-unknown-rule-key-alone",
  ]

  @Test(arguments: [
    ("schema", "Documentation/schema/specmatrix.schema.json"),
    ("schema --settings", "Documentation/schema/settings.schema.json"),
    ("schema --review", "Documentation/schema/review.schema.json"),
  ])
  func theCommittedSchemaIsTheOneThatIsPrinted(command: String, path: String) throws {
    let run = try Checkout().run("specmatrix \(command)")
    #expect(run.status == .success)
    if ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1" {
      try Repository.write(run.output, to: path)
    }
    #expect(try Repository.text(path) == run.output, "SPECMATRIX_RECORD=1 records it")
  }

  @Test func everySampleNamesTheSchema() throws {
    for name in try Repository.names(in: "specs", endingIn: ".yaml") {
      let first = try Repository.text("specs/\(name)").prefix { $0 != "\n" }
      #expect(
        first
          == "# yaml-language-server: $schema=../Documentation/schema/specmatrix.schema.json"
      )
    }
  }

  @Test func aSpecHoldsWhereItsFormIsRight() throws {
    let checker = try SchemaChecker(json: Checkout().run("specmatrix schema").output)
    let samples = try Self.samples()
    #expect(samples.count { $0.mustHold == true } > 80)
    #expect(samples.count { $0.mustHold == false } > 200)
    for sample in samples {
      guard let mustHold = sample.mustHold else { continue }
      #expect(try checker.accepts(sample.value) == mustHold, "\(sample.name)")
    }
  }

  @Test func settingsHoldWhereTheirFormIsRight() throws {
    let checker = try SchemaChecker(json: Checkout().run("specmatrix schema --settings").output)
    let settings = """
      severities: {unconsidered-operation: warning, vague-expectation: off}
      language: ja
      depth: relevant
      strength: 3
      traits: [mobile, has_timer]
      output: build/cases
      packs: [company.yaml, ../house.yaml]
      estimate: {normal: 3, invalid-input: 2, failure: 8, interruption: 5}
      columns: [assignee, due]
      devices: [iPhone 15, Pixel 8]
      ticket_url: https://tracker.example/browse/{id}
      """
    #expect(try checker.accepts(Self.value(settings)))
    #expect(try checker.accepts(Self.value("{}")))
    for text in [
      "severites: {}", "strength: 7", "depth: most", "language: jp", "severities: {vague: off}",
      "traits: mobile",
      "catalogue: [kitchen.yaml]", "packs: company.yaml",
      "estimate: {normal: many}", "estimate: {failure: 8}", "columns: [duo]", "devices: Pixel",
      "ticket_url: https://tracker.example/",
    ] {
      #expect(try !checker.accepts(Self.value(text)), "\(text)")
    }
  }

  @Test func theDataOfTheReviewPageHasItsForm() throws {
    let checkout = try Checkout()
    try checkout.write("specmatrix: 1\nid: BROKEN\noperations: [x\n", to: "specs/broken.yaml")
    try checkout.write(
      "specmatrix: 1\nid: LATER\nfeature: Later\n",
      to: "specs/later.yaml"
    )
    let checker = try SchemaChecker(json: checkout.run("specmatrix schema --review").output)
    let run = checkout.run("specmatrix review specs --format json")
    let data = try #require(Self.value(run.output) as? [String: Any])
    let specs = try #require(data["specs"] as? [[String: Any]])
    #expect(Set(specs.map { $0["state"] as? String }) == ["ready", "broken", "planned"])
    #expect(try checker.accepts(data))
    for spec in specs {
      var damaged = data
      damaged["specs"] = [spec.filter { $0.key != "state" }]
      #expect(try !checker.accepts(damaged))
    }
  }

  /// The same with an independent validator, which also checks the schemas against the standard.
  @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
  func pythonSaysTheSame() throws {
    let samples = try Self.samples().filter { $0.mustHold != nil }
    let checkout = try Checkout()
    let input: [String: Any] = [
      "schemas": [
        checkout.run("specmatrix schema").output,
        checkout.run("specmatrix schema --settings").output,
        checkout.run("specmatrix schema --review").output,
      ],
      "samples": samples.map { Self.plain($0.value) },
    ]
    let data = try JSONSerialization.data(withJSONObject: input)
    let program = """
      import sys, json
      from jsonschema import Draft202012Validator as Validator
      given = json.load(open(sys.argv[1], encoding="utf-8"))
      schemas = [json.loads(text) for text in given["schemas"]]
      for schema in schemas: Validator.check_schema(schema)
      validator = Validator(schemas[0])
      print(json.dumps([validator.is_valid(sample) for sample in given["samples"]]))
      """
    let output = try Python.withFile(String(decoding: data, as: UTF8.self)) {
      try Python.run(program, [$0])
    }
    let verdicts = try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [Bool]
    )
    try #require(verdicts.count == samples.count)
    for (sample, verdict) in zip(samples, verdicts) {
      #expect(verdict == sample.mustHold, "\(sample.name)")
    }
  }

  // MARK: Samples

  /// Returns the specs of the repository, the examples of the pages, and the recorded bad specs with their mistakes.
  private static func samples() throws -> [Sample] {
    var samples: [Sample] = []
    for name in try Repository.names(in: "specs", endingIn: ".yaml") {
      let text = try Repository.text("specs/\(name)")
      samples.append(Sample(name: name, value: try value(text), mustHold: true))
    }
    for example in Fence.ofAllPages where example.isWholeSpec {
      samples.append(Sample(name: example.place, value: try value(example.text), mustHold: true))
    }
    let folder = "Tests/SpecificationTests/BadSpecs"
    for name in try Repository.names(in: folder, endingIn: ".yaml") {
      guard let value = try? value(try Repository.text("\(folder)/\(name)")) else { continue }
      let stem = String(name.dropLast(5))
      let messages = try Repository.text("\(folder)/\(stem).txt")
      let codes = Set(messages.matches(of: /error\[([a-z0-9-]+)\]/).map { String($0.output.1) })
      samples.append(Sample(name: name, value: value, mustHold: verdict(on: stem, codes)))
    }
    return samples
  }

  /// True if a schema must accept a spec with these mistakes; `nil` for either.
  private static func verdict(on stem: String, _ codes: Set<String>) -> Bool? {
    if misshapenTrees.contains(stem) { return false }
    if !codes.isDisjoint(with: ofForm), !notOfForm.contains(stem), !beyondOurForm.contains(stem) {
      return false
    }
    return codes.isDisjoint(with: ofText) ? true : nil
  }

  private struct Unreadable: Error {}

  private static func value(_ text: String) throws -> Any {
    guard let tree = parseYAML(SourceFile(path: "sample.yaml", text: text)).value else {
      throw Unreadable()
    }
    return value(tree)
  }

  /// Returns a tree as JSON values, with the decoder's typing rules.
  private static func value(_ node: SyntaxNode) -> Any {
    switch node.content {
    case .sequence(let items): return items.map { value($0) }
    case .mapping(let entries):
      return Dictionary(entries.map { ($0.key, value($0.value)) }) { first, _ in first }
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: return NSNull()
      case .bool(let value): return SchemaChecker.Truth(value: value)
      case .int(let value): return Double(value)
      case .float: return Double(scalar.text) ?? 0.5
      case .text: return scalar.text
      }
    }
  }

  private static func plain(_ value: Any) -> Any {
    switch value {
    case let truth as SchemaChecker.Truth: truth.value
    case let list as [Any]: list.map(plain)
    case let map as [String: Any]: map.mapValues(plain)
    case let number as Double where number == number.rounded() && abs(number) < 1e15: Int(number)
    case let number as Double where !number.isFinite: 0.5
    default: value
    }
  }
}
