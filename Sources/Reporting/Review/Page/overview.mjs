// The overview of all specs: the decided share, who has to answer, and by when.
import { asked, matches, ownerOf, questionsByDay, questionsByOwner, tallyFor, visible } from "./data.mjs";
import { grouped } from "./words.mjs";
import { button, el, said, spoken } from "./dom.mjs";
import { drawSaving } from "./frame.mjs";

/** The maximum number of questions listed by date. */
const mostDays = 50;

/** The totals over specs. */
function sumsOf(state, specs) {
  const sums = { specs: specs.length, planned: 0, cells: 0, open: 0, operations: 0, agreed: 0, changed: 0, questions: 0, overdue: 0 };
  for (const spec of specs) {
    if (spec.raw.state === "planned") sums.planned += 1;
    const tally = tallyFor(state, spec);
    for (const key of ["cells", "open", "operations", "agreed", "changed", "questions", "overdue"]) sums[key] += tally[key];
  }
  return sums;
}

export function drawOverview(app) {
  const { owner, due } = app.state;
  const isGiven = Boolean(owner || due);
  const isTheirs = (spec) => !isGiven || tallyFor(app.state, spec).questions > 0;
  const specs = app.specs.filter((spec) => isTheirs(spec) && matches([spec.id, spec.name, spec.path, spec.shown.owner ?? ""].join("\n"), app.state.filter));
  const sums = sumsOf(app.state, specs);
  const figure = (value, label) => el("div.figure", el("dt", label), el("dd", value));
  const typed = app.specs.filter((spec) => app.drafts.count(spec.path) > 0 && spec.isReady);
  return [
    el("div.head",
      el("div.head-name", el("h1", app.say("everything")), el("p.hint", app.say("specCount", sums.specs), sums.planned > 0 ? ` · ${app.say("plannedCount", sums.planned)}` : "")),
      el("dl.figures",
        figure([el("strong", grouped(sums.cells - sums.open)), `/${grouped(sums.cells)}`], app.say("figureCells")),
        figure([el("strong", grouped(sums.questions)), sums.overdue > 0 ? el("span.due.is-overdue", `${app.say("overdueHead")} ${sums.overdue}`) : null], app.say("figureQuestions")),
        figure([el("strong", grouped(sums.agreed)), `/${grouped(sums.operations)}`], app.say("figureAgreed")))),
    typed.length > 0 ? el("section.unsaved", typed.map((spec) => el("div.saving", el("strong", visible(spec.id)), " ", drawSaving(app, spec)))) : null,
    isGiven ? drawDays(app, specs) : null,
    specs.length === 0 ? el("p.empty", app.say("nothingMatches")) : drawFeatures(app, specs),
    isGiven ? null : [drawBetween(app), el("div.two", drawOwners(app, specs), drawDays(app, specs))],
  ];
}

function drawFeatures(app, specs) {
  const head = (key, isNumber) => el("th", { scope: "col", class: isNumber ? "number" : null }, app.say(key));
  return el("div.wide", { tabindex: "0", role: "region", "aria-label": app.say("everything") }, el("table.overview", { "aria-label": app.say("everything") },
    el("thead", el("tr", head("feature"), head("owner"), head("status_defined", true), head("rules", true), head("agree", true), head("showChanged", true), head("questionsHead", true), head("overdueHead", true), head("viewCases", true))),
    el("tbody", specs.map((spec) => drawFeature(app, spec)))));
}

