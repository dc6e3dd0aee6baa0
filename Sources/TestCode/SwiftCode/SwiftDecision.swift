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
      let possibility = CodePossibility(specification)
      for (condition, reason) in possibility.refusals {
        if let reason { code.add("// \(CodeText.line(reason))") }
        code.add("if \(text(condition)) { return false }")
      }
      if possibility.invalidities.count > 1 {
        let invalid = possibility.invalidities.map(text)
        code.add("let invalid = \(Self.list(invalid))")
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
}
