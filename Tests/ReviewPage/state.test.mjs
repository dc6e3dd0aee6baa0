import assert from "node:assert/strict";
import test from "node:test";
import { openSpec } from "../../Sources/Reporting/Review/Page/data.mjs";
import { copiedCases, rangeOf, rowHeight, shownCases, shownColumns } from "../../Sources/Reporting/Review/Page/cases.mjs";
import { Drafts, guardedStorage } from "../../Sources/Reporting/Review/Page/drafts.mjs";
import { firstState, parseCell, parseFragment, writeCell, writeFragment } from "../../Sources/Reporting/Review/Page/fragment.mjs";
import { answerText, shownOperations } from "../../Sources/Reporting/Review/Page/holes.mjs";
import { answeredText, setKind, shownQuestions } from "../../Sources/Reporting/Review/Page/questions.mjs";
import { meaningOf } from "../../Sources/Reporting/Review/Page/keys.mjs";
import { labelled, mergedSpecs, ownWords, settledBy } from "../../Sources/Reporting/Review/Page/live.mjs";
import { sample, storage } from "./samples.mjs";

const token = "0123456789abcdef0123456789abcdef";
const place = { isTyping: false, isOnButton: false, isOnCell: false };

test("the address keeps the state and the server's token", () => {
  const state = { ...firstState, spec: "specs/決済 & co.yaml", view: "map", question: "Q-1", filter: "a+b #c", cell: "accept.3" };
  const address = writeFragment(state, token);
  assert.ok(address.startsWith(`#token=${token}`));
  assert.deepEqual(parseFragment(address), { state, token });
  assert.equal(writeFragment(firstState, ""), "");
});

test("an address with anything in it is read without a word", () => {
  assert.deepEqual(parseFragment("#%E0%A4&view=map&nonsense=1").state.view, "map");
});

test("a cell's place survives operations with dots in their names", () => {
  assert.deepEqual(parseCell(writeCell("a.b", 12)), { operation: "a.b", number: 12 });
  for (const text of ["", "accept", "accept.x", ".3", "accept.-1"]) assert.equal(parseCell(text), null, text);
});

test("keys speak only while nothing is typed", () => {
  const key = (name, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });
  assert.equal(meaningOf(key("j"), place), "next");
  assert.equal(meaningOf(key("x"), place), "impossible");
  assert.equal(meaningOf(key("2"), place), "viewMap");
  assert.equal(meaningOf(key("2"), { ...place, isMeeting: true }), "choose");
  assert.equal(meaningOf(key("x"), { ...place, isTyping: true }), "");
  assert.equal(meaningOf(key("Escape"), { ...place, isTyping: true }), "leave");
  assert.equal(meaningOf(key("d", { ctrlKey: true }), place), "");
  assert.equal(meaningOf(key("j", { isComposing: true }), place), "");
  assert.equal(meaningOf(key("Enter"), { ...place, isOnButton: true }), "");
  assert.equal(meaningOf(key("Enter"), place), "answer");
  assert.equal(meaningOf(key("ArrowDown"), place), "");
  assert.equal(meaningOf(key("ArrowDown"), { ...place, isOnCell: true }), "cellDown");
});

test("what is typed is kept, read again, and emptied when nothing is left", () => {
  const kept = storage();
  const spec = openSpec(sample());
  const drafts = new Drafts(kept);
  drafts.setMeeting({ by: "Mika", on: "2026-11-23" });
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  const again = new Drafts(kept);
  assert.equal(again.meeting.by, "Mika");
  assert.equal(again.of(spec.path).answers["Q-1"].answer, "x");
  assert.equal(again.count(spec.path), 1);
  again.setAnswer(spec, "Q-1", { answer: " " });
  assert.equal(again.count(spec.path), 0);
  assert.ok(![...kept.texts.keys()].some((key) => key.endsWith(spec.path)));
});

test("pages that share a storage keep their answers apart", () => {
  const kept = storage();
  const spec = openSpec(sample());
  new Drafts(kept, "/a/review.html").setAnswer(spec, "Q-1", { answer: "x" });
  assert.equal(new Drafts(kept, "/b/review.html").count(spec.path), 0);
  assert.equal(new Drafts(kept, "/a/review.html").count(spec.path), 1);
});

test("a browser that forbids storage, or has no room, loses nothing that is on the page", () => {
  assert.equal(guardedStorage("localStorage", { get localStorage() { throw new Error("SecurityError"); } }), null);
  const full = storage();
  full.setItem = () => { throw new Error("QuotaExceededError"); };
  const drafts = new Drafts(full);
  const spec = openSpec(sample());
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  assert.equal(drafts.isKept, false);
  assert.equal(drafts.of(spec.path).answers["Q-1"].answer, "x");
});

