// The hole map: the outcome tables of all operations on one screen, with open cells.
import { agreementOf, asked, decidedOf, matches, resultsOf, signOf, visible } from "./data.mjs";
import { assumptionsOf, blocksOf, foldRowsOf, headingOf, limitsOf, rowsOf } from "./outcomes.mjs";
import { drawStates } from "./states.mjs";
import { isTyped } from "./csv.mjs";
import { writeCell } from "./fragment.mjs";
import { grouped, words } from "./words.mjs";
import { button, byID, el, said, short, spoken } from "./dom.mjs";

/** Results in display order, each with its shape. */
export const resultShapes = [["passed", "●"], ["failed", "✕"], ["blocked", "■"], ["notRun", "○"]];

/** More cases than these are counted instead of dotted. */
const mostDots = 6;

/** More cells than these are not drawn individually in the strip. */
const mostMinis = 10;

/** True if an operation passes the filter: with holes, not agreed, or changed since agreement; without a filter all do. */
export function isOfShown(show, operation) {
  if (show === "holes") return decidedOf(operation).open > 0 || operation.refused !== undefined;
  if (show === "unagreed") return agreementOf(operation) !== "agreed";
  return show !== "changed" || agreementOf(operation) === "changed";
}

/** The operations that pass the filters. */
export function shownOperations(app) {
  const { spec, state } = app;
  return spec.operations.filter((operation) => isOfShown(state.show, operation) && matches(searchText(spec, operation), state.filter));
}

function searchText(spec, operation) {
  const texts = [operation.id, operation.label];
  for (const cell of operation.cells ?? []) {
    texts.push(...(cell.results ?? []).flat(), ...(cell.rules ?? []), ...(cell.questions ?? []), ...(cell.cases ?? []));
    for (const [name, ids] of Object.entries(cell.when)) {
      const factor = spec.factorByName.get(name);
      if (!cell.any.includes(name)) texts.push(factor?.label ?? "", ...ids.map((id) => factor?.labels.get(id) ?? ""));
    }
    for (const id of cell.questions ?? []) texts.push(spec.questionByID.get(id)?.said("question") ?? "");
  }
  return texts.join("\n");
}

export function drawMap(app) {
  const { spec } = app;
  const operations = shownOperations(app);
  const moved = movedOperations(app);
  const tables = operations.filter((operation) => !isSingle(operation) && !moved.includes(operation));
  const singles = operations.filter(isSingle);
  return [
    drawStrip(app, operations),
    operations.length === 0 ? el("p.empty", emptyText(app), " ", button(app.say("clearFilter"), () => app.clearFilter(), { class: "link" })) : null,
    el("div.tables", { lang: spec.language },
      tables.map((operation) => drawOperation(app, operation)),
      singles.length > 0 ? drawSingles(app, singles) : null),
    drawStates(app),
    drawRuledOut(app),
  ];
}

/** True if an operation has at most one outcome, which takes a row. */
function isSingle(operation) {
  return operation.refused !== undefined || (!operation.folds && (operation.cells ?? []).length <= 1 && operation.factors.length === 0) || operation.cellCount === 0;
}

/** The tables shown below the open question in the single-column layout. */
export function movedOperations({ spec, state, isNarrow }) {
  const question = isNarrow && state.view === "map" ? spec.questionByID.get(state.question) : undefined;
  return (question?.operations ?? []).map((id) => spec.operationByID.get(id)).filter((operation) => operation && !isSingle(operation));
}

/** The reason why no operations or questions are left. */
export function emptyText(app) {
  return app.say(app.state.show === "changed" && app.spec.tally.changed === 0 ? "noneChanged" : "nothingMatches");
}

/** Impossible combinations and irrelevant factors, with the reasons. */
function drawRuledOut(app) {
  const { spec } = app;
  const entries = [...(spec.shown.impossible ?? []), ...(spec.shown.dismissed ?? [])];
  return entries.length > 0 && el("details.notes", el("summary", app.say("ruledOut", entries.length)),
    el("ul", { lang: spec.language }, entries.map(({ condition, label, because, path, line }) => el("li", el("strong", said(condition ?? label)), because ? [" – ", said(because)] : null, " ", el("code.path", `${visible(path ?? spec.path)}:${line}`)))));
}

