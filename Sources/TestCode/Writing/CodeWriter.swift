import Diagnostics
import Specification
import TestDesign

/// What a language says of a combination.
enum OutcomeWord {
  /// A rule, with what it always says.
  case says
  /// A rule, and what must be seen.
  case expected
  /// The ids of questions.
  case open
  /// What each side says.
  case contradictory
  case impossible
}

/// A spec written in a language: what all of them share, and how each spells it.
protocol CodeWriter {
  /// What the language makes of names.
  static var nameRules: NameRules { get }

  var model: CodeModel { get }
  var names: CodeNames { get }
  /// All that is written.
  var files: [CodeFile] { get }

  init(model: CodeModel, names: CodeNames, style: CodeStyle)

  // MARK: Spelling

  /// A text as a literal in one line.
  static func literal(_ text: String) -> String
  /// Expressions as a list.
  static func list(_ items: [String]) -> String
  /// A value of a factor, an operation, a part, a rule as an expression.
  func value(_ value: Int, of factor: Int) -> String
  func operation(_ number: Int) -> String
  func part(_ value: Int) -> String
  func rule(_ number: Int) -> String
  /// What stands for a factor that does not apply.
  static var notApplicable: String { get }
  /// An outcome as an expression.
  func outcome(_ word: OutcomeWord, _ arguments: [String]) -> String

  static var logic: LogicSpelling { get }
  /// Whether an expression has one of some values.
  func isOne(_ subject: String, of values: [String]) -> String
  func applies(_ property: String) -> String
  /// Whether the value of a factor must be rejected.
  func isInvalid(_ factor: Int) -> String

  /// What a function gives back.
  func result(_ expression: String) -> String
  /// How a case of a switch names a value of a factor; `nil` for *not applicable*.
  func pattern(_ value: Int?, of factor: Int) -> String
  /// A switch without `default`, so that the build breaks when the factor gets a value.
  func addSwitch(
    over subject: String,
    to code: inout CodeLines,
    _ arms: (inout CodeLines) -> Void
  )
  /// What is done for some values: a result at once, or what the body adds.
  func addArm(
    _ patterns: [String],
    result: String?,
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  )
}

/// How a language joins conditions.
struct LogicSpelling {
  var and = " && "
  var or = " || "
  var not = "!"
  var differ = " != "
  var yes = "true"
}

extension CodeWriter {
  /// The writer of a spec, or the names that collide.
  static func checked(
    _ model: CodeModel,
    _ style: CodeStyle,
    _ naming: NameStyle
  ) -> Checked<Self> {
    let names = CodeNames.checked(model.specification, nameRules, naming)
    return Checked(
      names.value.map { Self(model: model, names: $0, style: style) },
      diagnostics: names.diagnostics
    )
  }

  var specification: Specification { model.specification }
  /// The spec's id as a name.
  var space: String { specification.id.replacing("-", with: "_") }
  var hasParts: Bool { names.parts.contains { !$0.isEmpty } }
  /// The numbers in `Specification.operationValues` of what is looked at together with others.
  var parts: [Int] { names.parts.indices.filter { !names.parts[$0].isEmpty } }

  /// The rules that say what happens, be they met or not.
  var decidingRules: [Int] {
    specification.rules.indices.filter {
      if case .then = specification.rules[$0].outcome { true } else { false }
    }
  }

  /// What a rule says; nothing where it asks.
  func results(of rule: Int) -> [String] {
    if case .then(let results) = specification.rules[rule].outcome {
      results.map(\.text)
    } else {
      []
    }
  }

  func label(of operation: CaseOperation) -> String {
    let declared = specification.operations[operation.operation]
    guard !operation.hasParts,
      let variant = specification.operationValues[operation.value].variantLabel
    else { return declared.label }
    return "\(declared.label): \(variant)"
  }

  func label(ofPart value: Int) -> String {
    let part = specification.operationValues[value]
    return "\(part.operationLabel): \(part.variantLabel ?? "")"
  }

