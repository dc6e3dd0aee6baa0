// The questions beside the map, by importance, with their answers and the details of a cell.
import { asked, isFor, matches, outcomeOfSign, questionsFor, resultsOf, rolesOf, signOfQuestion, visible } from "./data.mjs";
import { placeOf } from "./outcomes.mjs";
import { isKind, isTyped, lackOf, needsReason } from "./csv.mjs";
import { parseCell, writeCell } from "./fragment.mjs";
import { grouped } from "./words.mjs";
import { button, byID, el, field, long, said, short, spoken } from "./dom.mjs";
import { answerText, drawDecisions, drawOperation, drawSign, emptyText, isOfShown, kindText, movedOperations, resultShapes } from "./holes.mjs";

/** The questions that pass the filters. */
export function shownQuestions({ spec, state }) {
  const isShown = (question) => !state.show || question.operations.some((id) => isOfShown(state.show, spec.operationByID.get(id) ?? {}));
  return spec.questions.filter((question) => isShown(question) && isFor(state, question, spec) && matches([question.id, question.ask ?? "", ...(question.row?.cells ?? []).map(String)].join("\n"), state.filter));
}

export function drawPanel(app) {
  const { spec } = app;
  const questions = shownQuestions(app);
  return [
    drawChosenCell(app),
    el("div.panel-head",
      el("h2", app.say("questions")),
      el("span.count", { id: "answered-count" }, spec.tally.questions > 0 ? answeredText(app) : "")),
    el("p.hint.how", app.say(app.live ? "howLive" : "how")),
    drawAnswering(app),
    spec.questions.length === 0 ? el("p.empty.is-good", app.say("nothingOpen")) : questions.length === 0 ? el("p.empty", emptyText(app)) : null,
    el("ol.questions", questions.filter((question) => !question.optional).map((question) => drawQuestion(app, question))),
    drawDecisions(app),
    drawOptional(app, questions.filter((question) => question.optional)),
    drawGone(app),
    drawOwn(app),
  ];
}

/** The fields for who answers, and when. */
export function drawAnswering(app) {
  const { by, on } = app.drafts.meeting;
  return el("fieldset.meeting", el("legend.spoken", app.say("meeting")),
    field(app.say("person"), el("input", { type: "text", id: "meeting-by", autocomplete: "name", value: by, on: { input: (event) => app.setMeeting({ by: event.target.value.trim() }) } })),
    field(app.say("day"), el("input", { type: "date", id: "meeting-on", value: on, on: { input: (event) => app.setMeeting({ on: event.target.value }) } })));
}

/** Topics common to such features: a row each, after all questions, folded by default. */
function drawOptional(app, questions) {
  if (questions.length === 0) return null;
  const list = el("details.optional", el("summary", app.say("optional", questions.length)),
    el("p.hint", app.say("optionalHow")), el("ol.questions", questions.map((question) => drawQuestion(app, question))));
  const { answers } = app.drafts.of(app.spec.path);
  list.open = Boolean(app.state.filter) || questions.some(({ id }) => id === app.state.question || isTyped(answers[id]));
  return list;
}

/** The draft of an answer, if there is any. */
const draftOf = (app, question) => app.drafts.of(app.spec.path).answers[question.id];

/** The number of questions with an answer here that was not refused. */
export function answeredText(app) {
  const { spec } = app;
  const drafts = questionsFor(app.state, spec).map((question) => draftOf(app, question));
  const answered = drafts.filter((draft) => isTyped(draft) && !lackOf(draft, spec.kinds) && !draft.refused).length;
  return app.say("answeredCount", answered, drafts.length);
}

function drawQuestion(app, question) {
  const isOpen = app.state.question === question.id;
  return el("li", { id: `question-${question.id}`, class: isOpen ? "question is-open" : "question", value: question.number + 1 },
    el("button.question-head", { id: `head-${question.id}`, "aria-expanded": String(isOpen), on: { click: () => (isOpen ? app.go({ question: "", cell: "" }) : app.selectQuestion(question.id)) } },
      el("span.question-number", String(question.number + 1)),
      drawSign(app, outcomeOfSign[signOfQuestion(question)]),
      el("span.question-text", { lang: app.spec.language }, said(asked(question)))),
    el("div.question-state", { id: `state-${question.id}` }, drawState(app, question)),
    isOpen ? [drawForm(app, question), el("div.map", { lang: app.spec.language }, movedOperations(app).map((operation) => drawOperation(app, operation)))]
      : el("div.printed", { "aria-hidden": "true" }, question.options.map((option) => el("p", said(option)))));
}

