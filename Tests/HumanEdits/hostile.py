#!/usr/bin/env python3
"""Workbooks that attack, disks that are full, runs that are killed: the work is done, or refused with a message and the file left as it was.

    hostile.py PROGRAM [--only NAME] [--random 100] [--kills 100]

Each package is given to `generate`, whose spec has changed, and to `answer`. A run may take 20 s of processor time and 500 MB. The exit status is 1
if one crashes, hangs, says nothing, changes a file that it refuses, writes elsewhere, or makes a workbook that is none.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings

import ooxml
import people
import specs
from attacks import damaged, loose, packages, packed
from package import Book

# Two entries of one name are what we want.
warnings.filterwarnings("ignore")


class World:
    """A folder with a workbook that somebody has worked on, and the spec changed since."""

    def __init__(self, program):
        self.program = program
        self.root = tempfile.mkdtemp(prefix="hostile-", dir=os.environ.get("HOSTILE_FOLDER"))
        self.template = os.path.join(self.root, "template")
        os.makedirs(os.path.join(self.template, "specs"))
        for seed in range(1, 100):
            dice = random.Random(seed)
            self.spec = specs.spec(dice)
            self.write(self.spec)
            status, _, _, _ = self.run(self.template, "generate", "specs/he.yaml", "-o", "output", "--no-config")
            with open(self.path(self.template), "rb") as file:
                data = file.read()
            if status == 0 and len(Book(data).sheets()) > 7:
                break
        desk = people.Desk(Book(data), dice)
        for edit in (people.results, people.picture, people.comment, people.report, people.rich_text, people.name, people.conditional, people.own_column, people.answers):
            edit(desk)
        self.good = desk.book.save()
        while True:
            self.write(specs.changed(dice, self.spec)[0])
            with open(self.path(self.template), "wb") as file:
                file.write(self.good)
            trial = self.fresh("trial")
            status, said, _, _ = self.run(trial, "generate", "specs/he.yaml", "-o", "output", "--no-config")
            if status == 0:
                with open(self.path(trial), "rb") as file:
                    self.new = file.read()
                if self.new != self.good:
                    return

    def path(self, folder):
        return os.path.join(folder, "output", "HE.xlsx")

    def write(self, spec):
        with open(os.path.join(self.template, "specs", "he.yaml"), "w") as file:
            file.write(specs.yaml(spec))

    def fresh(self, name):
        folder = os.path.join(self.root, name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return folder

    def run(self, folder, *arguments):
        """Status, what was said, CPU seconds, megabytes."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen([self.program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, preexec_fn=limits,
                                       env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            said.seek(0)
            code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
            return code, said.read().decode("utf-8", "replace"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


# MARK: Verdicts


class Judge:
    def __init__(self, world):
        self.world, self.counts, self.bad = world, {}, 0

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def blame(self, name, what):
        self.bad += 1
        print(f"{name}: {what}", flush=True)

    def package(self, name, data):
        folder = self.world.fresh("run")
        path = self.world.path(folder)
        with open(path, "wb") as file:
            file.write(data)
        for command in (("answer", "output/HE.xlsx", "--spec", "specs/he.yaml", "--dry-run", "--no-config"), ("generate", "specs/he.yaml", "-o", "output", "--no-config")):
            before = snapshot(folder)
            status, said, seconds, megabytes = self.world.run(folder, *command)
            self.verdict(f"{name}, {command[0]}", status, said, seconds, megabytes)
            changed = {file for file, content in snapshot(folder).items() if before.get(file) != content}
            if status not in (0, 1) and changed:
                self.blame(f"{name}, {command[0]}", f"refused, and changed {sorted(changed)}")
            if {os.path.relpath(file, folder).split("/")[0] for file in changed} - {"output"}:
                self.blame(name, f"wrote elsewhere: {sorted(changed)}")
            if command[0] == "generate" and status == 0:
                self.work(name, path, data)
            if command[0] == "generate":
                self.count("refused" if status else "done")
        if os.path.exists("/tmp/evil.txt"):
            self.blame(name, "wrote /tmp/evil.txt")
            os.remove("/tmp/evil.txt")

    def verdict(self, name, status, said, seconds, megabytes):
        if status < 0 or "Fatal error" in said or "crashed" in said or "internal error" in said:
            self.blame(name, f"crash: {status} {said[:300]}")
        elif status not in (0, 1) and not said.strip():
            self.blame(name, f"refused without a message: {status}")
        if seconds > 20:
            self.blame(name, f"{seconds:.0f} s of processor time")
        if megabytes > 500:
            self.blame(name, f"{megabytes:.0f} MB")

    def work(self, name, path, data):
        with open(path, "rb") as file:
            made = file.read()
        if name == "strict":
            made = packed(loose(Book(made)))
        try:
            problems = ooxml.problems(Book(made))
        except Exception as error:
            problems = [repr(error)]
        try:
            known = set(ooxml.problems(Book(data)))
        except Exception:
            known = set()
        fresh = [problem for problem in problems if problem not in known]
        if fresh and not known:
            self.blame(name, f"made a workbook that is none: {fresh[:3]}")
        elif fresh:
            self.count("done, on a damaged file, with other damage")


def snapshot(folder):
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.join(place, name)] = file.read()
    return found


