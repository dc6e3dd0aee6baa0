// The matrix of cases: filtered, sorted, copied for a spreadsheet. Only the visible rows are drawn.
import { asked, folded, visible } from "./data.mjs";
import { tsvText } from "./csv.mjs";
import { grouped, say } from "./words.mjs";
import { button, byID, el, said, short } from "./dom.mjs";
import { drawSign, resultShapes } from "./holes.mjs";
import { notify } from "./frame.mjs";

/** The height of a row in pixels, as in page.css; a fixed height needs no measuring. */
export const rowHeight = 68;
/** Rows drawn beyond the visible ones. */
const margin = 8;
/** The maximum number of rows drawn for printing. */
const mostPrinted = 3000;

const depths = ["review", "relevant", "all"];

/** The visible columns: the case with its last result first, secondary ones only if `isAll`. */
export function shownColumns(spec, isAll) {
  const table = spec.shown.tables.cases;
  const columns = table.columns.map((column, number) => ({ ...column, number }))
    .filter((column) => column.role !== "result" && !column.hidden && (isAll || (!column.folded && (column.kind !== "people" || table.rows.some((row) => row.cells[column.number])))));
  const heading = table.columns.find((column) => column.role === "result")?.heading ?? say(spec.language, "result");
  if (isAll || hasResults(spec)) columns.splice(1, 0, { role: "result", heading, kind: "people", number: -1 });
  return columns;
}

/** True if any case was run. */
function hasResults(spec) {
  return spec.shown.cases.some((testCase) => testCase.result);
}

/** The text of a cell; the result is that of the last run. */
function textOf(spec, column, number) {
  if (column.role === "result") return say(spec.language, resultOf(spec, number));
  return spec.shown.tables.cases.rows[number].cells[column.number] ?? "";
}

function resultOf(spec, number) {
  return spec.shown.cases[number]?.result ?? "notRun";
}

const searched = new WeakMap();

/** The folded texts of each row for searches, cached. */
function searchTexts(table) {
  if (!searched.has(table)) searched.set(table, table.rows.map((row) => folded(row.cells.join("\n"))));
  return searched.get(table);
}

/**
 * The numbers of the rows that pass the filters, in the chosen order.
 * @param {object} spec an opened spec
 * @param {object} state filter, depth, status, result and sort
 */
export function shownCases(spec, state) {
  const table = spec.shown.tables.cases;
  const cases = spec.shown.cases;
  const texts = state.filter ? searchTexts(table) : [];
  const words = folded(state.filter).split(/\s+/).filter(Boolean);
  const deepest = depths.indexOf(state.depth);
  const numbers = [];
  for (let number = 0; number < table.rows.length; number += 1) {
    const testCase = cases[number] ?? {};
    if (deepest >= 0 && depths.indexOf(testCase.depth) > deepest) continue;
    if (state.status === "defined" && testCase.status !== "defined") continue;
    if (state.status === "open" && testCase.status === "defined") continue;
    if (state.result && (testCase.result ?? "notRun") !== state.result) continue;
    if (!words.every((word) => texts[number].includes(word))) continue;
    numbers.push(number);
  }
  const role = state.sort.replace(/^-/, "");
  const column = role ? shownColumns(spec, true).find((shown) => shown.role === role) : undefined;
  if (column === undefined) return numbers;
  const collator = new Intl.Collator(spec.language, { numeric: true });
  const sign = state.sort.startsWith("-") ? -1 : 1;
  const keys = new Map(numbers.map((number) => [number, textOf(spec, column, number)]));
  return numbers.sort((left, right) => sign * collator.compare(keys.get(left), keys.get(right)) || left - right);
}

/** The visible rows and columns as text for a spreadsheet, below the lines above the headings. */
export function copiedCases(spec, state) {
  const columns = shownColumns(spec, state.columns === "all");
  return tsvText([...(spec.shown.tables.cases.head ?? []).map((line) => [line]), columns.map((column) => column.heading), ...shownCases(spec, state).map((number) => columns.map((column) => textOf(spec, column, number)))]);
}

/** The rows to draw: the visible ones and a margin. */
export function rangeOf(top, height, count) {
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  return { first, end: Math.min(count, Math.ceil((top + height) / rowHeight) + margin) };
}

export function drawCasesView(app) {
  const { spec, state } = app;
  if (!spec.isReady) return [];
  const table = spec.shown.tables?.cases;
  if (!table) return [el("p.empty", app.say("casesComputing"))];
  const numbers = shownCases(spec, state);
  const columns = shownColumns(spec, state.columns === "all");
  const matrix = new Matrix(app, table, columns, numbers);
  app.matrix = matrix;
  return [
    drawTools(app, numbers.length, table.rows.length),
    spec.shown.areCasesNumbered === false ? el("p.warning.head-line", app.say("notNumbered")) : null,
    (table.head ?? []).map((line) => el("p.hint.head-line", said(line, { lang: spec.language }))),
    el("div", { class: state.case ? "with-panel" : "" }, matrix.element, drawCase(app, table)),
  ];
}

