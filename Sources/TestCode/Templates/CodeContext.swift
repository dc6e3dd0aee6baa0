import Specification
import TestDesign
import Text

/// The values available to templates, with names in a language; `values` lists them all.
struct CodeContext {
  let model: CodeModel
  let names: CodeNames
  private let words: CodeWords
  let spelling: Spelling
  let style: CodeStyle
  /// The issue keys of the cases that Xray already has, by id.
  let xrayKeys: [String: String]

  init(
    _ model: CodeModel,
    _ language: CodeLanguage,
    _ style: CodeStyle,
    _ naming: NameStyle,
    xrayKeys: [String: String] = [:]
  ) {
    self.model = model
    self.style = style
    self.xrayKeys = xrayKeys
    spelling = language.spelling
    words = CodeWords(model.specification)
    names = CodeNames(model.specification, spelling, naming)
  }

  /// The names available to users' templates besides `first` and `last`, documented in `Documentation/code-languages.md`.
  static let documentedNames: WordList = """
    generated id space feature factors operations rules questions cases
    type property label optional values name note invalid number results text
    title fingerprint waits operation setup expected open
    factor applies value valueLabel part rule flows steps
    """

  /// The number of cases per function, as a function of the Java virtual machine is limited to 64 KB.
  private static let chunkSize = 50

  private var specification: Specification { model.specification }

  /// Returns the values; if the code is divided, each operation has a file of its own.
  func values(isDivided: Bool) -> TemplateValues {
    let cases = model.cases.enumerated().map(testCase)
    let flows = model.flows.map(flow)
    let factors = specification.declaredFactors.map(factor)
    let comparisons = specification.factors.indices.compactMap(comparison)
    let conditions = CodeConditions(specification, names, spelling)
    let parts = model.operations.filter(\.hasParts).flatMap(\.values)
    let module = model.space.lowercased()
    let words = module.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return [
      "generated": .text(model.generated), "id": .text(specification.id),
      "space": .text(model.space), "module": .text(module), "prefix": .text(words.joined()),
      "feature": .text(specification.feature),
      "english": .flag(specification.language == .english),
      "japanese": .flag(specification.language == .japanese),
      "functions": .flag(style == .functions), "outlined": .flag(style == .arguments),
      // Previews are in a target of the app, which cannot import Testing.
      "hasTests": .flag(style != .previews),
      "factors": .list(factors), "comparisons": .list(comparisons),
      "types": .list(factors + comparisons),
      "operations": .list(model.operations.indices.map(operation)),
      "hasParts": .flag(!parts.isEmpty), "parts": .list(parts.map(part)),
      "rules": .list(model.decidingRules.map(rule)),
      "refusals": .list(
        conditions.refusals.map { ["condition": .text($0.condition), "reason": .text($0.reason)] }
      ),
      "invalidities": .texts(conditions.invalidities),
      "canClash": .flag(conditions.invalidities.count > 1),
      "decisions": .list(decisions),
      "questions": .list(model.questions.map { ["id": .text($0.id), "text": .text($0.text)] }),
      "cases": .list(cases), "scope": .text(""),
      "flows": .list(flows),
      "flowSuite": .map(["cases": .list(flows), "chunks": chunks(of: flows, "OfFlows", 5)]),
      "isDivided": .flag(isDivided), "hasManyChunks": .flag(cases.count > Self.chunkSize),
      "divisions": .list(isDivided ? divisions(of: cases) : [["chunks": chunks(of: cases, "")]]),
      "outlines": .list(outlines(of: cases, factors)),
    ]
  }

  // MARK: Names

