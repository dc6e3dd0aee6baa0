#!/usr/bin/env python3
"""Programs that are wrong on purpose, to see that the harnesses notice.

    mutant.py PROGRAM                    tries all mutants; the exit status tells whether each was caught
    mutant.py PROGRAM answers widens     those of one harness, or one alone

A mutant is caught where a harness says of it what it does wrong, on a seed of which it says nothing with the real program. With MUTANT and MUTANT_OF in the environment
this file is the program itself: it calls the real one and does one thing wrong.
"""

import difflib
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

from excel import Excel
from form import ANSWER, FINGERPRINT, ID, KIND, OPTIONS, REMARK, Form
from meaning import tables
from package import Book

HERE = os.path.dirname(os.path.abspath(__file__))
SIGNS = "①②③④⑤⑥⑦⑧⑨"
SEEDS = 80


def form():
    path = next((path for path in ("output/ASK.xlsx", "output/ASK-questions.csv") if os.path.exists(path)), None)
    return Form(path) if path else None


def answered(rows):
    return {number: row for number, row in rows.items() if row[ANSWER] or row[KIND]}


def meanwhile(run, cells):
    """Runs with other texts in some cells, which then are as they were."""
    there = form()
    before = {(row, column): there.rows[row][column] for row, column in cells}
    there.enter(cells)
    status = run()
    form().enter(before)
    return status


# MARK: Answers


def fresh_fingerprint(run, command):
    """What was typed stays in its cell, beside the fingerprint of today's question: the defect of old."""
    before = {row[ID]: row for row in answered(form().rows).values()} if form() else {}
    status, after = run(), form()
    if command == "generate":
        after.enter({cell: text for number, row in after.rows.items() if row[ID] in before and row[REMARK] and not (row[ANSWER] or row[KIND])
                     for cell, text in (((number, ANSWER), before[row[ID]][ANSWER]), ((number, KIND), before[row[ID]][KIND]), ((number, REMARK), ""))})
    return status


def ignored_fingerprint(run, command):
    """An answer is taken for the question that has its id today."""
    if command != "answer":
        return run()
    with tempfile.TemporaryDirectory() as folder:
        real("generate", "specs/ask.yaml", "-o", folder, "--format", "csv,json", "--no-config", stdout=subprocess.DEVNULL)
        today = {row[ID]: row[FINGERPRINT] for row in Form(f"{folder}/ASK-questions.csv").rows.values()}
    return meanwhile(run, {(number, FINGERPRINT): today[row[ID]] for number, row in form().rows.items() if row[ID] in today})


def swaps_options(run, command):
    """A number is read against the options in reverse."""
    if command != "answer":
        return run()
    cells = {}
    for number, row in form().rows.items():
        count = sum(line[0] in SIGNS for line in row[OPTIONS].split("\n") if line)
        text = row[ANSWER].rstrip(".")
        chosen = SIGNS.index(text) + 1 if text in SIGNS and text else int(text) if text.isdigit() else 0
        if 0 < chosen <= count:
            cells[number, ANSWER] = str(count + 1 - chosen)
    return meanwhile(run, cells)


def next_row(run, command):
    """Answers are read beside the question below."""
    if command != "answer":
        return run()
    rows = list(form().rows.items())
    return meanwhile(run, {(number, column): above[column] for (number, _), (_, above) in zip(rows, rows[-1:] + rows[:-1]) for column in (ANSWER, KIND)})


def widens(run, command):
    """Of the condition of a rule that an answer makes, a factor is forgotten."""
    def spec():
        with open("specs/ask.yaml") as file:
            return file.read().split("\n")
    before, status, after = spec(), run(), spec()
    if command == "answer" and before != after:
        with open("specs/ask.yaml", "w") as file:
            for line in difflib.ndiff(before, after):
                if line[0] == "+":
                    line = re.sub(r"(when: \{(?:operation: [^,]+, )?)\w+: (?:\[[^]]*\]|[^],{}]+), ", r"\1", line)
                file.write(line[2:] + "\n" if line[0] in "+ " else "")
    return status


def drops_remark(run, command):
    """An answer to a question that has changed is gone without a word."""
    status = run()
    if command == "generate":
        form().enter({(number, REMARK): "" for number, row in form().rows.items() if row[REMARK]})
    return status


def forgets(run, command):
    """Now and then an answer is not there any more."""
    before, status = form(), run()
    if command == "generate" and before:
        form().enter({(number, ANSWER): "" for number, row in form().rows.items() if zlib.crc32(row[ANSWER].encode()) % 5 == 1})
    return status


def refuses(run, command):
    """No answer is ever good enough."""
    if command != "answer":
        return run()
    for row in answered(form().rows).values():
        print(f"output/ASK.xlsx:Questions!E7: not applied {row[ID]}: not today", file=sys.stderr)
    return 1


# MARK: Edits


