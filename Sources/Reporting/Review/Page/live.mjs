// The served page: waits for changes of the specs, and sends answers to preview or apply.
import { asked, visible } from "./data.mjs";
import { agreementFile, answersFile } from "./csv.mjs";
import { button, byID, el, said, short } from "./dom.mjs";
import { notify } from "./frame.mjs";

/** The delay grows with each failure, up to this. */
const longestPause = 4000;
/** The server responds within 25 s, changed or not. */
const patience = 40_000;

/**
 * The specs after a response of the server: changed ones replaced, all in its order.
 * @param {object[]} specs the current specs of the page
 */
export function mergedSpecs(specs, answer) {
  const known = new Map(specs.map((spec) => [spec.path, spec]));
  for (const spec of answer.specs) known.set(spec.path, spec);
  return answer.paths.filter((path) => known.has(path)).map((path) => known.get(path));
}

/**
 * The answers that the server has settled, whose drafts can be removed.
 * @returns {{questions: string[], operations: string[], isAll: boolean}} `isAll`: nothing was refused, so own questions are settled, too
 */
export function settledBy(messages) {
  const isGood = (message) => message.state === "applied" || message.state === "known";
  const settled = (key) => {
    const bad = new Set(messages.filter((message) => !isGood(message)).map((message) => message[key]));
    return messages.filter((message) => message[key] && isGood(message) && !bad.has(message[key])).map((message) => message[key]);
  };
  return { questions: settled("question"), operations: settled("operation"), isAll: messages.every(isGood) };
}

/** The connection to the server. */
export class Live {
  constructor(app, token) {
    Object.assign(this, { app, token, number: 0, isOffline: false, isStopped: false, isBusy: false });
  }

