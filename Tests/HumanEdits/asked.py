"""Small random specs that leave much open, and what engineers do to them while somebody answers."""

import copy
import json

import yaml as pyyaml

from specs import WORDS, text

FACTORS = {"account": ["guest", "member", "admin", "owner"], "plan": ["free", "plus", "team", "school"], "draft": ["none", "short", "long", "sent"],
           "network": ["online", "slow", "offline", "lost"], "items": "range", "theme": ["light", "dark", "auto"]}
# Words that no other text has a part of.
LABELS = {"en": ["Red", "Blue", "Green", "Gold", "Silver", "Amber", "Rose", "Jade", "Pearl", "Ruby", "Onyx", "Coral", "Ivory", "Olive", "Plum", "Slate"],
          "ja": ["赤", "青", "緑", "金色", "銀色", "琥珀", "薔薇", "翡翠", "真珠", "紅玉", "墨", "珊瑚", "象牙", "橄欖", "梅", "石板"]}
QUESTIONS = {"en": ["What is shown", "How long is it kept", "Who is told", "Is it sent again"], "ja": ["何を表示しますか", "いつまで保持しますか", "誰に知らせますか", "もう一度送りますか"]}
OPERATIONS = ["send", "close", "refresh", "pay"]


class Author:
    """Somebody who writes a spec, in one language."""

    def __init__(self, random, language):
        self.random, self.language, self.count = random, language, 0

    def result(self):
        """A text that no other result of the spec has."""
        self.count += 1
        return text(self.random, WORDS[self.language], 0).rstrip("0123456789 ") + f" {self.random.randrange(100, 1000)}{self.count}"

    def question(self):
        self.count += 1
        return self.random.choice(QUESTIONS[self.language]) + f" ({self.count})?" * (self.language == "en") + f"（{self.count}）" * (self.language == "ja")

    def asking(self):
        made = {"question": self.question()}
        if self.random.random() < 0.75:
            made["options"] = [self.result() for _ in range(self.random.choice([2, 2, 3]))]
        if self.random.random() < 0.1:
            made["until"] = "2031-05-01"
        return made

    def condition(self, body):
        """What a rule says of one factor: a value, some, all but one."""
        if "range" in body:
            low, high = map(int, body["range"].split(".."))
            middle = self.random.randrange(low, high)
            return self.random.choice([f"{low}..{middle}", f"{middle + 1}..{high}", f"{middle}", f"{middle + 1}..", "valid", "invalid" if low else "valid"])
        values = list(body["values"])
        chosen = self.random.sample(values, self.random.randrange(1, len(values)))
        return "not " + chosen[0] if self.random.random() < 0.1 else chosen[0] if len(chosen) == 1 else sorted(chosen, key=values.index)

    def when(self, spec):
        every = {**spec["states"], **spec["data"]}
        names = [name for name in every if name in self.random.sample(sorted(every), self.random.choice([0, 1, 1, 1, 2, 2]))]
        return {name: self.condition(every[name]) for name in names}

    def rule(self, spec):
        when = self.when(spec)
        made = {"when": when} if when else {}
        kind = self.random.random()
        if 0.62 <= kind < 0.9:
            made.update(self.asking())
        else:
            made["then"] = (self.result() if kind < 0.55 else [self.result(), self.result()] if kind < 0.62
                            else self.random.choice(["TBD", "未定" if self.language == "ja" else "?"]))
        return made

    def factor(self, name):
        values = FACTORS[name]
        if values == "range":
            low = self.random.choice([0, 1, 2])
            return {"range": f"{low}..{low + self.random.randrange(2, 6)}"}
        values = values[:self.random.randrange(2, len(values) + 1)]
        if self.random.random() < 0.35:
            return {"values": values}
        made = {"label": self.label(), "values": {value: {"label": self.label()} for value in values}}
        if len(values) > 2 and self.random.random() < 0.2:
            made["values"][values[-1]]["invalid"] = True
        return made

    def label(self):
        self.count += 1
        return self.random.choice(LABELS[self.language]) + str(self.count)

    def spec(self):
        names = self.random.sample(sorted(FACTORS), self.random.choice([2, 2, 3, 3, 4]))
        first = self.random.randrange(1, len(names))
        operations = self.random.sample(OPERATIONS, self.random.randrange(2, 5))
        operations = {name: {"label": name.capitalize() if self.language == "en" else self.label()} for name in operations}
        if self.random.random() < 0.15:
            operations[next(iter(operations))]["variants"] = ["menu", "gesture"]
        made = {"specmatrix": 1, "id": "ASK", "feature": "Keep a draft", "language": self.language, "traits": [],
                "states": {name: self.factor(name) for name in names[:first]}, "data": {name: self.factor(name) for name in names[first:]},
                "operations": operations, "rules": {}}
        if self.random.random() < 0.2:
            made["impossible"] = [{"when": self.when(made) or {names[0]: self.condition({**made["states"], **made["data"]}[names[0]])}, "because": "It is so"}]
        for name in operations:
            rules = [self.rule(made) for _ in range(self.random.choice([1, 2, 2, 3, 3, 4]))]
            key = name + "/menu" if "variants" in operations[name] and self.random.random() < 0.5 else name
            if len(made["rules"]) == 1 and self.random.random() < 0.15:
                key = f"{next(iter(operations))}, {name}"
            if self.random.random() < 0.25:
                for number, rule in enumerate(rules):
                    rule["id"] = f"{name}-{'abcd'[number]}"
            made["rules"][key] = rules
        if self.random.random() < 0.4:
            made["questions"] = [self.asking() for _ in range(self.random.choice([1, 2]))]
        return made


