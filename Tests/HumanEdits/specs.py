"""Small random specs with gaps, contradictions and odd texts, and the changes that their authors make."""

import copy
import json

ODD = ["=1+1", "+SUM(A1)", "-5", "@cmd", "'quoted'", '"quoted"', "<b>&amp;</b>", "a & b", "🎉 Done 👨‍👩‍👧", "_x000D_", "100%", "{curly}", "𠮷野家で表示",
       "A long label " * 22, "مرحبا",
       "1e5", "2027-01-01", "TRUE", "a; b | c", "#REF!", "C:\\path", "e\u0301"]

WORDS = {
    "en": {"feature": "Keep a draft", "result": ["The draft is kept", "A banner is shown", "The page opens", "Nothing is sent", "An error is shown", "The list is empty"],
           "label": ["Account", "Plan", "Network", "Draft", "Device", "Result", "Note", "Case"]},
    "ja": {"feature": "下書きを保存する", "result": ["下書きを保存する", "エラーバナーを表示する", "画面を閉じる", "何も送らない", "「保存しました」と表示する", "一覧に戻る"],
           "label": ["ログイン状態", "会員種別", "通信", "下書き", "端末", "結果", "備考", "ケースID"]},
}


def text(random, words, odd=0.15):
    if random.random() < odd:
        return random.choice(ODD)
    return random.choice(words["result"]) + (f" {random.randrange(9)}" if random.random() < 0.5 else "")


def label(random, words, used):
    while True:
        said = random.choice(ODD) if random.random() < 0.15 else random.choice(words["label"]) + f" {random.randrange(30)}" * (random.random() < 0.7)
        if said not in used:
            used.add(said)
            return said


def factor(random, words, used):
    kind = random.random()
    if kind < 0.25:
        low = random.randrange(0, 3)
        return {"label": label(random, words, used), "range": f"{low}..{low + random.randrange(2, 9)}"}
    if kind < 0.3:
        return {"label": label(random, words, used), "length": f"1..{random.randrange(3, 20)}"}
    if random.random() < 0.4:
        return {"label": label(random, words, used), "values": {f"v{n}": {"label": label(random, words, set())[:60] + f" {n}"} for n in range(random.randrange(2, 4))}}
    return {"label": label(random, words, used), "values": [f"v{n}" for n in range(random.randrange(2, 4))]}


def values(one):
    """What a condition on a factor may name."""
    if "range" in one:
        low, high = map(int, one["range"].split(".."))
        middle = (low + high) // 2
        return [f"{low}..{middle}", f"{middle + 1}..{high}", str(middle)] + (["invalid"] if low else [])
    if "length" in one:
        return ["valid", "empty", "invalid"]
    return list(one["values"])


def rule(random, spec, words):
    factors = {**spec["states"], **spec["data"]}
    when = {name: random.choice(values(factors[name])) for name in random.sample(sorted(factors), random.randrange(0, min(3, len(factors) + 1)))}
    made = {"when": when} if when else {}
    if random.random() < 0.08:
        made.update(question=random.choice(words["result"]) + "?", options=[text(random, words, 0) + " A", text(random, words, 0) + " B"])
    else:
        made["then"] = text(random, words) if random.random() < 0.85 else [text(random, words, 0) + " 1", text(random, words) + " 2"]
    if random.random() < 0.1:
        made["priority"] = "high"
    return made


def spec(random):
    language = random.choice(["en", "ja"])
    words, used = WORDS[language], set()
    made = {"specmatrix": 1, "id": "HE", "feature": words["feature"], "language": language, "traits": random.choice([[], [], ["writes_network"]]),
            "states": {f"s{n}": factor(random, words, used) for n in range(random.randrange(1, 3))},
            "data": {f"d{n}": factor(random, words, used) for n in range(random.randrange(1, 3))},
            "operations": {f"op{n}": {"label": label(random, words, used)} for n in range(random.randrange(2, 4))}, "rules": {}}
    for name in made["operations"]:
        made["rules"][name] = [rule(random, made, words) for _ in range(random.randrange(1, 4))]
    return made


