#!/usr/bin/env python3
"""Measures whole processes of specmatrix, in release.

`check` measures specs of many sizes. `suites` lets specmatrix and other programs make covering arrays of the same models in
the same run, and has each checked.
"""

import argparse
import csv
import filecmp
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from string import ascii_letters as letters

import checks
import pict_models
from processes import median, run, table

PEERS = ["pict", "jenny", "allpairspy"]
# A run that took longer than these seconds is not repeated.
PATIENCE = 5
# The exit status if an exact answer takes too many steps.
NO_ANSWER = 3


class Result:
    """What a program made of a model, and what it cost."""

    def __init__(self, model, program, folder):
        self.model, self.program = model, program
        self.is_ours = program not in PEERS
        self.answer = folder / f"{model.set}-{model.name}-{program}.answer"
        self.command, self.obstacle, self.runs, self.is_repeatable = [], "", [], True
        self.verdict, self.rows, self.invalid, self.missed = "none", 0, 0, 0
        # Of all combinations in the suite, the part that is in the first 30 % of its rows.
        self.share = 0.0

    @property
    def failure(self):
        """Why there is no suite; empty if there is one."""
        if self.obstacle or not self.runs:
            return self.obstacle
        worst = max(self.runs, key=lambda one: abs(one.status))
        if worst.is_late:
            return f"> {worst.seconds:.0f} s"
        return "" if worst.status == 0 else "crashed" if worst.status < 0 else f"exit {worst.status}"

    @property
    def is_our_fault(self):
        return self.is_ours and not (self.is_repeatable and self.verdict in ("certified", "unchecked"))

    @property
    def median(self):
        return median(one.seconds for one in self.runs)


def command(options, program, model, input):
    """The arguments; what goes to the standard input is written into a file."""
    strength = str(options.strength)
    if program == "pict":
        return ["pict", str(model.path), f"/o:{strength}"]
    if program not in PEERS:
        return [options.program, "cover", str(model.path), "--strength", strength, "--effort", program]
    sizes, forbidden = [len(values) for values in model.values], model.forbidden()
    if program == "allpairspy":
        input.write_text(json.dumps({"strength": options.strength, "sizes": sizes, "forbidden": forbidden}))
        return [sys.executable, str(Path(__file__).with_name("allpairs.py"))]
    if max(sizes) > len(letters):
        raise pict_models.Obstacle("it knows no more than 52 values of a parameter")
    terms = ["".join(f"{place + 1}" + "".join(letters[v] for v in values) for place, values in one) for one in forbidden]
    return ["jenny", f"-n{strength}", *map(str, sizes), *(f"-w{term}" for term in terms)]


def measure(options, model, programs, folder):
    """Lets the programs make suites in turns, so that a busy machine slows all of them alike."""
    results = [Result(model, program, folder) for program in programs]
    for result in results:
        input = result.answer.with_suffix(".input")
        input.touch()
        try:
            result.command = command(options, result.program, model, input)
        except pict_models.Obstacle as obstacle:
            result.obstacle = str(obstacle)
    for result in results * max(1, options.runs):
        if result.obstacle or any(one.status != 0 or one.seconds > PATIENCE for one in result.runs):
            continue
        output = result.answer.with_suffix(".again") if result.runs else result.answer
        result.runs.append(run(result.command, result.answer.with_suffix(".input"), output, options.timeout))
        if len(result.runs) > 1:
            result.is_repeatable &= filecmp.cmp(result.answer, output, shallow=False)
    return results


