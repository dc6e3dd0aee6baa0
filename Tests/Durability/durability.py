#!/usr/bin/env python3
"""What becomes of people's files when runs collide, are killed, or the system refuses a call.

    durability.py PROGRAM races 200     two runs at once, and saves at random moments
    durability.py PROGRAM kills 2000    SIGKILL at random moments
    durability.py PROGRAM ends 1        SIGKILL before every system call in turn (1: each, 7: each seventh)
    durability.py PROGRAM faults 1      every system call fails in turn

With a name behind these (`answer`, "answer from XLSX", `results` …) that command alone is killed or refused. Every violation is printed with its seed.
The last line counts; the exit status is 1 if there was a violation.
"""

import csv
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

try:
    import openpyxl
except ImportError:
    # Then only CSV files are saved by hand.
    openpyxl = None

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "HumanEdits"))
from form import ANSWER, Form

# Three questions, of which answers can settle each by itself.
SPEC = """\
specmatrix: 1
id: KEEP
feature: Keep a draft
traits: []
states: {account: [guest, member]}
data: {connection: [online, offline], draft: [none, short, long]}
operations: [save, send, look]
rules:
  save: {connection: {online: The draft is kept}}
  send: {account: {member: The draft is sent}}
  look: {draft: {none: The page is empty, short: The draft is shown}}
"""

NOTE = "seen on a slow line"
REPORT = """\
<testsuite name="keep" timestamp="2026-11-20T09:00:00">
<testcase name="KEEP-RW9 is kept"/><testcase name="KEEP-JV5 is kept"><failure message="It is gone"/></testcase>
</testsuite>
"""