  async request(path, body, wait = patience) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), wait);
    try {
      return await fetch(path, {
        method: body ? "POST" : "GET", cache: "no-store", signal: abort.signal,
        headers: { "X-Specmatrix-Token": this.token, ...(body ? { "Content-Type": "application/json" } : {}) },
        body: body ? JSON.stringify(body) : undefined,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Polls for the next state, forever. */
  async start() {
    let pause = 250;
    while (!this.isStopped) {
      try {
        const response = await this.request(`/api/state?after=${this.number}`);
        if (response.status === 403) {
          this.isStopped = true;
          if (this.number === 0) this.app.draw();
          this.setOffline("refusedToken");
          return;
        }
        if (response.status === 200) {
          const answer = await response.json();
          this.setOnline();
          this.number = answer.number;
          this.app.receive(answer);
          pause = 250;
          continue;
        }
        if (response.status === 204) {
          this.setOnline();
          pause = 250;
          continue;
        }
        this.setOffline("offline");
      } catch {
        this.setOffline("offline");
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(longestPause, pause * 2);
    }
  }

  setOffline(key) {
    if (!this.isOffline) notify(() => this.app.say(key), true);
    this.isOffline = true;
    this.app.redrawLive();
  }

  setOnline() {
    if (this.isOffline) notify(() => this.app.say("online"));
    this.isOffline = false;
    this.app.redrawLive();
  }

  /** The request body: the same files as a download. */
  bodyOf(spec) {
    const { drafts } = this.app;
    const answers = answersFile(spec, drafts.of(spec.path), drafts.meeting);
    const agreement = agreementFile(spec, drafts.of(spec.path), drafts.meeting);
    return { path: spec.path, answers: answers.text, agreement: agreement.text };
  }

  /** Sends the answers; reports a failure on the page. */
  async post(path, body) {
    try {
      const response = await this.request(path, body, 120_000);
      const answer = await response.json();
      if (response.ok) return answer;
      notify(() => this.app.say("requestFailed", visible(answer.error ?? response.status)), true);
    } catch {
      notify(() => this.app.say("offline"), true);
    }
    return null;
  }

  /** Shows what applying would change. */
  async preview(spec) {
    const body = this.bodyOf(spec);
    if (!body.answers && !body.agreement) return notify(() => this.app.say("nothingToApply"));
    if (this.isBusy) return;
    this.isBusy = true;
    const sent = structuredClone(this.app.drafts.of(spec.path));
    const answer = await this.post("/api/preview", body);
    this.isBusy = false;
    if (answer) this.show(spec, body, sent, answer);
  }

  show(spec, body, sent, answer) {
    const { app } = this;
    const dialog = byID("preview");
    const hasDiff = Boolean(answer.diff);
    const apply = button(app.say("apply"), () => this.apply(spec, body, sent, apply), { class: "primary", id: "apply" });
    dialog.replaceChildren(...[
      el("h2", { id: "preview-title" }, app.say("previewTitle", visible(spec.path))),
      drawMessages(app, spec, answer.messages, "wouldApply"),
      hasDiff ? drawDiff(answer.diff) : el("p.empty", app.say("noDiff")),
      el("div.actions", hasDiff ? apply : null, button(app.say(hasDiff ? "cancel" : "close"), () => dialog.close(), { class: hasDiff ? "quiet" : "primary" }))]);
    dialog.setAttribute("aria-labelledby", "preview-title");
    if (!dialog.open) dialog.showModal();
    (hasDiff ? apply : dialog.querySelector("button")).focus();
    // Answers that are already in the spec need not be sent again.
    this.settle(spec, sent, { written: false, messages: answer.messages.filter((message) => message.state !== "applied") });
  }

  /** Applies what was previewed, not what has been typed since. */
  async apply(spec, body, sent, control) {
    if (this.isBusy) return;
    this.isBusy = true;
    control.disabled = true;
    control.textContent = this.app.say("applying");
    const answer = await this.post("/api/apply", body);
    this.isBusy = false;
    const dialog = byID("preview");
    if (!answer) {
      control.disabled = false;
      control.textContent = this.app.say("apply");
      return;
    }
    this.settle(spec, sent, answer);
    notify(() => this.app.say(answer.written ? "applied" : "nothingWritten", visible(spec.path)), !answer.written);
    const kept = answer.messages.filter((message) => ["refused", "stale", "problem"].includes(message.state));
    if (kept.length === 0) return dialog.close();
    dialog.replaceChildren(
      el("h2", { id: "preview-title" }, this.app.say(answer.written ? "applied" : "nothingWritten", visible(spec.path))),
      drawMessages(this.app, spec, answer.messages),
      el("div.actions", button(this.app.say("close"), () => dialog.close(), { class: "primary" })));
    dialog.querySelector("button").focus();
  }

  /** Removes drafts that are in the spec now. Refused ones, and later changes, stay. */
  settle(spec, sent, answer) {
    const { drafts } = this.app;
    const settled = settledBy(answer.messages);
    const typed = drafts.of(spec.path);
    for (const { question, state, text } of answer.messages) {
      if (typed.answers[question] && ["refused", "stale"].includes(state)) typed.answers[question].refused = ownWords(text, question);
    }
    for (const id of settled.questions) {
      if (JSON.stringify(typed.answers[id]) === JSON.stringify(sent.answers[id])) delete typed.answers[id];
    }
    for (const id of settled.operations) {
      if (JSON.stringify(typed.agreement[id]) === JSON.stringify(sent.agreement[id])) delete typed.agreement[id];
    }
    if (answer.written && settled.isAll) typed.own = typed.own.filter((own, number) => JSON.stringify(own) !== JSON.stringify(sent.own[number]));
    drafts.keep(spec.path);
    this.app.draw();
  }
}

/** A message without the parts already shown beside it: the cell of the file, and the state. */
export function ownWords(text, question) {
  const words = text.replace(/^[^\s:]+\.csv:[A-Z]+\d+: /, "").replace(/^((would be |(stale, )?not |already )?applied|未?反映(予定|済み|（.*?）)?) /, "");
  return question && words.startsWith(`${question}: `) ? words.slice(question.length + 2) : words;
}

/** A message with the label of an operation or a decision in place of its id: at the start, else before a colon or at the end. */
export function labelled(words, id, label) {
  return words.replace(new RegExp(`^${id}(?![\\w-])| ${id}(?=:|$)`), (found) => found.replace(id, () => label));
}

/** The state of each answer; `applied` is the word for accepted ones. */
function drawMessages(app, spec, messages, applied = "applied") {
  return el("ul.messages", messages.map(({ state, text, question, operation, reason, reach }) => {
    const about = spec.questions.find(({ id }) => id === question);
    // People know a decision by its sentence, an operation by its label.
    const agreed = [...spec.decisions, ...spec.operations].find(({ id }) => id === operation);
    const words = agreed ? labelled(ownWords(text), operation, short(agreed.label, 80)) : ownWords(text);
    const what = reason ?? (about && spec.language === "ja" ? short(asked(about), 80) : words);
    const key = { applied, known: "known", refused: "refused", stale: "stale" }[state] ?? "problem";
    return el("li", { class: `is-${state}` }, el("strong", app.say(`state_${key}`)), " ", said((about ? `${about.number + 1}. ` : "") + what + (reach ? ` – ${reach}` : "")));
  }));
}

/** A diff with additions and removals marked by sign and colour. */
function drawDiff(diff) {
  return el("pre.diff", { tabindex: "0" }, visible(diff).split("\n").map((line) => {
    const kind = line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@") ? "is-head" : line.startsWith("+") ? "is-added" : line.startsWith("-") ? "is-removed" : "";
    return el("span", { class: kind }, line + "\n");
  }));
}