/** What a draft lacks, in words. */
function lackText(app, draft) {
  const lack = isTyped(draft) && lackOf(draft, app.spec.kinds);
  return lack ? app.say(lack) : "";
}

/** The state of a question: whom to ask, until when, and its draft. */
export function drawState(app, question) {
  const draft = draftOf(app, question);
  const due = question.until ? el("span", { class: question.overdue ? "due is-overdue" : "due" }, app.say(question.overdue ? "overdue" : "dueOn", question.until)) : null;
  const ask = question.ask ? el("span.ask", spoken(app.say("ask"), ": "), said(question.ask)) : null;
  const refusal = draft?.refused;
  const refused = refusal ? el("span.is-bad.refusal", app.say("state_refused"), ": ", said(refusal)) : null;
  if (!isTyped(draft)) return [ask, due, refused];
  const lack = refusal || lackOf(draft, app.spec.kinds);
  return [ask, due,
    el("span", { class: lack ? "typed is-unfinished" : "typed" }, el("span.pen", { "aria-hidden": "true" }, "✎ "), `${app.say(lack ? "unfinished" : "answered")}: `, said(short(answerText(app, draft), 200))), refused];
}

/** The buttons of a question, each with its label and what it sets: its own choices, yes and no, or relevance. */
function optionsOf(app, { code, kinds: offered, options }) {
  const { kinds } = app.spec;
  if (offered.includes(kinds.dismiss)) return ["select", "dismiss"].filter((key) => offered.includes(kinds[key])).map((key) => [app.say(`kind_${key}`), "kind", kinds[key]]);
  return (code === "unread-factor" ? [app.sayInSpec("yes"), app.sayInSpec("no")] : options).map((text) => [text, "answer", text]);
}

/** True if an option is chosen. With a kind, an answer of the same text is what somebody typed. */
const isPressed = (draft, [, key, value]) => draft?.[key] === value && (key === "kind" || !draft.kind);

/** True if the answer is one of the options. */
const isChoice = (app, question, draft) => !draft?.kind && optionsOf(app, question).some((option) => isPressed(draft, option));

/** Sets the kind of an answer. A chosen answer is cleared: the field does not show it, so nobody would see it become the reason. */
export function setKind(app, question, kind) {
  app.drafts.setAnswer(app.spec, question.id, isChoice(app, question, draftOf(app, question)) ? { kind, answer: "" } : { kind });
  app.changedAnswer(question, true);
}

