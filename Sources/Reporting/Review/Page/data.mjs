// Lookups over the data: the relations of a spec's questions, cells, cases and rules.

/** Controls and characters that reorder or hide others; shown as the program does: `<U+202E>`. */
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A text from a spec made safe to show: nothing in it reorders or hides its neighbours. */
export function visible(text) {
  return String(text ?? "").replace(harmful, (sign) => {
    if (sign === "\r") return "";
    return `<U+${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** A text normalised for search: ignores width and case. */
export function folded(text) {
  return String(text ?? "").normalize("NFKC").toLowerCase();
}

/** True if a text contains every word of a query. */
export function matches(text, query) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}

/**
 * Unpacks the data of a file, in which repeated lines are stored once.
 * @param {{texts: string[], data: object}} packed a line `~1f` stands for text number 1f in base 36; `~~` escapes a leading `~`; `-3` in a list of texts stands for three empty ones
 */
export function unpacked({ texts, data }) {
  const line = (said) => !said.startsWith("~") ? said : said.startsWith("~~") ? said.slice(1) : texts[parseInt(said.slice(1), 36)];
  const open = (value) => {
    if (typeof value === "string") return value.includes("~") ? value.split("\n").map(line).join("\n") : value;
    if (Array.isArray(value)) return value.some((element) => typeof element === "string") ? value.flatMap((element) => typeof element === "number" && element < 0 ? Array(-element).fill("") : [open(element)]) : value.map(open);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, open(member)]));
  };
  return open(data);
}

const opened = new WeakMap();

/**
 * A spec with its lookups; for one that is broken now, its last valid state.
 * @param {object} raw a spec of the data
 */
export function openSpec(raw) {
  if (!opened.has(raw)) opened.set(raw, indexed(raw));
  return opened.get(raw);
}

function indexed(raw) {
  const shown = raw.state === "broken" && raw.last ? raw.last : raw;
  const spec = {
    raw, shown, path: raw.path,
    id: shown.id ?? "", name: shown.feature || shown.id || raw.path,
    language: shown.language === "ja" ? "ja" : "en",
    isReady: shown.state === "ready", kinds: shown.answers?.kinds ?? {},
    operations: shown.operations ?? [], decisions: shown.decisions ?? [],
    questions: [], questionByID: new Map(), caseByID: new Map(), ruleByID: new Map(),
    operationByID: new Map(), factorByName: new Map(), cellsByQuestion: new Map(),
  };
  const table = shown.tables?.questions;
  const columns = rolesOf(table);
  let choices = {};
  (shown.questions ?? []).forEach((question, number) => {
    const row = table?.rows[number];
    choices = row?.choices ?? choices;
    const said = (role) => visible(row?.cells[columns.get(role)] ?? "");
    const kinds = Object.values(spec.kinds);
    const options = said("options").split("\n").filter((line) => line && !kinds.includes(line));
    const entry = { operations: [], cases: [], ...question, number, row, said, options, kinds: (choices.answerKind ?? []).filter((choice) => kinds.includes(choice)) };
    spec.questions.push(entry);
    spec.questionByID.set(entry.id, entry);
  });
  (shown.cases ?? []).forEach((testCase, number) => {
    spec.caseByID.set(testCase.id, { ...testCase, number });
  });
  for (const rule of shown.rules ?? []) spec.ruleByID.set(ruleKey(rule), rule);
  for (const factor of shown.factors ?? []) {
    spec.factorByName.set(factor.name, { ...factor, labels: new Map(factor.values.map((value) => [value.id, value.label])) });
  }
  for (const operation of spec.operations) {
    spec.operationByID.set(operation.id, operation);
    (operation.cells ?? []).forEach((cell, number) => {
      for (const id of cell.questions ?? []) {
        if (!spec.cellsByQuestion.has(id)) spec.cellsByQuestion.set(id, []);
        spec.cellsByQuestion.get(id).push({ operation: operation.id, number });
      }
    });
  }
  spec.tally = tallyOf(spec);
  return spec;
}

/** House rules and rules of the spec may share an id; the location distinguishes them. */
export function ruleKey(rule) {
  return rule.path ? `${rule.path}:${rule.line}:${rule.id}` : rule.id;
}

/** The column of each role of a table. */
export function rolesOf(table) {
  return new Map((table?.columns ?? []).map((column, number) => [column.role, number]));
}

/** The sign of a cell or fold: "" decided, "?" open, "!" contradictory, "…" undecided, "–" impossible. */
export function signOf(outcome) {
  return { defined: "", undefined: "?", contradictory: "!", undecided: "…", impossible: "–" }[outcome] ?? "?";
}

/** The numbers of cells and of open cells of an operation, including those in folds. */
export function decidedOf(operation) {
  if (operation.refused !== undefined) return { cells: 0, open: 0 };
  if (operation.folds) {
    const open = operation.folds.reduce((sum, fold) => sum + fold.open, 0);
    return { cells: operation.cellCount, open };
  }
  const cells = operation.cells ?? [];
  return { cells: cells.length, open: cells.filter((cell) => cell.outcome !== "defined" || cell.drafted).length };
}

/** "agreed", "changed", "unknown", or "" without agreement. */
export function agreementOf(operation) {
  const agreed = operation.agreement;
  if (!agreed) return "";
  return agreed.holds === true ? "agreed" : agreed.holds === false ? "changed" : "unknown";
}

function tallyOf(spec) {
  const tally = { cells: 0, open: 0, agreed: 0, changed: 0, operations: spec.operations.length, questions: questionsFor({}, spec).length, rules: (spec.shown.rules ?? []).length, cases: spec.shown.tables?.cases ? spec.shown.cases.length : null };
  for (const operation of spec.operations) {
    const { cells, open } = decidedOf(operation);
    tally.cells += cells;
    tally.open += open;
    const state = agreementOf(operation);
    if (state === "agreed") tally.agreed += 1;
    if (state === "changed") tally.changed += 1;
  }
  return tally;
}

/** The outcome of the cells that ask a question with this sign. */
export const outcomeOfSign = { "?": "undefined", "!": "contradictory", "…": "undecided" };

/** The sign of a question for its kind of hole. */
export function signOfQuestion(question) {
  if (question.code === "contradictory-expectations") return "!";
  return ["undecided-expectation", "placeholder-expectation", "open-question"].includes(question.code) ? "…" : "?";
}

/** The question without the choices listed below it. */
export function asked(question) {
  const options = new Set(question.options);
  return question.said("question").split("\n").filter((line) => !options.has(line.trim())).join("\n");
}

/** The number of cases by result. */
export function resultsOf(spec, ids) {
  const counts = { passed: 0, failed: 0, blocked: 0, notRun: 0 };
  for (const id of ids ?? []) {
    const result = spec.caseByID.get(id)?.result;
    counts[result in counts ? result : "notRun"] += 1;
  }
  return counts;
}

/** Who is to answer a question: the person it names, else the spec's owner. */
export function ownerOf(question, spec) {
  return question.ask ?? spec.shown.owner ?? "";
}

/** True if a question is for a person and due by a date; a missing criterion matches all. */
export function isFor({ owner, due }, question, spec) {
  return (!owner || folded(ownerOf(question, spec)) === folded(owner)) && (!due || (question.until !== undefined && question.until <= due));
}

/** The questions asked of a person, or due by a date; optional ones are nobody's. */
export function questionsFor(state, spec) {
  return spec.questions.filter((question) => !question.optional && isFor(state, question, spec));
}

/** The tally of a spec, with these questions alone and those of them that are overdue. */
export function tallyFor(state, spec) {
  const questions = questionsFor(state, spec);
  return { ...spec.tally, questions: questions.length, overdue: questions.filter((question) => question.overdue).length };
}

/** The open questions of all specs by person and date, most questions first. */
export function questionsByOwner(specs) {
  const owners = new Map();
  for (const spec of specs) {
    for (const question of questionsFor({}, spec)) {
      const owner = ownerOf(question, spec);
      if (!owners.has(owner)) owners.set(owner, { owner, total: 0, overdue: 0, dated: 0, undated: 0 });
      const entry = owners.get(owner);
      entry.total += 1;
      if (question.overdue) entry.overdue += 1;
      else if (question.until) entry.dated += 1;
      else entry.undated += 1;
    }
  }
  return [...owners.values()].sort((left, right) => right.total - left.total || (left.owner < right.owner ? -1 : left.owner > right.owner ? 1 : 0));
}

/** The dated questions of all specs, earliest first; with a person or a date, all matching ones, undated last. */
export function questionsByDay(specs, given = {}) {
  const listed = specs.flatMap((spec) => questionsFor(given, spec).filter((question) => given.owner || given.due || question.until).map((question) => ({ spec, question })));
  const day = ({ question }) => question.until ?? "~";
  return listed.sort((left, right) => (day(left) < day(right) ? -1 : day(left) > day(right) ? 1 : 0));
}
