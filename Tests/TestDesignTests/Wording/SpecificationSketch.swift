import Diagnostics
import Specification

@testable import Specification
@testable import TestDesign

/// Builds a `Specification` in few words, for tests of what is said about it.
struct SpecificationSketch {
  var language = Language.japanese
  var factors: [Factor] = []
  var operations: [Operation] = []
  var rules: [Rule] = []

  static let nowhere = SourceSpan.fileStart

  static func line(_ line: Int) -> SourceSpan {
    SourceSpan(
      start: SourcePosition(line: line, column: 1),
      end: SourcePosition(line: line, column: 2)
    )
  }

  /// Adds a factor whose values are written `id` or `id=label`.
  mutating func factor(
    _ name: String,
    _ label: String? = nil,
    _ values: [String],
    kind: Factor.Kind = .state,
    isYesNo: Bool = false,
    onlyWhen: (factor: Int, values: [Int])? = nil
  ) {
    factors.append(
      Factor(
        name: name,
        kind: kind,
        label: label ?? name,
        values: values.map(Self.value),
        usual: 0,
        isYesNo: isYesNo,
        onlyWhen: onlyWhen.map { Self.condition([[literal($0.factor, $0.values)]]) },
        note: nil,
        span: Self.nowhere
      )
    )
  }

  mutating func operation(
    _ id: String,
    _ label: String? = nil,
    variants: [String] = [],
    entry: CatalogueEntry? = nil
  ) {
    operations.append(
      Operation(
        id: id,
        label: label ?? entry?.label(language) ?? id,
        hasOwnLabel: label != nil || entry != nil,
        variants: variants.map(Self.value),
        hasParts: false,
        catalogueEntry: entry,
        onlyWhen: nil,
        note: nil,
        span: Self.nowhere
      )
    )
  }

  mutating func rule(
    _ id: String,
    line: Int = 1,
    _ alternatives: [[NamedCube.Literal]],
    then results: [String] = [],
    question: String? = nil,
    house: HouseOrigin? = nil
  ) {
    rules.append(
      Rule(
        id: id,
        hasOwnID: true,
        span: Self.line(line),
        path: [],
        when: Self.condition(alternatives),
        outcome: question.map {
          .question(.init(text: $0, options: [], ask: nil, until: nil, span: Self.nowhere))
        } ?? .then(results.map { .init(text: $0, span: Self.nowhere) }),
        source: nil,
        priority: nil,
        house: house
      )
    )
  }

  var specification: Specification {
    Specification(
      path: "specs/post.yaml",
      id: "POST",
      feature: "feature",
      featureSpan: Self.nowhere,
      language: language,
      owner: nil,
      sources: [],
      traits: [],
      factors: factors,
      operations: operations,
      operationsSpan: Self.nowhere,
      dismissed: [],
      impossible: [],
      rules: rules,
      precedence: [],
      questions: [],
      coverage: Coverage()
    )
  }

  var wording: Wording { Wording(specification) }

  static func condition(_ alternatives: [[NamedCube.Literal]]) -> Condition {
    Condition(
      alternatives: alternatives.map { literals in
        Conjunction(
          terms: literals.map {
            Term(
              factor: $0.factor,
              values: $0.values,
              isAny: $0.allowsNotApplicable,
              span: nowhere
            )
          }
        )
      },
      span: nowhere
    )
  }

  /// A value written `id` or `id=label`, an invalid one with `!` in front; numbers stand on a line.
  private static func value(_ text: String) -> FactorValue {
    let parts = text.drop { $0 == "!" }.split(separator: "=", maxSplits: 1).map(String.init)
    return FactorValue(
      id: parts[0],
      label: parts.last ?? "",
      hasOwnLabel: parts.count == 2,
      isInvalid: text.hasPrefix("!"),
      number: Int(parts[0]),
      span: nowhere
    )
  }
}

/// A literal of a cube.
func literal(_ factor: Int, _ values: [Int], orNone: Bool = false) -> NamedCube.Literal {
  NamedCube.Literal(factor: factor, values: values, allowsNotApplicable: orNone)
}
