import Specification
import TestDesign

/// The cases for tools with a form of their own: Playwright and Storybook.
extension TypeScriptCode {
  // MARK: Playwright

  /// A test for each case; the world and the driver come from the fixture `app` that the team gives to `test`.
  var playwright: CodeFile {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//")
    code.add("import { cases, feature, run, waitsFor } from \"./\(space).cases.ts\";")
    code.add("import { test } from \"./\(space).fixtures.ts\";")
    code.add()
    code.block("test.describe(feature, () => {", closing: "});") { code in
      code.block("for (const testCase of cases) {") { code in
        code.add("const name = `${testCase.id} ${testCase.title}`;")
        code.add("const reason = waitsFor(testCase);")
        code.add(
          "const mark = { type: \"specmatrix\", description: `${testCase.id}#${testCase.fingerprint}` };"
        )
        code.block("if (reason === null) {", closing: nil) { code in
          code.add("test(name, { annotation: mark }, ({ app }) => run(testCase, app));")
        }
        code.block("} else {") { code in
          code.add("const skip = { type: \"skip\", description: reason };")
          code.add("test.skip(name, { annotation: [mark, skip] }, () => {});")
        }
      }
    }
    return CodeFile(name: "\(space).spec.ts", text: code.text)
  }

  // MARK: Storybook

  /// A story for each case in Component Story Format 3; how a case is shown says the team's `view`.
  ///
  /// Storybook lists stories without running the file, so that names are literals, and each story is an export.
  var stories: CodeFile {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//")
    code.add("import { cases, type Case } from \"./\(space).cases.ts\";")
    code.add("import { view, type Story } from \"./\(space).view.ts\";")
    code.add()
    code.add("const meta = { ...view, title: \(Self.literal(specification.feature)) };")
    code.add("export default meta;")
    code.add()
    code.block("function one(id: string): Case {") { code in
      code.add("const found = cases.find((testCase) => testCase.id === id);")
      code.add("if (found === undefined) throw new Error(`no case ${id}`);")
      code.add("return found;")
    }
    for entry in model.cases {
      let testCase = entry.testCase
      let id = Self.literal(testCase.id)
      code.add()
      code.block(
        "export const \(testCase.id.replacing("-", with: "_")): Story = {",
        closing: "};"
      ) { code in
        code.add("name: \(Self.literal("\(testCase.id) \(testCase.title)")),")
        // Nothing is expected yet that a run of the stories could check.
        if !entry.isDecided { code.add("tags: [\"open\", \"!test\"],") }
        code.add("args: { testCase: one(\(id)) },")
      }
    }
    return CodeFile(name: "\(space).stories.ts", text: code.text)
  }
}
