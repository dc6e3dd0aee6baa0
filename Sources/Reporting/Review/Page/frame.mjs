// What stands around the views: the bar above, the head of a spec with its figures, what may be saved, where the page is from.
import { grouped } from "./words.mjs";
import { visible } from "./data.mjs";
import { agreementFile, answersFile } from "./csv.mjs";
import { button, el, said, saveFile } from "./dom.mjs";
import { resultShapes, drawSign } from "./holes.mjs";

/** The bar: where one is, and where one can go. */
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
    el("span", { class: "brand", translate: "no" }, "specmatrix"),
    el("nav", { class: "views", "aria-label": app.say("views") },
      view("all", app.say("allSpecs")), picker, view("map", app.say("viewMap")), view("cases", app.say("viewCases"))),
    el("input", { type: "search", id: "filter", "aria-label": app.say("filter"), placeholder: app.say("filterHint"), value: state.filter, autocomplete: "off", spellcheck: "false", on: { input: (event) => app.filterBy(event.target.value) } }),
    el("span", { class: "bar-end" },
      el("span", { id: "due" }),
      app.live ? el("span", { id: "live", class: "live", title: app.say("liveAt") }, el("span", { class: "dot", "aria-hidden": "true" }, "●"), " ", app.say("live")) : null,
      button(app.language === "ja" ? "English" : "日本語", () => app.go({ language: app.language === "ja" ? "en" : "ja" }), { class: "quiet", id: "language", lang: app.language === "ja" ? "en" : "ja" }),
      button("?", () => app.openHelp(), { class: "quiet round", id: "keys", "aria-label": app.say("keysTitle") })),
  ];
}

/** How much is typed and still only here. */
export function redrawDue(app) {
  const due = app.drafts.due(app.specs.map((spec) => spec.path));
  const box = document.getElementById("due");
  if (box) box.textContent = due > 0 ? app.say(app.live ? "notApplied" : "unsaved", due) : "";
}

/** The head of a spec: its name, and what is decided of it. */
export function drawHead(app) {
  const { spec } = app;
  const { tally, shown } = spec;
  const figure = (value, label, isWanting) => el("div", { class: isWanting ? "figure is-wanting" : "figure" }, el("dt", {}, label), el("dd", {}, value));
  const signs = { "?": 0, "!": 0, "…": 0 };
  for (const question of spec.questions) signs[app.signOfQuestion(question)] += 1;
  return el("div", { class: "head" },
    el("div", { class: "head-name" },
      el("h1", { lang: spec.language }, said(spec.name)),
      el("p", { class: "hint" }, spec.id ? el("code", {}, visible(spec.id)) : null, shown.owner ? [" · ", said(shown.owner)] : null, " · ", el("code", {}, visible(spec.path)))),
    spec.isReady ? el("dl", { class: "figures" },
      figure([el("strong", {}, grouped(tally.cells - tally.open)), `/${grouped(tally.cells)}`], app.say("figureCells"), tally.open > 0),
      figure([el("strong", {}, String(tally.questions)), el("span", { class: "signs" }, Object.entries(signs).filter(([, count]) => count > 0).map(([sign, count]) => el("span", { class: "sign-count" }, drawSign(app, outcomes[sign]), String(count))))], app.say("figureQuestions"), tally.questions > 0),
      figure([el("strong", {}, String(tally.agreed)), `/${tally.operations}`], app.say("figureAgreed"), tally.changed > 0),
      shown.counts?.combinations ? figure(el("strong", {}, grouped(shown.counts.combinations)), app.say("figureCombinations")) : null) : null);
}

const outcomes = { "?": "undefined", "!": "contradictory", "…": "undecided" };

/** Which operations are shown, and what the signs mean. */
export function drawChips(app) {
  const chip = (key, label) => button(label, () => app.go({ show: key }), { class: "chip", "aria-pressed": String(app.state.show === key) });
  return el("div", { class: "chips" },
    el("div", { role: "group", "aria-label": app.say("filterWith"), class: "chip-group" },
      chip("", app.say("showEverything")), chip("holes", app.say("showHoles")), chip("unagreed", app.say("showUnagreed")), chip("changed", app.say("showChanged"))),
    el("details", { class: "legend" }, el("summary", {}, app.say("legend")), el("ul", {},
      [["undefined", "signOpen"], ["contradictory", "signContradictory"], ["undecided", "signUndecided"], ["impossible", "signImpossible"]].map(([outcome, key]) => el("li", {}, drawSign(app, outcome)[0], " ", app.say(key))),
      resultShapes.map(([result, shape]) => el("li", {}, el("span", { class: `dot is-${result}`, "aria-hidden": "true" }, shape), ` ${app.say(result)}`)))));
}