function drawFeature(app, spec) {
  const { raw } = spec;
  const tally = tallyFor(app.state, spec);
  const name = el("th", { scope: "row" },
    button([said(spec.name, { lang: spec.language })], () => app.go({ spec: spec.path, view: "map", show: "", filter: "", question: "", cell: "" }), { class: "link feature" }),
    raw.state === "ready" ? null : el("span", { class: `tag is-${raw.state}` }, app.say(raw.state)),
    el("span.hint", spec.id ? [el("code", visible(spec.id)), " "] : null, visible(spec.path)));
  const owner = el("td", spec.shown.owner ? said(spec.shown.owner) : el("span.muted", "–"));
  if (!spec.isReady) {
    const note = raw.state === "broken" ? said(raw.problems?.[0]?.message ?? "") : null;
    return el("tr", { class: `is-${raw.state}` }, name, owner, el("td", { colspan: 7, class: "muted" }, note));
  }
  const share = tally.cells > 0 ? (tally.cells - tally.open) / tally.cells : 0;
  const bar = el("span.meter", { "aria-hidden": "true" }, el("span", {}));
  bar.firstChild.style.width = `${Math.round(share * 100)}%`;
  const count = (value, show, isBad) => el("td.number", value === null ? "…" : show && value > 0 ? button(String(value), () => app.go({ spec: spec.path, view: "map", show, filter: "", question: "", cell: "" }), { class: isBad ? "link is-bad" : "link" }) : el("span", { class: value === 0 ? "muted" : null }, grouped(value)));
  return el("tr", name, owner,
    el("td.number", bar, `${grouped(tally.cells - tally.open)}/${grouped(tally.cells)}`, tally.open === 0 ? [el("span.is-good", { "aria-hidden": "true" }, " ✓"), spoken(app.say("allDecided"))] : null),
    count(tally.rules), el("td.number", `${tally.agreed}/${tally.operations}`),
    count(tally.changed, "changed", true), count(tally.questions, "holes"), el("td", { class: tally.overdue > 0 ? "number is-bad" : "number muted" }, String(tally.overdue)),
    count(tally.cases));
}

/** Decisions that differ between features, or that they leave to each other. */
function drawBetween(app) {
  const decisions = app.data.betweenFeatures ?? [];
  if (decisions.length === 0) return null;
  return el("section.between", el("h2", app.say("between", decisions.length)), el("p.hint", app.say("betweenHow")),
    el("ul", decisions.map(({ message, places }) => el("li", said(message), " ",
      places.map(({ path, line }) => el("code.path", `${visible(path)}:${line} `))))));
}

function drawOwners(app, specs) {
  const owners = questionsByOwner(specs);
  if (owners.length === 0) return null;
  const number = (value, isBad) => el("td", { class: value === 0 ? "number muted" : isBad ? "number is-bad" : "number" }, String(value));
  return el("section", el("h2", { id: "owners-name" }, app.say("byOwner")),
    el("table.overview", { "aria-labelledby": "owners-name" },
      el("thead", el("tr", ["owner", "total", "overdueHead", "until", "withoutDay"].map((key, place) => el("th", { scope: "col", class: place > 0 ? "number" : null }, app.say(key))))),
      el("tbody", owners.map((entry) => el("tr", el("th", { scope: "row" }, entry.owner ? button(said(entry.owner), () => app.go({ owner: entry.owner }), { class: "link" }) : app.say("noOwner")), number(entry.total), number(entry.overdue, true), number(entry.dated), number(entry.undated))))));
}

function drawDays(app, specs) {
  const dated = questionsByDay(specs, app.state);
  if (dated.length === 0) return null;
  return el("section", el("h2", { id: "days-name" }, app.say(app.state.owner || app.state.due ? "questions" : "byDay")),
    el("table.overview", { "aria-labelledby": "days-name" },
      el("thead", el("tr", ["until", "questions", "ask"].map((key) => el("th", { scope: "col", class: key === "ask" ? "who" : null }, app.say(key))))),
      el("tbody", dated.slice(0, mostDays).map(({ spec, question }) => el("tr",
        el("th", { scope: "row", class: question.overdue ? "is-bad day" : "day" }, question.until ? button(question.until, () => app.go({ due: question.until }), { class: "link" }) : app.say("withoutDay"), question.overdue ? el("span.tag.is-broken", app.say("overdueHead")) : null),
        el("td", { lang: spec.language }, button(said(asked(question).split("\n")[0]), () => app.go({ spec: spec.path, view: "map", question: question.id, show: "", filter: "", cell: "" }), { class: "link place" }), el("code.hint", visible(spec.id))),
        el("td", ownerOf(question, spec) ? said(ownerOf(question, spec)) : "–"))))),
    dated.length > mostDays ? el("p.hint", `+ ${dated.length - mostDays}`) : null);
}