function drawTools(app, shown, total) {
  const { state } = app;
  const chips = (label, key, entries) => el("div", { role: "group", class: "chip-group", "aria-label": label }, el("span.chip-label", { "aria-hidden": "true" }, label),
    entries.map(([value, text]) => button(text, () => app.go({ [key]: value }), { class: "chip", id: `chip-${key}-${value}`, "aria-pressed": String(state[key] === value) })));
  const all = el("input", { type: "checkbox", id: "all-columns", checked: state.columns === "all", on: { change: (event) => app.go({ columns: event.target.checked ? "all" : "" }) } });
  return el("div.tools",
    chips(app.say("depth"), "depth", [["review", app.say("depth_review")], ["relevant", app.say("depth_relevant")], ["", app.say("depth_all")]]),
    chips(app.say("status"), "status", [["", app.say("status_any")], ["defined", app.say("status_defined")], ["open", app.say("status_open")]]),
    hasResults(app.spec) && chips(app.say("result"), "result", [["", app.say("status_any")], ...resultShapes.map(([result, shape]) => [result, [el("span", { class: `dot is-${result}`, "aria-hidden": "true" }, shape), ` ${app.say(result)}`]])]),
    el("label.check", { for: "all-columns" }, all, " ", app.say("allColumns")),
    button(app.say("copy"), () => copyCases(app), { class: "small", id: "copy" }),
    el("span.count", { role: "status" }, app.say("rowsShown", grouped(shown), grouped(total))));
}

async function copyCases(app) {
  const text = copiedCases(app.spec, app.state);
  const count = shownCases(app.spec, app.state).length;
  const isCopied = await putOnClipboard(text);
  const isNumbered = app.spec.shown.areCasesNumbered !== false;
  notify(() => (isCopied ? app.say("copied", grouped(count)) + (isNumbered ? "" : ` – ${app.say("notNumbered")}`) : app.say("copyFailed")), !isCopied);
}

/** Copies a text to the clipboard; pages opened from disk may need the old API. */
export async function putOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea.spoken", { value: text, "aria-hidden": "true" });
    const active = document.activeElement;
    document.body.append(area);
    area.select();
    let isCopied = false;
    try { isCopied = document.execCommand("copy"); } catch { /* stays false */ }
    area.remove();
    active?.focus();
    return isCopied;
  }
}