def entries(change):
    """Where a run has changed a workbook, changes an entry of its cases too; each second time."""
    @functools.wraps(change)
    def mutant(run, command):
        path = "output/HE.xlsx"
        before = Book(path).data if os.path.exists(path) else None
        status, book = run(), Book(path) if os.path.exists(path) else None
        if before and book.data != before and zlib.crc32(book.data) % 2:
            for sheet in tables(book, "cases").values():
                filled = [(row, sheet.table.entry) for row in sheet.table.rows.values() if sheet.text((row, sheet.table.entry)) in ("OK", "NG")]
                if filled:
                    change(Excel(book), sheet, filled[0])
                    break
            with open(path, "wb") as file:
                file.write(book.save())
        return status
    return mutant


@entries
def loses_cell(excel, sheet, at):
    """A cell of a person's is empty now and then."""
    excel.clear(excel.cell(sheet, at))
    excel.book.change(sheet.part, sheet.root)


@entries
def moves_entry(excel, sheet, at):
    """A result stands one row below, now and then."""
    text = sheet.text(at)
    excel.clear(excel.cell(sheet, at))
    excel.type(sheet, (at[0] + 1, at[1]), text)


# MARK: Durability


def truncates(run, command):
    """Files are emptied, then written."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        there = os.path.join(folder, "copy")
        shutil.copytree(here, there)
        status = run(cwd=there)
        for place, _, names in os.walk(there):
            for name in names:
                source = os.path.join(place, name)
                target = os.path.join(here, os.path.relpath(source, there))
                data = open(source, "rb").read()
                if not os.path.exists(target) or open(target, "rb").read() != data:
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    with open(target, "wb") as file:
                        file.flush()
                        time.sleep(0.02)
                        file.write(data)
    return status


def leaves_file(run, command):
    """What a killed run has begun is there for good."""
    name = f"specs/tmp{os.getpid()}"
    open(name, "w").close()
    status = run()
    os.unlink(name)
    return status


TRIAL = ["{harness}.py", "{program}", "--trials", "1", "--seed", "{seed}"]
SWAPS, INSERTS, XML = ["--change", "swap_options"], ["--change", "insert_option"], ["--office", "0", "--lower", "0"]
# By harness: how it is called, and its mutants, with what it has to say of each and what brings that out.
MUTANTS = {
    "answers": (TRIAL, {
        fresh_fingerprint: ("turned: ", SWAPS), ignored_fingerprint: ("turned: ", SWAPS), swaps_options: ("turned: ", []), next_row: ("turned: ", []),
        widens: ("turned: ", []), drops_remark: ("lost: ", INSERTS), forgets: ("lost: ", []), refuses: ("\n0 of [1-9]", [])}),
    "edits": (TRIAL, {loses_cell: ("entry: .*→ ''", XML), moves_entry: ("entry: .*'' → '(OK|NG)'", XML)}),
    "durability": (["../Durability/durability.py", "{program}", "kills", "25", "answer"], {
        truncates: ("is neither old nor new", []), leaves_file: ("left over", [])}),
}


def real(*arguments, **options):
    return subprocess.run([os.environ["MUTANT_OF"], *arguments], **options).returncode


def said(program, harness, mutant, seed, is_real):
    """What a harness says of the real program, or of the mutant; nothing if it is content."""
    call, mutants = MUTANTS[harness]
    names = {"harness": harness, "seed": seed, "program": program if is_real else os.path.abspath(__file__)}
    environment = {**os.environ, **({} if is_real else {"MUTANT": mutant.__name__, "MUTANT_OF": program})}
    run = subprocess.run([sys.executable, *(part.format(**names) for part in call), *mutants[mutant][1]], cwd=HERE, env=environment, capture_output=True, text=True)
    return run.stdout if run.returncode else ""


def caught(program, harness, mutant):
    """The seed on which a mutant is caught for what it does."""
    pattern = MUTANTS[harness][1][mutant][0]
    return next((seed for seed in range(1, SEEDS + 1)
                 if re.search(pattern, said(program, harness, mutant, seed, False)) and not said(program, harness, mutant, seed, True)), None)


def main(program, *only):
    program, missed = os.path.abspath(program), 0
    for harness, (_, mutants) in MUTANTS.items():
        for mutant in mutants:
            if all(name in (harness, mutant.__name__) for name in only):
                seed = caught(program, harness, mutant)
                missed += seed is None
                print(f"{harness}: {mutant.__name__} " + (f"caught on seed {seed}" if seed else "NOT caught"), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    if "MUTANT" in os.environ:
        wrong = next(mutant for _, mutants in MUTANTS.values() for mutant in mutants if mutant.__name__ == os.environ["MUTANT"])
        sys.exit(wrong(lambda **options: real(*sys.argv[1:], **options), sys.argv[1]))
    sys.exit(main(*sys.argv[1:]))