  static func literals(_ texts: [String]) -> String { list(texts.map(literal)) }

  /// A factor of the setup as an expression.
  func property(_ factor: Int) -> String { "setup.\(names.properties[factor])" }

  // MARK: Decisions

  /// A switch over one factor after the other.
  func add(_ tree: DecisionTree, to code: inout CodeLines) {
    switch tree {
    case .outcome(let outcome): code.add(result(text(of: outcome)))
    case .branch(let factor, let arms):
      addSwitch(over: property(factor), to: &code) { code in
        let count = specification.factors[factor].values.count
        for arm in arms {
          let patterns = arm.values.map { pattern($0 < count ? $0 : nil, of: factor) }
          var result: String?
          if case .outcome(let outcome) = arm.tree { result = self.result(text(of: outcome)) }
          addArm(patterns, result: result, to: &code) { add(arm.tree, to: &$0) }
        }
      }
    }
  }

  /// An outcome as an expression.
  func text(of outcome: DecisionTree.Outcome) -> String {
    switch outcome {
    case .expected(let number, let results):
      results == self.results(of: number)
        ? self.outcome(.says, [rule(number)])
        : self.outcome(.expected, [rule(number), Self.literals(results)])
    case .open(let ids): self.outcome(.open, [Self.literals(ids)])
    case .contradictory(let results):
      self.outcome(
        .contradictory,
        [Self.literals(results.map { $0.joined(separator: "; ") })]
      )
    case .impossible: self.outcome(.impossible, [])
    }
  }

  /// A condition as an expression.
  func text(_ condition: CodeCondition) -> String {
    let logic = Self.logic
    switch condition {
    case .always: return logic.yes
    case .value(let factor, let values):
      return isOne(property(factor), of: values.map { value($0, of: factor) })
    case .applies(let factor): return applies(property(factor))
    case .isInvalid(let factor): return isInvalid(factor)
    case .operation(let numbers): return isOne("operation", of: numbers.map(operation))
    case .part(let values): return isOne("part", of: values.map(part))
    case .all(let conditions):
      return conditions.map(inner).joined(separator: logic.and)
    case .any(let conditions):
      return conditions.map(inner).joined(separator: logic.or)
    case .not(let condition): return "\(logic.not)(\(text(condition)))"
    case .differ(let one, let other):
      return "(\(text(one)))\(logic.differ)(\(text(other)))"
    }
  }

  /// A condition within another.
  private func inner(_ condition: CodeCondition) -> String {
    switch condition {
    case .all, .any, .differ: "(\(text(condition)))"
    default: text(condition)
    }
  }

  // MARK: Cases

  /// By factor: what a setup calls it, and its value.
  func setup(_ entry: CodeModel.Case) -> [(property: String, value: String)] {
    specification.factors.indices.map { factor in
      let value = entry.testCase.combination.values[factor].map { self.value($0, of: factor) }
      return (names.properties[factor], value ?? Self.notApplicable)
    }
  }

  /// What is expected of a case, or of each of its parts.
  func expectation(
    _ entry: CodeModel.Case,
    parts: ([(part: String, outcome: String)]) -> String
  ) -> String {
    guard specification.caseOperations[entry.operation].hasParts else {
      return text(of: entry.outcomes.first?.outcome ?? .impossible)
    }
    return parts(entry.outcomes.map { (self.part($0.operationValue), text(of: $0.outcome)) })
  }

  /// The first lines of a file, which tell that it is ours.
  func addHead(to code: inout CodeLines, _ mark: String, remark: String? = nil) {
    code.add("\(mark) Generated by specmatrix from \(CodeText.line(specification.path)).")
    code.add(
      "\(mark) Change the spec and run `specmatrix code` again: what is edited here is lost."
    )
    if let remark { code.add("\(mark) \(remark)") }
    code.add()
  }
}