/** One line per operation with the share of decided cells. */
function drawStrip(app, operations) {
  return el("nav.strip", { "aria-label": app.say("operations") }, el("ul", operations.map((operation) => {
    const { cells, open } = decidedOf(operation);
    const agreed = agreementOf(operation);
    // A large table has room for open cells only.
    const all = (operation.cells ?? []).map((cell) => cell.outcome);
    const signs = (all.length > mostMinis ? all.filter((outcome) => outcome !== "defined") : all).slice(0, mostMinis);
    return el("li", el("button.strip-item", { title: visible(operation.label), on: { click: () => app.showOperation(operation.id) } },
      el("span.strip-name", said(operation.label, { lang: app.spec.language })),
      el("span.minis", { "aria-hidden": "true" }, signs.map((outcome) => el("span", { class: `mini is-${outcome}` }, signOf(outcome)))),
      el("span", { class: open > 0 ? "strip-count has-holes" : "strip-count", "aria-hidden": "true" }, operation.refused !== undefined ? "?" : cells === 0 ? "–" : `${grouped(cells - open)}/${grouped(cells)}`),
      el("span", { class: `tick is-${agreed || "none"}`, "aria-hidden": "true" }, agreed === "agreed" ? "✓" : agreed === "changed" ? "↻" : ""),
      spoken(app.say("decided", cells - open, cells), agreed === "agreed" ? `, ${app.say("agree")}` : agreed === "changed" ? `, ${app.say("showChanged")}` : "")));
  })));
}

export function drawOperation(app, operation) {
  const { spec } = app;
  const { cells, open } = decidedOf(operation);
  const id = `operation-${operation.id}`;
  const parts = operation.folds && (operation.cells ?? []).length < operation.cellCount
    ? [drawFolds(app, operation, id)]
    : blocksOf(spec, operation).map((block, number) => drawBlock(app, operation, block, number, id));
  return el("section.operation", { id, "aria-labelledby": `${id}-name` },
    el("header.operation-head",
      el("h3", { id: `${id}-name`, tabindex: "-1" }, said(operation.label)),
      el("span", { class: open > 0 ? "count has-holes" : "count" }, app.say("decidedShort", grouped(cells - open), grouped(cells))),
      isContested(spec, operation) ? el("span.tag.is-broken", app.say("contested")) : null,
      drawAgreement(app, operation)),
    parts,
    limitsOf(spec, operation).map((text) => el("p.hint", said(text))),
    assumptionsOf(spec, operation).map((text) => el("p.same", said(text))),
    operation.smallest === false ? el("p.same", app.say("notSmallest")) : null);
}

function drawBlock(app, operation, block, number, id) {
  const { spec } = app;
  const columns = block.columns;
  const rows = rowsOf(spec, operation, block, (fold) => app.unfolded.has(fold));
  const folds = rows.filter((row) => row.fold);
  const name = `${id}-block-${number}`;
  return el("div.block",
    block.title ? el("h4", { id: name }, said(block.title)) : null,
    el("table", { class: columns.length > 3 ? "outcomes is-wide" : "outcomes", "aria-labelledby": block.title ? `${id}-name ${name}` : `${id}-name` },
      drawHeadings(app, operation, columns),
      el("tbody", rows.map((row) => el("tr", row.fold ? { class: "fold" } : {},
        drawHeads(row, columns.length === 0),
        row.fold ? drawFold(app, row, columns.length - row.heads.length + 1) : el("td", drawCell(app, operation, row.cell)))))),
    folds.length > 0 ? el("p.same", app.say("folded", grouped(block.cells.length)), " ",
      button(app.say(folds.some((row) => !row.isOpen) ? "unfoldAll" : "fold"), () => {
        const unfold = folds.some((row) => !row.isOpen);
        for (const row of folds) unfold ? app.unfolded.add(row.fold) : app.unfolded.delete(row.fold);
        app.draw();
      }, { class: "link" })) : null);
}

function drawHeadings(app, operation, columns) {
  const headings = columns.map((column) => el("th", { scope: "col" }, said(headingOf(app.spec, operation, column))));
  return el("thead", el("tr", headings, el("th", { scope: "col" }, app.sayInSpec("outcome"))));
}

function drawHeads(row, isEmpty) {
  if (isEmpty) return null;
  return row.heads.map((head, column) => (row.spans[column] === 0 ? null
    : el("th", { scope: "row", rowspan: row.spans[column] > 1 ? row.spans[column] : null, class: head.isAny ? "is-any" : null }, said(head.text))));
}

