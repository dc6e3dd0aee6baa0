#!/usr/bin/env python3
"""Whether an answer means what it meant when it was typed, whatever becomes of the spec meanwhile.

    answers.py PROGRAM --trials 500 --seed 1
    answers.py PROGRAM --only 17 --keep /tmp/kept    one trial again, with its files after each step
    answers.py PROGRAM --mutants                     programs that are wrong on purpose: each must be caught

Each trial writes a random spec, generates its workbook or CSV, answers questions as people do, changes the spec, generates again or not, and runs
`answer`. What the YAML then says of each combination, minus what it said before, must have been typed about that combination, by the question as it
read when it was typed; and what was typed is found after every step, in its cell or in a remark. The exit status is 1 if an answer was turned or
lost, or if fewer than 95 of 100 answers to unchanged questions are applied.
"""

import argparse
import collections
import copy
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

import yaml

import asked
import mutant
import verdicts
from form import ANSWER, BY, COMMENT, DECIDE, ID, KIND, ON, REMARK, Form
from office import Office, uno
from replies import Director, Generation, plain

STATE = re.compile(r"^\S+: (already applied|applied|stale, not applied|not applied|反映済み|反映|未反映（確認内容が変更）|未反映) (Q-[0-9A-F]+)(?:: (.*))?$", re.M)
REMARKS = re.compile("^(?:Answered when it was asked otherwise: |確認内容が変わる前の回答：|(?=Deferred: |保留中：))(.*)")
DEFERRED = {"Decide later": "Deferred:", "後日決定": "保留中："}
STATES = {
    "already applied": "applied", "stale, not applied": "stale", "not applied": "refused",
    "反映済み": "applied", "反映": "applied", "未反映（確認内容が変更）": "stale", "未反映": "refused",
}


def normal(verdict):
    """The order of results makes no difference."""
    return ("defined", frozenset(verdict[1])) if verdict[0] == "defined" else tuple(verdict)


