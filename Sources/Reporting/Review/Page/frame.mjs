// The frame around the views: the bar, the head of a spec with its numbers, saving, and the page's origin.
import { grouped } from "./words.mjs";
import { outcomeOfSign, questionsFor, signOfQuestion, tallyFor, visible } from "./data.mjs";
import { agreementFile, answersFile } from "./csv.mjs";
import { button, byID, el, said, saveFile } from "./dom.mjs";
import { resultShapes, drawSign } from "./holes.mjs";

/** The bar with the navigation. */
export function drawBar(app) {
  const { state, specs } = app;
  const view = (key, label) => button(label, () => app.go({ view: key, question: "", cell: "" }), { class: "tab", "aria-current": state.view === key ? "page" : null });
  const picker = el("select", { id: "spec", "aria-label": app.say("spec"), on: { change: (event) => app.go({ spec: event.target.value, view: state.view === "all" ? "map" : state.view, question: "", cell: "" }) } },
    specs.map((spec) => {
      const option = el("option", { value: spec.path }, `${spec.id ? `${visible(spec.id)} – ` : ""}${visible(spec.name)}`);
      option.selected = spec === app.spec;
      return option;
    }));
  return [
    el("span.brand", { translate: "no" }, "specmatrix"),
    el("nav.views", { "aria-label": app.say("views") },
      view("all", app.say("allSpecs")), picker, view("map", app.say("viewMap")), view("cases", app.say("viewCases")), view("meeting", app.say("meetingView"))),
    el("input", { type: "search", id: "filter", "aria-label": app.say("filter"), placeholder: app.say("filterHint"), value: state.filter, autocomplete: "off", spellcheck: "false", on: { input: (event) => app.filterBy(event.target.value) } }),
    el("span.bar-end",
      button("", () => app.showSaving(), { id: "due" }),
      app.live ? el("span", { id: "live", class: "live", title: app.say("liveAt") }, el("span.dot", { "aria-hidden": "true" }, "●"), " ", app.say("live")) : null,
      button(app.language === "ja" ? "English" : "日本語", () => app.go({ language: app.language === "ja" ? "en" : "ja" }), { class: "quiet", id: "language", lang: app.language === "ja" ? "en" : "ja" }),
      button("?", () => app.openHelp(), { class: "quiet round", id: "keys", "aria-label": app.say("keysTitle") })),
  ];
}

/** The number of drafts that exist only here. */
export function redrawDue(app) {
  const due = app.drafts.due(app.specs.map((spec) => spec.path));
  const box = byID("due");
  if (box) box.hidden = due === 0;
  if (box) box.textContent = due > 0 ? app.say(app.live ? "notApplied" : "unsaved", due) : "";
}

/** The head of a spec: its name and its decided share. */
export function drawHead(app) {
  const { spec } = app;
  const { shown } = spec;
  const tally = tallyFor(app.state, spec);
  const figure = (value, label, isWanting) => el("div", { class: isWanting ? "figure is-wanting" : "figure" }, el("dt", label), el("dd", value));
  const signs = { "?": 0, "!": 0, "…": 0 };
  for (const question of questionsFor(app.state, spec)) signs[signOfQuestion(question)] += 1;
  return el("div.head",
    el("div.head-name",
      el("h1", { lang: spec.language }, said(spec.name)),
      el("p.hint", spec.id ? el("code", visible(spec.id)) : null, shown.owner ? [" · ", said(shown.owner)] : null, " · ", el("code", visible(spec.path)))),
    spec.isReady ? el("dl.figures",
      figure([el("strong", grouped(tally.cells - tally.open)), `/${grouped(tally.cells)}`], app.say("figureCells"), tally.open > 0),
      figure([el("strong", String(tally.questions)), el("span.signs", Object.entries(signs).filter(([, count]) => count > 0).map(([sign, count]) => el("span.sign-count", drawSign(app, outcomeOfSign[sign]), String(count))))], app.say("figureQuestions"), tally.questions > 0),
      figure([el("strong", String(tally.agreed)), `/${tally.operations}`, el("span.signs.typed", { id: "agreed-typed" }, agreedTyped(app))], app.say("figureAgreed"), tally.changed > 0)) : null);
}

/** The number of typed agreements that are not in the ledger. */
export function agreedTyped(app) {
  const typed = Object.values(app.drafts.of(app.spec.path).agreement).filter((draft) => draft.choice === "agreed").length;
  return typed > 0 ? app.say("typedCount", typed) : "";
}

/** The filter by person or date. */
export function drawGiven(app) {
  const { owner, due } = app.state;
  if (!owner && !due) return null;
  const text = owner && due ? app.say("givenBoth", visible(owner), due) : owner ? app.say("givenOwner", visible(owner)) : app.say("givenDue", due);
  return el("p.given", text, " ", button(app.say("showAll"), () => app.go({ owner: "", due: "" }), { class: "link" }));
}

/** The filter of operations, and the legend of the signs. */
export function drawChips(app) {
  const chip = (key, label) => button(label, () => app.go({ show: key }), { class: "chip", "aria-pressed": String(app.state.show === key) });
  return el("div.chips",
    el("div", { role: "group", "aria-label": app.say("filterWith"), class: "chip-group" },
      chip("", app.say("showEverything")), chip("holes", app.say("showHoles")), chip("unagreed", app.say("showUnagreed")), chip("changed", app.say("showChanged"))),
    el("details.legend", el("summary", app.say("legend")), el("ul",
      [["undefined", "signOpen"], ["contradictory", "signContradictory"], ["undecided", "signUndecided"], ["impossible", "cannotHappen"]].map(([outcome, key]) => el("li", drawSign(app, outcome)[0], " ", app.say(key))),
      resultShapes.map(([result, shape]) => el("li", el("span", { class: `dot is-${result}`, "aria-hidden": "true" }, shape), ` ${app.say(result)}`)))));
}