  private func factor(_ number: Int) -> TemplateValues {
    let factor = specification.factors[number]
    let values = factor.values.enumerated().map { place, value -> TemplateValues in
      let name = names.values[number][place]
      return [
        "id": .text(value.id), "name": .text(name), "label": .text(value.label),
        "code": .text(spelling.member(names.types[number], name)),
        "isRenamed": .flag(name != value.id), "note": .text(value.note ?? ""),
        "invalid": .flag(value.isInvalid), "number": .text(value.number.map(String.init) ?? ""),
      ]
    }
    let invalid = factor.values.indices.filter { factor.values[$0].isInvalid }
    // Only integers: decimal amounts are counted in units of their last digit, and nobody writes them like that.
    let isNumeric =
      factor.comparison == nil && factor.line?.scale.digits ?? 0 == 0
      && factor.values.allSatisfy { $0.number != nil }
    return [
      "id": .text(factor.name), "type": .text(names.types[number]),
      "property": .text(names.properties[number]), "label": .text(factor.label),
      "argument": .text(argument(names.properties[number])),
      "shown": .text("<\(factor.name)>"), "optional": .flag(factor.onlyWhen != nil),
      "values": .list(values), "isNumeric": .flag(isNumeric),
      "invalidValues": .list(invalid.map { values[$0] }),
      "isMixed": .flag(!invalid.isEmpty && invalid.count < values.count),
    ]
  }

  /// Returns a comparison of two factors: a factor derived from their values, each with its rank among the numbers of both.
  private func comparison(_ number: Int) -> TemplateValues? {
    guard let comparison = specification.factors[number].comparison else { return nil }
    let rights = specification.factors[comparison.right].values
    let valid = rights.indices.filter { rights[$0].number != nil && !rights[$0].isInvalid }
      .sorted { rights[$0].number ?? 0 < rights[$1].number ?? 0 }
    func side(_ factor: Int, _ ranks: [(value: Int, rank: Int)]) -> TemplateValue {
      let ranks = ranks.map { value, rank -> TemplateValues in
        ["code": .text(member(value, of: factor)), "rank": .text(String(rank))]
      }
      return .map(self.factor(factor).merging(["ranks": .list(ranks)]) { $1 })
    }
    // All numbers on the left between two adjacent ones on the right share one rank.
    let lefts = specification.factors[comparison.left].values.enumerated().compactMap {
      place,
      left in
      let relations = valid.compactMap { comparison.relation(left, rights[$0]) }
      let below = relations.count { $0 == .more }
      return relations.isEmpty
        ? nil : (value: place, rank: 2 * below + (relations.contains(.same) ? 1 : 0))
    }
    return factor(number).merging([
      "left": side(comparison.left, lefts),
      "right": side(comparison.right, valid.enumerated().map { ($1, 2 * $0 + 1) }),
    ]) { $1 }
  }

  private func operation(_ number: Int) -> TemplateValues {
    let operation = model.operations[number]
    let name = names.operations[number]
    return [
      "id": .text(operation.id), "name": .text(name), "isRenamed": .flag(name != operation.id),
      "code": .text(spelling.member("Operation", name)),
      "bareName": .text(name.filter { $0 != "`" }),
      "function": .text(names.operationFunctions[number]),
      "label": .text(model.labels[number]),
      "parts": .list(operation.hasParts ? operation.values.map(part) : []),
    ]
  }

  private func part(_ value: Int) -> TemplateValues {
    let part = model.operationValues[value]
    let operation = model.operations.firstIndex { $0.values.contains(value) } ?? 0
    let name = names.parts[value]
    return [
      "id": .text(part.id), "name": .text(name), "isRenamed": .flag(name != part.id),
      "code": .text(spelling.member("Part", name)), "function": .text(names.functions[value]),
      "label": .text("\(part.operationLabel): \(part.variantLabel ?? "")"),
      "operation": .text(names.operations[operation]),
    ]
  }

  private func rule(_ number: Int) -> TemplateValues {
    let id = specification.rules[number].id
    let name = names.rules[number]
    return [
      "id": .text(id), "name": .text(name), "isRenamed": .flag(name != id),
      "code": .text(spelling.member("Rule", name)), "results": .texts(model.results(of: number)),
    ]
  }

  // MARK: Decisions