class Trial:
    def __init__(self, options, office, seed):
        self.options, self.office, self.seed, self.random = options, office, seed, random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix=f"answers-{seed}-", dir=options.keep)
        language = self.random.choice(["en", "ja"])
        self.author, self.director = asked.Author(self.random, language), Director(self.random, language)
        self.kind = self.random.choice(["xlsx", "csv"])
        self.is_gentle = self.random.random() < 0.35 and not options.change
        self.changes = [getattr(asked, options.change)] if options.change else asked.COSMETIC + asked.CHANGES * (not self.is_gentle)
        self.is_flowing, self.comment = self.random.random() < 0.5, None
        self.typed, self.wrong, self.steps, self.counts, self.refusals = [], [], [], collections.Counter(), collections.Counter()
        os.mkdir(os.path.join(self.folder, "specs"))
        self.spec_path = os.path.join(self.folder, "specs", "ask.yaml")
        self.form_path = os.path.join(self.folder, "output", "ASK.xlsx" if self.kind == "xlsx" else "ASK-questions.csv")

    # MARK: The program

    def call(self, *arguments):
        run = subprocess.run([*self.options.command, *arguments, "--no-config"], cwd=self.folder, capture_output=True, text=True, timeout=300)
        if run.returncode not in (0, 1, 2):
            self.wrong.append(("crash", f"{arguments[0]} ends with {run.returncode}: {run.stderr[-300:]}"))
        return run.returncode, run.stderr

    def step(self, what):
        self.steps.append(what)
        if self.options.keep:
            kept = os.path.join(self.folder, f"{len(self.steps):02}-{what.replace(' ', '-')}")
            os.mkdir(kept)
            for path in (self.spec_path, self.form_path, self.form_path.replace("-questions", "-set-aside")):
                if os.path.exists(path):
                    shutil.copy(path, kept)

    def text(self):
        with open(self.spec_path) as file:
            return file.read()

    def write(self, spec):
        """False if the spec has a mistake; then the one before stays."""
        before = self.text() if os.path.exists(self.spec_path) else ""
        for text in (asked.written(spec, self.is_flowing, self.comment), before):
            with open(self.spec_path, "w") as file:
                file.write(text)
            if text is before or self.call("check", "specs", "--format", "concise")[0] < 2:
                return text is not before
        return False

    def generate(self):
        status, said = self.call("generate", "specs/ask.yaml", "-o", "output", "--format", f"{self.kind},json", "--effort", "quick")
        self.step("generate")
        if status:
            self.wrong.append(("refused", f"generate: {said[:300]}"))
            return
        with open(os.path.join(self.folder, "output", "ASK.json")) as file:
            self.asked = Generation(self.text(), json.load(file))
        for typed in self.typed:
            # In another order the same gap may be asked about in other pieces.
            typed.is_unchanged = typed.is_unchanged and typed.id in self.asked.questions
        if self.asked.open - set().union(*filter(None, self.asked.regions.values())):
            self.wrong.append(("judge", "something is open that no question is about"))
        self.keep_all()

    # MARK: Answers and changes

    def type_answers(self, share):
        form, cells, fresh = Form(self.form_path), {}, []
        for number, row in form.rows.items():
            is_over = bool(row[ANSWER] or row[KIND])
            if row[ID] not in self.asked.questions or self.random.random() > (0.1 if is_over else share):
                continue
            typed = self.director.reply(form, number, self.asked, self.typed + fresh)
            if typed:
                if is_over:
                    # What is typed over is gone by a person's hand.
                    there = [one for one in self.typed if [plain(one.cells.get(column, "")) for column in (ANSWER, KIND)] == [plain(row[ANSWER]), plain(row[KIND])]]
                    if there:
                        self.typed.remove(min(there, key=lambda one: one.id != row[ID]))
                    cells.update({(number, column): "" for column in (ANSWER, KIND, DECIDE, COMMENT, BY, ON)})
                elif row[COMMENT] and COMMENT in typed.cells:
                    next(one for one in self.typed if plain(one.cells.get(COMMENT, "")) == plain(row[COMMENT])).cells.pop(COMMENT)
                if row[REMARK].startswith(tuple(DEFERRED.values())):
                    # The spec says until when a question is put off, and so does the row, until somebody answers it again.
                    self.typed = [one for one in self.typed if (one.id, one.way, one.state) != (row[ID], "later", "applied")]
                cells.update({(number, column): text for column, text in typed.cells.items()})
                fresh.append(typed)
        if cells:
            way = self.random.choice(["xml"] * 7 + ["openpyxl"] * 2 + ["office"])
            form.enter(cells, way, self.office)
            self.typed += fresh
            self.step(f"typed by {way if self.kind == 'xlsx' else 'csv'}")
            self.keep_all()

    def change(self, spec):
        """The spec after one change of its author."""
        for _ in range(8):
            fresh, name = asked.changed(self.author, spec, self.changes)
            before, self.comment = self.comment, f"touched {self.random.randrange(99)}" if self.random.random() < 0.3 else self.comment
            if self.write(fresh):
                self.step(name)
                for typed in self.typed:
                    # In another order, an answer that names values is asked for again: swapped labels would look the same.
                    is_same = name in ("rename_feature", "nothing") or name in ("relabel", "reorder") and not typed.is_by_label
                    typed.is_unchanged = typed.is_unchanged and is_same
                return fresh
            self.comment = before
        return spec

    def retire(self, spec):
        """A question is decided by hand, and asked again."""
        fresh, (id, question) = copy.deepcopy(spec), self.random.choice(list(self.asked.questions.items()))
        asking = [leaf for leaf in asked.leaves(fresh) if leaf.get("question") and leaf["question"] in question["message"]]
        if asking:
            asking[0]["then"] = self.author.result()
            for key in ("question", "options", "until"):
                asking[0].pop(key, None)
        for cube in question.get("where", []) if not asking else []:
            when = {name: values for name, values in cube.items() if name != "operation"}
            for operation in cube.get("operation", list(self.asked.spec.places)):
                body = fresh["rules"].setdefault(operation, [])
                if isinstance(body, list):
                    body.append({**({"when": when} if when else {}), "then": self.author.result()})
        if fresh == spec or not self.write(fresh):
            return spec
        self.step("decided by hand")
        self.generate()
        again = asked.changed(self.author, spec, self.changes)[0] if self.random.random() < 0.5 else spec
        if not self.write(again):
            again = spec
            self.write(again)
        self.step("asked again" + " otherwise" * (again is not spec))
        for typed in self.typed:
            typed.is_unchanged = False
        return again

    # MARK: The judge

    def answer(self):
        before = self.text()
        status, said = self.call("answer", f"output/{os.path.basename(self.form_path)}", "--spec", "specs")
        self.step("answer")
        if status > 1:
            self.wrong.append(("refused", f"answer: {said[:300]}"))
            return
        after = self.text()
        self.judge(verdicts.Spec(before), verdicts.Spec(after))
        states = self.states(said)
        for typed in self.typed:
            if typed.state != "applied" and typed.id in states:
                typed.state, why = states[typed.id]
                if typed.is_unchanged and typed.state != "applied":
                    self.refusals[re.sub(r"Q-[0-9A-F]+|`[^`]*`|“[^”]*”|\d+", "…", why)[:150]] += 1
            if typed.is_unchanged:
                self.counts["unchanged: " + typed.state] += 1
                if typed.state == "left":
                    self.wrong.append(("silent", f"nothing is said of {typed}: {said[:300]}"))
            typed.is_unchanged = False
        self.keep_all()
        _, said = self.call("answer", f"output/{os.path.basename(self.form_path)}", "--spec", "specs")
        if self.text() != after:
            # What others stood in the way of may be possible now.
            refused = {id for id, (state, _) in states.items() if state == "refused"}
            applied = {id for id, (state, _) in self.states(said).items() if state == "applied"}
            if refused & applied:
                self.judge(verdicts.Spec(after), verdicts.Spec(self.text()))
            else:
                self.wrong.append(("second run", "the same answers change the spec again"))

    @staticmethod
    def states(said):
        """By question: what the program says of its answer, and why."""
        return {id: (STATES.get(state, state), why) for state, id, why in STATE.findall(said)}

    @staticmethod
    def is_meant(before, after, meant, key):
        """Whether what becomes of a combination was typed about it."""
        may = set().union(*(typed.may(key) for typed in meant))
        if normal(before) == normal(after):
            return True
        if after[0] == "open":
            was = before[1:] if before[0] == "open" else ()
            return bool(meant) and all(day in was or ("open", day) in may or not day and before[0] != "defined" for day in after[1:])
        # Two questions about one combination were answered, or one beside a rule that says something else.
        return normal(after) in may or after[0] == "contradictory" and bool(meant) and before[0] != "defined"

    def judge(self, old, new):
        """What the spec says now minus what it said must have been typed about these combinations."""
        former = {part: old.data.get(part) for part in ("impossible", "precedence")}
        without = {name: verdicts.Spec({**new.data, **{part: former[part] for part in name.split(" and ")}}) for name in (*former, " and ".join(former))}
        for key in set(old.verdicts) | set(new.verdicts):
            before, after = (spec.verdicts.get(key, ("impossible",)) for spec in (old, new))
            meant = [typed for typed in self.typed if typed.may(key)]
            is_fine = self.is_meant(before, after, meant, key)
            if is_fine and (normal(before) == normal(after) or before[0] not in ("defined", "impossible")
                            or any(typed.is_about_defined for typed in meant)):
                continue
            kind = "overruled" if is_fine else "turned"
            # Where fewer combinations can occur, a rule may become another's exception, or be none any more; a list may rank rules beyond what was asked.
            by = [name for name, spec in without.items() if self.is_meant(before, spec.verdicts.get(key, ("impossible",)), meant, key)]
            kind += f": by {by[0]}" if by and after[0] != "impossible" else ""
            self.wrong.append((kind, f"{sorted(key)}: {before} → {after}; typed about it: {meant or 'nothing'}"))
        decided = [{one["question"]: one for one in spec.data.get("questions") or []} for spec in (old, new)]
        for question in set(decided[0]) | set(decided[1]):
            before, after = (one.get(question, {}) for one in decided)
            then = after.get("then", ())
            fresh = {("then", (then,) if isinstance(then, str) else tuple(then))} if then != before.get("then", ()) else set()
            if not fresh and after.get("until") != before.get("until"):
                fresh = {("until", after.get("until"))}
            if not fresh <= {typed.team[1:] for typed in self.typed if typed.team and typed.team[0] == question}:
                self.wrong.append(("turned", f"{question}: {before} → {after}"))
        for part in ("id", "feature", "states", "data"):
            if old.data.get(part) != new.data.get(part):
                self.wrong.append(("turned", f"{part} has changed"))

    def keep_all(self):
        """What was typed stands somewhere: in its cell, or within a remark; no cell counts twice."""
        rows = [[plain(piece) for cell in row for piece in dict.fromkeys([cell, *cell.split("\n")]) if piece] for row in Form(self.form_path).written()]
        used = set()

        def names(piece, said):
            # What was put off says so in its status, and no longer in the choice.
            return said in piece or piece.startswith(DEFERRED.get(said, said))

        def holds(piece, said):
            remark = REMARKS.search(piece)
            return piece == said or bool(remark) and names(remark[1], said)

        # Those that say most have the least choice.
        for typed in sorted(self.typed, key=lambda typed: (-len(typed.cells), -len(typed.cells.get(ANSWER, "")))):
            # A remark says the option that was chosen, not its number.
            beside = [plain(typed.cells[column]) for column in (KIND, DECIDE, COMMENT, BY, ON)
                      if column in typed.cells and (column != KIND or ANSWER in typed.cells or not typed.said)]
            places = [(number, at) for number, row in enumerate(rows) for at, piece in enumerate(row) if (number, at) not in used
                      and any(holds(piece, one) for one in typed.said or beside[:1]) and all(any(names(piece, other) for piece in row) for other in beside)]
            # Its own row, or a remark that says all of it, before a cell in which somebody else typed the same.
            place = min(places, default=None, key=lambda place: (typed.id not in rows[place[0]], any(other not in rows[place[0]][place[1]] for other in beside)))
            if place is None:
                self.wrong.append(("lost", f"after {self.steps[-1]}: {typed}"))
                self.typed.remove(typed)
            used.add(place)

    def run(self):
        spec = self.author.spec()
        if not self.write(spec):
            return "spec refused"
        self.step("spec")
        self.generate()
        for _ in range(self.random.choice([1, 1, 2])):
            self.type_answers(0.6)
            for _ in range(self.random.choice([0, 1, 1, 2, 3])):
                spec = self.retire(spec) if not self.is_gentle and self.asked.questions and self.random.random() < 0.15 else self.change(spec)
                if self.random.random() < 0.6:
                    self.generate()
                    if self.random.random() < 0.3:
                        self.type_answers(0.3)
                if self.random.random() < 0.25:
                    Form(self.form_path).shuffle(self.random)
                    self.step("rows sorted")
            self.answer()
            self.generate()
            self.answer()
            spec = yaml.load(self.text(), Loader=yaml.BaseLoader)
            spec["specmatrix"] = 1
            self.generate()
        remarks = " ".join(plain(row[REMARK]) for row in Form(self.form_path).rows.values())
        for typed in self.typed:
            is_remark = typed.state != "applied" and any(one in remarks for one in typed.said if len(one) > 1)
            self.counts[f"{typed.way}: {'remark' if is_remark else typed.state}"] += 1
        return "judged"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this seed alone")
    parser.add_argument("--change", help="the only change that is made to specs, such as swap_options")
    parser.add_argument("--keep", help="keep the files of each trial with a violation in this folder")
    parser.add_argument("--mutants", action="store_true", help="try the harness on programs that are wrong on purpose")
    options = parser.parse_args()
    if options.mutants:
        return mutant.main(options.program, "answers")
    options.command = [os.path.abspath(options.program)]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    office = Office() if uno and shutil.which("soffice") else None
    outcomes, counts, refusals, steps, wrong = (collections.Counter() for _ in range(5))
    try:
        for seed in [options.only] if options.only is not None else range(options.seed, options.seed + options.trials):
            trial = Trial(options, office, seed)
            try:
                outcomes[trial.run()] += 1
            except Exception:
                outcomes["judge failed"] += 1
                trial.wrong.append(("judge", traceback.format_exc()))
            counts.update(trial.counts)
            refusals.update(trial.refusals)
            steps.update(trial.steps)
            kinds = dict(reversed(trial.wrong))
            wrong.update(kinds.keys())
            if kinds:
                print(f"seed {seed} ({trial.kind}): {', '.join(trial.steps)}; {trial.folder if options.keep else ''}", flush=True)
                for kind, text in kinds.items():
                    print(f"    {kind}: {text[:900]}", flush=True)
            if not (options.keep and (trial.wrong or options.only is not None)):
                shutil.rmtree(trial.folder, ignore_errors=True)
    finally:
        if office:
            office.close()
    unchanged = {what: count for what, count in counts.items() if what.startswith("unchanged")}
    for title, counter in (("trials", outcomes), ("steps", steps), ("answers", counts), ("refused though unchanged", refusals),
                           ("trials with a violation, by kind", wrong)):
        print(f"{title}: " + (", ".join(f"{count} {what}" for what, count in sorted(counter.items())) or "none"))
    print(f"{counts['unchanged: applied']} of {sum(unchanged.values())} answers to unchanged questions applied")
    return 1 if wrong or counts["unchanged: applied"] < 0.95 * sum(unchanged.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
