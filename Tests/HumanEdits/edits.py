#!/usr/bin/env python3
"""Whether everything that people do to a workbook outlives a changed spec, and means the same.

    edits.py PROGRAM --trials 500 --seed 1
    edits.py PROGRAM --only 17 --keep /tmp/kept    one trial again, with its files

Each trial writes a random spec, generates its workbook, edits it as people do in Excel, LibreOffice and with openpyxl, changes the spec, generates
again and compares: entries by case, pictures, links, colours, rich text, comments, order, hidden rows, columns, sheets, names, charts and what
formulas of people's own sheets give. Every loss is printed with its seed. The exit status is 1 if there was one.
"""

import argparse
import collections
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings

import meaning
import ooxml
import people
import specs
from comparison import Comparison
from office import Office, uno
from package import Book

try:
    import openpyxl
    from openpyxl.comments import Comment
    from openpyxl.styles import PatternFill
except ImportError:
    openpyxl = None

warnings.filterwarnings("ignore")


def with_openpyxl(data, random):
    """Loads and saves as scripts of testers do, with results, colours and comments. What openpyxl drops is gone before we look."""
    book, names = openpyxl.load_workbook(io.BytesIO(data), rich_text=True), ["openpyxl: saved"]
    for view in meaning.tables(Book(data)).values():
        sheet = book[view.name]
        for row in view.table.rows.values():
            if random.random() < 0.3:
                cell = sheet.cell(row, view.table.entry)
                cell.value = random.choice(["OK", "NG"]) if view.table.kind == "cases" else "My answer"
                cell.fill = PatternFill("solid", fgColor=f"{random.randrange(2 ** 24):06X}")
                if random.random() < 0.5:
                    cell.comment = Comment(f"My script {random.randrange(10 ** 6)}", "script")
                names.append("openpyxl: cell")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue(), names


