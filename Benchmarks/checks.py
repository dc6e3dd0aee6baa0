"""`specmatrix check` on specs of many sizes, and whether what is done twice gives the same bytes."""

import json
import re
from pathlib import Path
from random import Random

from processes import median, run, table

USUAL = ["specs/complete.yaml", "specs/tsukurepo-post.yaml", "specs/profile-screen.yaml"]
QUESTIONS = {"undefined-expectation", "contradictory-expectations", "undecided-expectation"}

# Name, factors, values, rules, impossible combinations, one of how many rules names all operations (0: none), seed.
LARGE = [
    ("40x5-60-rules", 40, 5, 60, 20, 0, 1),
    ("40x5-60-rules-some-general", 40, 5, 60, 20, 12, 2),
    ("40x5-60-rules-all-general", 40, 5, 60, 20, 1, 3),
    ("25x4-200-rules", 25, 4, 200, 0, 0, 4),
    ("25x4-200-rules-all-general", 25, 4, 200, 0, 1, 5),
]


def names(letters, count):
    return [f"{letters}{number}" for number in range(count)]


def large_spec(name, factors, values, rules, impossible, general_every, seed, operations=12):
    random = Random(seed).random  # Unlike `randrange`, the same in every version of Python.

    def below(bound):
        return int(random() * bound)

    def terms(count):
        chosen = []
        while len(chosen) < count:
            factor = below(factors)
            chosen += [factor] if factor not in chosen else []
        drawn = [(factor, below(values), below(values)) for factor in chosen]
        return ", ".join(f"f{f}: v{a}" if a == b else f"f{f}: [v{a}, v{b}]" for f, a, b in drawn)

    keys = names("op", operations)
    lines = ["specmatrix: 1", "id: LARGE", f"feature: {name}", "states:"]
    lines += [f"  {factor}: [{', '.join(names('v', values))}]" for factor in names("f", factors)]
    lines += ["operations:"] + [f"  {key}: Do {key}" for key in keys] + ["impossible:"] * (impossible > 0)
    for number in range(impossible):
        lines += [f"  - when: {{{terms(2 + below(2))}}}", f"    because: reason {number}"]
    written = {key: [] for key in [", ".join(keys), *keys]}
    for rule in range(rules):
        is_general = general_every > 0 and rule % general_every == 0
        key = ", ".join(keys) if is_general else keys[below(operations)]
        condition = terms(1 + below(3))
        written[key].append(f"    - {{id: r{rule}, when: {{{condition}}}, then: result {below(rules // 4)}}}")
    lines.append("rules:")
    for key, lines_of_key in written.items():
        lines += [f"  {key}:", *lines_of_key] if lines_of_key else []
    return "\n".join(lines) + "\n"


def measure(program, runs, folder):
    """Prints the tables; false if two generations differ."""
    texts = {name: large_spec(name, *shape) for name, *shape in LARGE}
    texts |= {path: Path(path).read_text() for path in USUAL}
    rows = []
    for name, text in texts.items():
        path = folder / (name.replace("/", "-").removesuffix(".yaml") + ".yaml")
        path.write_text(text)
        arguments = [program, "check", "--format", "json", str(path)]
        status = run(arguments, stdout=path.with_suffix(".json")).status
        counted = [run(arguments) for _ in range(runs)]
        seconds = [1000 * one.seconds for one in counted]
        cost = [f"{median(seconds):.1f}", f"{min(seconds):.1f}", max(one.peak for one in counted) // 1_000_000]
        if status not in (0, 1):
            rows.append([name, f"exit {status}", "", "", *cost])
            continue
        spec = json.loads(path.with_suffix(".json").read_text())["specs"][0]
        questions = sum(finding["code"] in QUESTIONS for finding in spec["findings"])
        combinations = (spec.get("space") or {}).get("combinations", "-")
        rows.append([name, combinations, questions, "no" if spec.get("incomplete") else "yes", *cost])
    columns = ["<spec", "combinations", "questions", "all listed", "median ms", "min ms", "peak MB"]
    print(table(columns, rows) + "\n")
    print(whole_processes(program, runs, folder) + "\n")
    first, second = (generated(program, folder / name) for name in ["first", "second"])
    is_same = bool(first) and first == second
    print("specs: two generations, " + ("the same bytes" if is_same else "DIFFERENT BYTES"))
    return is_same


def whole_processes(program, runs, folder):
    """The start of the program beside one that does nothing, in turns; a workbook of many values; a folder of many specs."""
    spec = folder / "values.yaml"
    states = "".join(f"  s{state}: [{', '.join(names('v', 1_000))}]\n" for state in range(4))
    head = "specmatrix: 1\nid: VALUES\nfeature: 4,000 values\ntraits: []\nstates:\n"
    spec.write_text(head + states + "operations: {look: Look}\nrules: {look: It is shown}\n")
    text = Path("specs/tsukurepo-post.yaml").read_text()
    (folder / "many").mkdir()
    for number in range(1_000):
        (folder / "many" / f"{number}.yaml").write_text(re.sub(r"(?m)^id:.*", f"id: SPEC-{number}", text, count=1))
    turns = [(run([program, "--version"]), run(["true"])) for _ in range(10 * runs)]
    started, nothing = ([1000 * one.seconds for one in column] for column in zip(*turns))
    options = ["--strength", "1", "--format", "xlsx", "--output", str(folder / "values")]
    workbook = run([program, "generate", str(spec), *options])
    many = [[run([program, "check", str(folder / "many"), "--jobs", jobs]).seconds for jobs in "12"] for _ in range(runs)]
    rows = [
        ("specmatrix --version, median ms", f"{median(started):.1f}"),
        ("true, median ms", f"{median(nothing):.1f}"),
        ("generate to XLSX, 4,000 values, strength 1, peak MB", workbook.peak // 1_000_000),
        ("check 1,000 specs, --jobs 1 and 2, median s", ", ".join(f"{median(one):.2f}" for one in zip(*many))),
    ]
    return table(["<whole process", ""], rows)


def generated(program, output):
    run([program, "generate", "specs", "--fresh", "--output", str(output)])
    return {path.name: path.read_bytes() for path in output.iterdir()} if output.is_dir() else {}
