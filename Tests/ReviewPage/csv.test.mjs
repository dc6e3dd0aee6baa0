import assert from "node:assert/strict";
import test from "node:test";
import { openSpec } from "../../Sources/Reporting/Review/Page/data.mjs";
import { agreementFile, answersFile, csvText, harmlessCell, lackOf, tsvText } from "../../Sources/Reporting/Review/Page/csv.mjs";
import { sample } from "./samples.mjs";

const meeting = { by: "Mika", on: "2026-11-23" };
const nothing = { answers: {}, own: [], agreement: {} };
const kinds = sample().answers.kinds;

test("CSV has a BOM, CRLF, and quotes where they are needed", () => {
  assert.equal(csvText([["a", "b,c"], ['say "x"', "two\nlines"], ["", "é"]]), '\ufeffa,"b,c"\r\n"say ""x""","two\nlines"\r\n,é\r\n');
});

test("an answer is a row with its cells as they are and the columns of people filled", () => {
  const spec = openSpec(sample());
  const file = answersFile(spec, { ...nothing, answers: { "Q-1": { answer: "It is refused\nA button helps", kind: "", comment: "as, in Figma" } } }, meeting);
  const lines = file.text.split("\r\n");
  assert.equal(lines[0], "\ufeffQuestion,What should happen?,What the spec says,\"Ask, until\",Answer,Kind of answer,Comment,Not applied,Answered by,Answered on,Fingerprint");
  assert.equal(lines[1], 'Q-1,What, if “not done”?,,Director,"It is refused\nA button helps",,"as, in Figma",,Mika,2026-11-23,aa'.replace("What, if “not done”?", '"What, if “not done”?"'));
  assert.equal(file.count, 1);
});

test("the file is empty where nothing is answered", () => {
  assert.deepEqual(answersFile(openSpec(sample()), nothing, meeting), { text: "", count: 0, leftOut: 0 });
});

test("answers stand in the order of the questions, whatever order they were typed in", () => {
  const file = answersFile(openSpec(sample()), { ...nothing, answers: { "Q-2": { answer: "b" }, "Q-1": { answer: "a" } } }, meeting);
  assert.ok(file.text.indexOf("Q-1") < file.text.indexOf("Q-2"));
});

test("an unfinished answer is left out and counted", () => {
  const file = answersFile(openSpec(sample()), { ...nothing, answers: { "Q-1": { kind: kinds.later }, "Q-2": { comment: "hm" } } }, meeting);
  assert.equal(file.text, "");
  assert.equal(file.leftOut, 2);
});

test("what an answer lacks", () => {
  assert.equal(lackOf({ answer: "x" }, kinds), "");
  assert.equal(lackOf({ kind: kinds.later }, kinds), "missingDay");
  assert.equal(lackOf({ kind: kinds.later, answer: "soon" }, kinds), "missingDay");
  assert.equal(lackOf({ kind: kinds.later, comment: "until 2027-01-31" }, kinds), "");
  assert.equal(lackOf({ kind: kinds.notPossible }, kinds), "missingReason");
  assert.equal(lackOf({ kind: kinds.dismiss, comment: "locked" }, kinds), "");
  assert.equal(lackOf({ kind: kinds.depends }, kinds), "missingAnswer");
  assert.equal(lackOf({ kind: kinds.select }, kinds), "");
  assert.equal(lackOf({ kind: kinds.nothing }, kinds), "");
});

test("an answer to a question that has changed since keeps the cells it was typed to", () => {
  const file = answersFile(openSpec(sample()), { ...nothing, answers: { "Q-1": { answer: "x", row: { id: "Q-1", question: "old text", fingerprint: "old" } }, "Q-9": { answer: "y", row: { id: "Q-9", question: "gone", fingerprint: "99" } } } }, meeting);
  assert.match(file.text, /Q-1,old text,.*,old\r\n/);
  assert.match(file.text, /Q-9,gone,.*,99\r\n/);
});

test("a question of one's own has no id; who asks it and when stand beside it, its answer may follow", () => {
  const file = answersFile(openSpec(sample()), { ...nothing, own: [{ question: "And offline?" }, { question: " ", answer: "x" }, { question: "Then?", answer: "Nothing" }] }, meeting);
  const lines = file.text.split("\r\n");
  assert.equal(lines[1], ",And offline?,,,,,,,Mika,2026-11-23,");
  assert.equal(lines[2], ",Then?,,,Nothing,,,,Mika,2026-11-23,");
  assert.equal(file.leftOut, 1);
});

test("who answered and when may differ from the meeting", () => {
  const file = answersFile(openSpec(sample()), { ...nothing, answers: { "Q-1": { answer: "x", by: "Jo", on: "2026-11-20" } } }, meeting);
  assert.match(file.text, /,Jo,2026-11-20,aa/);
});

test("agreement has a row per operation with the fingerprint that was agreed to; who and when stand above", () => {
  const agreement = { fail: { choice: "notSo", comment: "wrong text" }, accept: { choice: "agreed", fingerprint: "f0" } };
  const table = "Operation,Agreement,Comment,Fingerprint\r\naccept,Agreed,,f0\r\nfail,Not so,wrong text,f2\r\n";
  assert.equal(agreementFile(openSpec(sample()), { ...nothing, agreement }, meeting).text, `\ufeffAnswered by,Mika\r\nAnswered on,2026-11-23\r\n${table}`);
  assert.equal(agreementFile(openSpec(sample()), { ...nothing, agreement }, { by: "", on: "2026-11-23" }).text, `\ufeffAnswered on,2026-11-23\r\n${table}`);
  assert.equal(agreementFile(openSpec(sample()), nothing, meeting).text, "");
});

test("TSV quotes tabs, breaks and quotes, and formulas become text", () => {
  assert.equal(tsvText([["a\tb", "two\nlines", '"'], ["=1+1", "-5", "+81 90"]]), '"a\tb"\t"two\nlines"\t""""\r\n\'=1+1\t-5\t\'+81 90\r\n');
  assert.equal(harmlessCell("@SUM(A1)"), "'@SUM(A1)");
  assert.equal(harmlessCell("-1,000.5"), "-1,000.5");
  assert.equal(harmlessCell("・表示する"), "・表示する");
});
