// Exported files: answers and agreement as CSV, cases as text to paste into a spreadsheet.
import { rolesOf } from "./data.mjs";

/** RFC 4180 in UTF-8 with BOM and CRLF, as the program writes it. */
export function csvText(rows) {
  const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return "\ufeff" + rows.map((row) => row.map((cell) => field(String(cell ?? ""))).join(",") + "\r\n").join("");
}

/** Turns formulas into text for spreadsheets; numbers stay. */
export function harmlessCell(text) {
  const isNumber = /^[+-]?\d[\d,]*(\.\d+)?$/.test(text);
  return /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
}

/** Text to paste into a spreadsheet: tab-separated; cells with breaks, tabs or quotes are quoted. */
export function tsvText(rows) {
  const field = (text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map((cell) => field(harmlessCell(String(cell ?? "").replaceAll("\r\n", "\n")))).join("\t")).join("\r\n") + "\r\n";
}

/** A date in files: 2026-11-23. */
const isoDay = /\d{4}-\d{2}-\d{2}/;

/** True if a draft has one of the kinds with these names. */
export function isKind({ kind }, kinds, ...names) {
  return Boolean(kind) && names.some((name) => kinds[name] === kind);
}

/** True if the answer is the reason for its kind. */
export function needsReason(draft, kinds) {
  return isKind(draft, kinds, "notPossible", "outOfScope", "dismiss");
}

/**
 * What an answer lacks before it can be exported: "" if nothing, else the key of the message.
 * @param {object} kinds texts of the kinds, by name
 */
export function lackOf(draft, kinds) {
  const answer = (draft.answer ?? "").trim();
  const comment = (draft.comment ?? "").trim();
  if (isKind(draft, kinds, "later")) return isoDay.test(answer + " " + comment) ? "" : "missingDay";
  if (isKind(draft, kinds, "select", "nothing")) return "";
  if (needsReason(draft, kinds)) return answer || comment ? "" : "missingReason";
  return answer ? "" : "missingAnswer";
}

/** True if anything was typed. */
export function isTyped(draft) {
  return Boolean(draft && ((draft.answer ?? "").trim() || (draft.comment ?? "").trim() || draft.kind));
}

/**
 * The answers to one spec as a file for `specmatrix answer`.
 * @param {object} spec an opened spec
 * @param {object} drafts the drafts: `answers` by question id, `own` questions
 * @param {{by: string, on: string}} meeting who answers and when, unless a draft says so
 * @param {(id: string) => boolean} isWanted selects questions; all by default
 * @returns {{text: string, count: number, leftOut: number}} the text is empty if nothing is answered
 */
export function answersFile(spec, drafts, meeting, isWanted = () => true) {
  const table = spec.shown.tables?.questions;
  if (!table) return { text: "", count: 0, leftOut: 0 };
  const columns = rolesOf(table);
  const rows = [];
  let leftOut = 0;
  const filled = (cells, draft) => {
    const row = [...cells];
    const put = (role, text) => { if (columns.has(role)) row[columns.get(role)] = text ?? ""; };
    put("answer", trimmed(draft.answer));
    put("answerKind", draft.kind);
    put("comment", trimmed(draft.comment));
    put("answeredBy", draft.by || meeting.by);
    put("answeredOn", draft.on || meeting.on);
    return row;
  };
  const order = [...spec.questions.map((question) => question.id), ...Object.keys(drafts.answers).filter((id) => !spec.questionByID.has(id))];
  for (const id of order) {
    const draft = drafts.answers[id];
    if (!isTyped(draft) || !isWanted(id)) continue;
    if (lackOf(draft, spec.kinds)) { leftOut += 1; continue; }
    // The cells when the answer was typed: the fingerprint reveals a question that has changed since.
    const known = draft.row ?? {};
    const present = spec.questionByID.get(id)?.row?.cells;
    const cells = table.columns.map((column, number) => known[column.role] ?? present?.[number] ?? (column.role === "id" ? id : ""));
    rows.push(filled(cells, draft));
  }
  for (const own of drafts.own ?? []) {
    const question = trimmed(own.question);
    if (!question && !isTyped(own)) continue;
    if (!question) { leftOut += 1; continue; }
    const cells = table.columns.map((column) => (column.role === "question" ? question : column.role === "ask" ? own.ask ?? "" : ""));
    rows.push(filled(cells, own));
  }
  if (rows.length === 0) return { text: "", count: 0, leftOut };
  return { text: csvText([table.columns.map((column) => column.heading), ...rows]), count: rows.length, leftOut };
}

/** The agreements to a spec's operations and decisions as a file, with who agrees and when once above the table, as in the workbook. */
export function agreementFile(spec, drafts, meeting) {
  const headings = spec.shown.outcomesHeadings;
  const operations = headings ? [...spec.operations, ...spec.decisions].filter((operation) => drafts.agreement[operation.id]?.choice) : [];
  if (operations.length === 0) return { text: "", count: 0, leftOut: 0 };
  const rows = operations.map((operation) => {
    const draft = drafts.agreement[operation.id];
    return [operation.id, spec.shown.answers[draft.choice], trimmed(draft.comment), draft.fingerprint ?? operation.fingerprint ?? ""];
  });
  const entered = [["answeredBy", meeting.by], ["answeredOn", meeting.on]].filter(([, text]) => text).map(([key, text]) => [headings[key], text]);
  const heading = ["id", "agreement", "comment", "fingerprint"].map((key) => headings[key]);
  return { text: csvText([...entered, heading, ...rows]), count: rows.length, leftOut: 0 };
}

function trimmed(text) {
  return (text ?? "").replaceAll("\r\n", "\n").trim();
}