class Trial:
    def __init__(self, options, office, seed):
        self.options, self.office, self.seed = options, office, seed
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix=f"edits-{seed}-", dir=options.keep)
        self.steps, self.losses, self.edits, self.formulas_compared = [], [], [], 0
        self.compared = collections.Counter()
        os.mkdir(os.path.join(self.folder, "specs"))

    @property
    def path(self):
        return os.path.join(self.folder, "output", "HE.xlsx")

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def write(self, data, name=None):
        if name:
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(data)
        else:
            with open(self.path, "wb") as file:
                file.write(data)

    def generate(self, spec, comment=None, *options):
        with open(os.path.join(self.folder, "specs", "he.yaml"), "w") as file:
            file.write(specs.yaml(spec, comment))
        run = subprocess.run([self.options.program, "generate", "specs/he.yaml", "-o", "output", "--no-config", *options], cwd=self.folder,
                             capture_output=True, text=True, timeout=300)
        return run.returncode, run.stdout + run.stderr

    def lose(self, kind, text):
        self.losses.append((kind, text))

    def run(self):
        spec = specs.spec(self.random)
        status, said = self.generate(spec)
        if status:
            return "spec refused"
        for number in range(self.random.choice([1, 1, 2])):
            data = self.read()
            # openpyxl does not escape what looks like an escape of the format.
            if openpyxl and self.random.random() < 0.2 and "_x000D_" not in specs.yaml(spec):
                data, names = with_openpyxl(data, self.random)
                self.edits += names
            if self.office and self.random.random() < self.options.office:
                # First results, so that sorting and filtering have something to go by.
                data, names = people.edited(data, self.random, 1)
                self.edits += names
                data, names = self.office.edited(data, self.random, self.random.randrange(1, 5))
                self.edits += names
            data, names = people.edited(data, self.random, self.random.randrange(2, 9))
            self.edits += names
            self.write(data)
            known = ooxml.problems(Book(data))
            if [problem for problem in known if "openxml-audit" not in problem]:
                return f"our own edits are wrong: {known}"
            if self.options.keep:
                shutil.copytree(os.path.join(self.folder, "output"), os.path.join(self.folder, f"before-{number}"))
            if self.random.random() < self.options.lower:
                # The suite holds the greatest depth asked for.
                self.generate(spec, None, "--depth", "review")
                self.steps.append("at a lower depth")
                first = len(self.losses)
                self.judge(data, self.read())
                self.losses[first:] = [(f"at a lower depth: {kind}", text) for kind, text in self.losses[first:]]
                continue
            fresh, changes = specs.changed(self.random, spec)
            for _ in range(20):
                # A change that leaves a mistake, such as a rule about a value that is gone, is made another one.
                status, said = self.generate(fresh)
                if status != 2 or "error[" not in said:
                    break
                fresh, changes = specs.changed(self.random, spec)
            self.steps += changes
            if status:
                self.lose("refused", said[:600])
                return "refused"
            shutil.copy(self.path, os.path.join(self.folder, f"after-{number}.xlsx"))
            self.judge(data, self.read())
            spec = fresh
            self.again(spec)
        return "judged"

    def judge(self, before, after):
        old, new = Book(before), Book(after)
        known = {re.sub(r"\d+", "", problem) for problem in ooxml.problems(old)}
        for problem in ooxml.problems(new):
            # What LibreOffice or openpyxl wrote wrong is theirs.
            if re.sub(r"\d+", "", problem) not in known:
                self.lose("package", problem)
        comparison = Comparison(old, new)
        lost = comparison.run()
        self.compared.update(comparison.compared)
        if os.path.exists(os.path.join(self.folder, "output", "HE.previous.xlsx")):
            lost = [(f"{kind} (previous kept)", text) for kind, text in lost]
        for kind, text in lost:
            self.lose(kind, text)
        if openpyxl:
            try:
                openpyxl.load_workbook(io.BytesIO(after), rich_text=True)
            except Exception as error:
                self.lose("openpyxl", repr(error))
        if self.office:
            self.formulas(old, new)

    def formulas(self, old, new):
        """What people's formulas give, by LibreOffice, beside what their labels say."""
        earlier, later = list(meaning.labelled(old)), list(meaning.labelled(new))
        before = self.office.calculated(old.data, [(sheet, at) for sheet, _, at in earlier]) if earlier else {}
        sums = list(meaning.progress(new)) if earlier or self.random.random() < 0.3 else []
        columns = list(meaning.own_columns(new))
        if not earlier and not sums and not columns:
            return
        sane = {(sheet, label, at): fits(before[sheet, at], meaning.expected(old, label)) for sheet, label, at in earlier}
        try:
            after = self.office.calculated(new.data, [(sheet, at) for sheet, _, at in later] + [(sheet, at) for sheet, _, at, _ in sums]
                                           + [(sheet, at) for sheet, at, _ in columns])
        except Exception as error:
            self.lose("LibreOffice", repr(error))
            return
        self.formulas_compared += len(columns)
        for sheet, at, wanted in columns:
            if after[sheet, at] != wanted:
                self.lose("own column's number", f"{sheet}!{at}: {after[sheet, at]}, not {wanted}: {new.sheets()[sheet].formula(at).text}")
        for sheet, said, at, wanted in sums:
            if after[sheet, at] != wanted:
                self.lose("summary", f"{sheet} says {said} {after[sheet, at]}, not {wanted}: {new.sheets()[sheet].formula(at).text[:200]}")
        good = collections.Counter((sheet, label) for (sheet, label, at), is_sane in sane.items() if is_sane)
        bad = collections.Counter((sheet, label) for (sheet, label, at), is_sane in sane.items() if not is_sane)
        self.formulas_compared += sum(good.values())
        for sheet, label, at in later:
            if bad[sheet, label] or not good[sheet, label]:
                continue
            # Rows never move, and what people entered in them stays: each formula of theirs gives what it gave.
            wanted, got = meaning.expected(old, label), after[sheet, at]
            if label.endswith(" answers"):
                # What was answered to a question that asks something else now is a remark.
                wanted = meaning.answers_left(old, new)
            if not fits(got, wanted):
                formula = new.sheets()[sheet].formula(at).text
                self.lose("formula: " + label.split(" ")[1], f"{sheet}!{at} {label}: {got!r}, not {wanted!r}: {formula}")
        missing = set(good) - {(sheet, label) for sheet, label, _ in later}
        for sheet, label in missing:
            self.lose("formula gone", f"{sheet} {label}")

    def again(self, spec):
        """Without change, and after a comment, the same bytes."""
        first = {name: open(os.path.join(self.folder, "output", name), "rb").read() for name in sorted(os.listdir(os.path.join(self.folder, "output")))}
        status, said = self.generate(spec)
        for name, data in first.items():
            if open(os.path.join(self.folder, "output", name), "rb").read() != data:
                self.lose("second run", f"{name} differs" + (difference(data, self.read()) if name.endswith(".xlsx") else ""))
        if self.random.random() < 0.6:
            return
        settled = self.read()
        self.generate(spec, "a comment")
        if self.read() != settled:
            self.lose("comment in the YAML", "HE.xlsx differs" + difference(settled, self.read()))