/** The answer form of a question. */
export function drawForm(app, question) {
  const { spec } = app;
  const draft = draftOf(app, question) ?? {};
  const { kinds } = spec;
  const offered = question.kinds;
  const set = (change, isStructural) => {
    app.drafts.setAnswer(spec, question.id, change);
    app.changedAnswer(question, isStructural);
  };
  const id = (part) => `${part}-${question.id}`;
  const isOther = isKind(draft, kinds, "asWritten");
  const isLater = isKind(draft, kinds, "later");
  const depends = isKind(draft, kinds, "depends");
  const isReason = needsReason(draft, kinds);
  const isNothing = isKind(draft, kinds, "nothing");
  const isTopic = offered.includes(kinds.dismiss);
  const isYesNo = question.code === "unread-factor" || isTopic;
  const options = optionsOf(app, question);
  const control = { id: id("answer"), on: { input: (event) => set({ answer: event.target.value }) } };
  const answer = isLater
    ? field(app.say("until"), el("input", { ...control, type: "date", value: /^\d{4}-\d{2}-\d{2}$/.test(draft.answer) ? draft.answer : "" }))
    : field(app.say(isReason ? "reason" : depends ? "dependsOn" : "answer"),
      // What is typed takes the place of a choice, and is not added to its text.
      el("textarea", { ...control, rows: isReason ? 2 : 3, value: isChoice(app, question, draft) ? "" : draft.answer ?? "" }),
      isReason || isYesNo || depends ? "" : app.say(question.code === "unreached-value" ? "leadHint" : "answerHint"));
  return el("div.form",
    app.drafts.hasMovedOn(spec, question.id) ? el("p.warning", app.say("movedOn"), " ", button(app.say("stillRight"), () => { app.drafts.confirm(spec, question.id); app.changedAnswer(question, true); }, { class: "link" })) : null,
    options.length > 0 && (isYesNo || !isLater && !isReason) ? el("div", { class: isYesNo ? "options is-row" : "options", role: "group", "aria-label": app.say("choices"), lang: isTopic ? app.language : spec.language }, options.map((option, number) =>
      el("button.option", { id: id(`option-${number}`), "aria-pressed": String(isPressed(draft, option)), on: { click: () => set({ kind: "", [option[1]]: isPressed(draftOf(app, question), option) ? "" : option[2] }, true) } }, said(option[0]))),
      isYesNo || !offered.includes(kinds.asWritten) ? null : el("button.option", { id: id("none"), lang: app.language, "aria-pressed": String(isOther), on: { click: () => {
        set({ kind: isOther ? "" : kinds.asWritten, answer: "" }, true);
        byID(id("answer"))?.focus();
      } } }, app.say("noneOfThese"))) : null,
    depends ? drawFactors(app, question, draft, set) : null,
    isNothing && !draft.answer ? null : answer,
    el("div.form-row",
      offered.length > 0 ? field(app.say("kind"), el("select", { id: id("kind"), on: { change: (event) => setKind(app, question, event.target.value) } },
        el("option", { value: "" }, "–"),
        offered.map((kind) => choiceOf(kind, kind === kinds.select && !isTopic ? kind : kindText(app, kind), draft.kind)))) : null,
      field(app.say("comment"), el("input", { type: "text", id: id("comment"), value: draft.comment ?? "", on: { input: (event) => set({ comment: event.target.value }) } }))),
    el("p.warning", { id: id("lack"), role: "status" }, lackText(app, draft)),
    el("div.actions",
      offered.includes(kinds.later) ? button(app.say("later"), () => app.chooseKind("later"), { class: "small", "aria-keyshortcuts": "d" }) : null,
      offered.includes(kinds.notPossible) ? button(app.say("impossible"), () => app.chooseKind("impossible"), { class: "small", "aria-keyshortcuts": "x" }) : null,
      isTyped(draft) ? button(app.say("clear"), () => { app.drafts.remove(spec.path, question.id); app.changedAnswer(question, true); }, { class: "small quiet" }) : null),
    drawFacts(app, question));
}

function choiceOf(value, text, chosen) {
  const option = el("option", { value }, text);
  option.selected = value === chosen;
  return option;
}

/** The spec's factors, which an answer may depend on. */
function drawFactors(app, question, draft, set) {
  const factors = (app.spec.shown.factors ?? []).filter((factor) => factor.kind !== "operation");
  return el("div.options.is-row", { role: "group", "aria-label": app.say("dependsOn"), lang: app.spec.language }, factors.map((factor) =>
    el("button.option", { "aria-pressed": String(draft.answer === factor.label), on: { click: () => set({ answer: factor.label }, true) } }, said(factor.label))));
}

/** Help for the answer: nearby rules, an example, the cells, the cases. */
function drawFacts(app, question) {
  const { spec, state } = app;
  const places = spec.cellsByQuestion.get(question.id) ?? [];
  const fact = (key, content) => (content ? [el("dt", app.say(key)), el("dd", { lang: spec.language }, content)] : null);
  const text = (role) => { const words = question.said(role); return words ? long(words, "…") : null; };
  const shown = places.slice(0, 12);
  return [
    el("dl.facts",
      fact("says", text("nearestRule")), fact("example", text("example")), fact("alsoConsider", text("followUp")),
      places.length > 0 ? fact("whereCells", [
        shown.map(({ operation, number }) => button(placeText(app, operation, number), () => app.showCell(operation, number), { class: `link place${writeCell(operation, number) === state.cell ? " is-chosen" : ""}` })),
        places.length > shown.length ? el("span.more", `+ ${places.length - shown.length}`) : null]) : null,
      question.cases?.length > 0 ? fact("testCases", drawCases(app, question.cases)) : null,
      fact("place", el("code.path", `${visible(question.path ?? spec.path)}:${question.line}`)),
      question.said("combinations") ? fact("cell", app.say("combinations", grouped(question.said("combinations")))) : null),
  ];
}