  private var decisions: [TemplateValues] {
    model.operations.enumerated().flatMap { number, operation in
      operation.values.map { value in
        let name = operation.hasParts ? names.parts[value] : names.operations[number]
        return tree(model.decisions[value]).merging([
          "name": .text(name), "function": .text(names.functions[value]),
          "isPart": .flag(operation.hasParts),
        ]) { $1 }
      }
    }
  }

  /// Returns an `outcome`, or a `branch` with arms that are trees.
  private func tree(_ tree: DecisionTree) -> TemplateValues {
    switch tree {
    case .outcome(let outcome):
      return ["outcome": .map(self.outcome(outcome)), "branch": .list([])]
    case .branch(let number, let arms):
      let factor = specification.factors[number]
      let branch: TemplateValues = [
        "property": .text(names.properties[number]), "optional": .flag(factor.onlyWhen != nil),
        "arms": .list(
          arms.map { arm in
            let patterns = arm.values.map { value -> TemplateValues in
              let isValue = value < factor.values.count
              let code = isValue ? member(value, of: number) : spelling.none
              return ["code": .text(code), "applies": .flag(isValue)]
            }
            return self.tree(arm.tree).merging(["patterns": .list(patterns)]) { $1 }
          }
        ),
      ]
      return ["outcome": .list([]), "branch": .map(branch)]
    }
  }

  /// Returns an outcome of one of five kinds, with `texts` for the results, the ids of the questions, or the contradictory results.
  private func outcome(_ outcome: DecisionTree.Outcome) -> TemplateValues {
    let kind =
      switch outcome {
      case .expected(let rule, let results):
        results == model.results(of: rule) ? "says" : "expected"
      case .open: "open"
      case .contradictory: "contradictory"
      case .impossible: "impossible"
      }
    var value: TemplateValues = [
      "rule": .text(outcome.rule.map { spelling.member("Rule", names.rules[$0]) } ?? ""),
      "texts": .texts(outcome.results + outcome.questions + outcome.sides),
    ]
    for one in ["says", "expected", "open", "contradictory", "impossible"] {
      value[one] = .flag(one == kind)
    }
    return value
  }

  private func member(_ value: Int, of factor: Int) -> String {
    spelling.member(names.types[factor], names.values[factor][value])
  }

  // MARK: Cases

  private func argument(_ property: String) -> String {
    let bare = property.filter { $0 != "`" }
    guard let quoted = spelling.quotedLabels, spelling.keywords.contains(bare) else {
      return property
    }
    return quoted.contains(bare) ? property : bare
  }

  private func testCase(_ place: Int, _ entry: CodeModel.Case) -> TemplateValues {
    let id = entry.testCase.id
    let said = words.test(
      model.operations[entry.operation].id,
      entry.testCase.combination.values,
      decisive: entry.decisive
    )
    let function = id.replacing("-", with: "_")
    let name = names.test(said)
    return step(entry.step).merging([
      "id": .text(id), "title": .text(entry.testCase.title), "place": .text(String(place)),
      "heading": .text("\(id) \(entry.testCase.title)"),
      "function": .text(function), "name": .text("\(function)_\(name)"),
      // pytest escapes characters beyond ASCII.
      "words": .text(name.allSatisfy(\.isASCII) ? name : ""),
      "fingerprint": .text(entry.fingerprint), "waits": .flag(!entry.isDecided),
      "steps": .list(steps(entry.way)),
    ]) { $1 }
  }

  /// Returns an end-to-end case: its last operation with the steps before it.
  private func flow(_ flow: CodeModel.Flow) -> TemplateValues {
    let way = steps(flow.steps)
    return (way.last ?? [:]).merging([
      "id": .text(flow.id), "title": .text(flow.title),
      "heading": .text("\(flow.id) \(flow.title)"),
      "function": .text(flow.id.replacing("-", with: "_")), "words": .text(""),
      "waits": .flag(false), "steps": .list(way.dropLast()),
      "whole": .list(way),
      "fingerprint": .text(flow.fingerprint),
    ]) { $1 }
  }

