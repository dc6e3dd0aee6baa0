import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated TypeScript, its types checked and run by Deno, which knows node's own runner too.
struct TypeScriptCodeTests {
  private static let deno = Tool("deno")

  /// Prints what each module decides on every setup.
  private static let program = #"""
    import { readFileSync } from "node:fs";
    const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
    const lines: string[] = [];
    for (const spec of JSON.parse(readFileSync("catalogue.json", "utf8"))) {
      const module = await import("./" + spec.module);
      const text = (outcome: any): string => {
        switch (outcome.kind) {
          case "expected": return "=" + outcome.results.join("; ");
          case "open":
            if (!outcome.questions.every((id: string) => id in module.questions)) throw new Error("unknown question");
            return "?";
          case "contradictory": return "!" + [...outcome.sides].sort(bytes).join(" | ");
          case "parts": return Object.entries(outcome.parts).map(([part, one]) => `${part} ${text(one)}`).join(" & ");
          default: throw new Error(outcome.kind);
        }
      };
      for (const number of spec.numbers) {
        let rest = number;
        const setup: Record<string, unknown> = {};
        for (const factor of spec.factors) {
          setup[factor.property] = factor.values[rest % factor.values.length];
          rest = Math.floor(rest / factor.values.length);
        }
        for (const operation of spec.operations) {
          const outcome = module.decide(setup, operation);
          if (module.canHappen(setup, operation) !== (outcome.kind !== "impossible")) throw new Error("canHappen");
          if (outcome.kind !== "impossible") lines.push(`${spec.id} ${number} ${operation} ${text(outcome)}`);
        }
      }
      for (const one of module.cases) {
        if (!equal(module.decide(one.setup, one.operation), one.outcome)) throw new Error(one.id);
      }
    }
    console.log(lines.join("\n"));

    """#

  /// `SPECMATRIX_SEEDS=200` for the figure of the issue.
  @Test(.enabled(if: deno != nil, "needs deno"))
  func `decides every combination as the analysis and brute force do, and its types hold`() throws {
    let code = try GeneratedCode(.typescript, TypeScriptSpelling.names)
    try code.addAll(randomSpecs: 12)
    try code.write(try code.catalogue(), to: "catalogue.json")
    try code.write(Self.program, to: "main.ts")
    let deno = try #require(Self.deno)
    code.expect(
      try deno.run(["run", "--quiet", "--allow-read", "--no-check", "main.ts"], in: code.folder)
    )
    _ = try deno.run(["check", "--quiet"] + code.entries.map { $0.files[0] }, in: code.folder)
  }

  @Test(.enabled(if: deno != nil, "needs deno"), arguments: [CodeStyle.arguments, .functions])
  func `the runner runs the cases, and skips those that wait`(style: CodeStyle) throws {
    let code = try GeneratedCode(.typescript, TypeScriptSpelling.names)
    try code.add(DecisionSpecs.sample("specs/payment-confirmation.yaml"), style: style)
    let cases = code.entries[0].model.cases
    let waiting = cases.count { !$0.isDecided }
    try code.write(Self.driver(code.entries[0].names, "PAY"), to: "PAY.driver.ts")
    let deno = try #require(Self.deno)
    let output = try deno.run(["test", "--quiet", "--allow-all", "PAY.test.ts"], in: code.folder)
    for entry in cases { #expect(output.contains("\(entry.testCase.id) ")) }
    #expect(output.matches(of: /PAY-\d+ .* \.\.\. .*ignored/).count == waiting, "\(output)")
    #expect(output.matches(of: /PAY-\d+ .* \.\.\. .*ok/).count == cases.count - waiting)
  }

  @Test(.enabled(if: deno != nil, "needs deno"))
  func `a new value, a new rule and a new factor each break the build`() throws {
    let path = "specs/payment-confirmation.yaml"
    let driver = """
      import type { Rule, Transfer, World } from "./PAY.cases.ts";
      export function rule(rule: Rule): string {
        switch (rule) {
        RULES
          default: { const none: never = rule; return none; }
        }
      }
      export function transfer(transfer: Transfer): number {
        switch (transfer) {
          case "waiting": case "expired": case "taken": return 1;
          default: { const none: never = transfer; return none; }
        }
      }
      export class Data implements World {
      SETTERS
      }

      """
    func code(_ changes: [(String, String)]) throws -> GeneratedCode {
      let code = try GeneratedCode(.typescript, TypeScriptSpelling.names)
      try code.add(DecisionSpecs.sample(path, replacing: changes))
      return code
    }
    let first = try code([])
    let names = first.entries[0].names
    let rules = names.rules.enumerated().filter { number, _ in
      if case .then = first.entries[0].model.specification.rules[number].outcome {
        true
      } else {
        false
      }
    }
    let whole =
      driver
      .replacing(
        "RULES",
        with: rules.map { "case \"\($0.element)\": return \"\";" }.joined(separator: "\n")
      )
      .replacing("SETTERS", with: Self.setters(names))
    let deno = try #require(Self.deno)
    func complaint(_ code: GeneratedCode) throws -> String {
      try code.write(whole, to: "driver.ts")
      do {
        _ = try deno.run(["check", "--quiet", "driver.ts"], in: code.folder)
        return ""
      } catch let failure as Tool.Failure {
        return failure.output
      }
    }
    #expect(try complaint(first) == "")
    let value = [
      (
        "taken: Already accepted on another device}",
        "taken: Already accepted on another device, lost: Lost}"
      )
    ]
    #expect(try complaint(code(value)).contains("'\"lost\"' is not assignable to type 'never'"))
    let rule = [
      ("  back: The list", "  cancelled_later: Nothing\n  back: The list"),
      ("  back:\n", "  cancelled_later: Later\n  back:\n"),
    ]
    #expect(
      try complaint(code(rule)).contains("'\"cancelled_later\"' is not assignable to type 'never'")
    )
    let factor = [("data:\n", "data:\n  currency: [eur, usd]\n")]
    #expect(try complaint(code(factor)).contains("'setCurrency' is missing"))
  }

  private static func setters(_ names: CodeNames) -> String {
    names.types.map { "  set\($0)(_: unknown): void {}" }.joined(separator: "\n")
  }

  private static func driver(_ names: CodeNames, _ space: String) -> String {
    """
    import type { App, Driver, World } from "./\(space).cases.ts";
    class Data implements World {
    \(setters(names))
    }
    class Screen implements Driver {
      perform(): void {}
      check(): void {}
    }
    export const app: App<Data> = { makeWorld: () => new Data(), makeDriver: () => new Screen() };

    """
  }
}