class World:
    """A folder with a spec, its outputs and the answers of two people."""

    def __init__(self, program, root, only=None):
        self.program = program
        # The scenario that is looked at.
        self.only = only
        self.root = root
        self.template = os.path.join(root, "template")
        os.makedirs(os.path.join(self.template, "specs"))
        self.write(self.template, "specs/keep.yaml", SPEC)
        self.must(self.template, "generate", "specs/keep.yaml", "-o", "output")
        self.questions = self.rows(self.template, "output/KEEP-questions.csv")
        assert len(self.questions) >= 3, self.questions
        for number in range(2):
            answer = [self.questions[0], list(self.questions[number + 1])]
            column = answer[0].index("Result or reason")
            answer[1][column] = f"Answer {number} is shown"
            self.write(self.template, f"a{number}.csv", table(answer))
        self.annotate(self.template)
        self.write(self.template, "report.xml", REPORT)
        # The same with another rule: what a later generation replaces.
        self.changed = SPEC.replace("The draft is sent", "The draft is on its way")
        # And one that asks something else beside.
        self.asking = SPEC.replace(", short: The draft is shown", "")

    def annotate(self, folder):
        """Notes in the CSV of the cases and, where openpyxl is there, in the workbook."""
        note_csv(os.path.join(folder, "output/KEEP.csv"), NOTE)
        note_xlsx(os.path.join(folder, "output/KEEP.xlsx"), NOTE)

    def fresh(self, name):
        folder = os.path.join(self.root, name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return folder

    def start(self, folder, *arguments, environment=None):
        return subprocess.Popen(
            [self.program, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )

    def run(self, folder, *arguments, environment=None):
        process = self.start(folder, *arguments, environment=environment)
        out, err = process.communicate(timeout=120)
        return process.returncode, text(out), text(err)

    def must(self, folder, *arguments):
        status, out, err = self.run(folder, *arguments)
        assert status == 0, (arguments, status, out, err)

    def write(self, folder, name, content):
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(content)

    def read(self, folder, name):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def rows(self, folder, name):
        return list(csv.reader(io.StringIO(text(self.read(folder, name)).lstrip("\ufeff"))))

    def outputs(self, folder):
        names = ["KEEP.json", "KEEP.csv", "KEEP-questions.csv", "KEEP-retired.csv", "KEEP.xlsx"]
        return {name: self.read(folder, "output/" + name) for name in names}

    def leftovers(self, folder):
        found = []
        for place, folders, files in os.walk(folder):
            found += [name for name in folders + files if name.startswith((".specmatrix", "..spec", "tmp"))]
        return found


def text(data):
    return (data or b"").decode("utf-8", "replace")


def table(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return "\ufeff" + out.getvalue()


def replace_file(path, data, in_place):
    """Saves as programs do: over the file itself, or a new one in its place."""
    if in_place:
        with open(path, "wb") as file:
            half = len(data) // 2
            file.write(data[:half])
            file.flush()
            time.sleep(0.001)
            file.write(data[half:])
    else:
        draft = path + ".draft"
        with open(draft, "wb") as file:
            file.write(data)
        os.replace(draft, path)


def note_csv(path, note, in_place=True):
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    rows[1][rows[0].index("Note")] = note
    replace_file(path, table(rows).encode(), in_place)


def note_xlsx(path, note, in_place=True):
    """Types a note into the first case; without openpyxl, nothing."""
    if not openpyxl:
        return
    book = openpyxl.load_workbook(path)
    for sheet in book.worksheets:
        for row in sheet.iter_rows(max_row=12):
            heads = {cell.value: cell.column for cell in row}
            if "Case" in heads and "Note" in heads:
                sheet.cell(row[0].row + 1, heads["Note"]).value = note
                data = io.BytesIO()
                book.save(data)
                replace_file(path, data.getvalue(), in_place)
                return


def holds_note(data, note):
    if data is None:
        return False
    if data[:2] != b"PK":
        return note.encode() in data
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return any(note.encode() in book.read(name) for name in book.namelist())


class Trial:
    """Counts what happened."""

    def __init__(self, name):
        self.name = name
        self.counts = {}
        self.violations = 0

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def violate(self, seed, what):
        self.violations += 1
        print(f"{self.name}, seed {seed}: {what}", flush=True)

    def close(self):
        counts = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        print(f"{self.name}: {counts}, {self.violations} violations", flush=True)
        return self.violations


# MARK: Two at once


def applied(world, trial, seed, folder, number, result):
    """An answer is in, or its run says that it is not."""
    status, out, err = result
    is_in = f"Answer {number} is shown".encode() in world.read(folder, "specs/keep.yaml")
    says = "applied Q-" in err.replace("not applied", "")
    if says and not is_in:
        trial.violate(seed, f"answer {number} is said to be applied and is lost: {err}")
    elif is_in:
        trial.count("in")
    elif status != 0 and "keep.yaml" in err:
        trial.count("refused by name")
    else:
        trial.violate(seed, f"answer {number} is lost in silence: {status} {err}")


def two_answers(world, trial, seed, span):
    folder = world.fresh("run")
    processes = []
    for number in range(2):
        processes.append(world.start(folder, "answer", f"a{number}.csv", "--spec", "specs/keep.yaml"))
        # Half of them at the same moment.
        time.sleep(max(0, random.random() - 0.5) * span / 2)
    for number, process in enumerate(processes):
        out, err = process.communicate(timeout=120)
        applied(world, trial, seed, folder, number, (process.returncode, text(out), text(err)))


def save_meanwhile(world, trial, seed, span):
    """A tester saves a file while it is generated."""
    folder = world.fresh("run")
    world.write(folder, "specs/keep.yaml", world.changed)
    process = world.start(folder, "generate", "specs/keep.yaml", "-o", "output")
    time.sleep(random.random() * span)
    note = f"{NOTE} {seed}"
    in_place = random.random() < 0.5
    name, save = random.choice([("KEEP.csv", note_csv), ("KEEP.xlsx", note_xlsx)][: 2 if openpyxl else 1])
    path = os.path.join(folder, "output", name)
    try:
        save(path, note, in_place)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        trial.violate(seed, f"{name} was torn: {error}")
    out, err = process.communicate(timeout=120)
    if process.returncode == 0:
        trial.count("written")
    elif name in text(err):
        trial.count("refused by name")
    else:
        trial.violate(seed, f"refused without a name: {process.returncode} {text(err)}")
    if not holds_note(world.read(folder, "output/" + name), note):
        trial.violate(seed, f"the note in {name} is lost: {process.returncode} {text(err)}")
    settle(world, trial, seed, folder, note, name)


def settle(world, trial, seed, folder, note=None, name=None):
    """The next run writes the whole set, with what people entered, and leaves nothing else."""
    status, out, err = world.run(folder, "generate", "specs/keep.yaml", "-o", "output")
    if status != 0:
        trial.violate(seed, f"the next run fails: {err}")
    if note and not holds_note(world.read(folder, "output/" + name), note):
        trial.violate(seed, f"the next run loses the note in {name}")
    if world.leftovers(folder):
        trial.violate(seed, f"left over: {world.leftovers(folder)}")


def generate_beside_answer(world, trial, seed, span):
    folder = world.fresh("run")
    commands = [("generate", "specs/keep.yaml", "-o", "output"), ("answer", "a0.csv", "--spec", "specs/keep.yaml")]
    random.shuffle(commands)
    processes = []
    for command in commands:
        processes.append((command, world.start(folder, *command)))
        time.sleep(random.random() * span / 4)
    for command, process in processes:
        out, err = process.communicate(timeout=120)
        if command[0] == "answer":
            applied(world, trial, seed, folder, 0, (process.returncode, text(out), text(err)))
        elif process.returncode != 0:
            trial.violate(seed, f"generate fails: {text(err)}")
    settle(world, trial, seed, folder, NOTE, "KEEP.csv")


def two_generates(world, trial, seed, span):
    folder = world.fresh("run")
    world.write(folder, "specs/keep.yaml", world.changed)
    processes = []
    for number in range(2):
        processes.append(world.start(folder, "generate", "specs/keep.yaml", "-o", "output"))
        time.sleep(random.random() * span / 4)
    for process in processes:
        out, err = process.communicate(timeout=120)
        if process.returncode == 0:
            trial.count("written")
        elif "output" in text(err):
            trial.count("refused by name")
        else:
            trial.violate(seed, f"{process.returncode} {text(err)}")
    if not holds_note(world.read(folder, "output/KEEP.csv"), NOTE):
        trial.violate(seed, "the note is lost")
    settle(world, trial, seed, folder, NOTE, "KEEP.csv")


def races(world, count):
    violations = 0
    span = duration(world)
    for name, trial_of in [
        ("two answers", two_answers), ("generate and a save", save_meanwhile),
        ("generate beside answer", generate_beside_answer), ("two generates", two_generates),
    ]:
        trial = Trial(name)
        for seed in range(count):
            random.seed(seed)
            trial_of(world, trial, seed, span)
        violations += trial.close()
    return violations


def duration(world):
    """Seconds that a generation takes."""
    folder = world.fresh("run")
    began = time.monotonic()
    world.run(folder, "generate", "specs/keep.yaml", "-o", "output")
    return time.monotonic() - began


# MARK: Killed, or refused by the system


def answered(world, folder):
    """Types into the workbook what is applied, and what is refused, so that spec and workbook are written."""
    form = Form(os.path.join(folder, "output/KEEP.xlsx"))
    form.enter({(row, ANSWER): answer for row, answer in zip(form.rows, ("The draft waits", "TBD"))})


CHECK = ("check", "specs", "--output", "sarif:check.sarif", "--output", "json:check.json")
# The commands, and what is done to the folder before.
SCENARIOS = {
    "generate": (("generate", "specs/keep.yaml", "-o", "output"), lambda world, folder: world.write(folder, "specs/keep.yaml", world.changed)),
    "answer": (("answer", "a0.csv", "--spec", "specs"), lambda world, folder: None),
    "answer from XLSX": (("answer", "output/KEEP.xlsx", "--spec", "specs"), answered),
    "results": (("results", "specs/keep.yaml", "report.xml", "--write"), lambda world, folder: None),
    "check": (CHECK, lambda world, folder: world.write(folder, "specs/keep.yaml", world.asking)),
}


def scenarios(world):
    """The commands, each with its folder before, and what it leaves when it goes through."""
    for name, (command, prepare) in SCENARIOS.items():
        if world.only not in (None, name):
            continue
        old = world.fresh("old")
        prepare(world, old)
        new = os.path.join(world.root, "new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(old, new)
        status, out, err = world.run(new, *command)
        assert status in (0, 1) and state(world, old) != state(world, new), (name, status, err)
        yield name, command, old, new


def state(world, folder):
    """Everything that people care about."""
    return {**world.outputs(folder), **{name: world.read(folder, name) for name in ("specs/keep.yaml", "check.sarif", "check.json")}}


def judge(world, trial, seed, command, folder, old, new):
    """After a run that ended early each file is old or new. With a look at them or without, the command goes through then, makes them agree, and leaves
    nothing."""
    now, before, after = state(world, folder), state(world, old), state(world, new)
    for name in now:
        if now[name] not in (before[name], after[name]):
            trial.violate(seed, f"{name} is neither old nor new: {len(now[name] or b'')} bytes")
    go_on(world, trial, seed, command, copy(world, folder, "unseen"), after)
    # It reads and writes where the others do.
    world.run(folder, "check", "specs", "--suite-folder", "output", "--output-file", "look.txt")
    now = state(world, folder)
    if now == before:
        trial.count("old")
    elif now == after:
        trial.count("new")
    else:
        trial.count("some files new")
    go_on(world, trial, seed, command, folder, after)


def go_on(world, trial, seed, command, folder, after):
    """The next run of a command that ended early."""
    status, out, err = world.run(folder, *command)
    if status not in (0, 1) or "internal error" in err:
        trial.violate(seed, f"the next run fails: {status} {err}")
    now = state(world, folder)
    wrong = [name for name in now if now[name] != after[name]]
    if wrong:
        trial.violate(seed, f"the next run does not end right: {wrong}")
    if world.leftovers(folder):
        trial.violate(seed, f"left over: {world.leftovers(folder)}")


def copy(world, source, name="run"):
    folder = os.path.join(world.root, name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    return folder


def kills(world, count):
    violations = 0
    for name, command, old, new in scenarios(world):
        trial = Trial(f"kills of {name}")
        folder = copy(world, old)
        began = time.monotonic()
        world.run(folder, *command)
        span = time.monotonic() - began
        for seed in range(count):
            random.seed(seed)
            folder = copy(world, old)
            process = world.start(folder, *command)
            # Most of the time goes before the first file is written: half of the kills fall into the last fifth.
            begin = 0.8 if random.random() < 0.5 else 0
            time.sleep(span * (begin + random.random() * (1.1 - begin)))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            judge(world, trial, seed, command, folder, old, new)
        violations += trial.close()
    return violations


def library(world):
    """What counts the system calls of a program, and lets one fail."""
    path = os.path.join(world.root, "fault.so")
    compiler = shutil.which("clang") or shutil.which("cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, os.path.join(HERE, "fault.c"), "-ldl"], check=True)
    return {"LD_PRELOAD": path, "FAULT_ROOT": world.root}


def calls(world, command, old, base):
    """The system calls of a command, each with the error that it would get."""
    log = os.path.join(world.root, "calls")
    world.run(copy(world, old), *command, environment={**base, "FAULT_LOG": log})
    with open(log) as file:
        return [line.split()[:2] for line in file]


def ends(world, step):
    violations, base = 0, library(world)
    for name, command, old, new in scenarios(world):
        trial = Trial(f"ends of {name}")
        for number, (call, _) in list(enumerate(calls(world, command, old, base), 1))[::step]:
            folder = copy(world, old)
            world.run(folder, *command, environment={**base, "FAULT_AT": str(number), "FAULT_KILLS": "1"})
            trial.count("calls")
            judge(world, trial, f"{number} ({call})", command, folder, old, new)
        violations += trial.close()
    return violations


def faults(world, step):
    violations, base = 0, library(world)
    for name, command, old, new in scenarios(world):
        trial = Trial(f"faults in {name}")
        for number, (call, error) in list(enumerate(calls(world, command, old, base), 1))[::step]:
            folder = copy(world, old)
            status, out, err = world.run(folder, *command, environment={**base, "FAULT_AT": str(number)})
            label = f"{number} ({call}: {error})"
            trial.count("calls")
            now = state(world, folder)
            if status not in (0, 1):
                if not (out + err).strip():
                    trial.violate(label, f"fails without a message: {status}")
                if status < 0 or "Fatal error" in err:
                    trial.violate(label, f"crashes: {status} {err[-300:]}")
                if "internal error" in err:
                    trial.violate(label, f"{err}")
            elif now != state(world, new) and "could not be written" not in err:
                trial.violate(label, f"says that it went through: {status} {err}")
            judge(world, trial, label, command, folder, old, new)
        violations += trial.close()
    return violations


def main():
    program, what, count = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    root = tempfile.mkdtemp(prefix="durability-", dir=os.environ.get("DURABILITY_FOLDER"))
    try:
        world = World(program, root, *sys.argv[4:])
        violations = {"races": races, "kills": kills, "ends": ends, "faults": faults}[what](world, count)
        print(f"{violations} violations")
        return 1 if violations else 0
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