  /// Returns consecutive steps, each with the settings that differ from the state after the previous step, or for the first step from the
  /// usual values.
  private func steps(_ steps: [CodeModel.Step]) -> [TemplateValues] {
    let moving = Set(specification.movingFactors)
    return steps.enumerated().map { place, step in
      let before = place > 0 ? steps[place - 1].values : specification.factors.map(\.usual)
      var values = self.step(step)
      guard case .list(let setup)? = values["setup"] else { return values }
      values["changed"] = .list(
        specification.declaredFactors.filter { factor in
          let isGiven = moving.contains(factor) ? place == 0 : step.values[factor] != before[factor]
          return isGiven && step.values[factor] != nil
        }.map { setup[$0] }
      )
      return values
    }
  }

  private func step(_ step: CodeModel.Step) -> TemplateValues {
    let factors = specification.factors
    func part(_ value: Int) -> TemplateValue {
      .text(names.parts[value].isEmpty ? "" : model.operationValues[value].id)
    }
    return [
      "operation": .map(operation(step.operation)),
      "setup": .list(
        specification.declaredFactors.map { number in
          let value = step.values[number]
          let label = value.map { factors[number].values[$0].label }
          return [
            "factor": .text(factors[number].name), "property": .text(names.properties[number]),
            "argument": .text(argument(names.properties[number])),
            "label": .text(factors[number].label), "applies": .flag(value != nil),
            "value": .text(value.map { factors[number].values[$0].id } ?? ""),
            "name": .text(value.map { names.values[number][$0] } ?? ""),
            "code": .text(value.map { member($0, of: number) } ?? spelling.none),
            "valueLabel": .text(label ?? ""), "shown": .text(label ?? "–"),
          ]
        }
      ),
      "expected": .list(
        step.outcomes.compactMap { value, outcome in
          outcome.rule.map { number in
            [
              "part": part(value), "rule": .text(specification.rules[number].id),
              "name": .text(names.rules[number]), "results": .texts(outcome.results),
            ]
          }
        }
      ),
      "open": .list(
        step.outcomes.flatMap { value, outcome in
          (outcome.questions.map { ($0, model.question($0)) } + outcome.sides.map { ("", $0) })
            .map { ["part": part(value), "id": .text($0), "text": .text($1)] }
        }
      ),
      "isOfParts": .flag(step.outcomes.contains { !names.parts[$0.operationValue].isEmpty }),
      "outcomes": .list(
        step.outcomes.map { value, outcome in
          let part = spelling.member("Part", names.parts[value])
          return self.outcome(outcome).merging(["part": .text(part)]) { $1 }
        }
      ),
    ]
  }

  /// Returns the operations with cases, for separate files in which the names of the spec have a different scope.
  private func divisions(of cases: [TemplateValues]) -> [TemplateValues] {
    model.operations.indices.compactMap { number in
      let own = zip(model.cases, cases).filter { $0.0.operation == number }.map(\.1)
      if own.isEmpty { return nil }
      return operation(number).merging([
        "cases": .list(own), "chunks": chunks(of: own, names.operationFunctions[number]),
        "scope": .text("\(model.space)."),
      ]) { $1 }
    }
  }

  private func chunks(
    of cases: [TemplateValues],
    _ name: String,
    _ size: Int = chunkSize
  ) -> TemplateValue {
    .list(
      stride(from: 0, to: cases.count, by: size).map { start in
        [
          "function": .text("cases\(name)\(start / size + 1)"),
          "cases": .list(Array(cases[start..<min(start + size, cases.count)])),
        ]
      }
    )
  }
}

extension TemplateValues {
  /// Returns the values with these names, at every level.
  func only(_ names: WordList) -> TemplateValues {
    filter { names.contains($0.key) }.mapValues { value in
      switch value {
      case .text, .flag: value
      case .list(let items): .list(items.map { $0.only(names) })
      case .map(let map): .map(map.only(names))
      }
    }
  }
}
