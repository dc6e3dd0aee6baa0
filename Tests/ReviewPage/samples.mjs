// A small spec as the page's data has it, for tests without a browser.

/** The columns of people and those that are generated, as in the workbook. */
const columns = [
  ["id", "Question"], ["question", "What should happen?"], ["nearestRule", "What the spec says"], ["ask", "Ask, until"], ["answer", "Answer"], ["answerKind", "Kind of answer"],
  ["comment", "Comment"], ["refusal", "Not applied"], ["answeredBy", "Answered by"], ["answeredOn", "Answered on"], ["fingerprint", "Fingerprint"],
].map(([role, heading]) => ({ role, heading, kind: ["answer", "answerKind", "comment", "refusal", "answeredBy", "answeredOn"].includes(role) ? "people" : "generated" }));

const kinds = { asWritten: "As written", nothing: "Nothing happens", notPossible: "Not possible", outOfScope: "Out of scope", later: "Decide later", depends: "Depends on …", select: "Select", dismiss: "Dismiss" };

const questionRow = (id, question, fingerprint) => ({ key: id, cells: [id, question, "", "Director", "", "", "", "", "", "", fingerprint], choices: { answerKind: [kinds.asWritten, kinds.notPossible, kinds.outOfScope, kinds.later, kinds.depends] } });

/** A cell of an outcome table. */
export const cell = (when, outcome, more = {}) => ({ when, any: [], outcome, rules: [], questions: [], cases: [], ...more });

/** A spec of two operations and two questions. */
export function sample() {
  return {
    path: "specs/pay.yaml", state: "ready", id: "PAY", feature: "Accept money", language: "en", owner: "Payments", problems: [],
    factors: [
      { name: "transfer", kind: "state", label: "Transfer", values: [{ id: "waiting", label: "Waiting" }, { id: "expired", label: "Expired" }, { id: "taken", label: "Taken" }] },
      { name: "identity", kind: "state", label: "Identity", values: [{ id: "passed", label: "Passed" }, { id: "open", label: "Not done" }] },
      { name: "operation", kind: "operation", label: "Operation", values: [{ id: "accept", label: "Tap Accept" }, { id: "fail/offline", label: "Failure (offline)" }, { id: "fail/timeout", label: "Failure (timeout)" }] },
    ],
    operations: [
      { id: "accept", label: "Tap Accept", fingerprint: "f1", factors: ["transfer", "identity"], smallest: true, cellCount: 4, assumptions: [], cells: [
        cell({ transfer: ["waiting"], identity: ["passed"] }, "defined", { results: ["The balance is shown"], rules: ["accept-passed"], cases: ["PAY-001"] }),
        cell({ transfer: ["waiting"], identity: ["open"] }, "undefined", { questions: ["Q-1"], cases: ["PAY-002"] }),
        cell({ transfer: ["expired"], identity: ["passed", "open"] }, "contradictory", { any: ["identity"], results: [["a"], ["b"]], questions: ["Q-2"] }),
        cell({ transfer: ["taken"], identity: [null] }, "defined", { any: ["identity"], results: ["Done before"] }),
      ], agreement: { by: "Mika", on: "2026-11-18", comment: "", holds: false, differing: 2 } },
      { id: "fail", label: "Failure", fingerprint: "f2", factors: ["operation"], smallest: true, cellCount: 1, assumptions: [], cells: [
        cell({ operation: ["fail/offline", "fail/timeout"] }, "defined", { results: ["An error"] }),
      ] },
    ],
    tables: {
      questions: { title: "Questions", columns, rows: [questionRow("Q-1", "What, if “not done”?", "aa"), questionRow("Q-2", "Which first?", "bb")] },
      cases: { title: "Cases", columns: [
        { role: "id", heading: "Case", kind: "generated" }, { role: "title", heading: "Title", kind: "generated" }, { role: "note", heading: "Note", kind: "people" }, { role: "operation", heading: "Operation", kind: "generated", folded: true },
      ], rows: [
        { key: "PAY-001", cells: ["PAY-001", "Accept", "", "Tap Accept"] }, { key: "PAY-002", cells: ["PAY-002", "=HYPERLINK(\"x\")", "", "Tap Accept"] }, { key: "PAY-010", cells: ["PAY-010", "Ｆａｉｌｕｒｅ\tx", "", "Failure"] },
      ] },
    },
    questions: [
      { id: "Q-1", code: "undefined-expectation", operations: ["accept"], ask: "Director", until: "2026-11-20", overdue: true, line: 12, column: 3, cases: ["PAY-002"] },
      { id: "Q-2", code: "contradictory-expectations", operations: ["accept"], line: 14, column: 3, cases: [] },
    ],
    rules: [{ id: "accept-passed", line: 20, condition: "if identity is passed", says: ["The balance is shown"] }],
    cases: [{ id: "PAY-001", depth: "review", status: "defined", operation: "accept", result: "passed" }, { id: "PAY-002", depth: "relevant", status: "undefined", operation: "accept" }, { id: "PAY-010", depth: "all", status: "defined", operation: "fail", result: "failed" }],
    answers: { kinds, agreed: "Agreed", notSo: "Not so" },
    outcomesHeadings: { id: "Operation", agreement: "Agreement", comment: "Comment", fingerprint: "Fingerprint", answeredBy: "Answered by", answeredOn: "Answered on" },
  };
}

/** A storage as a browser has it. */
export function storage() {
  const texts = new Map();
  return { texts, getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => { texts.set(key, String(text)); }, removeItem: (key) => { texts.delete(key); } };
}