/** Errors and limits, in the program's own words. */
export function drawProblems(app) {
  const { spec } = app;
  const raw = spec.raw;
  const list = (problems) => el("ul.problems", problems.map((problem) => el("li", { class: `is-${problem.severity}` },
    el("p", el("code.path", `${visible(spec.path)}:${problem.line}${problem.column ? `:${problem.column}` : ""}`), " ", said(problem.message)),
    problem.text ? el("pre", visible(problem.text)) : null)));
  if (raw.state === "broken") {
    return el("section.broken", { role: "alert" }, el("h2", app.say("brokenNow", visible(spec.path))), list(raw.problems ?? []), raw.last ? el("p", app.say("lastGood")) : null);
  }
  const problems = raw.problems ?? [];
  const note = raw.state === "planned" ? "plannedNote" : raw.state === "tooLarge" ? "tooLargeNote" : "";
  if (note) return el("section.broken.is-mild", el("p", app.say(note)), list(problems));
  return problems.length > 0 ? el("details.notes", { lang: spec.language }, el("summary", app.say("notes", problems.length)), list(problems)) : null;
}

/** The buttons to download or apply a spec's answers. */
export function drawSaving(app, spec = app.spec) {
  const answers = answersFile(spec, app.drafts.of(spec.path), app.drafts.meeting);
  const agreement = agreementFile(spec, app.drafts.of(spec.path), app.drafts.meeting);
  const name = visible(spec.id).replace(/[^\p{L}\p{N}_.-]/gu, "_") || "spec";
  const file = (kind, made) => (made.text ? button(app.say("downloadAnswers", `${name}-${kind}.csv`), () => {
    saveFile(`${name}-${kind}.csv`, made.text);
    app.downloaded(spec, kind, `${name}-${kind}.csv`, made.leftOut);
  }, { class: app.live ? "small" : "primary", id: `save-${kind}-${spec.id}` }) : null);
  const hasSome = answers.text || agreement.text;
  const sent = app.sent.get(spec.path) ?? [];
  return [
    app.live && hasSome ? button(app.say("preview"), () => app.live.preview(spec), { class: "primary", id: `apply-${spec.id}` }) : null,
    file("answers", answers), file("agreement", agreement),
    answers.leftOut > 0 ? el("p.hint", app.say("leftOut", answers.leftOut)) : null,
    hasSome && !app.drafts.meeting.by ? el("p.warning", app.say("nobody")) : null,
    hasSome ? el("p.hint", answers.text && agreement.text ? `${app.say("twoFiles")} ` : "", app.say(app.drafts.isKept ? "kept" : "notKept")) : null,
    sent.length > 0 ? [el("p", app.say("sendBack", sent.join(app.language === "ja" ? "と" : " and "))),
      el("details.sent", el("summary", app.say("forKeeper")), el("code", `specmatrix answer ${sent.join(" ")} --spec ${visible(spec.path)}`))] : null,
  ];
}

/** What the page was generated from, and when. */
export function drawMade(app) {
  const { data } = app;
  if (!data) return [];
  const revision = !data.revision ? app.say("noRevision") : data.revision.endsWith("+") ? app.say("revisionChanged", visible(data.revision.slice(0, -1))) : app.say("revision", visible(data.revision));
  return [el("p", app.say("madeFrom", revision, data.day, visible(data.tool)))];
}

/** The list of keys. */
export function drawHelp(app) {
  const row = (keys, label) => el("div", el("dt", keys.split(" ").map((key) => [el("kbd", key), " "])), el("dd", label));
  return [
    el("h2", { id: "help-title" }, app.say("keysTitle")),
    el("dl.keys",
      row("n p", app.say("keyNext")), row("Enter", app.say("keyAnswer")), row("d", app.say("keyLater")), row("x", app.say("keyImpossible")),
      row("↑ ↓ ← →", app.say("keyArrows")), row("/", app.say("keyFilter")), row("1 2 3", app.say("keyViews")), row("m", app.say("keyMeeting")), row("1 … 9", app.say("keyChoose")), row("Esc", app.say("keyLeave")), row("?", app.say("keyHelp"))),
    el("form", { method: "dialog" }, el("button.primary", { type: "submit" }, app.say("close"))),
  ];
}

/** The current notification; there is one at most. */
let notice = null;

const spokenWords = (words) => (typeof words === "function" ? words() : words);

/** Removes a notification that is no longer true. */
export function takeBack(text) {
  if (notice && (text === undefined || spokenWords(notice.words) === text)) {
    notice.element.remove();
    notice = null;
  }
}

/**
 * Shows a transient notification, also to screen readers.
 * @param {string|(() => string)} words a function if they follow the language of the page
 */
export function notify(words, isWarning = false) {
  remark(words, isWarning, false);
}

/** Notifies about a change made elsewhere; it does not replace feedback on the user's own action. */
export function mention(words) {
  if (!notice || notice.isMention) remark(words, false, true);
}

function remark(words, isWarning, isMention) {
  takeBack();
  const text = el("span", spokenWords(words));
  const element = el("p", { class: isWarning ? "notice is-warning" : "notice" }, text, " ", button("×", () => takeBack(), { class: "close", "aria-label": "×" }));
  const own = notice = { words, text, element, isMention };
  byID("notices").append(element);
  setTimeout(() => { if (notice === own) takeBack(); }, isWarning ? 60_000 : 8_000);
}

/** Redraws the notification in the language of the page. */
export function redrawNotice() {
  if (notice && notice.text.textContent !== spokenWords(notice.words)) notice.text.textContent = spokenWords(notice.words);
}
