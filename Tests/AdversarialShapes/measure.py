#!/usr/bin/env python3
"""Runs specmatrix on every adversarial shape: CPU seconds, memory, exit status, and whether its verdict is right.

    python3 Tests/AdversarialShapes/measure.py .build/release/specmatrix
    python3 Tests/AdversarialShapes/measure.py PROGRAM --only latin --commands check,generate --save /tmp/outputs

Each run must end within the limits, with a report or with status 3. A verdict is compared with that of a SAT solver, if python-sat can be
imported (`pip install python-sat`). The exit status is 1 if a run is out of bounds or a verdict is wrong.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from shapes import shapes, specification

try:
    from reference import Reference
except ImportError:
    Reference = None

# Where the solver itself would take too long.
UNJUDGED = {"all_different_13_of_12", "all_different_11_of_10", "pigeonhole_13_in_12", "pigeonhole_10_in_9", "clique_14_13", "tseitin_9", "tseitin_14",
            "xor_system_120_118"}


# A process inherits the peak of the one that it was forked from, so a small one stands in between.
LAUNCHER = """
import os, resource, sys
out, err, seconds, *arguments = sys.argv[1:]
pid = os.fork()
if pid == 0:
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    for path, number in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), number)
    os.execv(arguments[0], arguments)
_, status, usage = os.wait4(pid, 0)
code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
print(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""


def run(arguments, cpu_limit, out, err):
    """Status (negative for a signal), CPU seconds, and megabytes of the largest resident set."""
    command = [sys.executable, "-S", "-E", "-c", LAUNCHER, out, err, str(cpu_limit)] + arguments
    code, seconds, megabytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(code), float(seconds), float(megabytes)


def verdict(report):
    """What a report in JSON says: the same words as `Reference.verdict`."""
    spec = json.loads(report)["specs"][0]
    codes = {finding["code"] for finding in spec.get("findings", [])}
    errors = {error["code"] for error in spec.get("errors", [])}
    if errors:
        return {"impossible": True} if "no-combination" in errors else {"errors": sorted(errors)}
    return {"impossible": False, "undefined": "undefined-expectation" in codes, "contradictory": "contradictory-expectations" in codes,
            "undecided": "undecided-expectation" in codes}


def measured(shape, options, folder):
    spec = os.path.join(folder, f"{shape.name}.json")
    with open(spec, "w") as file:
        json.dump(specification(shape), file, indent=1)
    commands = {
        "check": ["check", spec, "--no-config", "--format", "json"],
        "show": ["show", spec, "--no-config", "--format", "json"],
        "generate": ["generate", spec, "--no-config", "--format", "json", "--output", os.path.join(folder, f"{shape.name}.out")],
        "verify": ["generate", spec, "--no-config", "--verify", "--output", os.path.join(folder, f"{shape.name}.verified")],
    }
    found = []
    for name in options.commands:
        if name != "check" and not shape.generates:
            continue
        out, err = (os.path.join(folder, f"{shape.name}.{name}.{kind}") for kind in ("txt", "err"))
        code, seconds, megabytes = run([options.program] + commands[name], options.stop, out, err)
        problems = []
        if code not in (0, 1, 2, 3):
            problems.append(f"status {code}")
        if seconds > options.cpu:
            problems.append("too long")
        if megabytes > options.memory:
            problems.append("too much memory")
        if name == "check" and code in (0, 1, 2) and Reference and shape.name not in UNJUDGED and not options.unjudged:
            said = verdict(open(out).read())
            right = Reference(shape).verdict()
            wrong = [key for key, value in right.items() if value is not None and said.get(key) != value]
            problems += [f"wrong: {key} is {right[key]}" for key in wrong]
        found.append((shape.name, name, code, seconds, megabytes, problems, open(err).read().strip().split("\n")[0]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="a part of the shape's name")
    parser.add_argument("--commands", default="check,generate,show", type=lambda text: text.split(","))
    parser.add_argument("--cpu", default=20, type=float, help="seconds that a run may take")
    parser.add_argument("--memory", default=500, type=float, help="megabytes that a run may take")
    parser.add_argument("--stop", default=60, type=int, help="seconds after which a run is killed")
    parser.add_argument("--jobs", default=1, type=int)
    parser.add_argument("--save", default="", help="keep specs and outputs in this folder")
    parser.add_argument("--unjudged", action="store_true", help="without the SAT solver")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    if options.save:
        os.makedirs(options.save, exist_ok=True)
    if not Reference:
        print("python-sat is not there: verdicts are not compared", file=sys.stderr)
    bad = runs = 0
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        chosen = [shape for shape in shapes() if options.only in shape.name]
        for found in pool.map(lambda shape: measured(shape, options, options.save or temporary), chosen):
            for name, command, code, seconds, megabytes, problems, message in found:
                runs += 1
                bad += bool(problems)
                print(f"{name:28} {command:9} {code:3} {seconds:7.2f} s {megabytes:6.0f} MB  {'; '.join(problems)}"
                      + (f"  {message[:110]}" if code in (2, 3) else ""), flush=True)
    print(f"{runs} runs, {bad} out of bounds")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