test("who answers holds for what was typed before anybody said so", () => {
  const drafts = new Drafts(null);
  const spec = openSpec(sample());
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  drafts.setMeeting({ by: "Mika" });
  drafts.setAnswer(spec, "Q-2", { answer: "y" });
  drafts.setMeeting({ by: "Jo" });
  assert.deepEqual(Object.values(drafts.of(spec.path).answers).map((draft) => draft.by), ["Mika", "Mika"]);
});

test("an answer whose question has changed or gone is kept and told", () => {
  const drafts = new Drafts(null);
  const spec = openSpec(sample());
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  drafts.setAnswer(spec, "Q-2", { answer: "y" });
  const raw = sample();
  raw.tables.questions.rows[0].cells[10] = "other";
  raw.questions.pop();
  raw.tables.questions.rows.pop();
  const later = openSpec(raw);
  assert.equal(drafts.hasMovedOn(spec, "Q-1"), false);
  assert.equal(drafts.hasMovedOn(later, "Q-1"), true);
  assert.deepEqual(drafts.gone(later).map(({ id, draft }) => [id, draft.answer]), [["Q-2", "y"]]);
  drafts.confirm(later, "Q-1");
  assert.equal(drafts.hasMovedOn(later, "Q-1"), false);
});

test("a download is due again as soon as something is typed; what is unfinished stays due", () => {
  const drafts = new Drafts(storage());
  const spec = openSpec(sample());
  const kinds = spec.shown.answers.kinds;
  const due = () => drafts.due([spec.path]);
  assert.equal(due(), 0);
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  drafts.setAnswer(spec, "Q-2", { kind: kinds.later });
  assert.equal(due(), 2);
  drafts.setSaved(spec, "answers");
  assert.equal(due(), 1);
  drafts.setAgreement(spec, spec.operations[0], { choice: "agreed" });
  assert.equal(due(), 2);
  drafts.setSaved(spec, "agreement");
  drafts.setAnswer(spec, "Q-1", { answer: "y" });
  assert.equal(due(), 2);
  drafts.setSaved(spec, "answers");
  drafts.setMeeting({ by: "Mika", on: "2026-11-23" });
  assert.equal(due(), 2);
});

test("what was downloaded and stands in the next page is forgotten, the rest is kept", () => {
  const drafts = new Drafts(null);
  const spec = openSpec(sample());
  drafts.of(spec.path).own.push({ question: "Which first?", saved: true }, { question: "And then?", saved: true });
  drafts.setAnswer(spec, "Q-1", { answer: "x" });
  drafts.setSaved(spec, "answers");
  drafts.setAgreement(spec, spec.operations[0], { choice: "agreed" });
  drafts.setAgreement(spec, spec.operations[1], { choice: "agreed" });
  drafts.setSaved(spec, "agreement");
  drafts.of(spec.path).answers["Q-8"] = { answer: "typed, not downloaded" };
  const raw = sample();
  raw.questions.shift();
  raw.tables.questions.rows.shift();
  raw.operations[0].agreement.holds = true;
  drafts.forgetSettled(openSpec(raw));
  const { answers, own, agreement } = drafts.of(spec.path);
  assert.deepEqual([Object.keys(answers), own.map((draft) => draft.question), Object.keys(agreement)], [["Q-8"], ["And then?"], ["fail"]]);
});

test("agreement holds for the outcomes that were on the page", () => {
  const drafts = new Drafts(null);
  const spec = openSpec(sample());
  drafts.setAgreement(spec, spec.operations[0], { choice: "agreed" });
  drafts.setAgreement(spec, { ...spec.operations[0], fingerprint: "new" }, { comment: "typed later" });
  assert.equal(drafts.of(spec.path).agreement.accept.fingerprint, "f1");
  drafts.setAgreement(spec, spec.operations[0], { choice: "" });
  assert.deepEqual(drafts.of(spec.path).agreement, {});
});