/** The position of a cell as one text. */
export function placeText(app, operationID, number) {
  const operation = app.spec.operationByID.get(operationID);
  if (!operation?.cells[number]) return operationID;
  const place = placeOf(app.spec, operation, number).map(({ name, value }) => `${name}${app.spec.language === "ja" ? "：" : ": "}${value}`).join(app.spec.language === "ja" ? "／" : ", ");
  return `${visible(operation.label)}${place ? ` – ${place}` : ""}`;
}

/** Cases with their titles and results. */
export function drawCases(app, ids) {
  if (app.spec.shown.tables?.cases === null) return app.say("casesComputing");
  const table = app.spec.shown.tables?.cases;
  const title = rolesOf(table).get("title") ?? -1;
  return el("ul.case-list", ids.slice(0, 40).map((id) => {
    const testCase = app.spec.caseByID.get(id);
    const result = testCase?.result ?? "notRun";
    const shape = resultShapes.find(([name]) => name === result)?.[1] ?? "○";
    return el("li", el("span", { class: `dot is-${result}`, "aria-hidden": "true" }, shape), " ",
      button(visible(id), () => app.go({ view: "cases", filter: id, question: "", cell: "" }), { class: "link" }), " ",
      testCase ? said(table?.rows[testCase.number]?.cells[title] ?? "") : "", spoken(` (${app.say(result)})`));
  }), ids.length > 40 ? el("li", `+ ${ids.length - 40}`) : null);
}

/** The outcome of the chosen cell, with its reasons. */
function drawChosenCell(app) {
  const { spec, state } = app;
  const place = parseCell(state.cell);
  const operation = place && spec.operationByID.get(place.operation);
  const cell = operation?.cells?.[place.number];
  if (!cell || state.question) return null;
  return el("section.chosen", { "aria-labelledby": "chosen-name", id: "chosen" },
    el("div.panel-head",
      el("h2", { id: "chosen-name", tabindex: "-1", lang: spec.language }, said(operation.label)),
      button("×", () => app.leave(), { class: "close", "aria-label": app.say("close") })),
    drawPlace(app, operation, place.number),
    drawCellFacts(app, operation, cell));
}

function drawPlace(app, operation, number) {
  const parts = placeOf(app.spec, operation, number);
  if (parts.length === 0) return null;
  return el("dl.place-list", { lang: app.spec.language }, parts.map(({ name, value }) => el("div", el("dt", said(name)), el("dd", said(value)))));
}

function drawCellFacts(app, operation, cell) {
  const { spec } = app;
  const groups = cell.outcome === "contradictory" ? cell.results : cell.outcome === "defined" ? [cell.results] : [];
  const questions = (cell.questions ?? []).map((id) => spec.questionByID.get(id)).filter(Boolean);
  return el("dl.facts",
    el("dt", app.say("results")),
    el("dd", { lang: spec.language }, drawSign(app, cell.outcome), cell.drafted ? el("p.or", app.sayInSpec("drafted")) : null, groups.map((results, number) => [number > 0 ? el("p.or", app.sayInSpec("orElse")) : null, el("ul.results", results.map((result) => el("li", long(result, "…"))))]),
      groups.length === 0 ? app.sayInSpec(cell.outcome === "undecided" ? "shortUndecided" : "shortOpen") : null),
    questions.length > 0 ? [el("dt", app.say("questions")), el("dd", { lang: spec.language }, questions.map((question) => button(`${question.number + 1}. ${asked(question)}`, () => app.selectQuestion(question.id), { class: "link place" })))] : null,
    el("dt", app.say("rules")),
    el("dd", { lang: spec.language }, drawRules(app, cell)),
    el("dt", app.say("testCases")),
    el("dd", { lang: spec.language }, spec.shown.tables?.cases === null ? app.say("casesComputing") : (cell.cases ?? []).length > 0 ? [resultWords(app, cell.cases), drawCases(app, cell.cases)] : app.say("noCases")),
    cell.combinations ? [el("dt", app.say("cell")), el("dd", app.say("combinations", grouped(cell.combinations)))] : null);
}

