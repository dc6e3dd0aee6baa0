// The page: its state, drawing, and actions.
import { openSpec, questionsFor, unpacked, visible } from "./data.mjs";
import { say } from "./words.mjs";
import { Drafts, guardedStorage } from "./drafts.mjs";
import { parseCell, parseFragment, writeCell, writeFragment } from "./fragment.mjs";
import { byID, el, replaceKeeping } from "./dom.mjs";
import { drawMap, markCells, redrawAgreement, redrawCells } from "./holes.mjs";
import { answeredText, drawPanel, redrawState, setKind, shownQuestions } from "./questions.mjs";
import { agreedTyped, drawBar, drawChips, drawGiven, drawHead, drawHelp, drawMade, drawProblems, drawSaving, mention, notify, redrawDue, redrawNotice, takeBack } from "./frame.mjs";
import { drawCasesView } from "./cases.mjs";
import { agendaOf, drawMeeting, placeOnAgenda } from "./meeting.mjs";
import { drawOverview } from "./overview.mjs";
import { listenToKeys, moveAmongCells } from "./keys.mjs";
import { Live, mergedSpecs } from "./live.mjs";

/** As in page.css. */
const narrow = matchMedia("(max-width: 62rem)");

/** The state shared by the parts of the page. */
const app = {
  data: null, specs: [], spec: null, matrix: null, live: null, unfolded: new Set(),
  /** Downloaded files, by spec; reasons of refused answers, by spec and question. */
  sent: new Map(),
  ...parseFragment(location.hash),
  drafts: new Drafts(guardedStorage("localStorage") ?? guardedStorage("sessionStorage"), location.pathname),

  /** The language of the page: the chosen one, else that of the spec. */
  get language() { return this.state.language || this.spec?.language || (navigator.language.startsWith("ja") ? "ja" : "en"); },
  say(key, ...values) { return say(this.language, key, ...values); },
  /** Words among a spec's own texts are in its language. */
  sayInSpec(key, ...values) { return say(this.spec?.language ?? this.language, key, ...values); },

  /** Changes the state and the address. */
  go(change) {
    const before = { ...this.state };
    Object.assign(this.state, change);
    if (change.spec !== undefined && change.spec !== before.spec) Object.assign(this.state, { case: "", show: change.show ?? "" });
    const changed = Object.keys(this.state).filter((key) => this.state[key] !== before[key]);
    if (changed.length === 0) return;
    this.writeAddress(changed.includes("spec") || changed.includes("view"));
    if (changed.every((key) => key === "question" || key === "cell")) this.drawSelection();
    else this.draw(changed.every((key) => key === "filter"));
    // The rows have changed, so scroll to the top.
    if (this.matrix && ["filter", "sort", "depth", "status", "result"].some((key) => changed.includes(key))) this.matrix.element.scrollTop = 0;
    if (changed.includes("view") || changed.includes("spec")) scrollTo(0, 0);
    if (changed.includes("question") || changed.includes("view")) this.scrollToQuestion();
  },

  writeAddress(isNew) {
    const address = location.pathname + location.search + (writeFragment(this.state, this.token) || "#");
    try {
      history[isNew ? "pushState" : "replaceState"](null, "", address);
    } catch { /* an address that may not change: the state is only here */ }
  },

  /** Draws everything visible; the bar stays while somebody types into the filter. */
  draw(isBarKept = false) {
    const { state } = this;
    const asksThem = (spec) => spec.isReady && (!state.owner && !state.due || questionsFor(state, spec).length > 0);
    this.spec = this.specs.find((spec) => spec.path === state.spec) ?? this.specs.find(asksThem) ?? this.specs.find((spec) => spec.isReady) ?? this.specs[0] ?? null;
    // Before there are specs nothing says which view there will be.
    if (this.spec && !["all", "map", "cases", "meeting"].includes(state.view)) state.view = this.specs.length > 1 ? "all" : "map";
    if (state.view === "meeting") this.takeFromAgenda();
    document.documentElement.lang = this.language;
    document.title = state.view === "all" || !this.spec ? `${this.say("everything")} – specmatrix` : `${visible(this.spec.name)} – specmatrix`;
    document.body.dataset.view = state.view;
    const skip = byID("skip");
    skip.textContent = this.say("skip");
    if (!isBarKept) replaceKeeping(byID("bar"), this.specs.length > 0 ? clean(drawBar(this)) : []);
    replaceKeeping(byID("main"), clean(this.drawView()));
    byID("made").replaceChildren(...clean(drawMade(this)));
    this.matrix?.draw();
    this.drawSelectionMarks();
    redrawDue(this);
    redrawNotice();
    this.redrawLive();
  },

  /** The meeting always shows a question: the chosen one, or the first. */
  takeFromAgenda() {
    const agenda = agendaOf(this);
    const { spec, question } = agenda[placeOnAgenda(agenda, this.state)] ?? {};
    if (!spec) return;
    this.spec = spec;
    if (this.state.question === question.id && this.state.cell) return;
    const place = spec.cellsByQuestion.get(question.id)?.[0];
    Object.assign(this.state, { spec: spec.path, question: question.id, cell: place ? writeCell(place.operation, place.number) : "" });
    this.writeAddress(false);
  },

  /** True if questions and tables share one column. */
  get isNarrow() { return narrow.matches; },

  drawView() {
    this.matrix = null;
    if (!this.spec) return [el("p.empty", this.say(this.live?.isStopped ? "refusedToken" : this.live ? "loading" : "noData"))];
    const given = drawGiven(this);
    if (this.state.view === "all") return [given, drawOverview(this)];
    if (this.state.view === "meeting") return [given, drawMeeting(this), el("div.saving", { id: "saving" }, drawSaving(this))];
    const head = [given, drawHead(this), drawProblems(this)];
    if (!this.spec.isReady) return head;
    if (this.state.view === "cases") return [...head, drawCasesView(this)];
    return [...head, el("div.review",
      el("div.map", { id: "map" }, drawChips(this), drawMap(this)),
      el("aside.side", { "aria-label": this.say("questions") },
        el("div.panel", { "data-scroll": "panel", id: "panel" }, drawPanel(this)),
        el("div.saving", { id: "saving" }, drawSaving(this))))];
  },

  /** Draws what depends on the chosen question or cell. */
  drawSelection() {
    if (this.isNarrow || this.state.view === "meeting") return this.draw(true);
    const panel = byID("panel");
    if (panel) replaceKeeping(panel, clean(drawPanel(this)));
    this.drawSelectionMarks();
  },

  drawSelectionMarks() { if (["map", "meeting"].includes(this.state.view)) markCells(this); },

  selectCell(operation, number) {
    const cell = writeCell(operation, number);
    const question = this.spec.operationByID.get(operation)?.cells[number]?.questions?.find((id) => this.spec.questionByID.has(id)) ?? "";
    if (this.state.view === "meeting" && !question) return this.go({ cell });
    if (this.state.cell === cell) return question && this.state.question === question ? this.focusAnswer() : this.leave();
    this.go({ cell, question });
    if (!question) byID("chosen")?.scrollIntoView({ block: "nearest" });
  },

  /** Chooses a question and shows the first of its cells. */
  selectQuestion(id) {
    const place = this.spec.cellsByQuestion.get(id)?.[0];
    this.go({ question: id, cell: place ? writeCell(place.operation, place.number) : "" });
    byID(`head-${id}`)?.focus({ preventScroll: true });
    if (place && !this.isNarrow) this.showCell(place.operation, place.number, true);
  },

  /** Scrolls a cell into view, unfolding it if necessary. */
  showCell(operation, number, isQuiet = false) {
    const id = `cell-${writeCell(operation, number)}`;
    if (!byID(id)) this.unfoldFor(operation, number);
    const cell = byID(id);
    cell?.scrollIntoView({ block: isQuiet ? "nearest" : "center" });
    if (!isQuiet) {
      this.state.cell = writeCell(operation, number);
      this.drawSelectionMarks();
      cell?.focus({ preventScroll: true });
    }
  },

  unfoldFor(operation, number) {
    const fold = [...document.querySelectorAll(`[id^="fold-${CSS.escape(operation)}:"]`)]
      .map((control) => ({ key: control.id.slice(5), first: Number(control.id.slice(control.id.lastIndexOf(":") + 1)) }))
      .filter(({ first }) => first <= number).sort((left, right) => right.first - left.first)[0];
    if (!fold) return;
    this.unfolded.add(fold.key);
    this.draw();
  },

  showOperation(id) {
    byID(`operation-${id}`)?.scrollIntoView({ block: "start" });
    byID(`operation-${id}-name`)?.focus({ preventScroll: true });
  },

  scrollToQuestion() {
    const { question } = this.state;
    if (question) byID(`question-${question}`)?.scrollIntoView({ block: "nearest" });
  },

  moveToQuestion(step) {
    if (this.state.view === "meeting") {
      const agenda = agendaOf(this);
      const { spec, question } = agenda[(placeOnAgenda(agenda, this.state) + step + agenda.length) % agenda.length] ?? {};
      if (!question) return;
      this.go({ spec: spec.path, question: question.id, cell: "" });
      scrollTo(0, 0);
      return byID(`head-${question.id}`)?.focus({ preventScroll: true });
    }
    const questions = shownQuestions(this);
    if (questions.length === 0) return;
    const place = questions.findIndex((question) => question.id === this.state.question);
    const next = place < 0 ? (step > 0 ? 0 : questions.length - 1) : (place + step + questions.length) % questions.length;
    this.selectQuestion(questions[next].id);
  },

  focusAnswer() {
    const control = byID(`answer-${this.state.question}`);
    byID(`question-${this.state.question}`)?.scrollIntoView({ block: "start" });
    control?.focus();
    return Boolean(control);
  },

  /** Answers "later" or "impossible" to the chosen question; a topic is then dismissed. */
  chooseKind(name) {
    const question = this.spec?.questionByID.get(this.state.question);
    const offered = question?.kinds ?? [];
    const kind = (name === "later" ? [name] : ["notPossible", "dismiss"]).map((key) => this.spec?.kinds[key]).find((text) => offered.includes(text));
    if (!kind) return false;
    setKind(this, question, kind);
    return this.focusAnswer();
  },

  /** Chooses one of the question's offered answers by index. */
  chooseOption(number) {
    const option = byID(`option-${number}-${this.state.question}`);
    option?.click();
    return Boolean(option);
  },

  changedAnswer(question, isStructural) {
    if (isStructural) this.drawSelection();
    else redrawState(this, question);
    redrawCells(this, question.id);
    this.changedCounts();
  },

  changedAgreement(operation) {
    redrawAgreement(this, operation);
    this.changedCounts();
  },

  changedCounts() {
    const count = byID("answered-count");
    if (count?.textContent) count.textContent = answeredText(this);
    const agreed = byID("agreed-typed");
    if (agreed) agreed.textContent = agreedTyped(this);
    const saving = byID("saving");
    if (saving) replaceKeeping(saving, clean(drawSaving(this)));
    redrawDue(this);
  },

  setMeeting(change) {
    this.drafts.setMeeting(change);
    this.changedCounts();
  },

  downloaded(spec, kind, name, leftOut) {
    this.drafts.setSaved(spec, kind);
    this.sent.set(spec.path, [...new Set([...(this.sent.get(spec.path) ?? []), name])]);
    notify(() => this.say("downloaded", name) + (leftOut > 0 ? ` ${this.say("leftOut", leftOut)}` : ""));
    this.state.view === "map" ? this.changedCounts() : this.draw();
  },

  /** Goes to the controls for downloading or applying the drafts, here or in the overview. */
  showSaving() {
    if (this.drafts.due([this.spec.path]) === 0) this.go({ view: "all" });
    else if (this.state.view === "cases") this.go({ view: "map" });
    const box = document.querySelector(".saving");
    box?.scrollIntoView({ block: "nearest" });
    box?.querySelector("button")?.focus();
  },

  /** Filters after a short delay. */
  filterBy(text) {
    clearTimeout(this.filterTimer);
    if (this.isComposing) return;
    this.filterTimer = setTimeout(() => this.go({ filter: text }), 120);
  },

  clearFilter() {
    byID("filter").value = "";
    this.go({ filter: "", show: "" });
  },

  leave() {
    const { state } = this;
    const cell = state.cell ? byID(`cell-${state.cell}`) : null;
    if (state.view === "meeting") this.go({ view: "map" });
    else if (state.question || state.cell) {
      this.go({ question: "", cell: "" });
      if (cell) byID(cell.id)?.focus({ preventScroll: true });
    } else if (state.case) {
      const { active } = this.matrix ?? {};
      this.go({ case: "" });
      this.matrix?.focus(active);
    }
    else if (state.filter) { byID("filter").value = ""; this.go({ filter: "" }); }
    else return false;
    return true;
  },

  openHelp() {
    const dialog = byID("help");
    dialog.replaceChildren(...clean(drawHelp(this)));
    dialog.setAttribute("aria-labelledby", "help-title");
    if (!dialog.open) dialog.showModal();
  },

  redrawLive() {
    const sign = byID("live");
    if (sign) sign.classList.toggle("is-offline", this.live.isOffline);
  },

  /** A chosen cell or question stays chosen unless it has changed. */
  dropOldChoice() {
    const { state, spec } = this;
    const now = this.specs.find((other) => other.path === spec?.path);
    if (!now) return;
    if (state.question && !now.questionByID.has(state.question)) state.question = "";
    const place = parseCell(state.cell);
    if (place && spec.operationByID.get(place.operation)?.fingerprint !== now.operationByID.get(place.operation)?.fingerprint) state.cell = "";
  },

  /** Receives a new state of the served specs. It is delayed during IME composition, and while a button is pressed, since replacing the button would lose the click. */
  receive(answer) {
    if (this.isComposing || this.isPressing) {
      (this.waiting ??= []).push(answer);
      return;
    }
    const isFirst = this.data === null;
    const specs = mergedSpecs(this.data?.specs ?? [], answer);
    this.data = { tool: answer.tool, day: answer.day, revision: answer.revision, betweenFeatures: answer.betweenFeatures ?? [], specs };
    this.specs = specs.map(openSpec);
    for (const spec of this.specs) this.drafts.forgetSettled(spec);
    if (!isFirst) this.dropOldChoice();
    this.draw();
    if (isFirst) return this.scrollToQuestion();
    for (const text of answer.notices ?? []) notify(text);
    // Only the notification of an unreadable file stays.
    const isBroken = (spec) => spec.state === "broken";
    for (const { path, tables } of answer.specs.filter((spec) => !isBroken(spec))) {
      takeBack(this.say("brokenNow", path));
      if (tables?.cases !== null) mention(() => this.say("updated", path));
    }
    for (const { path } of answer.specs.filter(isBroken)) notify(() => this.say("brokenNow", path), true);
  },
};

