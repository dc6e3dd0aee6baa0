// Typed input that is not in the specs yet. It is kept until it is applied or removed, whatever happens to the page or the specs.
import { rolesOf } from "./data.mjs";
import { isTyped, lackOf } from "./csv.mjs";

/** The browser's storage, or a volatile substitute: pages opened from disk may have none. */
export function guardedStorage(name, scope = globalThis) {
  try {
    const storage = scope[name];
    storage.setItem("specmatrix-review-probe", "1");
    storage.removeItem("specmatrix-review-probe");
    return storage;
  } catch {
    return null;
  }
}

/** Everything typed on the page. */
export class Drafts {
  /**
   * @param {Storage|null} storage where it is stored; null: nowhere
   * @param {string} page a key for the page: those opened from disk, or from one host, share a storage
   */
  constructor(storage, page = "") {
    this.storage = storage;
    this.prefix = `specmatrix-review:${page}:`;
    this.specs = new Map();
    this.meeting = { by: "", on: "", ...this.read("meeting") };
  }

  get isKept() { return this.storage !== null; }

  read(key) {
    try {
      return JSON.parse(this.storage?.getItem(this.prefix + key) ?? "null");
    } catch {
      return null;
    }
  }

  write(key, value) {
    try {
      if (value === null) this.storage?.removeItem(this.prefix + key);
      else this.storage?.setItem(this.prefix + key, JSON.stringify(value));
    } catch {
      // Full or forbidden: from now on the page says that nothing is stored.
      this.storage = null;
    }
  }

  /** The drafts for a spec. */
  of(path) {
    if (!this.specs.has(path)) {
      const kept = this.read(path) ?? {};
      this.specs.set(path, { answers: kept.answers ?? {}, own: kept.own ?? [], agreement: kept.agreement ?? {} });
    }
    return this.specs.get(path);
  }

  keep(path) {
    const drafts = this.of(path);
    const isEmpty = this.count(path) === 0 && drafts.own.length === 0;
    this.write(path, isEmpty ? null : drafts);
  }

  keepMeeting() { this.write("meeting", this.meeting); }

  /** Changes the answer to a question; the first change stores the question as it was asked. */
  setAnswer(spec, id, change) {
    const drafts = this.of(spec.path);
    const draft = { ...(drafts.answers[id] ?? {}), ...change, saved: false, refused: undefined, by: this.meeting.by, on: this.meeting.on };
    if (!draft.row) draft.row = this.snapshot(spec, id);
    if (isTyped(draft)) drafts.answers[id] = draft;
    else delete drafts.answers[id];
    this.keep(spec.path);
  }

  /** A question's generated cells by role. */
  snapshot(spec, id) {
    const table = spec.shown.tables?.questions;
    const cells = spec.questionByID.get(id)?.row?.cells;
    if (!cells) return undefined;
    const row = {};
    for (const [role, number] of rolesOf(table)) {
      if (table.columns[number].kind !== "people") row[role] = cells[number];
    }
    return row;
  }

  /** True if the text or the meaning of a question has changed since it was answered. */
  hasMovedOn(spec, id) {
    const draft = this.of(spec.path).answers[id];
    const present = this.snapshot(spec, id);
    if (!draft?.row || !present) return false;
    return ["question", "fingerprint"].some((role) => (draft.row[role] ?? "") !== (present[role] ?? ""));
  }

  /** Rebases the answer on the current question, after people have looked again. */
  confirm(spec, id) {
    const draft = this.of(spec.path).answers[id];
    if (draft) draft.row = this.snapshot(spec, id);
    this.keep(spec.path);
  }

  remove(path, id) {
    delete this.of(path).answers[id];
    this.keep(path);
  }

  /** Answers to questions that the spec no longer asks. */
  gone(spec) {
    return Object.entries(this.of(spec.path).answers).filter(([id]) => !spec.questionByID.has(id)).map(([id, draft]) => ({ id, draft }));
  }

  setAgreement(spec, operation, change) {
    const agreement = this.of(spec.path).agreement;
    const draft = { fingerprint: operation.fingerprint ?? "", ...(agreement[operation.id] ?? {}), ...change, saved: false };
    if (change.choice) draft.fingerprint = operation.fingerprint ?? "";
    if (draft.choice) agreement[operation.id] = draft;
    else delete agreement[operation.id];
    this.keep(spec.path);
  }

  /** Sets who answers and when, also for earlier drafts without it. */
  setMeeting(change) {
    Object.assign(this.meeting, change);
    this.keepMeeting();
    for (const [path, drafts] of this.specs) {
      for (const draft of [...Object.values(drafts.answers), ...drafts.own]) {
        if (draft.by && draft.on) continue;
        draft.by ||= this.meeting.by;
        draft.on ||= this.meeting.on;
        draft.saved = false;
      }
      this.keep(path);
    }
  }

  /** The number of typed answers, questions and agreements. */
  count(path) {
    const drafts = this.of(path);
    return Object.values(drafts.answers).filter(isTyped).length
      + drafts.own.filter((own) => (own.question ?? "").trim()).length
      + Object.keys(drafts.agreement).length;
  }

  /** Records the contents of a download: answers and questions, or agreements. */
  setSaved(spec, kind) {
    const { answers, own, agreement } = this.of(spec.path);
    const held = kind === "agreement" ? Object.values(agreement) : [...Object.values(answers).filter((draft) => !lackOf(draft, spec.kinds)), ...own.filter((draft) => (draft.question ?? "").trim())];
    for (const draft of held) draft.saved = true;
    this.keep(spec.path);
  }

  /** Removes downloaded drafts that are in the spec now. */
  forgetSettled(spec) {
    const { answers, own, agreement } = this.of(spec.path);
    if (!spec.isReady) return;
    const asked = new Set(spec.questions.map((question) => question.said("question").trim()));
    for (const { id, draft } of this.gone(spec)) if (draft.saved) delete answers[id];
    this.specs.get(spec.path).own = own.filter((draft) => !draft.saved || !asked.has((draft.question ?? "").trim()));
    for (const [id, draft] of Object.entries(agreement)) {
      const operation = spec.operationByID.get(id) ?? spec.decisions.find((decision) => decision.id === id);
      if (draft.saved && (!operation || operation.fingerprint !== draft.fingerprint || operation.agreement?.holds)) delete agreement[id];
    }
    this.keep(spec.path);
  }

  /** The number of drafts neither downloaded nor applied. */
  due(paths) {
    return paths.reduce((sum, path) => {
      const { answers, own, agreement } = this.of(path);
      const typed = [...Object.values(answers).filter(isTyped), ...own.filter((draft) => (draft.question ?? "").trim()), ...Object.values(agreement)];
      return sum + typed.filter((draft) => !draft.saved).length;
    }, 0);
  }
}