def judge(options, result):
    """Checks that all rows are allowed, and that each combination that is asked for and possible is in one of them."""
    if result.failure:
        return
    lines = result.answer.read_text().splitlines()
    if result.program in ("jenny", "allpairspy"):
        # Jenny's rows are ` 1a 2c 3b`; below them it lists the tuples that it did not reach.
        rows = [line.split() for line in lines if line[:4].strip()[:1].isdigit()]
        try:
            values = [[letters.index(x[-1]) if result.program == "jenny" else int(x) for x in row] for row in rows]
            named = [[texts[value] for texts, value in zip(result.model.values, row, strict=True)] for row in values]
        except (ValueError, IndexError):
            result.verdict = "unreadable"
            return
        lines = ["\t".join(row) for row in [result.model.names, *named]]
    all_rows = coverage(options, result, lines)
    if all_rows is None or all_rows.get("rows") != len(lines) - 1:
        result.verdict = "unchecked" if all_rows is None else "unreadable"
        return
    result.rows, result.invalid = all_rows["rows"], all_rows["invalidRows"]
    result.missed = all_rows["possible"] - all_rows["covered"]
    result.verdict = "failed" if result.invalid or result.missed else "certified"
    first = coverage(options, result, lines[: 1 + -(-result.rows * 3 // 10)])
    result.share = first["covered"] / max(1, all_rows["covered"])


def coverage(options, result, lines):
    """What `--coverage-of` says of rows: nothing of rows that are not the model's, None if there is no exact answer."""
    file = result.answer.with_suffix(".rows")
    file.write_text("\n".join(lines) + "\n")
    arguments = ["--strength", str(options.strength), "--format", "json", "--coverage-of", str(file)]
    command = [options.program, "cover", str(result.model.path), *arguments]
    checked = subprocess.run(command, capture_output=True)
    if checked.returncode in (0, 1):
        return json.loads(checked.stdout)
    return None if checked.returncode == NO_ANSWER else {}


def seconds(number):
    return f"{number:.3f} s" if number < 1 else f"{number:.1f} s"


def totals(results):
    """By set and program: rows of the certified suites, also beside ours on the same models, and times of all runs."""
    rows = []
    for name, program in dict.fromkeys((result.model.set, result.program) for result in results):
        all_of = [x for x in results if (x.model.set, x.program) == (name, program)]
        done = [x for x in all_of if x.verdict == "certified"]
        normal = {x.model: x.rows for x in results if x.program == "normal" and x.verdict == "certified"}
        both = [(normal[x.model], x.rows) for x in done if x.model in normal and program != "normal"]
        medians = [x.median for x in all_of if not x.obstacle]
        runs = [one for x in all_of for one in x.runs]
        shares = [100 * x.share for x in done]
        rows.append([
            name, program if program in PEERS else f"specmatrix `{program}`", f"{len(done)} of {len(all_of)}",
            sum(x.rows for x in done),
            f"{100 * sum(x for x, _ in both) / sum(x for _, x in both):.0f} %" if both else "–",
            seconds(sum(medians)), seconds(median(medians)),
            ("> " if any(one.is_late for one in runs) else "") + seconds(max(medians, default=0)),
            f"{max((one.peak for one in runs), default=0) // 1_000_000} MB",
            f"{min(shares):.0f} %, {median(shares):.0f} %" if shares else "–",
        ])
    columns = "<models,<program,certified,rows,`normal` has on the same,seconds,median,slowest,memory"
    return table([*columns.split(","), "first 30 %: least, median"], rows)


def by_model(results):
    """A row for each model of a set, and below the table why cells are empty."""
    notes = list(dict.fromkeys(result.obstacle for result in results if result.obstacle))
    signs = dict(zip(notes, "¹²³⁴⁵⁶⁷⁸⁹"))

    def cell(result):
        if result.failure:
            return "–" + signs[result.obstacle] if result.obstacle else result.failure
        wrong = {"failed": f" {result.invalid} invalid, {result.missed} missed", "certified": ""}
        text = f"{result.rows} ({seconds(result.median)})" + wrong.get(result.verdict, f", {result.verdict}")
        return text + ("" if result.is_repeatable else ", **two runs differ**")

    rows = []
    for model in dict.fromkeys(result.model for result in results):
        same = [result for result in results if result.model is model]
        share = f"{100 * [x.share for x in same if x.is_ours][-1]:.0f} %"
        rows.append([model.name, len(model.names), len(model.constraints), *map(cell, same), share])
    programs = dict.fromkeys(result.program for result in results)
    lines = [table(["<model", "parameters", "constraints", *programs, "first 30 %"], rows)]
    return "\n".join([*lines, *(f"\n{sign} {note}" for note, sign in signs.items())])


def figures(result, strength):
    """All that is known, for the CSV file."""
    return {
        "set": result.model.set, "model": result.model.name,
        "parameters": len(result.model.names), "constraints": len(result.model.constraints), "strength": strength,
        "program": "specmatrix " * result.is_ours + result.program, "rows": result.rows,
        "verdict": result.verdict, "invalid_rows": result.invalid, "missed": result.missed,
        "median_seconds": round(result.median, 4), "least_seconds": round(min((x.seconds for x in result.runs), default=0), 4),
        "least_processor_seconds": round(min((x.processor for x in result.runs), default=0), 4),
        "peak_bytes": max((x.peak for x in result.runs), default=0), "runs": len(result.runs),
        "same_bytes": result.is_repeatable, "share_of_first_rows": round(result.share, 4), "note": result.failure,
    }


def compare(options, folder):
    """Measures, prints the tables, writes the CSV file; false if a suite of specmatrix is not what it promises."""
    is_there = {"pict": shutil.which("pict"), "jenny": shutil.which("jenny")}
    is_there["allpairspy"] = importlib.util.find_spec("allpairspy")
    for peer in options.peers:
        if peer in PEERS and not is_there[peer]:
            print(f"{peer}: not found, left out", file=sys.stderr)
    programs = options.effort + [peer for peer in PEERS if peer in options.peers and is_there[peer]]
    models = pict_models.classic(folder / "classic")
    models += [model for path in ["Benchmarks/models", *options.models] for model in pict_models.below(path)]
    models = [model for model in models if not options.sets or model.set in options.sets]
    results = []
    for number, model in enumerate(models):
        print(f"{number + 1}/{len(models)} {model.set}/{model.name}", file=sys.stderr)
        results += measure(options, model, programs, folder)
    # Judged only now: a child's peak memory begins with what this process has when it starts it.
    for result in results:
        judge(options, result)
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    with options.csv.open("w", newline="") as file:
        lines = [figures(result, options.strength) for result in results]
        writer = csv.DictWriter(file, lines[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    print(totals(results) + "\n\nNo memory is less than what the benchmark itself has when it starts a program.")
    for name in dict.fromkeys(model.set for model in models):
        same = [result for result in results if result.model.set == name]
        print(f"\n### {name}, strength {options.strength}\n\n{by_model(same)}")
    ours = [f"{x.model.set}/{x.model.name} {x.program}" for x in results if x.is_our_fault]
    print("".join(f"not as promised: {name}\n" for name in ours), file=sys.stderr, end="")
    return not ours


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("program", help="the built program; run from the root of the repository")
    add("what", choices=["check", "suites"])
    add("--runs", type=int, default=3, help="of each program, in turns; the median counts")
    add("--models", nargs="*", default=[], help="folders with further models, *.pict, in their subfolders as well")
    add("--sets", nargs="*", default=[], help="only these: classic, or the name of a folder")
    add("--effort", nargs="*", default=["quick", "normal"], choices=["quick", "normal", "thorough"])
    add("--peers", nargs="*", default=PEERS, choices=[*PEERS, "none"])
    add("--strength", type=int, default=2, choices=range(1, 7))
    add("--timeout", type=float, default=60, help="seconds until a run is stopped")
    add("--csv", type=Path, default=Path(".build/benchmarks/suites.csv"), help="where all figures go")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "check":
            return checks.measure(options.program, options.runs, Path(folder))
        return compare(options, Path(folder))


if __name__ == "__main__":
    sys.exit(not main())