function clean(children) {
  return [children].flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

const asksQuestions = () => ["map", "meeting"].includes(app.state.view);

listenToKeys({
  leave: () => {
    if (document.querySelector("dialog[open]")) return false;
    const active = document.activeElement;
    if (active?.matches("input, textarea, select")) {
      const head = byID(`head-${app.state.question}`);
      if (active.id === "filter" || !head) active.blur(); else head.focus();
      return true;
    }
    return app.leave();
  },
  next: () => asksQuestions() && app.moveToQuestion(1),
  previous: () => asksQuestions() && app.moveToQuestion(-1),
  answer: () => asksQuestions() && app.focusAnswer(),
  later: () => asksQuestions() && app.chooseKind("later"),
  impossible: () => asksQuestions() && app.chooseKind("impossible"),
  choose: ({ key }) => app.chooseOption(Number(key) - 1),
  meeting: () => app.go({ view: "meeting" }),
  filter: () => byID("filter")?.focus(),
  help: () => app.openHelp(),
  viewAll: () => app.go({ view: "all" }), viewMap: () => app.go({ view: "map" }), viewCases: () => app.go({ view: "cases" }),
  ...Object.fromEntries(["cellDown", "cellUp", "cellFirst", "cellLast", "operationNext", "operationPrevious"].map((meaning) => [meaning, () => moveAmongCells(meaning)])),
});

function start() {
  const given = byID("data").content.textContent.trim();
  if (!app.drafts.meeting.on) {
    const now = new Date();
    app.drafts.meeting.on = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
  }
  if (given) {
    app.data = unpacked(JSON.parse(given));
    app.specs = app.data.specs.map(openSpec);
    for (const spec of app.specs) app.drafts.forgetSettled(spec);
  } else {
    app.live = new Live(app, app.token);
  }
  app.draw();
  app.live?.start();
  app.scrollToQuestion();
  if (app.state.view !== "map" || !app.spec || app.isNarrow) return;
  const place = parseCell(app.state.cell) ?? app.spec.cellsByQuestion.get(app.state.question)?.[0];
  if (place) app.showCell(place.operation, place.number, true);
}

byID("skip").addEventListener("click", () => byID("main").focus());
addEventListener("popstate", () => {
  const { state, token } = parseFragment(location.hash);
  Object.assign(app, { state, token: token || app.token });
  app.draw();
});
/** Receives what was delayed, after the browser has handled the composed text or the click. */
function receiveWaiting() {
  setTimeout(() => { for (const answer of (app.waiting ?? []).splice(0)) app.receive(answer); });
}

addEventListener("compositionstart", () => { app.isComposing = true; });
addEventListener("compositionend", () => {
  app.isComposing = false;
  if (document.activeElement?.id === "filter") app.filterBy(document.activeElement.value);
  receiveWaiting();
});
addEventListener("pointerdown", () => { app.isPressing = true; });
// The space bar clicks when it is released.
addEventListener("keydown", ({ key, target }) => { if (key === " " && target.matches?.("button, summary")) app.isPressing = true; });
// After a scrollbar is dragged, some browsers send only moves without a button.
for (const end of ["pointerup", "pointercancel", "pointermove", "keyup", "blur"]) addEventListener(end, ({ type, buttons }) => {
  if (!app.isPressing || (type === "pointermove" && buttons > 0)) return;
  app.isPressing = false;
  receiveWaiting();
});
addEventListener("beforeunload", (event) => {
  if (app.drafts.due(app.specs.map((spec) => spec.path)) > 0) event.preventDefault();
});
narrow.addEventListener("change", () => app.draw());
addEventListener("beforeprint", () => app.matrix?.drawForPrint());
addEventListener("afterprint", () => app.matrix?.drawAfterPrint());
start();
