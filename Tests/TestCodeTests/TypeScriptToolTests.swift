import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Cases for Playwright and Storybook, checked and run by Deno against the signatures of both.
struct TypeScriptToolTests {
  private static let deno = Tool("deno")

  /// The code of the samples and of some random specs, with what a team would write.
  private static func code(
    _ style: CodeStyle,
    _ team: (CodeNames, String) -> (name: String, text: String),
    against module: (name: String, text: String)
  ) throws -> GeneratedCode {
    let code = try GeneratedCode(.typescript, TypeScriptSpelling.names)
    for path in DecisionSpecs.samples { try code.add(DecisionSpecs.sample(path), style: style) }
    for seed in 0..<6 {
      guard let (analysed, _) = try DecisionSpecs.random(seed: seed) else { continue }
      try code.add(analysed, style: style)
    }
    for entry in code.entries {
      let space = entry.model.specification.id.replacing("-", with: "_")
      let file = team(entry.names, space)
      try code.write(file.text, to: file.name)
    }
    try code.write(module.text, to: "stub.ts")
    try code.write("{\"imports\": {\"\(module.name)\": \"./stub.ts\"}}", to: "deno.json")
    return code
  }

  // MARK: Playwright

  /// What is used of `@playwright/test`, with its signatures, on node's runner.
  private static let playwright = """
    import { describe as group, test as register } from "node:test";
    interface Annotation { type: string; description?: string }
    interface Details { tag?: string | string[]; annotation?: Annotation | Annotation[] }
    type Body<Args> = (args: Args, info: { title: string }) => Promise<void> | void;
    type Use<Value> = (value: Value) => Promise<void>;
    interface Page { goto(address: string): Promise<void> }
    interface TestType<Args> {
      (title: string, body: Body<Args>): void;
      (title: string, details: Details, body: Body<Args>): void;
      skip(title: string, details: Details, body: Body<Args>): void;
      describe(title: string, callback: () => void): void;
      extend<Own>(
        fixtures: { [Name in keyof Own]: (args: Args, use: Use<Own[Name]>) => Promise<void> },
      ): TestType<Args & Own>;
    }
    function make(fixtures: [string, any][]): any {
      function run(body: any, title: string) {
        return async () => {
          const args: any = { page: { goto: async () => {} } };
          for (const [name, make] of fixtures) await make(args, async (value: any) => { args[name] = value; });
          await body(args, { title });
        };
      }
      function labels(details: any): string {
        return [details.annotation].flat().map((one: any) => `${one.type}=${one.description}`).join(" ");
      }
      const test: any = (title: string, details: any, body: any) => {
        console.log(`TEST ${title} ${labels(details)}`);
        register(title, run(body, title));
      };
      test.skip = (title: string, details: any, body: any) => {
        console.log(`SKIP ${title} ${labels(details)}`);
        register(title, { skip: true }, run(body, title));
      };
      test.describe = (title: string, callback: any) => group(title, callback);
      test.extend = (own: any) => make([...fixtures, ...Object.entries(own)] as [string, any][]);
      return test;
    }
    export const test: TestType<{ page: Page }> = make([]);

    """

  private static func fixtures(_ names: CodeNames, _ space: String) -> (name: String, text: String)
  {
    let setters = names.types.map { "  set\($0)(_: unknown): void {}" }.joined(separator: "\n")
    let text = """
      import { test as base } from "@playwright/test";
      import type { App, Driver, Operation, Rule, World } from "./\(space).cases.ts";
      class Data implements World {
      \(setters)
      }
      class Screen implements Driver {
        async perform(operation: Operation): Promise<void> { console.log(`DOES ${operation}`); }
        async check(rule: Rule): Promise<void> { console.log(`SEES ${rule}`); }
      }
      export const test = base.extend<{ app: App<Data> }>({
        app: async ({ page }, use) => {
          await use({
            makeWorld: () => new Data(),
            makeDriver: async () => { await page.goto("/"); return new Screen(); },
          });
        },
      });

      """
    return ("\(space).fixtures.ts", text)
  }