# MARK: What engineers change


def leaves(spec):
    """All that asks or says something: rules, in lists and trees, and questions of the team."""
    def below(body):
        if isinstance(body, list):
            return [leaf for one in body if isinstance(one, dict) for leaf in below(one)]
        if not isinstance(body, dict):
            return []
        return [body] if {"then", "question"} & set(body) else [leaf for branches in body.values() for one in branches.values() for leaf in below(one)]
    return [leaf for body in spec["rules"].values() for leaf in below(body)] + spec.get("questions", [])


def factors(spec):
    return [*spec["states"].values(), *spec["data"].values()]


def offering(author, spec):
    return author.random.choice([leaf for leaf in leaves(spec) if leaf.get("options")])["options"]


def swap_options(author, spec):
    options = offering(author, spec)
    options.reverse()


def insert_option(author, spec):
    offering(author, spec).insert(0, author.result())


def drop_option(author, spec):
    options = offering(author, spec)
    del options[author.random.randrange(len(options) - 1 if len(options) > 2 else 0)]


def change_option(author, spec):
    options = offering(author, spec)
    options[author.random.randrange(len(options))] = author.result()


def several(author, spec):
    lists = [body for body in spec["rules"].values() if isinstance(body, list) and all(isinstance(one, dict) for one in body)]
    return author.random.choice([body for body in lists if len(body) > 1])


def swap_rules(author, spec):
    rules = several(author, spec)
    one = author.random.randrange(len(rules) - 1)
    rules[one:one + 2] = rules[one + 1], rules[one]


def swap_results(author, spec):
    one, other = author.random.sample([rule for rule in several(author, spec) if "then" in rule], 2)
    one["then"], other["then"] = other["then"], one["then"]


def swap_ids(author, spec):
    one, other = author.random.sample(several(author, spec), 2)
    one["id"], other["id"] = other.get("id", f"first-{author.random.randrange(99)}"), one.get("id", f"second-{author.random.randrange(99)}")


def name_rule(author, spec):
    author.random.choice(several(author, spec))["id"] = f"my-{author.random.randrange(999)}"


def add_value(author, spec):
    body = author.random.choice([body for body in factors(spec) if "values" in body])
    if isinstance(body["values"], list):
        body["values"].append(f"new{author.random.randrange(99)}")
    else:
        body["values"][f"new{author.random.randrange(99)}"] = {"label": author.label()}