function resultWords(app, ids) {
  const counts = resultsOf(app.spec, ids);
  return el("p.hint", resultShapes.filter(([result]) => counts[result] > 0).map(([result]) => `${counts[result]} ${app.say(result)}`).join(", "));
}

function drawRules(app, cell) {
  const { spec } = app;
  const own = (cell.rules ?? []).map((id) => ({ id, rule: spec.ruleByID.get(id) }));
  const house = (cell.houseRules ?? []).map((rule) => ({ id: rule.id, rule: { ...spec.ruleByID.get(`${rule.path}:${rule.line}:${rule.id}`), ...rule } }));
  if (own.length + house.length === 0) return app.say("noRules");
  return el("ul.rules", [...own, ...house].map(({ id, rule }) => el("li",
    el("code", said(id)), rule?.path ? ` (${app.say("houseRule")})` : "", " ",
    rule ? el("code.path", `${visible(rule.path ?? spec.path)}:${rule.line}`) : null,
    rule?.condition ? el("p.condition", long(rule.condition, "…")) : null)),
  (cell.insteadOf ?? []).length > 0 ? el("li.hint", app.say("insteadOf", cell.insteadOf.map(visible).join(", "))) : null);
}

/** Answers to questions that the spec no longer asks. */
function drawGone(app) {
  const gone = app.drafts.gone(app.spec);
  if (gone.length === 0) return null;
  return el("section.gone", el("h3", app.say("gone")), el("p.hint", app.say("goneWhy")),
    el("ul", gone.map(({ id, draft }) => el("li", el("code", visible(id)), " ", said(short(draft.row?.question ?? "", 300)), el("p.typed", said([draft.kind, draft.answer, draft.comment].filter(Boolean).join(" – "))),
      button(app.say("ownRemove"), () => { app.drafts.remove(app.spec.path, id); app.draw(); }, { class: "small quiet" })))));
}

/** Questions by the people in the room. */
function drawOwn(app) {
  const { spec } = app;
  if (!spec.isReady) return null;
  const drafts = app.drafts.of(spec.path);
  const keep = () => { app.drafts.keep(spec.path); app.changedCounts(); };
  return el("section.own", { "aria-labelledby": "own-name" },
    el("h3", { id: "own-name" }, app.say("ownQuestions")),
    drafts.own.map((own, number) => el("div.own-question",
      field(app.say("ownQuestion"), el("textarea", { id: `own-question-${number}`, rows: 2, value: own.question ?? "", on: { input: (event) => { own.question = event.target.value; own.saved = false; keep(); } } })),
      field(app.say("answer"), el("textarea", { id: `own-answer-${number}`, rows: 2, value: own.answer ?? "", on: { input: (event) => { own.answer = event.target.value; own.saved = false; own.by = app.drafts.meeting.by; own.on = app.drafts.meeting.on; keep(); } } })),
      button(app.say("ownRemove"), () => { drafts.own.splice(number, 1); keep(); app.draw(); }, { class: "small quiet" }))),
    button(app.say("ownAdd"), () => addOwn(app), { class: "small" }));
}

/** Adds an own question and scrolls it into view. */
function addOwn(app) {
  const { own } = app.drafts.of(app.spec.path);
  own.push({ question: "", answer: "" });
  app.drafts.keep(app.spec.path);
  app.draw();
  const control = byID(`own-question-${own.length - 1}`);
  control?.closest(".own-question").scrollIntoView({ block: "nearest" });
  control?.focus({ preventScroll: true });
}

/** Redraws a question while somebody types, except the field with the focus. */
export function redrawState(app, question) {
  const state = byID(`state-${question.id}`);
  if (state) state.replaceChildren(...drawState(app, question).filter(Boolean));
  const lack = byID(`lack-${question.id}`);
  const draft = draftOf(app, question);
  if (lack) lack.textContent = lackText(app, draft);
  // What is typed replaces a choice. The field stays, since replacing it would end IME composition.
  optionsOf(app, question).forEach((option, number) => byID(`option-${number}-${question.id}`)?.setAttribute("aria-pressed", isPressed(draft, option)));
}