  @Test(.enabled(if: deno != nil, "needs deno"))
  func `Playwright gets a test for each case, with its fixture and its version`() throws {
    let code = try Self.code(
      .playwright,
      Self.fixtures,
      against: ("@playwright/test", Self.playwright)
    )
    let deno = try #require(Self.deno)
    _ = try deno.run(["check", "--quiet"] + code.entries.map { $0.files[1] }, in: code.folder)
    let entry = try #require(code.entries.first { $0.model.specification.id == "PAY" })
    #expect(entry.files == ["PAY.cases.ts", "PAY.spec.ts"])
    let output = try deno.run(["test", "--allow-all", "PAY.spec.ts"], in: code.folder)
    let lines = output.split(separator: "\n").map(String.init)
    for one in entry.model.cases {
      let name =
        "\(one.testCase.id) \(one.testCase.title) specmatrix=\(one.testCase.id)#\(one.fingerprint)"
      let said =
        one.isDecided
        ? "TEST \(name)" : "SKIP \(name) skip=specmatrix:\(one.testCase.id) waits for: "
      #expect(lines.contains { $0.hasPrefix(said) }, "\(said)")
    }
    let decided = entry.model.cases.count(where: \.isDecided)
    #expect(lines.count { $0.hasPrefix("DOES ") } == decided)
    #expect(lines.count { $0.hasPrefix("SEES ") } >= decided)

    // A fixture of another kind does not fit.
    try code.write(
      Self.fixtures(entry.names, "PAY").text.replacing("App<Data>", with: "string")
        .replacing("await use({", with: "await use(\"\"); void ({"),
      to: "PAY.fixtures.ts"
    )
    #expect(throws: Tool.Failure.self) {
      try deno.run(["check", "--quiet", "PAY.spec.ts"], in: code.folder)
    }
  }

  // MARK: Storybook

  /// What is used of Storybook's types.
  private static let storybook = """
    type Renders<Args> = (args: Args) => string;
    export interface Meta<Args> {
      title?: string; tags?: string[]; args?: Partial<Args>; render?: Renders<Args>;
    }
    export interface StoryObj<Args> {
      name?: string; tags?: string[]; args?: Partial<Args>; render?: Renders<Args>;
      play?: (context: { args: Args }) => Promise<void> | void;
    }

    """

  private static func view(_ names: CodeNames, _ space: String) -> (name: String, text: String) {
    let text = """
      import type { Meta, StoryObj } from "@storybook/html";
      import { operationLabels, type Case } from "./\(space).cases.ts";
      interface Args { testCase: Case }
      export const view: Meta<Args> = {
        render: ({ testCase }) => operationLabels[testCase.operation],
      };
      export type Story = StoryObj<Args>;

      """
    return ("\(space).view.ts", text)
  }

  @Test(.enabled(if: deno != nil, "needs deno"))
  func `Storybook gets a story for each case under its id`() throws {
    let code = try Self.code(.storybook, Self.view, against: ("@storybook/html", Self.storybook))
    let deno = try #require(Self.deno)
    _ = try deno.run(["check", "--quiet"] + code.entries.map { $0.files[1] }, in: code.folder)
    try code.write(
      """
      for (const name of JSON.parse(Deno.args[0])) {
        const { default: meta, ...stories } = await import(`./${name}`);
        for (const [id, story] of Object.entries(stories) as [string, any][]) {
          const open = story.tags?.join(" ") ?? "-";
          console.log([id, meta.title, story.name, story.args.testCase.id, open, meta.render(story.args)].join("\\t"));
        }
      }

      """,
      to: "main.ts"
    )
    let names = code.entries.map { "\"\($0.files[1])\"" }.joined(separator: ",")
    let output = try deno.run(
      ["run", "--quiet", "--no-check", "--allow-read", "main.ts", "[\(names)]"],
      in: code.folder
    )
    var lines = output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }[
      ...
    ]
    for entry in code.entries {
      let model = entry.model
      // A module lists its exports by name.
      let listed = Dictionary(
        uniqueKeysWithValues: lines.prefix(model.cases.count).map { ($0[0], $0) }
      )
      lines = lines.dropFirst(model.cases.count)
      for one in model.cases {
        let id = one.testCase.id
        let story = try #require(listed[id.replacing("-", with: "_")], "\(id)")
        #expect(story[2].hasPrefix("\(id) "))
        #expect(story[3] == id)
        #expect(story[4] == (one.isDecided ? "-" : "open !test"))
      }
    }
    #expect(lines.isEmpty)
  }
}
