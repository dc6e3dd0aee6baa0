// The meeting: one question per screen, large, with its table and the cases that wait for it.
import { asked, matches, questionsFor, visible } from "./data.mjs";
import { button, el, said } from "./dom.mjs";
import { drawOperation } from "./holes.mjs";
import { drawAnswering, drawForm, drawState } from "./questions.mjs";

/** The questions of all specs on the agenda, without optional ones. */
export function agendaOf({ specs, state }) {
  return specs.filter((spec) => spec.isReady).flatMap((spec) => questionsFor(state, spec)
    .filter((question) => matches([question.id, ...(question.row?.cells ?? [])].join("\n"), state.filter))
    .map((question) => ({ spec, question })));
}

/** The index on the agenda of the chosen question, else of the first one of the chosen spec; -1 if there is none. */
export function placeOnAgenda(agenda, { spec, question }) {
  const chosen = agenda.findIndex((entry) => entry.question.id === question && entry.spec.path === spec);
  const first = agenda.findIndex((entry) => entry.spec.path === spec);
  return chosen >= 0 ? chosen : first >= 0 ? first : agenda.length > 0 ? 0 : -1;
}

/** A question with everything that helps to answer it. */
export function drawMeeting(app) {
  const agenda = agendaOf(app);
  const place = placeOnAgenda(agenda, app.state);
  if (place < 0) return [el("h1", app.say("meetingView")), el("p.empty.is-good", app.say("nothingOpen"))];
  const { spec, question } = agenda[place];
  const operations = question.operations.map((id) => spec.operationByID.get(id)).filter(Boolean);
  const step = (label, by, keys) => button(app.say(label), () => app.moveToQuestion(by), { class: "small", id: label, "aria-keyshortcuts": keys });
  return [el("section.one", { id: `question-${question.id}` },
    el("div.one-head",
      el("p.hint", app.say("questionNumber", question.number + 1, spec.tally.questions), " · ", visible(spec.name),
        agenda.length === spec.tally.questions ? null : [" · ", app.say("inAll", place + 1, agenda.length)]),
      el("span.bar-end", step("earlier", -1, "p"), step("next", 1, "n"))),
    el("h1", { id: `head-${question.id}`, tabindex: "-1", lang: spec.language }, said(asked(question))),
    el("div.question-state", { id: `state-${question.id}` }, drawState(app, question)),
    el("div.one-body",
      el("div", drawForm(app, question), drawAnswering(app)),
      el("div.map", { lang: spec.language }, operations.map((operation) => drawOperation(app, operation)))))];
}