def circumstances(world, judge):
    """Files that are open elsewhere, links, folders, full disks."""
    for lock in (".~lock.HE.xlsx#", "~$HE.xlsx"):
        folder = world.fresh("run")
        with open(os.path.join(folder, "output", lock), "w") as file:
            file.write(",Mori,pc,22.11.2026 09:00,file:///home/mori;")
        before = snapshot(folder)
        status, said, _, _ = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        if status in (0, 1) or "HE.xlsx" not in said or snapshot(folder) != before:
            judge.blame(f"open elsewhere ({lock})", f"{status} {said[:200]}")
        judge.count("circumstances")
    for name, make in (("a folder", os.mkdir), ("a pipe", os.mkfifo), ("a link out of the folder", lambda path: os.symlink("/etc/passwd", path)),
                       ("an empty file", lambda path: open(path, "w").close())):
        folder = world.fresh("run")
        os.remove(world.path(folder))
        make(world.path(folder))
        if name == "a pipe":
            shutil.rmtree(os.path.join(folder, "output", "none"), ignore_errors=True)
        status, said, seconds, megabytes = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        judge.verdict(name, status, said, seconds, megabytes)
        if status == 0:
            judge.blame(name, "taken for a workbook")
        judge.count("circumstances")
    if os.geteuid() == 0:
        full_disks(world, judge)


def full_disks(world, judge):
    place = os.path.join(world.root, "disk")
    os.makedirs(place, exist_ok=True)
    for kilobytes in (220, 260, 300, 340, 400, 500, 600, 800, 1500):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place], capture_output=True).returncode:
            return
        try:
            shutil.copytree(world.template, os.path.join(place, "run"))
        except (OSError, shutil.Error):
            subprocess.run(["umount", place])
            continue
        folder = os.path.join(place, "run")
        before = snapshot(folder)
        status, said, seconds, megabytes = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        judge.verdict(f"a disk of {kilobytes} kB", status, said, seconds, megabytes)
        after = snapshot(folder)
        if status != 0 and after != before:
            judge.blame(f"a disk of {kilobytes} kB", f"refused, and changed {[file for file in after if before.get(file) != after[file]]}")
        judge.count("full disks: " + ("done" if status == 0 else "refused"))
        subprocess.run(["umount", place])


def kills(world, judge, count):
    folder = world.fresh("run")
    began = time.monotonic()
    world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
    span = time.monotonic() - began
    dice = random.Random(1)
    for number in range(count):
        folder = world.fresh("run")
        process = subprocess.Popen([world.program, "generate", "specs/he.yaml", "-o", "output", "--no-config"], cwd=folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * span * 1.5)
        process.kill()
        process.wait()
        with open(world.path(folder), "rb") as file:
            data = file.read()
        if data not in (world.good, world.new):
            judge.blame(f"kill {number}", "the workbook is neither old nor new")
        judge.count("killed: " + ("old" if data == world.good else "new"))
        status, said, _, _ = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        with open(world.path(folder), "rb") as file:
            if status or file.read() != world.new:
                judge.blame(f"kill {number}", f"the next run does not finish: {status} {said[:200]}")
        left = [name for _, folders, files in os.walk(folder) for name in folders + files if name.startswith((".spec", "..spec"))]
        if left:
            judge.blame(f"kill {number}", f"left over: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="a part of a package's name, `circumstances` or `kills`")
    parser.add_argument("--random", type=int, default=100, help="workbooks damaged at random")
    parser.add_argument("--kills", type=int, default=100)
    options = parser.parse_args()
    world = World(os.path.abspath(options.program))
    judge = Judge(world)
    try:
        for name, make in packages(world.good):
            if options.only in name:
                judge.package(name, make())
        for seed in range(options.random):
            if options.only in (name := f"damage {seed}"):
                judge.package(name, damaged(world.good, random.Random(seed)))
        if options.only in ("", "circumstances"):
            circumstances(world, judge)
        if options.only in ("", "kills"):
            kills(world, judge, options.kills)
        print(", ".join(f"{count} {what}" for what, count in sorted(judge.counts.items())) + f"; {judge.bad} bad")
        return 1 if judge.bad else 0
    finally:
        shutil.rmtree(world.root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