function drawFold(app, row, width) {
  const text = row.open > 0 ? app.sayInSpec("foldedOpen", grouped(row.open), grouped(row.cells.length)) : app.sayInSpec("foldedDefined", grouped(row.cells.length));
  return el("td", { colspan: width > 1 ? width : null }, el("button", { id: `fold-${row.fold}`, class: row.open > 0 ? "cell is-fold has-holes" : "cell is-fold", "aria-expanded": String(row.isOpen), on: { click: () => {
    row.isOpen ? app.unfolded.delete(row.fold) : app.unfolded.add(row.fold);
    app.draw();
  } } }, row.open > 0 ? el("span.sign", { "aria-hidden": "true" }, "?") : null, text));
}

/** An operation with so many cells that only folds are listed. */
function drawFolds(app, operation, id) {
  const { columns, rows } = foldRowsOf(app.spec, operation);
  return el("div.block",
    el("table.outcomes", { "aria-labelledby": `${id}-name` },
      drawHeadings(app, operation, columns),
      el("tbody", rows.map((row) => {
        const fold = operation.folds[row.listed];
        return el("tr", drawHeads(row, false), el("td", el("span", { class: `cell is-${fold.outcome ?? (fold.open > 0 ? "undefined" : "defined")}` },
          drawSign(app, fold.outcome ?? (fold.open > 0 ? "undefined" : "defined")),
          fold.outcome === "defined" ? drawResults(fold.results) : fold.open > 0 ? app.sayInSpec("foldedOpen", grouped(fold.open), grouped(fold.cells)) : app.sayInSpec("foldedDefined", grouped(fold.cells)))));
      }))),
    el("p.same", app.say("foldedListed")));
}

/** Operations with the same outcome everywhere: a row each. */
function drawSingles(app, operations) {
  return el("section.operation.singles", { "aria-labelledby": "singles-name" },
    el("header.operation-head", el("h3", { id: "singles-name" }, app.say("singles"))),
    el("table.outcomes", { "aria-labelledby": "singles-name" },
      el("thead", el("tr", el("th", { scope: "col" }, app.sayInSpec("operation")), el("th", { scope: "col" }, app.sayInSpec("outcome")), el("th", { scope: "col" }, app.sayInSpec("agree")))),
      el("tbody", operations.map((operation) => el("tr", { id: `operation-${operation.id}` },
        el("th", { scope: "row", id: `operation-${operation.id}-name`, tabindex: "-1" }, said(operation.label),
          limitsOf(app.spec, operation).map((text) => el("p.hint", said(text)))),
        el("td", drawSingle(app, operation)),
        el("td", operation.fingerprint ? drawAgreement(app, operation) : null))))));
}

/** Decisions to agree to or contest, most important first. */
export function drawDecisions(app) {
  const { state, spec } = app;
  const decisions = spec.decisions.filter((decision) => (!state.show || (state.show === "changed" ? agreementOf(decision) === "changed" : !isConfirmed(decision)))
    && matches([decision.id, decision.label, decision.rule ?? "", ...decision.insteadOf].join("\n"), state.filter));
  return decisions.length > 0 && el("section.decisions", { "aria-labelledby": "decisions-name" },
    el("h3", { id: "decisions-name" }, app.say("decisions")),
    el("ul", { lang: spec.language }, decisions.map((decision) => el("li", { id: `decision-${decision.id}` },
      el("p", said(decision.label)),
      decision.scene ? el("p.hint", said(decision.scene)) : null,
      decision.rule ? el("p.hint", el("code", visible(decision.rule)), decision.insteadOf.length > 0 ? [" ", app.say("insteadOf", decision.insteadOf.map(visible).join(", "))] : null) : null,
      decision.because ? el("p.hint", said(decision.because)) : null,
      decision.was ? el("p.hint", said(decision.was)) : null,
      decision.contested ? el("p.warning", said([decision.contested.by, decision.contested.on, decision.contested.comment].filter(Boolean).join(", "))) : null,
      drawAgreement(app, decision)))));
}

/** True if a decision of a rule in the operation is contested. */
function isContested(spec, operation) {
  const contested = new Set(spec.decisions.filter((decision) => decision.contested).map((decision) => decision.rule));
  return contested.size > 0 && (operation.cells ?? []).some((cell) => (cell.rules ?? []).some((rule) => contested.has(rule)));
}

function isConfirmed(decision) {
  return decision.because !== undefined || decision.agreement?.holds === true;
}