/** What cannot be read or examined, in the program's own words. */
export function drawProblems(app) {
  const { spec } = app;
  const raw = spec.raw;
  const list = (problems) => el("ul", { class: "problems" }, problems.map((problem) => el("li", { class: `is-${problem.severity}` },
    el("p", {}, el("code", { class: "path" }, `${visible(spec.path)}:${problem.line}${problem.column ? `:${problem.column}` : ""}`), " ", said(problem.message)),
    problem.text ? el("pre", {}, visible(problem.text)) : null)));
  if (raw.state === "broken") {
    return el("section", { class: "broken", role: "alert" }, el("h2", {}, app.say("brokenNow", visible(spec.path))), list(raw.problems ?? []), raw.last ? el("p", {}, app.say("lastGood")) : null);
  }
  const problems = raw.problems ?? [];
  const note = raw.state === "planned" ? "plannedNote" : raw.state === "tooLarge" ? "tooLargeNote" : "";
  if (note) return el("section", { class: "broken is-mild" }, el("p", {}, app.say(note)), list(problems));
  return problems.length > 0 ? el("details", { class: "notes", lang: spec.language }, el("summary", {}, app.say("notes", problems.length)), list(problems)) : null;
}

/** What can be taken away or applied of a spec's answers. */
export function drawSaving(app, spec = app.spec) {
  const answers = answersFile(spec, app.drafts.of(spec.path), app.drafts.meeting);
  const agreement = agreementFile(spec, app.drafts.of(spec.path), app.drafts.meeting);
  const name = visible(spec.id).replace(/[^\p{L}\p{N}_.-]/gu, "_") || "spec";
  const file = (kind, made) => (made.text ? button(app.say("downloadAnswers", `${name}-${kind}.csv`), () => {
    saveFile(`${name}-${kind}.csv`, made.text);
    app.downloaded(spec, kind, `${name}-${kind}.csv`, made.leftOut);
  }, { class: app.live ? "small" : "primary", id: `save-${kind}-${spec.id}` }) : null);
  const hasSome = answers.text || agreement.text;
  return [
    app.live && hasSome ? button(app.say("preview"), () => app.live.preview(spec), { class: "primary", id: `apply-${spec.id}` }) : null,
    file("answers", answers), file("agreement", agreement),
    answers.leftOut > 0 ? el("p", { class: "hint" }, app.say("leftOut", answers.leftOut)) : null,
    hasSome && !app.drafts.meeting.by ? el("p", { class: "warning" }, app.say("nobody")) : null,
    hasSome ? el("p", { class: "hint" }, app.say(app.drafts.isKept ? "kept" : "notKept")) : null,
  ];
}

/** What the page was made from, and when. */
export function drawMade(app) {
  const { data } = app;
  if (!data) return [];
  const revision = !data.revision ? app.say("noRevision") : data.revision.endsWith("+") ? app.say("revisionChanged", visible(data.revision.slice(0, -1))) : app.say("revision", visible(data.revision));
  return [el("p", {}, app.say("madeFrom", revision, data.day, visible(data.tool)))];
}

/** The keys. */
export function drawHelp(app) {
  const row = (keys, label) => el("div", {}, el("dt", {}, keys.split(" ").map((key) => [el("kbd", {}, key), " "])), el("dd", {}, label));
  return [
    el("h2", { id: "help-title" }, app.say("keysTitle")),
    el("dl", { class: "keys" },
      row("j k", app.say("keyNext")), row("Enter", app.say("keyAnswer")), row("d", app.say("keyLater")), row("x", app.say("keyImpossible")),
      row("↑ ↓ ← →", app.say("keyArrows")), row("/", app.say("keyFilter")), row("1 2 3", app.say("keyViews")), row("Esc", app.say("keyLeave")), row("?", app.say("keyHelp"))),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, app.say("close"))),
  ];
}

/** Takes a remark back that holds no more. */
export function takeBack(text) {
  for (const notice of [...document.getElementById("notices").children]) if (notice.dataset.text === text) notice.remove();
}

/** A passing remark, for eyes and screen readers. */
export function notify(text, isWarning = false) {
  const box = document.getElementById("notices");
  takeBack(text);
  const notice = el("p", { class: isWarning ? "notice is-warning" : "notice", "data-text": text }, text, " ", button("×", () => notice.remove(), { class: "close", "aria-label": "×" }));
  box.append(notice);
  while (box.children.length > 4) box.firstElementChild.remove();
  setTimeout(() => notice.remove(), isWarning ? 60_000 : 8_000);
}
