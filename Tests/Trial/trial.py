#!/usr/bin/env python3
"""Measures what the analysis raises of questions that were written down before it was tried. Needs PyYAML.

Each folder holds a feature in prose, and a review of it: the questions that a very good reviewer asks, written before anybody looked at the
program and by another hand than the specs. The specs were written from the prose and the documentation alone, in two shapes. A third reader
judged each finding: which questions it raises, whether it is a good question that is not on the list, or noise.

The later specs end with what their writers noticed at a second reading (`questions`), as `Documentation/from-prose.md` asks since; they are
summed up apart. What the analysis alone raises stands beside what is raised with these questions.

    trial.py PROGRAM           the table
    trial.py PROGRAM --list    all findings that are to be judged, with their ids
    trial.py PROGRAM --missed  the questions that nobody raised, too
"""

import json
import pathlib
import subprocess
import sys

import yaml

FOLDER = pathlib.Path(__file__).parent
SHAPES = ("tree", "flat")
OWN = ("open-question", "undecided-expectation")


def findings(program, spec):
    """What a reader meets, as (id, kind, text): each finding, entry of a checklist and decision."""
    run = subprocess.run([program, "check", spec, "--format", "json"], capture_output=True, text=True)
    [report] = json.loads(run.stdout)["specs"]
    met = []
    for finding in report["findings"]:
        items = finding.get("items", [])
        if finding["severity"] == "note":
            # Of the entries that a spec need not consider, `check` shows some with their questions.
            items = [item for item in items if any((item.get("followUp") or item["message"]) in line for line in finding["help"])]
        for item in items:
            met.append((item["id"], item["severity"], f"{item['message']} {item.get('followUp', '')}"))
        # The note on decisions is what the list of decisions says.
        if not items and not (finding["code"] == "unconfirmed-decision" and finding["id"].startswith("F-")):
            met.append((finding["id"], f"{finding['severity']} {finding['code']}", finding["message"]))
    for decision in report.get("decisions", []):
        if decision["state"] == "open" and not decision.get("asked"):
            met.append((decision["id"], "decision", f"{decision['message']} [{decision.get('scene', '')}]"))
    return met


def main(arguments):
    program = arguments[0]
    if "--list" in arguments:
        for folder in sorted(path.parent for path in FOLDER.glob("*/review.yaml")):
            for shape in SHAPES:
                print(f"\n# {folder.name}/{shape}")
                for name, kind, text in findings(program, folder / f"{shape}.yaml"):
                    print(f"{name}: {kind}: {text}")
        return
    print(f"{'feature':<22} {'shape':<5} {'raised':>7} {'must':>5} {'share':>6} {'alone':>6} {'findings':>9} {'noise':>6} {'share':>6} {'unjudged':>9}")
    sums = {}
    for folder in sorted(path.parent for path in FOLDER.glob("*/review.yaml")):
        must = {q["id"]: q["ask"] for q in yaml.safe_load((folder / "review.yaml").read_text())["questions"] if q["must"]}
        for shape in SHAPES:
            path = folder / f"{shape}.judged.yaml"
            judged = yaml.safe_load(path.read_text()) or {} if path.exists() else {}
            met = findings(program, folder / f"{shape}.yaml")
            verdicts = [judged.get(name) for name, _, _ in met]
            alone = [verdict for (_, kind, _), verdict in zip(met, verdicts) if not kind.endswith(OWN)]
            raised = raises(verdicts) & set(must)
            noise = sum(1 for verdict in verdicts if verdict and "noise" in verdict)
            row = [len(raised), len(must), len(raises(alone) & set(must)), len(met), noise, verdicts.count(None)]
            group = ("read again" if len(alone) < len(met) else "read once", shape)
            sums[group] = [a + b for a, b in zip(sums.get(group, [0] * len(row)), row)]
            show(folder.name, shape, row)
            if "--missed" in arguments:
                for name in must.keys() - raised:
                    print(f"    {name} {must[name]}")
    for (name, shape), row in sorted(sums.items()):
        show(name, shape, row)


def raises(verdicts):
    return {question for verdict in verdicts if verdict for question in verdict.get("raises", [])}


def show(name, shape, row):
    raised, must, alone, met, noise, unjudged = row
    print(f"{name:<22} {shape:<5} {raised:>7} {must:>5} {raised / must:>6.0%} {alone:>6} {met:>9} {noise:>6} {noise / met:>6.0%} {unjudged:>9}")


if __name__ == "__main__":
    main(sys.argv[1:])