function drawSingle(app, operation) {
  if (operation.refused !== undefined) {
    return el("span.cell.is-undefined", drawSign(app, "undefined"), el("span", app.sayInSpec("refused", ""), said(operation.refused)));
  }
  if ((operation.cells ?? []).length === 0) {
    return el("span.cell.is-impossible", drawSign(app, "impossible"), app.sayInSpec("cannotHappen"));
  }
  return drawCell(app, operation, 0);
}

/** The button of a cell, with the draft of its question. */
export function drawCell(app, operation, number) {
  const cell = operation.cells[number];
  const place = writeCell(operation.id, number);
  return el("button", { class: `cell is-${cell.outcome}`, id: `cell-${place}`, "data-cell": place, "data-questions": (cell.questions ?? []).join(" "), tabindex: "-1", on: { click: () => app.selectCell(operation.id, number) } },
    drawCellContent(app, cell));
}

function drawCellContent(app, cell) {
  const drafts = app.drafts.of(app.spec.path).answers;
  const questions = questionsOf(app, cell);
  const typed = questions.filter(({ id }) => isTyped(drafts[id]));
  return [
    drawSign(app, cell.outcome),
    el("span.cell-text",
      drawOutcome(app, cell),
      typed.map(({ id, number }) => el("span.typed", el("span.pen", { "aria-hidden": "true" }, "✎ "), spoken(app.say("entered"), ": "), questions.length > 1 ? `${number + 1}: ` : "", said(answerText(app, drafts[id]))))),
    drawDots(app, cell.cases),
  ];
}

function questionsOf(app, cell) {
  return (cell.questions ?? []).map((id) => app.spec.questionByID.get(id)).filter(Boolean);
}

/** The page's name for the kind of an answer; files have the program's own word. */
export function kindText(app, kind) {
  const key = Object.entries(app.spec.kinds).find(([, text]) => text === kind)?.[0];
  return words[`kind_${key}`] ? app.say(`kind_${key}`) : visible(kind);
}

/** The draft, with its kind if that adds information. */
export function answerText(app, draft) {
  const { kinds } = app.spec;
  const text = draft.answer || draft.comment || "";
  if (!draft.kind || (draft.kind === kinds.asWritten && text)) return text;
  if (draft.kind === kinds.later && draft.answer) return app.say("laterUntil", draft.answer);
  const kind = kindText(app, draft.kind);
  return text ? `${kind.replace(/[,、]? ?(…|（.*）)$/, "")}${app.language === "ja" ? "：" : ": "}${text}` : kind;
}

function drawOutcome(app, cell) {
  const { spec } = app;
  if (cell.outcome === "defined") return [cell.drafted ? el("span.which", app.sayInSpec("drafted")) : null, drawResults(cell.results)];
  if (cell.outcome === "contradictory") {
    return cell.results.map((results, number) => [number > 0 ? el("span.or", app.sayInSpec("orElse")) : null, drawResults(results)]);
  }
  const questions = questionsOf(app, cell);
  const number = questions.length ? app.sayInSpec("questionNumber", questions.map((question) => question.number + 1).join(", "), spec.tally.questions) : "";
  if (cell.outcome === "undecided" && questions.length) return [el("span.result", said(asked(questions[0]))), el("span.which", number)];
  return el("span.which", number || app.sayInSpec("shortOpen"));
}

function drawResults(results) {
  return results.map((result) => el("span.result", said(short(result, 400))));
}

/** The sign of an undecided outcome; a word for screen readers. */
export function drawSign(app, outcome) {
  if (outcome === "defined") return null;
  const word = { undefined: "shortOpen", contradictory: "shortContradictory", undecided: "shortUndecided", impossible: "cannotHappen" }[outcome];
  return [el("span", { class: `sign is-${outcome}`, "aria-hidden": "true" }, signOf(outcome)), spoken(app.say(word), ": ")];
}

/** A dot per case, shaped by its last result; many are counted. */
function drawDots(app, ids) {
  if (!ids || ids.length === 0) return null;
  const counts = resultsOf(app.spec, ids);
  const shapes = resultShapes.filter(([result]) => counts[result] > 0);
  const words = shapes.map(([result]) => `${counts[result]} ${app.say(result)}`).join(", ");
  const dots = ids.length <= mostDots
    ? shapes.map(([result, shape]) => el("span", { class: `dot is-${result}` }, shape.repeat(counts[result])))
    : shapes.map(([result, shape]) => el("span", { class: `dot is-${result}` }, `${shape}${grouped(counts[result])}`));
  return el("span.dots", { title: `${app.say("cases", ids.length)}: ${words}` },
    el("span", { "aria-hidden": "true" }, dots), spoken(` (${app.say("cases", ids.length)}: ${words})`));
}

