import Specification
import TestDesign

extension TypeScriptCode {
  func addWorld(to code: inout CodeLines) {
    code.add()
    code.add("/** The data layer in memory, built anew for each case. */")
    code.block("export interface World {") { code in
      for (number, factor) in specification.factors.enumerated() {
        code.add(CodeText.documentation(factor.label))
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : " | null")
        code.add("set\(names.types[number])(value: \(type)): void;")
      }
    }
    code.add()
    code.add("/** The app under test, standing on a world. */")
    code.block("export interface Driver {") { code in
      code.add("/** Does it, or lets it befall the app. */")
      code.add("perform(operation: Operation): void | Promise<void>;")
      code.add("/** Expects what the rule says to be seen. */")
      code.add("check(rule: Rule): void | Promise<void>;")
    }
    code.add()
    code.add("/** Makes both, anew for each case; the driver when the world is set up. */")
    code.block("export interface App<Data extends World> {") { code in
      code.add("makeWorld(): Data;")
      code.add("makeDriver(world: Data): Driver | Promise<Driver>;")
    }
    code.add()
    code.add("/** Sets the world up, does what the case says, and expects what the spec says. */")
    code.block(
      "export async function run<Data extends World>(testCase: Case, app: App<Data>): Promise<void> {"
    ) { code in
      code.add("const world = app.makeWorld();")
      for (type, property) in zip(names.types, names.properties) {
        code.add("world.set\(type)(testCase.setup.\(property));")
      }
      code.add("const driver = await app.makeDriver(world);")
      code.add("await driver.perform(testCase.operation);")
      code.add("for (const rule of rulesOf(testCase.outcome)) await driver.check(rule);")
    }
  }

  func addCases(to code: inout CodeLines) {
    code.add()
    code.add("/** A case of the suite. */")
    code.block("export interface Case {") { code in
      code.add("readonly id: string;")
      code.add("readonly title: string;")
      code.add("/** Another one as soon as something of the case changes. */")
      code.add("readonly fingerprint: string;")
      code.add("readonly setup: Setup;")
      code.add("readonly operation: Operation;")
      code.add("readonly outcome: Outcome;")
    }
    code.add()
    code.add("/** The questions without whose answers nothing of the case can be tested. */")
    code.block("export function waitsFor(testCase: Case): string | null {") { code in
      code.add("if (rulesOf(testCase.outcome).length > 0) return null;")
      code.add(
        "const open = openOf(testCase.outcome).map((id) => (id in questions ? `${id}: ${questions[id]}` : id));"
      )
      code.add("return `specmatrix:${testCase.id} waits for: ${open.join(\" | \")}`;")
    }
    code.add()
    code.add("/** The questions that are open, by id. */")
    code.block("export const questions: Readonly<Record<string, string>> = {", closing: "};") {
      code in
      for question in model.questions {
        code.add("\(Self.literal(question.id)): \(Self.literal(question.text)),")
      }
    }
    code.add()
    code.block("export const cases: readonly Case[] = [", closing: "];") { code in
      for entry in model.cases {
        code.block("{", closing: "},") { code in
          code.add("id: \(Self.literal(entry.testCase.id)),")
          code.add("title: \(Self.literal(entry.testCase.title)),")
          code.add("fingerprint: \(Self.literal(entry.fingerprint)),")
          let setup = setup(entry).map { "\($0.property): \($0.value)" }.joined(separator: ", ")
          code.add("setup: { \(setup) },")
          code.add("operation: \(operation(entry.operation)),")
          let outcome = expectation(entry) { parts in
            let parts = parts.map { "\($0.part): \($0.outcome)" }.joined(separator: ", ")
            return "{ kind: \"parts\", parts: { \(parts) } }"
          }
          code.add("outcome: \(outcome),")
        }
      }
    }
  }

  /// The tests, apart from the cases, which servers in memory and other runners can use.
  var tests: String {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//")
    code.add("import { describe, test } from \"node:test\";")
    code.add("import { cases, feature, run, waitsFor, type Case } from \"./\(space).cases.ts\";")
    code.add("import { app } from \"./\(space).driver.ts\";")
    code.add()
    code.block("function check(name: string, testCase: Case): void {") { code in
      code.add("const reason = waitsFor(testCase);")
      code.add("test(name, { skip: reason ?? false }, () => run(testCase, app));")
    }
    code.add()
    code.block("describe(feature, () => {", closing: "});") { code in
      guard style == .functions else {
        code.add(
          "for (const testCase of cases) check(`${testCase.id} ${testCase.title}`, testCase);"
        )
        return
      }
      for (number, entry) in model.cases.enumerated() {
        let name = Self.literal("\(entry.testCase.id) \(entry.testCase.title)")
        code.add("check(\(name), cases[\(number)]);")
      }
    }
    return code.text
  }
}