test("operations and their questions are filtered together", () => {
  const spec = openSpec(sample());
  const shown = (show, filter = "") => {
    const app = { spec, state: { ...firstState, show, filter } };
    return [shownOperations(app).map((operation) => operation.id), shownQuestions(app).map((question) => question.id)];
  };
  assert.deepEqual(shown(""), [["accept", "fail"], ["Q-1", "Q-2"]]);
  assert.deepEqual(shown("holes"), [["accept"], ["Q-1", "Q-2"]]);
  assert.deepEqual(shown("changed"), [["accept"], ["Q-1", "Q-2"]]);
  assert.deepEqual(shown("unagreed"), [["accept", "fail"], ["Q-1", "Q-2"]]);
  assert.deepEqual(shown("", "error"), [["fail"], []]);
  assert.deepEqual(shown("", "not done"), [["accept"], ["Q-1"]]);
  const agreed = openSpec({ ...sample(), operations: sample().operations.map((operation) => ({ ...operation, agreement: { holds: true } })) });
  assert.deepEqual(shownQuestions({ spec: agreed, state: { ...firstState, show: "changed" } }), []);
});

test("cases are filtered by depth, status, result and words", () => {
  const spec = openSpec(sample());
  const shown = (change) => shownCases(spec, { ...firstState, ...change });
  assert.deepEqual(shown({}), [0, 1, 2]);
  assert.deepEqual(shown({ depth: "relevant" }), [0, 1]);
  assert.deepEqual(shown({ depth: "review" }), [0]);
  assert.deepEqual(shown({ status: "open" }), [1]);
  assert.deepEqual(shown({ result: "notRun" }), [1]);
  assert.deepEqual(shown({ filter: "failure" }), [2]);
});

test("cases are sorted as people sort, and back", () => {
  const spec = openSpec(sample());
  assert.deepEqual(shownCases(spec, { ...firstState, sort: "-id" }), [2, 1, 0]);
  assert.deepEqual(shownCases(spec, { ...firstState, sort: "result" }), [2, 1, 0]);
  assert.deepEqual(shownCases(spec, { ...firstState, sort: "nonsense" }), [0, 1, 2]);
});

test("the matrix shows the last result, and leaves out what nobody filled", () => {
  const spec = openSpec(sample());
  assert.deepEqual(shownColumns(spec, false).map((column) => column.role), ["id", "result", "title"]);
  const unrun = sample();
  for (const testCase of unrun.cases) delete testCase.result;
  assert.deepEqual(shownColumns(openSpec(unrun), false).map((column) => column.role), ["id", "title"]);
  assert.deepEqual(shownColumns(spec, true).map((column) => column.role), ["id", "result", "title", "note", "operation"]);
});

test("what is copied is what is shown, and safe to paste", () => {
  assert.equal(copiedCases(openSpec(sample()), { ...firstState, depth: "relevant" }), "Case\tResult\tTitle\r\nPAY-001\tpassed\tAccept\r\nPAY-002\tnot run\t\"'=HYPERLINK(\"\"x\"\")\"\r\n");
});

test("what stands above the headings is copied above them", () => {
  const raw = sample();
  raw.tables.cases.head = ["Unless the setup says otherwise:\nIdentity: Passed"];
  assert.ok(copiedCases(openSpec(raw), firstState).startsWith('"Unless the setup says otherwise:\nIdentity: Passed"\r\nCase\tResult'));
});

test("of ten thousand rows as many are drawn as can be seen", () => {
  const range = rangeOf(5000 * rowHeight, 700, 10_000);
  assert.ok(range.first <= 5000 && range.end >= 5011 && range.end - range.first < 40);
  assert.deepEqual(rangeOf(0, 700, 3), { first: 0, end: 3 });
});

test("a new state replaces what changed, in the server's order", () => {
  const specs = [{ path: "a", n: 1 }, { path: "b", n: 1 }];
  assert.deepEqual(mergedSpecs(specs, { paths: ["c", "a"], specs: [{ path: "c", n: 2 }] }), [{ path: "c", n: 2 }, { path: "a", n: 1 }]);
});

test("what the server refused stays, what it applied or knew goes", () => {
  const settled = settledBy([{ question: "Q-1", state: "applied" }, { question: "Q-2", state: "stale" }, { question: "Q-3", state: "known" }, { operation: "accept", state: "applied" }, { operation: "fail", state: "refused" }]);
  assert.deepEqual(settled, { questions: ["Q-1", "Q-3"], operations: ["accept"], isAll: false });
  assert.equal(settledBy([{ question: "Q-1", state: "applied" }]).isAll, true);
  assert.deepEqual(settledBy([{ question: "Q-1", state: "applied" }, { question: "Q-1", state: "refused" }]).questions, []);
});

