import Specification

/// The code of a spec in Python 3.11: enums, dataclasses, the spec as a function, and tests for pytest.
struct PythonCode: CodeWriter {
  let model: CodeModel
  let names: CodeNames
  let style: CodeStyle

  /// The name of the modules.
  var module: String { space.lowercased() }
  /// What the classes of the user begin with.
  var prefix: String {
    module.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static let nameRules = PythonSpelling.names

  var files: [CodeFile] {
    [
      CodeFile(name: "\(module)_cases.py", text: cases),
      CodeFile(name: "test_\(module).py", text: tests),
    ]
  }

  private var cases: String {
    var code = CodeLines(step: "    ")
    addHead(to: &code, "#")
    code.add(Self.documentation(specification.feature))
    code.add()
    code.add("from __future__ import annotations")
    code.add()
    code.add("from abc import ABC, abstractmethod")
    code.add("from dataclasses import dataclass")
    code.add("from enum import Enum")
    code.add("from typing import Callable, Mapping, TypeVar, assert_never")
    addTypes(to: &code)
    addOutcome(to: &code)
    addDecision(to: &code)
    addWorld(to: &code)
    addCases(to: &code)
    return code.text
  }

  // MARK: Types

  private func addTypes(to code: inout CodeLines) {
    for (number, factor) in specification.factors.enumerated() {
      let notes = factor.values.map { $0.label + ($0.note.map { " – \($0)" } ?? "") }
      let ids = factor.values.map(\.id)
      addEnum(names.types[number], factor.label, names.values[number], ids, notes, to: &code) {
        code in
        addMap(
          "label",
          "str",
          names.types[number],
          names.values[number],
          factor.values.map { Self.literal($0.label) },
          to: &code
        )
        let invalid = zip(names.values[number], factor.values).filter { $1.isInvalid }
          .map { "\(names.types[number]).\($0.0)" }
        code.add()
        code.add("@property")
        code.block("def is_invalid(self) -> bool:", closing: nil) { code in
          code.add("\"\"\"Whether the feature must reject it.\"\"\"")
          code.add("return " + (invalid.isEmpty ? "False" : "self in \(Self.list(invalid))"))
        }
        let numbers = factor.values.compactMap(\.number)
        if numbers.count == ids.count {
          addMap(
            "number",
            "int",
            names.types[number],
            names.values[number],
            numbers.map(String.init),
            to: &code
          )
        }
      }
    }
    let operations = specification.caseOperations
    addEnum(
      "Operation",
      "What happens: what the user does, or what befalls the feature.",
      names.operations,
      operations.map(\.id),
      operations.map(label),
      to: &code
    ) { code in
      addMap(
        "label",
        "str",
        "Operation",
        names.operations,
        operations.map { Self.literal(label(of: $0)) },
        to: &code
      )
    }
    if hasParts {
      addEnum(
        "Part",
        "What is looked at together with the other parts of its operation.",
        parts.map { names.parts[$0] },
        parts.map { specification.operationValues[$0].id },
        parts.map(label(ofPart:)),
        to: &code
      ) { _ in }
    }
    let rules = decidingRules
    addEnum(
      "Rule",
      "What the spec decides. A test says for each how it looks in the app.",
      rules.map { names.rules[$0] },
      rules.map { specification.rules[$0].id },
      rules.map { results(of: $0).joined(separator: "; ") },
      to: &code
    ) { code in
      addMap(
        "results",
        "tuple[str, ...]",
        "Rule",
        rules.map { names.rules[$0] },
        rules.map { Self.literals(results(of: $0)) },
        to: &code
      )
    }
  }

  private func addEnum(
    _ name: String,
    _ text: String,
    _ members: [String],
    _ ids: [String],
    _ notes: [String],
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  ) {
    code.add()
    code.add()
    code.block("class \(name)(Enum):", closing: nil) { code in
      code.add(Self.documentation(text))
      code.add()
      for ((member, id), note) in zip(zip(members, ids), notes) {
        code.add("# \(CodeText.line(note))")
        code.add("\(member) = \(Self.literal(id))")
      }
      body(&code)
    }
  }

  /// A property with a value of its own for each member, by id.
  private func addMap(
    _ property: String,
    _ type: String,
    _ enumeration: String,
    _ members: [String],
    _ texts: [String],
    to code: inout CodeLines
  ) {
    code.add()
    code.add("@property")
    code.block("def \(property)(self) -> \(type):", closing: nil) { code in
      code.block("match self:", closing: nil) { code in
        for (member, text) in zip(members, texts) {
          code.block("case \(enumeration).\(member):", closing: nil) { $0.add("return \(text)") }
        }
        code.block("case _:", closing: nil) { $0.add("assert_never(self)") }
      }
    }
  }

  private func addOutcome(to code: inout CodeLines) {
    func dataclass(
      _ name: String,
      _ text: String,
      _ fields: [String],
      _ rules: String?,
      _ open: String?
    ) {
      code.add()
      code.add()
      code.add("@dataclass(frozen=True)")
      code.block("class \(name):", closing: nil) { code in
        code.add(Self.documentation(text))
        for field in fields {
          code.add(field.isEmpty ? "" : field)
        }
        guard let rules, let open else { return }
        code.add()
        code.add("@property")
        code.block("def rules(self) -> tuple[Rule, ...]:", closing: nil) {
          $0.add("return \(rules)")
        }
        code.add()
        code.add("@property")
        code.block("def open(self) -> tuple[str, ...]:", closing: nil) { $0.add("return \(open)") }
      }
    }
    let properties = specification.factors.indices.map { factor in
      let isOptional = specification.factors[factor].onlyWhen != nil
      return "\(names.properties[factor]): \(names.types[factor])\(isOptional ? " | None" : "")"
    }
    dataclass("Setup", "What is the case before something happens.", [""] + properties, nil, nil)
    dataclass(
      "Expected",
      "The rule that decides, and what must be seen.",
      ["", "rule: Rule", "results: tuple[str, ...]"],
      "(self.rule,)",
      "()"
    )
    dataclass(
      "Open",
      "The ids of the questions that are open.",
      ["", "questions: tuple[str, ...]"],
      "()",
      "self.questions"
    )
    dataclass(
      "Contradictory",
      "Rules that disagree, with what each says.",
      ["", "sides: tuple[str, ...]"],
      "()",
      "self.sides"
    )
    dataclass("Impossible", "The spec says that it cannot happen.", [], "()", "()")
    if hasParts {
      dataclass(
        "Parts",
        "By part that can be seen.",
        ["", "parts: Mapping[Part, Expected | Open | Contradictory | Impossible]"],
        "tuple(rule for part in Part if part in self.parts for rule in self.parts[part].rules)",
        "tuple(text for part in Part if part in self.parts for text in self.parts[part].open)"
      )
    }
    code.add()
    code.add()
    code.add(
      "# What the spec says of a setup and an operation; `rules` decide, `open` is why nothing can be tested."
    )
    code.add(
      "Outcome = Expected | Open | Contradictory | Impossible" + (hasParts ? " | Parts" : "")
    )
    code.add()
    code.add()
    code.block("def _says(rule: Rule) -> Expected:", closing: nil) { code in
      code.add("return Expected(rule, rule.results)")
    }
  }

  // MARK: Decision

  private func addDecision(to code: inout CodeLines) {
    code.add()
    code.add()
    code.block("def decide(setup: Setup, operation: Operation) -> Outcome:", closing: nil) { code in
      code.add("\"\"\"What the spec says of an operation, exact for every setup.\"\"\"")
      code.block("match operation:", closing: nil) { code in
        for (number, operation) in specification.caseOperations.enumerated() {
          code.block("case \(self.operation(number)):", closing: nil) { code in
            guard operation.hasParts else {
              let decision = "_decide_\(names.functions[operation.value])(setup)"
              code.add(
                "return \(decision) if _allows(setup, operation) else Impossible()"
              )
              return
            }
            code.add("parts: dict[Part, Expected | Open | Contradictory | Impossible] = {}")
            for value in operation.values {
              code.block("if _allows(setup, operation, \(self.part(value))):", closing: nil) {
                code in
                code.add("parts[\(self.part(value))] = _decide_\(names.functions[value])(setup)")
              }
            }
            code.add("return Parts(parts) if parts else Impossible()")
          }
        }
        code.block("case _:", closing: nil) { $0.add("assert_never(operation)") }
      }
    }
    let parameter = hasParts ? ", part: Part | None = None" : ""
    code.add()
    code.add()
    code.block("def can_happen(setup: Setup, operation: Operation) -> bool:", closing: nil) {
      code in
      code.add("\"\"\"Whether the spec lets it happen.\"\"\"")
      code.add("return not isinstance(decide(setup, operation), Impossible)")
    }
    code.add()
    code.add()
    code.block(
      "def _allows(setup: Setup, operation: Operation\(parameter)) -> bool:",
      closing: nil
    ) { code in
      code.add("\"\"\"What applies, what is impossible, and one invalid value at most.\"\"\"")
      let possibility = CodePossibility(specification)
      for (condition, reason) in possibility.refusals {
        if let reason { code.add("# \(CodeText.line(reason))") }
        code.block("if \(text(condition)):", closing: nil) { $0.add("return False") }
      }
      if possibility.invalidities.count > 1 {
        code.block("if sum(\(Self.list(possibility.invalidities.map(text)))) > 1:", closing: nil) {
          $0.add("return False")
        }
      }
      code.add("return True")
    }
    for value in specification.operationValues.indices {
      code.add()
      code.add()
      let type = "Expected | Open | Contradictory | Impossible"
      code.block("def _decide_\(names.functions[value])(setup: Setup) -> \(type):", closing: nil) {
        add(model.decisions[value], to: &$0)
      }
    }
  }
}
