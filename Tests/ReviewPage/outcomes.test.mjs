import assert from "node:assert/strict";
import test from "node:test";
import { agreementOf, asked, decidedOf, matches, openSpec, questionsByDay, questionsByOwner, resultsOf, signOfQuestion, tallyFor, visible } from "../../Sources/Reporting/Review/Page/data.mjs";
import { alternatives, assumptionsOf, blocksOf, limitsOf, placeOf, rowsOf, withSpans } from "../../Sources/Reporting/Review/Page/outcomes.mjs";
import { cell, sample } from "./samples.mjs";

const head = (text, isAny = false) => ({ text, isAny });

test("a header that repeats what stands above becomes part of it, with everything left of it alike", () => {
  const rows = withSpans([
    { heads: [head("a"), head("x")] }, { heads: [head("a"), head("x")] }, { heads: [head("a"), head("y")] }, { heads: [head("b"), head("y")] },
  ]);
  assert.deepEqual(rows.map((row) => row.spans), [[3, 2], [0, 0], [0, 1], [1, 1]]);
});

test("“any” and a value of the same name stay apart, and so do folds", () => {
  assert.deepEqual(withSpans([{ heads: [head("any", true)] }, { heads: [head("any")] }]).map((row) => row.spans), [[1], [1]]);
  assert.deepEqual(withSpans([{ heads: [head("a")] }, { heads: [head("a")], isApart: true }, { heads: [head("a")] }]).map((row) => row.spans), [[1], [1], [1]]);
});

test("an operation's table has the columns that matter, and “any” where one does not", () => {
  const spec = openSpec(sample());
  const operation = spec.operations[0];
  const [block] = blocksOf(spec, operation);
  assert.deepEqual(block.columns, [0, 1]);
  const rows = rowsOf(spec, operation, block);
  assert.deepEqual(rows.map((row) => row.heads.map((value) => value.text)), [["Waiting", "Passed"], ["Waiting", "Not done"], ["Expired", "any"], ["Taken", "–"]]);
  assert.deepEqual(rows.map((row) => row.spans), [[2, 1], [0, 1], [1, 1], [1, 1]]);
});

test("variants are named without the operation", () => {
  const spec = openSpec(sample());
  const operation = spec.operations[1];
  assert.equal(rowsOf(spec, operation, { columns: [0], cells: [0] })[0].heads[0].text, "offline or timeout");
});

test("the words of the report come before those made of labels", () => {
  const raw = sample();
  raw.wording = { accept: { factors: ["Transfer!", "Identity!"], cells: [["1 to 3", "x"], ["1 to 3", "y"], ["4", "z"], ["5", "–(none)"]], folds: [], assumptions: ["The same whatever else"] } };
  const spec = openSpec(raw);
  const operation = spec.operations[0];
  const rows = rowsOf(spec, operation, blocksOf(spec, operation)[0]);
  assert.deepEqual(rows.map((row) => row.heads[0].text), ["1 to 3", "1 to 3", "4", "5"]);
  assert.equal(rows[2].heads[1].text, "any");
  operation.assumptions = [{ operation: ["accept"], factors: ["identity"], invalid: {} }];
  assert.deepEqual(assumptionsOf(spec, operation), ["The same whatever else"]);
});

test("what is assumed of some variants only names them", () => {
  const raw = sample();
  raw.operations[1].assumptions = [{ operation: ["fail/offline"], factors: ["transfer"], invalid: { identity: ["open"] } }];
  const spec = openSpec(raw);
  assert.deepEqual(assumptionsOf(spec, spec.operations[1]), ["offline: The same whatever: Transfer (also with Identity Not done)"]);
});

test("limits are said in the words of the report, and without them as the spec has them", () => {
  const raw = sample();
  raw.operations[0].limits = ["only if Transfer is Waiting"];
  assert.deepEqual(limitsOf(openSpec(raw), openSpec(raw).operations[0]), ["only if Transfer is Waiting"]);
  raw.wording = { accept: { factors: [], cells: [], folds: [], limits: ["送金が受取待ちの場合のみ"], assumptions: [] } };
  const spec = openSpec(raw);
  assert.deepEqual(limitsOf(spec, spec.operations[0]), ["送金が受取待ちの場合のみ"]);
  assert.deepEqual(limitsOf(spec, spec.operations[1]), []);
});

test("parts that depend on different factors are blocks of their own", () => {
  const raw = sample();
  raw.operations = [{ id: "show", label: "Show", factors: ["operation", "transfer", "identity"], assumptions: [], cellCount: 4, cells: [
    cell({ operation: ["fail/offline"], transfer: ["waiting"], identity: ["passed", "open"] }, "defined", { any: ["identity"], results: ["a"] }),
    cell({ operation: ["fail/offline"], transfer: ["expired", "taken"], identity: ["passed", "open"] }, "defined", { any: ["identity"], results: ["b"] }),
    cell({ operation: ["fail/timeout"], transfer: ["waiting", "expired", "taken"], identity: ["passed"] }, "defined", { any: ["transfer"], results: ["c"] }),
    cell({ operation: ["fail/timeout"], transfer: ["waiting", "expired", "taken"], identity: ["open"] }, "undefined", { any: ["transfer"] }),
  ] }];
  const spec = openSpec(raw);
  assert.deepEqual(blocksOf(spec, spec.operations[0]).map((block) => [block.columns, block.cells]), [[[1], [0, 1]], [[2], [2, 3]]]);
});