/** The agreement to an operation, in the ledger and as entered here. */
export function drawAgreement(app, operation) {
  const id = `agreement-${operation.id}`;
  return el("div.agreement", { id, role: "group", "aria-label": app.say("agreementOf", visible(operation.label)), lang: app.language }, drawAgreementContent(app, operation, id));
}

function drawAgreementContent(app, operation, id) {
  const draft = app.drafts.of(app.spec.path).agreement[operation.id];
  const texts = app.spec.shown.answers;
  const agreed = operation.agreement;
  const state = agreementOf(operation);
  const set = (change) => {
    app.drafts.setAgreement(app.spec, operation, change);
    app.changedAgreement(operation);
  };
  const choice = (key) => button(texts ? visible(texts[key]) : app.say("agree"), () => {
    set({ choice: draft?.choice === key ? "" : key });
    // A disagreement needs a reason.
    if (key === "notSo") byID(`${id}-comment`)?.focus();
  }, { class: "toggle", id: `${id}-${key}`, "aria-pressed": String(draft?.choice === key), lang: app.spec.language });
  const status = state === "agreed" ? ["✓", app.say("agreedBy", visible(agreed.by), agreed.on)]
    : state === "changed" ? ["↻", app.say("changedSince", visible(agreed.by), agreed.on) + (agreed.differing ? ` – ${app.say("differing", agreed.differing)}` : "")]
    : state === "unknown" ? ["?", app.say("agreedUnknown", visible(agreed.by), agreed.on)] : null;
  return [
    status ? el("span", { class: `ledger is-${state}` }, el("span", { "aria-hidden": "true" }, `${status[0]} `), said(status[1], { lang: app.language }), agreed.comment ? el("span.ledger-comment", " ", said(agreed.comment)) : null) : null,
    texts ? el("span.toggles", choice("agreed"), choice("notSo")) : null,
    draft?.choice === "agreed" && decidedOf(operation).open > 0 ? el("span.warning", app.say("stillOpen", decidedOf(operation).open)) : null,
    draft?.choice ? el("input", { type: "text", id: `${id}-comment`, class: "agreement-comment", "aria-label": app.say("comment"), placeholder: app.say(draft.choice === "notSo" ? "notSoHint" : "comment"), value: draft.comment ?? "", on: { input: (event) => {
      app.drafts.setAgreement(app.spec, operation, { comment: event.target.value });
      app.changedCounts();
    } } }) : null,
    draft && draft.fingerprint !== (operation.fingerprint ?? "") ? el("p.warning", app.say("movedOn"), " ", button(app.say("stillRight"), () => set({ choice: draft.choice }), { class: "link" })) : null,
  ];
}

/** Redraws an operation's agreement and restores the focus. */
export function redrawAgreement(app, operation) {
  const box = byID(`agreement-${operation.id}`);
  if (!box) return;
  const focused = document.activeElement?.id;
  box.replaceChildren(...drawAgreementContent(app, operation, box.id).flat().filter(Boolean));
  if (focused) byID(focused)?.focus({ preventScroll: true });
}

/** Redraws the cells of a question. */
export function redrawCells(app, id) {
  for (const { operation, number } of app.spec.cellsByQuestion.get(id) ?? []) {
    const cell = byID(`cell-${writeCell(operation, number)}`);
    const data = app.spec.operationByID.get(operation)?.cells[number];
    if (cell && data) cell.replaceChildren(...drawCellContent(app, data).flat(Infinity).filter(Boolean));
  }
}

/** Marks the chosen cell, and the cells of the chosen question. */
export function markCells(app) {
  const { state } = app;
  const cells = [...document.querySelectorAll("button[data-cell]")];
  // A single tab stop for all cells; the arrows move among them.
  const stop = cells.find((cell) => cell.dataset.cell === state.cell) ?? cells[0];
  for (const cell of cells) {
    const isChosen = cell.dataset.cell === state.cell;
    const isAsked = state.question !== "" && cell.dataset.questions.split(" ").includes(state.question);
    cell.classList.toggle("is-chosen", isChosen);
    cell.classList.toggle("is-asked", isAsked);
    if (isChosen || isAsked) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
    cell.tabIndex = cell === stop ? 0 : -1;
  }
}