def difference(one, other):
    """The first place where each part of two packages differs."""
    said, one, other = "", Book(one), Book(other)
    for name in one.order + other.order:
        left, right = one.parts.get(name, b""), other.parts.get(name, b"")
        if left != right and name not in said:
            at = next((index for index, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
            said += f"\n        {name}: {left[max(0, at - 60):at + 60]!r}\n        {' ' * len(name)}  {right[max(0, at - 60):at + 60]!r}"
    return said


def fits(got, wanted):
    return got == wanted or (wanted == "" and got == 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this seed alone")
    parser.add_argument("--keep", help="keep the files of each trial with a loss in this folder")
    parser.add_argument("--lower", type=float, default=0.12, help="how many trials ask for a lower depth, in place of a changed spec")
    parser.add_argument("--office", type=float, default=0.4, help="how many trials go through LibreOffice")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    # Ended from outside, LibreOffice ends too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    office = Office() if uno and shutil.which("soffice") else None
    counts, edits, changes, lost, compared = (collections.Counter() for _ in range(5))
    seeds = [options.only] if options.only is not None else range(options.seed, options.seed + options.trials)
    try:
        for seed in seeds:
            trial = Trial(options, office, seed)
            try:
                outcome = trial.run()
            except subprocess.TimeoutExpired:
                outcome = "hang"
                trial.lose("hang", "more than 300 s")
            except Exception:
                outcome = "judge failed"
                print(f"seed {seed}: the judge failed after {trial.edits}\n{traceback.format_exc()}", flush=True)
                if office:
                    office.stop()
            counts[outcome] += 1
            if outcome.startswith("our own"):
                print(f"seed {seed}: {outcome}; {trial.edits}", flush=True)
            edits.update(trial.edits)
            compared["formulas"] += trial.formulas_compared
            compared.update(trial.compared)
            changes.update(trial.steps)
            lost.update({kind for kind, _ in trial.losses})
            if trial.losses:
                print(f"seed {seed}: edits {list(dict.fromkeys(trial.edits))}; changes {trial.steps}; {trial.folder if options.keep else ''}", flush=True)
                for kind, text in trial.losses[:12]:
                    print(f"    {kind}: {text[:700]}", flush=True)
            if not (options.keep and (trial.losses or options.only is not None)):
                shutil.rmtree(trial.folder, ignore_errors=True)
    finally:
        if office:
            office.close()
        for title, counter in (("trials", counts), ("edits", edits), ("changes", changes), ("compared", compared), ("trials with a loss, by kind", lost)):
            print(f"{title}: " + (", ".join(f"{count} {what}" for what, count in sorted(counter.items())) or "none"), flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