test("a large table is folded; a fold opens to its cells", () => {
  const raw = sample();
  const values = Array.from({ length: 60 }, (_, number) => ({ id: `v${number}`, label: `v${number}` }));
  raw.factors.push({ name: "many", kind: "data", label: "Many", values });
  raw.operations = [{ id: "big", label: "Big", factors: ["transfer", "many"], assumptions: [], cellCount: 120, cells: ["waiting", "expired"].flatMap((transfer) => values.map((value, number) => cell({ transfer: [transfer], many: [value.id] }, number % 12 === 0 ? "undefined" : "defined", { results: ["x"] }))) }];
  const spec = openSpec(raw);
  const [block] = blocksOf(spec, spec.operations[0]);
  const folds = rowsOf(spec, spec.operations[0], block);
  assert.deepEqual(folds.map((row) => [row.heads.length, row.open, row.cells.length]), [[1, 5, 60], [1, 5, 60]]);
  const opened = rowsOf(spec, spec.operations[0], block, (fold) => fold === "big:60");
  assert.equal(opened.length, 62);
  assert.equal(opened[2].spans[0], 60);
});

test("the place of a cell leaves out what makes no difference", () => {
  const spec = openSpec(sample());
  assert.deepEqual(placeOf(spec, spec.operations[0], 2), [{ name: "Transfer", value: "Expired" }]);
});

test("alternatives are joined as the language joins them", () => {
  assert.equal(alternatives(["a", "b", "c"], "en"), "a, b or c");
  assert.equal(alternatives(["a", "b", "c"], "ja"), "a、bまたはc");
});

test("a spec's tally counts cells, agreements, questions and deadlines, without optional questions", () => {
  const raw = sample();
  const tallyOf = (spec) => { const { cells, open, agreed, changed, questions, overdue } = tallyFor({}, spec); return [cells, open, agreed, changed, questions, overdue]; };
  assert.deepEqual(tallyOf(openSpec(raw)), [5, 2, 0, 1, 2, 1]);
  const optional = { ...raw, questions: raw.questions.map((question) => ({ ...question, optional: question.overdue })) };
  assert.deepEqual(tallyOf(openSpec(optional)), [5, 2, 0, 1, 1, 0]);
  assert.deepEqual(questionsByDay([openSpec(optional)]), []);
});

test("an operation of which only folds are listed counts what they hold", () => {
  assert.deepEqual(decidedOf({ cellCount: 900, cells: [], folds: [{ cells: 500, open: 20 }, { cells: 400, open: 0 }] }), { cells: 900, open: 20 });
  assert.deepEqual(decidedOf({ refused: "too many nodes" }), { cells: 0, open: 0 });
  assert.deepEqual(decidedOf({ cells: [{ outcome: "defined" }, { outcome: "defined", drafted: true }, { outcome: "undefined" }] }), { cells: 3, open: 2 });
});

test("agreement is known, changed, unknown or none", () => {
  assert.deepEqual([{}, { agreement: { holds: true } }, { agreement: { holds: false } }, { agreement: { holds: null } }].map(agreementOf), ["", "agreed", "changed", "unknown"]);
});

test("every question has a sign, and leaves its choices to the form", () => {
  const spec = openSpec(sample());
  assert.deepEqual(spec.questions.map(signOfQuestion), ["?", "!"]);
  assert.equal(asked({ said: () => "Which?\n① a\n② b", options: ["① a", "② b"] }), "Which?");
});

test("a broken spec shows its last good state, another none", () => {
  const last = sample();
  const broken = openSpec({ path: last.path, state: "broken", problems: [], last });
  assert.equal(broken.isReady, true);
  assert.equal(broken.questions.length, 2);
  assert.equal(openSpec({ path: "specs/x.yaml", state: "broken", problems: [] }).isReady, false);
});

test("a filter ignores width and case and wants every word", () => {
  assert.ok(matches("Ｔａｐ Accept", "tap ACCEPT"));
  assert.ok(!matches("Tap Accept", "tap decline"));
  assert.ok(matches("anything", "  "));
});

test("controls and signs that reorder are shown, not obeyed", () => {
  assert.equal(visible("a\u202Eb\u0007\u200b"), "a<U+202E>b<U+0007><U+200B>");
  assert.equal(visible("two\r\nlines\tand a tab"), "two\nlines\tand a tab");
  assert.equal(visible("👨‍👩‍👧 は\u3099"), "👨‍👩‍👧 は\u3099");
});

test("results of cases are counted; a case that nobody knows was not run", () => {
  assert.deepEqual(resultsOf(openSpec(sample()), ["PAY-001", "PAY-002", "PAY-010", "PAY-999"]), { passed: 1, failed: 1, blocked: 0, notRun: 2 });
});

test("questions by owner and by day, over all specs", () => {
  const specs = [openSpec(sample()), openSpec(sample())];
  assert.deepEqual(questionsByOwner(specs), [{ owner: "Director", total: 2, overdue: 2, dated: 0, undated: 0 }, { owner: "Payments", total: 2, overdue: 0, dated: 0, undated: 2 }]);
  assert.deepEqual(questionsByDay(specs).map(({ question }) => question.id), ["Q-1", "Q-1"]);
  assert.deepEqual(["director", "payments", "nobody"].map((owner) => tallyFor({ owner, due: "" }, specs[0])).map(({ questions, overdue }) => [questions, overdue]), [[1, 1], [1, 0], [0, 0]]);
});
