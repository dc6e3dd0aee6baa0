import Specification

extension SwiftCode {
  /// The spec as a function: what can happen, and what then must be seen.
  func addDecision(to code: inout CodeLines) {
    code.add()
    code.add("/// What the spec says of an operation, exact for every setup.")
    code.block("static func decide(_ setup: Setup, _ operation: Operation) -> Outcome {") { code in
      code.add("switch operation {")
      for (name, operation) in zip(names.operations, specification.caseOperations) {
        if operation.hasParts {
          code.block("case .\(name):", closing: nil) { code in
            code.add("var parts: [Part: Outcome] = [:]")
            for value in operation.values {
              let part = names.parts[value]
              code.block("if allows(setup, .\(name), .\(part)) {") { code in
                code.add("parts[.\(part)] = PartDecision.\(part)(setup)")
              }
            }
            code.add("return parts.isEmpty ? .impossible : .parts(parts)")
          }
        } else {
          let possible = "allows(setup, .\(name)\(hasParts ? ", nil" : ""))"
          code.add("case .\(name): return \(possible) ? Decision.\(name)(setup) : .impossible")
        }
      }
      code.add("}")
    }
    addPossibility(to: &code)
    code.add()
    code.block("private enum Decision {") { code in
      for (name, operation) in zip(names.operations, specification.caseOperations)
      where !operation.hasParts {
        addFunction(name, operation.value, to: &code)
      }
    }
    guard hasParts else { return }
    code.add()
    code.block("private enum PartDecision {") { code in
      for value in names.parts.indices where !names.parts[value].isEmpty {
        addFunction(names.parts[value], value, to: &code)
      }
    }
  }

  private func addFunction(_ name: String, _ value: Int, to code: inout CodeLines) {
    code.block("static func \(name)(_ setup: Setup) -> Outcome {") { code in
      add(model.decisions[value], to: &code)
    }
  }

  private func add(_ tree: DecisionTree, to code: inout CodeLines) {
    switch tree {
    case .outcome(let outcome): code.add("return \(text(of: outcome))")
    case .branch(let factor, let arms):
      code.add("switch setup.\(names.properties[factor]) {")
      for arm in arms {
        let patterns = arm.values.map { pattern($0, of: factor) }.joined(separator: ", ")
        if case .outcome(let outcome) = arm.tree {
          code.add("case \(patterns): return \(text(of: outcome))")
        } else {
          code.block("case \(patterns):", closing: nil) { add(arm.tree, to: &$0) }
        }
      }
      code.add("}")
    }
  }

  private func pattern(_ value: Int, of factor: Int) -> String {
    let values = names.values[factor]
    guard values.indices.contains(value) else { return "nil" }
    return ".\(values[value])" + (specification.factors[factor].onlyWhen == nil ? "" : "?")
  }

  /// An outcome as an expression.
  func text(of outcome: DecisionTree.Outcome) -> String {
    switch outcome {
    case .expected(let rule, let results):
      let name = names.rules[rule]
      return results == self.results(of: rule)
        ? ".says(.\(name))" : ".expected(.\(name), \(SwiftSpelling.literal(results)))"
    case .open(let ids): return ".open(\(SwiftSpelling.literal(ids)))"
    case .contradictory(let results):
      let sides = results.map { $0.joined(separator: "; ") }
      return ".contradictory(\(SwiftSpelling.literal(sides)))"
    case .impossible: return ".impossible"
    }
  }

  // MARK: What can happen

  private func addPossibility(to code: inout CodeLines) {
    code.add()
    code.add(
      "/// Whether the spec lets it happen: what applies, what is impossible, and one invalid value at most."
    )
    code.block("static func canHappen(_ setup: Setup, _ operation: Operation) -> Bool {") { code in
      code.add("decide(setup, operation) != .impossible")
    }
    code.add()
    let part = hasParts ? ", _ part: Part?" : ""
    code.block(
      "private static func allows(_ setup: Setup, _ operation: Operation\(part)) -> Bool {"
    ) { code in
      for (number, factor) in specification.factors.enumerated() {
        guard let condition = factor.onlyWhen else { continue }
        add(condition, as: "if (setup.\(names.properties[number]) != nil) !=", to: &code)
      }
      for (number, operation) in specification.operations.enumerated() {
        guard let condition = operation.onlyWhen else { continue }
        let values = specification.operationValues.indices.filter {
          specification.operationValues[$0].operation == number
        }
        add(condition, as: "if \(operationIs(values)), !", to: &code)
      }
      for impossibility in specification.impossible {
        if let reason = impossibility.because {
          code.add(SwiftSpelling.comment(reason).replacing("/// ", with: "// ", maxReplacements: 1))
        }
        add(impossibility.when, as: "if", to: &code)
      }
      let invalid = invalidities
      if invalid.count > 1 {
        code.add("let invalid = [\(invalid.joined(separator: ", "))]")
        code.add("if invalid.count(where: { $0 }) > 1 { return false }")
      }
      code.add("return true")
    }
    code.add()
    code.block(
      "private static func one<Value: Equatable>(_ value: Value?, of values: Value...) -> Bool {"
    ) { code in
      code.add("values.contains { $0 == value }")
    }
  }

  /// A statement that refuses where a condition, behind some words, holds.
  private func add(_ condition: Condition, as words: String, to code: inout CodeLines) {
    let alternatives = condition.alternatives.map { conjunction in
      let terms = conjunction.terms.filter { !$0.isAny }.map(text)
      return terms.isEmpty ? "true" : terms.joined(separator: " && ")
    }
    let whole = alternatives.map { alternatives.count > 1 ? "(\($0))" : $0 }
      .joined(separator: " || ")
    let condition =
      words == "if" ? " \(whole)" : words.hasSuffix("!") ? "(\(whole))" : " (\(whole))"
    code.add("\(words)\(condition) { return false }")
  }

  private func text(_ term: Term) -> String {
    guard term.factor < specification.operationFactor else { return operationIs(term.values) }
    let values = term.values.map { ".\(names.values[term.factor][$0])" }
    return "one(setup.\(names.properties[term.factor]), of: \(values.joined(separator: ", ")))"
  }

  /// Whether it is one of some values of the operation; those of parts where the part is meant.
  private func operationIs(_ values: [Int]) -> String {
    var texts: [String] = []
    for (name, operation) in zip(names.operations, specification.caseOperations) {
      let named = operation.values.filter(values.contains)
      guard !named.isEmpty else { continue }
      if named.count < operation.values.count {
        let parts = named.map { ".\(names.parts[$0])" }.joined(separator: ", ")
        texts.append("(operation == .\(name) && one(part, of: \(parts)))")
      } else {
        texts.append("operation == .\(name)")
      }
    }
    return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " || ")))"
  }

  private var invalidities: [String] {
    var texts: [String] = []
    for (number, factor) in specification.factors.enumerated()
    where factor.values.contains(where: \.isInvalid) {
      let value = "setup.\(names.properties[number])"
      texts.append(factor.onlyWhen == nil ? "\(value).isInvalid" : "\(value)?.isInvalid == true")
    }
    let operations = specification.operationValues.indices.filter {
      specification.operationValues[$0].isInvalid
    }
    if !operations.isEmpty { texts.append(operationIs(operations)) }
    return texts
  }
}