test("an optional question counts neither as answered nor as one to answer", () => {
  const raw = sample();
  raw.questions[1].optional = true;
  const app = { spec: openSpec(raw), state: {}, drafts: new Drafts(null), say: (key, ...values) => `${key} ${values}` };
  app.drafts.setAnswer(app.spec, "Q-2", { answer: "x" });
  assert.equal(answeredText(app), "answeredCount 0,1");
  app.drafts.setAnswer(app.spec, "Q-1", { answer: "x" });
  assert.equal(answeredText(app), "answeredCount 1,1");
  // What the spec cannot take is not answered.
  app.drafts.of(app.spec.path).answers["Q-1"].refused = "not a result";
  assert.equal(answeredText(app), "answeredCount 0,1");
  app.drafts.setAnswer(app.spec, "Q-1", { answer: "y" });
  assert.equal(answeredText(app), "answeredCount 1,1");
});

test("a chosen answer does not become the reason of a kind that is set after it; what was typed does", () => {
  const raw = sample();
  const { columns, rows } = raw.tables.questions;
  columns.push({ role: "options", heading: "Options", kind: "generated" });
  rows[0].cells.push("① It is refused\n② It waits");
  rows[1].cells.push("");
  raw.questions[1].code = "unread-factor";
  const app = { spec: openSpec(raw), drafts: new Drafts(null), changedAnswer() {}, sayInSpec: (key) => key };
  const { kinds, questions } = app.spec;
  const after = (question, draft, kind) => {
    app.drafts.remove(app.spec.path, question.id);
    app.drafts.setAnswer(app.spec, question.id, draft);
    setKind(app, question, kind);
    return app.drafts.of(app.spec.path).answers[question.id].answer;
  };
  for (const name of ["asWritten", "notPossible", "outOfScope", "later", "depends"]) {
    assert.equal(after(questions[0], { answer: "② It waits" }, kinds[name]), "", name);
    assert.equal(after(questions[1], { answer: "yes" }, kinds[name]), "", name);
    assert.equal(after(questions[0], { answer: "It waits for a day" }, kinds[name]), "It waits for a day", name);
  }
  // What stands in the field beside another kind is not cleared.
  assert.equal(after(questions[0], { kind: kinds.asWritten, answer: "② It waits" }, kinds.notPossible), "② It waits");
});

test("what was typed is told with its kind, as the page calls it", () => {
  const app = { spec: openSpec(sample()), language: "en", say: (key, ...values) => [key, ...values].join(" ") };
  const { kinds } = app.spec.shown.answers;
  assert.equal(answerText(app, { answer: "a" }), "a");
  assert.equal(answerText(app, { answer: "a", kind: kinds.asWritten }), "a");
  assert.equal(answerText(app, { answer: "never", kind: kinds.notPossible }), "Not possible: never");
  assert.equal(answerText(app, { answer: "2026-12-15", kind: kinds.later }), "laterUntil 2026-12-15");
  assert.equal(answerText(app, { kind: kinds.select }), "kind_select");
});

test("a message of the server is told without what stands beside it", () => {
  assert.equal(ownWords("PARK-answers.csv:E2: would be applied Q-1: rule added"), "Q-1: rule added");
  assert.equal(ownWords("PARK-answers.csv:E6: not applied Q-1: write PARK.csv:E2: again", "Q-1"), "write PARK.csv:E2: again");
  assert.equal(ownWords("The spec cannot be read"), "The spec cannot be read");
  for (const state of ["applied", "would be applied", "already applied", "not applied", "stale, not applied", "反映", "反映予定", "反映済み", "未反映", "未反映（確認内容が変わったため）"]) {
    assert.equal(ownWords(`PARK-agreement.csv:B7: ${state} D-1A2B`), "D-1A2B", state);
  }
});

test("a message names an operation or a decision by its label, once and where its id stands", () => {
  const said = (text, id, label) => labelled(ownWords(text), id, label);
  assert.equal(said("PARK-agreement.csv:B3: already applied read", "read", "Read the article"), "Read the article");
  assert.equal(said("PARK-agreement.csv:B3: applied read: agreed by Mika, who has read: it", "read", "Read the article"), "Read the article: agreed by Mika, who has read: it");
  assert.equal(said("PARK-agreement.csv:B9: would be applied D-1A2B: agreed", "D-1A2B", "Parking is free $& on Sundays"), "Parking is free $& on Sundays: agreed");
  // An id within other words is not replaced.
  assert.equal(said("PARK-agreement.csv:B3: not ready for read: unread", "read", "Read"), "not ready for Read: unread");
  for (const text of ["reading is over", "already spread", "read_all: agreed", "D-1A2B: unread"]) assert.equal(labelled(text, "read", "Read the article"), text);
});