/** The table: assistive technology sees all rows, the page contains only the visible ones. */
class Matrix {
  constructor(app, table, columns, numbers) {
    Object.assign(this, { app, table, columns, numbers, drawn: new Map(), active: 0, frame: 0 });
    this.top = el("tr.space", { "aria-hidden": "true" }, el("td", { colspan: columns.length }));
    this.bottom = el("tr.space", { "aria-hidden": "true" }, el("td", { colspan: columns.length }));
    this.body = el("tbody", this.top, this.bottom);
    this.element = el("div.matrix", { id: "matrix", tabindex: "0", role: "region", "aria-label": visible(table.title), "data-scroll": "matrix", on: {
      scroll: () => { this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.draw(); }); },
      keydown: (event) => this.key(event),
    } },
    el("table.cases", { lang: app.spec.language, "aria-label": visible(table.title), "aria-rowcount": numbers.length + 1, "aria-colcount": columns.length },
      el("colgroup", columns.map((column) => el("col", { class: `w-${column.role.replace(/\W.*/, "")}` }))),
      el("thead", el("tr", { "aria-rowindex": 1 }, columns.map((column) => this.heading(column)))),
      this.body));
    // As high as all rows, so that the scroll position survives until they are drawn.
    this.bottom.firstChild.style.height = `${numbers.length * rowHeight}px`;
    const chosen = numbers.indexOf(app.spec.caseByID.get(app.state.case)?.number ?? -1);
    if (chosen >= 0) this.active = chosen;
  }

  heading(column) {
    const { app } = this;
    const isSorted = app.state.sort.replace(/^-/, "") === column.role;
    const isDown = isSorted && app.state.sort.startsWith("-");
    return el("th", { scope: "col", "aria-sort": isSorted ? (isDown ? "descending" : "ascending") : null },
      el("button.sort", { id: `sort-${column.role}`, on: { click: () => app.go({ sort: !isSorted ? column.role : isDown ? "" : `-${column.role}` }) } },
        said(column.heading), el("span", { "aria-hidden": "true", class: "arrow" }, isSorted ? (isDown ? " ▼" : " ▲") : "")));
  }

  /** Draws the visible rows; called once the table is in the page, and on scrolling. */
  draw(range = rangeOf(this.element.scrollTop, this.element.clientHeight || 800, this.numbers.length)) {
    for (const [index, row] of this.drawn) {
      if (index >= range.first && index < range.end) continue;
      // The table keeps the focus when the focused row is removed.
      if (row.contains(document.activeElement)) this.element.focus({ preventScroll: true });
      row.remove();
      this.drawn.delete(index);
    }
    let next = this.top.nextSibling;
    for (let index = range.first; index < range.end; index += 1) {
      let row = this.drawn.get(index);
      if (!row) {
        row = this.row(index);
        this.drawn.set(index, row);
        this.body.insertBefore(row, next);
      }
      next = row.nextSibling;
    }
    this.top.firstChild.style.height = `${range.first * rowHeight}px`;
    this.bottom.firstChild.style.height = `${(this.numbers.length - range.end) * rowHeight}px`;
  }

  row(index) {
    const { app } = this;
    const number = this.numbers[index];
    const testCase = app.spec.shown.cases[number] ?? {};
    return el("tr", { "aria-rowindex": index + 2, class: testCase.id === app.state.case ? "is-chosen" : null, on: { click: (event) => { if (!event.target.closest("button") && !String(getSelection())) this.choose(index); } } },
      this.columns.map((column) => {
        const text = textOf(app.spec, column, number);
        if (column.role === "id") {
          return el("th", { scope: "row" }, drawSign(app, testCase.status ?? "defined"), el("button.link.case-id", { tabindex: "-1", on: { click: () => this.choose(index) } }, said(text)));
        }
        if (column.role === "result") {
          const result = resultOf(app.spec, number);
          return el("td", el("span", { class: `dot is-${result}`, "aria-hidden": "true" }, resultShapes.find(([name]) => name === result)?.[1] ?? "○"), ` ${text}`);
        }
        return el("td", el("div.clip", said(short(text, 300))));
      }));
  }

  choose(index) {
    this.active = index;
    const id = this.app.spec.shown.cases[this.numbers[index]]?.id ?? "";
    this.app.go({ case: this.app.state.case === id ? "" : id });
    this.app.matrix.focus(index);
  }

  /** Scrolls a row into view and focuses it. */
  focus(index) {
    if (this.numbers.length === 0) return;
    this.active = Math.max(0, Math.min(this.numbers.length - 1, index));
    const head = this.element.querySelector("thead")?.offsetHeight ?? 0;
    const top = this.active * rowHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + rowHeight + head > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = top + rowHeight + head - this.element.clientHeight;
    this.draw();
    this.drawn.get(this.active)?.querySelector(".case-id")?.focus({ preventScroll: true });
  }

  key(event) {
    if (event.target.closest("thead") || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 1);
    const isOnRow = event.target !== this.element;
    const to = { ArrowDown: isOnRow ? this.active + 1 : this.active, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page, Home: 0, End: this.numbers.length - 1 }[event.key];
    if (to !== undefined) this.focus(to);
    else if (event.key === "Enter" && !isOnRow) this.choose(this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Draws all rows for printing, up to a limit. */
  drawForPrint() {
    this.draw({ first: 0, end: Math.min(this.numbers.length, mostPrinted) });
    this.bottom.firstChild.style.height = "0";
    if (this.numbers.length > mostPrinted) this.element.append(el("p.hint", { id: "print-note" }, this.app.say("printed", grouped(mostPrinted), grouped(this.numbers.length))));
  }

  drawAfterPrint() {
    byID("print-note")?.remove();
    this.draw();
  }
}

/** The details of the chosen case. */
function drawCase(app, table) {
  const number = app.spec.caseByID.get(app.state.case)?.number;
  const row = number === undefined ? null : table.rows[number];
  if (!row) return null;
  const questions = app.spec.questions.filter((question) => question.cases?.includes(row.key));
  return el("aside.panel", { "aria-labelledby": "case-name", "data-scroll": "panel" },
    el("div.panel-head", el("h2", { id: "case-name" }, said(row.key)), button("×", () => app.leave(), { class: "close", "aria-label": app.say("close") })),
    (table.head ?? []).map((line) => el("p.hint", said(line, { lang: app.spec.language }))),
    el("dl.facts", { lang: app.spec.language }, table.columns.map((column, place) => {
      const text = row.cells[place];
      if (!text || column.hidden || column.role === "id" || column.role === "question") return null;
      return [el("dt", said(column.heading)), el("dd", said(text))];
    }),
    questions.length > 0 ? [el("dt", app.say("questions")), el("dd", questions.map((question) => button(`${question.number + 1}. ${short(asked(question), 120)}`, () => app.go({ view: "map", question: question.id, filter: "", show: "", case: "" }), { class: "link place" })))] : null));
}