def move_bound(author, spec):
    body = author.random.choice([body for body in factors(spec) if "range" in body])
    low, high = map(int, body["range"].split(".."))
    body["range"] = f"{low}..{high + 1}"


def conditioned(author, spec):
    rule = author.random.choice([leaf for leaf in leaves(spec) if isinstance(leaf.get("when"), dict) and leaf["when"]])
    return rule["when"], author.random.choice(sorted(rule["when"]))


def narrow(author, spec):
    when, name = conditioned(author, spec)
    if isinstance(when[name], list) and len(when[name]) > 1:
        when[name] = when[name][:-1]
    else:
        other = author.random.choice(sorted({**spec["states"], **spec["data"]}.keys() - when.keys()))
        when[other] = author.condition({**spec["states"], **spec["data"]}[other])


def widen(author, spec):
    when, name = conditioned(author, spec)
    body = {**spec["states"], **spec["data"]}[name]
    if "values" not in body or author.random.random() < 0.5:
        del when[name]
    else:
        said = [when[name]] if isinstance(when[name], str) else when[name]
        when[name] = said + [author.random.choice([value for value in body["values"] if value not in said and not said[0].startswith("not ")])]


def reword(author, spec):
    author.random.choice([leaf for leaf in leaves(spec) if "question" in leaf])["question"] = author.question()


def change_result(author, spec):
    author.random.choice([leaf for leaf in leaves(spec) if "then" in leaf and "question" not in leaf])["then"] = author.result()


def add_rule(author, spec):
    author.random.choice([body for body in spec["rules"].values() if isinstance(body, list)]).append(author.rule(spec))


def remove_rule(author, spec):
    several(author, spec).pop(author.random.randrange(2))


def exclude(author, spec):
    spec.setdefault("impossible", []).append({"when": author.when(spec) or {"operation": next(iter(spec["operations"]))}, "because": "It is so"})


def swap_labels(author, spec):
    values = author.random.choice([body["values"] for body in factors(spec) if isinstance(body.get("values"), dict)])
    one, other = author.random.sample([value for value in values.values() if isinstance(value, dict) and "label" in value], 2)
    one["label"], other["label"] = other["label"], one["label"]


def relabel(author, spec):
    author.random.choice(factors(spec) + [body for body in spec["operations"].values() if isinstance(body, dict)])["label"] = author.label()


def shuffled(author, body):
    items = list(body.items()) if isinstance(body, dict) else list(body)
    author.random.shuffle(items)
    return dict(items) if isinstance(body, dict) else items


def reorder(author, spec):
    part = author.random.choice(["states", "data", "operations", "values"])
    if part != "values":
        spec[part] = shuffled(author, spec[part])
    else:
        body = author.random.choice([body for body in factors(spec) if "values" in body])
        body["values"] = shuffled(author, body["values"])


def rename_feature(author, spec):
    spec["feature"] += " again"


COSMETIC = [relabel, reorder, rename_feature]
CHANGES = [swap_options] * 5 + [insert_option] * 3 + [drop_option, change_option, swap_rules, swap_rules, swap_results, change_result] + [swap_ids, swap_labels] * 2 + [
    name_rule, add_value, add_value, move_bound, narrow, narrow, widen, widen, reword, add_rule, remove_rule, exclude]


def changed(author, spec, choices):
    """A spec after a change, and its name."""
    for _ in range(50):
        fresh, change = copy.deepcopy(spec), author.random.choice(choices)
        try:
            change(author, fresh)
        except (IndexError, ValueError):
            continue
        if json.dumps(fresh) != json.dumps(spec):
            return fresh, change.__name__
    return copy.deepcopy(spec), "nothing"


def written(spec, is_flowing, comment=None):
    text = pyyaml.safe_dump(spec, sort_keys=False, allow_unicode=True, width=200, default_flow_style=None if is_flowing else False)
    return (f"# {comment}\n" if comment else "") + text