# MARK: What authors change


def add_rule(random, spec, words):
    name = random.choice(sorted(spec["operations"]))
    spec["rules"].setdefault(name, []).append(rule(random, spec, words))


def remove_rule(random, spec, words):
    name = random.choice(sorted(spec["rules"]))
    spec["rules"][name].pop(random.randrange(len(spec["rules"][name])))
    if not spec["rules"][name]:
        del spec["rules"][name]


def change_result(random, spec, words):
    one = random.choice([one for rules in spec["rules"].values() for one in rules])
    one.pop("question", None)
    one.pop("options", None)
    one["then"] = text(random, words) + " (new)"


def add_value(random, spec, words):
    one = random.choice([one for one in {**spec["states"], **spec["data"]}.values() if "values" in one])
    fresh = f"w{random.randrange(1000)}"
    if isinstance(one["values"], list):
        one["values"].append(fresh)
    else:
        one["values"][fresh] = {"label": text(random, words, 0) + " w"}


def remove_value(random, spec, words):
    one = random.choice([one for one in {**spec["states"], **spec["data"]}.values() if "values" in one and len(one["values"]) > 2])
    gone = random.choice(list(one["values"]))
    one["values"] = [v for v in one["values"] if v != gone] if isinstance(one["values"], list) else {k: v for k, v in one["values"].items() if k != gone}


def add_factor(random, spec, words):
    spec["data"][f"x{random.randrange(1000)}"] = factor(random, words, {one["label"] for one in {**spec["states"], **spec["data"]}.values()})


def add_operation(random, spec, words):
    name = f"more{random.randrange(1000)}"
    spec["operations"][name] = {"label": text(random, words, 0) + f" {name}"}
    spec["rules"][name] = [rule(random, spec, words)]


def remove_operation(random, spec, words):
    name = random.choice(sorted(spec["operations"]))
    del spec["operations"][name]
    spec["rules"].pop(name, None)


def change_label(random, spec, words):
    one = random.choice(list({**spec["states"], **spec["data"], **spec["operations"]}.values()))
    one["label"] = one["label"][:40] + " (renamed)"


def widen(random, spec, words):
    one = random.choice([one for one in {**spec["states"], **spec["data"]}.values() if "range" in one])
    low, high = map(int, one["range"].split(".."))
    one["range"] = f"{low}..{high + random.randrange(1, 4)}"


CHANGES = [add_rule, remove_rule, change_result, add_value, remove_value, add_factor, add_operation, remove_operation, change_label, widen]


def changed(random, spec):
    """A spec with one to three changes, and their names."""
    for _ in range(100):
        fresh, names = copy.deepcopy(spec), []
        try:
            for _ in range(random.choice([1, 1, 2, 3])):
                change = random.choice(CHANGES)
                change(random, fresh, WORDS[spec["language"]])
                names.append(change.__name__)
        except IndexError:
            continue
        if fresh["rules"] and fresh["operations"] and fresh != spec:
            return fresh, names
    raise ValueError("nothing can be changed")


def yaml(spec, comment=None):
    """The spec as YAML: blocks, with every text in quotes."""
    lines = [f"# {comment}"] if comment else []

    def quoted(value):
        return json.dumps(value, ensure_ascii=False)

    def write(value, indent, lead):
        items = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        for key, item in items:
            head = lead + (f"{quoted(key)}:" if key is not None else "-")
            lead = " " * indent
            if isinstance(item, (dict, list)) and item:
                if key is None and isinstance(item, dict):
                    write(item, indent + 2, head + " ")
                else:
                    lines.append(head)
                    write(item, indent + 2, " " * (indent + 2))
            else:
                lines.append(f"{head} {quoted(item) if not isinstance(item, (dict, list)) else ('[]' if isinstance(item, list) else '{}')}")

    write(spec, 0, "")
    return "\n".join(lines) + "\n"
