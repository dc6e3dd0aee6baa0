import Diagnostics
import Specification
import Testing
import YAMLSyntax

@testable import TestCode
@testable import TestDesign
@testable import TestSupport

/// The stability of names in code under edits of the spec.
struct StableNameTests {
  /// An edited version of a spec, and its model.
  private struct Version {
    let model: CodeModel
    /// The number of combinations of each question.
    private let extents: [String: String]

    /// Creates a version, or `nil` for an invalid spec, such as one with a rule that never applies in a cycle of precedence.
    init?(_ spec: AbstractSpec) throws {
      guard let specification = ReadSpec(spec, keepsIDs: true).specification,
        let analysed = try analyse(specification, today: CodeSpecs.today).value
      else { return nil }
      extents = Dictionary(analysed.analysis.findings.map { ($0.id, $0.combinations ?? "") }) { $1 }
      model = try CodeSpecs.model(of: analysed)
    }

    /// Returns the names by what they denote, in ids; rules are identified by their former numbers.
    func names(
      in language: CodeLanguage,
      _ style: NameStyle,
      rules: [Int]
    ) -> [String: String] {
      let specification = model.specification
      let context = CodeContext(model, language, .functions, style)
      var names: [String: String] = [:]
      for (number, factor) in specification.factors.enumerated() {
        names["type \(factor.name)"] = context.names.types[number]
        names["property \(factor.name)"] = context.names.properties[number]
        for (value, name) in zip(factor.values, context.names.values[number]) {
          names["\(factor.name) \(value.id)"] = name
        }
      }
      for (operation, name) in zip(specification.caseOperations, context.names.operations) {
        names["operation \(operation.id)"] = name
      }
      // TypeScript names them by their ids.
      for (number, rule) in rules.enumerated() where language.spelling.constants != .text {
        names["rule \(number)"] = context.names.rules[rule]
      }
      guard case .list(let cases) = context.values(isDivided: false)["cases"] else { return names }
      for (entry, values) in zip(model.cases, cases) {
        guard case .text(let name)? = values["name"] else { continue }
        // It becomes another test once other rules decide, or once a question covers more.
        let deciding = entry.testCase.rules.map { number in
          rules.firstIndex(of: number).map { String($0) } ?? "new"
        }
        let decides = entry.outcomes.flatMap { _, outcome -> [String] in
          if let number = outcome.rule {
            return [rules.firstIndex(of: number).map { String($0) } ?? "new"]
          }
          return [outcome.text] + outcome.questions.map { extents[$0] ?? "" } + deciding
        }
        names["case \(entry.testCase.id) \(decides)"] = name
      }
      return names
    }
  }

  /// Returns an edit that renames nothing, with the new indices of the former rules, or `nil` if nothing can be edited.
  private static func edited(
    _ spec: AbstractSpec,
    _ random: inout SplitMix64
  ) -> (spec: AbstractSpec, rules: [Int])? {
    var edited = spec
    var rules = Array(spec.rules.indices)
    let factor = random.below(spec.factors.count)
    guard case .listed(var values) = spec.factors[factor].source else { return nil }
    switch random.below(5) {
    case 0: edited.factors[factor].label = "Another \(random.below(100)) label"
    case 1:
      values[random.below(values.count)].label = "A value of \(random.below(100)) words"
      edited.factors[factor].source = .listed(values)
    case 2:
      values.append(AbstractValue(id: "expired_again"))
      edited.factors[factor].source = .listed(values)
    case 3: edited.factors[factor].source = .listed(random.shuffled(values))
    default:
      guard !spec.rules.isEmpty else { return nil }
      let last = random.below(spec.rules.count)
      // At the end of its key.
      let place =
        (last..<spec.rules.count).first { spec.rules[$0].operations != spec.rules[last].operations }
        ?? spec.rules.count
      let value = random.pick(values)
      var rule = AbstractRule(
        id: "",
        operations: spec.rules[last].operations,
        when: AbstractCondition(.init(spec.factors[factor].name, ids: [value.id])),
        outcome: .then(["Something else is shown"])
      )
      rule.isNamed = false
      edited.rules.insert(rule, at: place)
      rules = rules.map { $0 < place ? $0 : $0 + 1 }
    }
    return (edited, rules)
  }

  private static let spellings: [(CodeLanguage, NameStyle)] = [
    (.swift, .raw), (.kotlin, .mangled), (.typescript, .raw), (.python, .raw),
  ]

  @Test func `edits of labels, and what is added, rename nothing else`() throws {
    var compared = 0
    for seed in 0..<Seeds.share(100) {
      var random = SplitMix64(seed: UInt64(seed))
      var spec = RandomSpec.make(seed: UInt64(seed), prefersParts: seed.isMultiple(of: 2))
      spec.precedence = []
      guard !spec.factors.isEmpty, let old = try Version(spec) else { continue }
      let own = Array(spec.rules.indices)
      let names = Self.spellings.map { old.names(in: $0, $1, rules: own) }
      for _ in 0..<4 {
        guard let (edited, rules) = Self.edited(spec, &random), let new = try Version(edited) else {
          continue
        }
        for ((language, style), before) in zip(Self.spellings, names) {
          let after = new.names(in: language, style, rules: rules)
          for (subject, name) in before.sorted(by: { $0.key < $1.key }) {
            guard let now = after[subject] else { continue }
            #expect(now == name, "seed \(seed), \(language): \(subject)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > Seeds.share(10_000))
  }
}
