"""What a spec says of every combination, worked out one by one from its YAML: the rules of the language once more, for specs so small that all can be listed.

Of the language it knows what `asked.py` writes and what answers become: lists, ranges, variants, lists and trees of rules, additions, precedence, impossible, questions."""

import collections
import itertools
import re

import yaml

RULE_KEYS = {"when", "then", "adds", "question", "options", "id", "source", "because", "until", "ask", "priority"}
PLACEHOLDERS = {"TBD", "?", "N/A", "未定", ""}

Rule = collections.namedtuple("Rule", "id alternatives then question options until adds", defaults=[()])


class Factor:
    def __init__(self, name, body):
        self.name = name
        low, dots, high = body["range"].partition("..") if isinstance(body, dict) and "range" in body else ("", "", "")
        self.is_range = bool(dots)
        if self.is_range:
            self.low, self.high = int(low), int(high)
            self.values = [str(n) for n in range(self.low - (self.low > 0), self.high + 2)]
            self.invalid = {value for value in self.values if not self.low <= int(value) <= self.high}
        else:
            listed = body["values"] if isinstance(body, dict) else body
            self.values = list(listed)
            bodies = listed.items() if isinstance(listed, dict) else ()
            self.invalid = {value for value, one in bodies if isinstance(one, dict) and one.get("invalid") == "true"}
        self.valid = frozenset(self.values) - self.invalid

    def meant(self, said, is_lenient=False, beside=()):
        """The values that a condition holds for; `is_lenient` under `impossible`, where it takes in invalid ones."""
        if isinstance(said, list):
            return frozenset().union(*(self.meant(one, is_lenient) for one in said))
        if said == "others":
            return self.valid.difference(*(self.meant(one) for one in beside if one != "others"))
        if said.startswith("not "):
            return (frozenset(self.values) if is_lenient else self.valid) - self.meant(said[4:], True)
        found = set()
        for one in re.split("[,、]", said):
            one = one.strip()
            if one in ("any", "valid", "invalid"):
                found |= {"any": set(self.values), "valid": self.valid, "invalid": self.invalid}[one]
            elif self.is_range and ".." in one:
                low, _, high = one.partition("..")
                is_open = not (low and high)
                found |= {value for value in (self.values if is_lenient or not is_open else self.valid)
                          if int(low or -1) <= int(value) <= int(high or 10 ** 9)}
            elif one in self.values:
                found.add(one)
            else:
                raise ValueError(f"{self.name} has no {one}")
        return frozenset(found)


class Spec:
    """A spec with all its combinations. One is a tuple of values in the order of `factors`, the operation behind them; its key names them."""

    def __init__(self, text):
        self.data = yaml.load(text, Loader=yaml.BaseLoader) if isinstance(text, str) else text
        self.factors = {name: Factor(name, body) for part in ("states", "data") for name, body in (self.data.get(part) or {}).items()}
        self.places = []
        operations = self.data.get("operations") or {}
        for name in operations:
            body = operations[name] if isinstance(operations, dict) else None
            self.places += [f"{name}/{variant}" for variant in body["variants"]] if isinstance(body, dict) and "variants" in body else [name]
        self.rules = []
        own, counts = {id for body in (self.data.get("rules") or {}).values() for id in ids_in(body)}, {}
        given = set(own)
        for key, body in (self.data.get("rules") or {}).items():
            places = [one.strip() for one in re.split("[,、]", key)]
            for rule in self.flat(body, [{}], []):
                if isinstance(rule.id, list):
                    derived = id = "-".join(filter(None, map(id_part, [places[0], *rule.id])))
                    while id in given:
                        counts[derived] = counts.get(derived, 1) + 1
                        id = f"{derived}-{counts[derived]}"
                    given.add(id)
                    rule = rule._replace(id=id)
                self.rules.append((frozenset(one for place in places for one in self.meant_places(place)), rule))
        self.combinations = self.listed()
        self.verdicts, self.winners = {}, {}
        self.judge()

    def meant_places(self, said):
        return [place for place in self.places if place == said or place.split("/")[0] == said or (said.endswith("/any") and place.split("/")[0] == said[:-4])]

    # MARK: Rules

    def flat(self, body, alternatives, named):
        """The rules below a key. A derived id is still the list of what follows the operation."""
        if isinstance(body, list) and body and all(isinstance(one, dict) for one in body):
            for one in body:
                yield from self.flat(one, alternatives, named)
        elif isinstance(body, dict) and not RULE_KEYS & set(body):
            for name, branches in body.items():
                for said, below in branches.items():
                    meant = self.factors[name].meant(said, beside=list(branches))
                    yield from self.flat(below, [{**one, name: meant} for one in alternatives], named + [(name, said)])
        else:
            body = body if isinstance(body, dict) else {"then": body}
            when = body.get("when") or {}
            mine = [{name: self.factors[name].meant(said) for name, said in one.items()} for one in (when if isinstance(when, list) else [when])]
            alternatives = [{**above, **one} for above in alternatives for one in mine]
            said = [*named, *(item for one in (when if isinstance(when, list) else [when]) for item in one.items())]
            then = body.get("then")
            then = tuple([then] if isinstance(then, str) else then) if then is not None else None
            if then and any(one in PLACEHOLDERS for one in then):
                then = None
            adds = body.get("adds") or ()
            adds = (adds,) if isinstance(adds, str) else tuple(adds)
            yield Rule(body.get("id", self.id_parts(said)), alternatives, then, body.get("question"), body.get("options"), body.get("until"), adds)

    def id_parts(self, said):
        order = list(self.factors)
        parts = []
        for name, text in sorted(said, key=lambda item: order.index(item[0])):
            texts = text if isinstance(text, list) else [text]
            texts = [one for text in texts for one in ([text] if text.startswith("not ") else map(str.strip, text.split(",")))]
            values = self.factors[name].values
            sharing = {value for other, factor in self.factors.items() if other != name for value in factor.values}
            # Numbers and the like, and what several factors have, stand behind the factor.
            are_clear = all(one in values and re.search(r"[^\W\d_]", one) and one not in sharing
                            for text in texts for one in map(str.strip, text.removeprefix("not ").split(",")))
            parts += ([] if are_clear else [name]) + sorted(texts, key=lambda one: values.index(one) if one in values else len(values) + 1)
        return parts

    # MARK: Combinations

    def listed(self):
        """By place, the combinations that can occur: at most one value of each is invalid."""
        found = {place: [] for place in self.places}
        impossible = []
        for entry in self.data.get("impossible") or []:
            for one in entry["when"] if isinstance(entry["when"], list) else [entry["when"]]:
                places = one.get("operation", list(self.places))
                places = [places] if isinstance(places, str) else places
                places = {place for said in places for part in said.split(",") for place in self.meant_places(part.strip())}
                impossible.append((places, {name: self.factors[name].meant(said, True) for name, said in one.items() if name != "operation"}))
        factors = list(self.factors.values())
        for values in itertools.product(*(factor.values for factor in factors)):
            if sum(value in factor.invalid for factor, value in zip(factors, values)) > 1:
                continue
            one = dict(zip(self.factors, values))
            for place in self.places:
                if not any(place in places and all(one[name] in meant for name, meant in terms.items()) for places, terms in impossible):
                    found[place].append(values)
        return found

    def key(self, place, values):
        """A combination in the words of the spec."""
        return frozenset({("operation", place), *zip(self.factors, values)})

    def judge(self):
        names = list(self.factors)
        lists = self.data.get("precedence") or []
        lists = lists if lists and isinstance(lists[0], list) else [lists] if lists else []
        for place, combinations in self.combinations.items():
            additions = [rule for places, rule in self.rules if place in places and rule.adds]
            here = [rule for places, rule in self.rules if place in places and not rule.adds]
            # Exceptions are asked of an operation with all its variants.
            beside = [other for other in self.places if other.split("/")[0] == place.split("/")[0]]
            covered = {}
            for places, rule in self.rules:
                if place in places and not rule.adds:
                    covered[rule.id] = {(other, values) for other in beside if other in places for values in self.combinations[other]
                                        if any(all(values[names.index(name)] in meant for name, meant in one.items()) for one in rule.alternatives)}
            before = collections.defaultdict(set)
            for order in lists:
                ranked = [[name] if name != "others" else [id for id in covered if id not in order] for name in order]
                if any(name in covered for name in order):
                    for number, ids in enumerate(ranked):
                        for id in ids:
                            before[id] |= {other for earlier in ranked[:number] for other in earlier if other in covered}
            exceptions = {id: [other for other in covered if covered[other] and covered[other] < covered[id]] for id in covered}
            for values in combinations:
                covering = [rule for rule in here if (place, values) in covered[rule.id]]
                ids = {rule.id for rule in covering}
                playing = {id for id in ids if not before[id] & ids}
                winners = [rule for rule in covering if rule.id in playing and not playing.intersection(exceptions[rule.id])]
                key = self.key(place, values)
                added = [line for rule in additions for line in rule.adds
                         if any(all(values[names.index(name)] in meant for name, meant in one.items()) for one in rule.alternatives)]
                self.winners[key], self.verdicts[key] = winners, verdict(winners, added)

    # MARK: What is asked

    def region(self, cubes, listed):
        """The keys of all combinations in some cubes, whether they can occur or not. Of a range they name only numbers that `listed` has: one between
        stands with the number below."""
        found = set()
        for cube in cubes:
            meant = []
            for name, factor in self.factors.items():
                known = sorted(map(int, listed[name])) if factor.is_range else ()
                stands = {value: str(max(n for n in known if n <= int(value))) if known else value for value in factor.values}
                meant.append([value for value in factor.values if name not in cube or stands[value] in cube[name]])
            places = [place for place in self.places if "operation" not in cube or any(place in self.meant_places(one) for one in cube["operation"])]
            found |= {self.key(place, values) for place in places for values in itertools.product(*meant)}
        return found


def verdict(winners, added=()):
    """What becomes of a combination: its kind, and what it says; what comes on top of a result stands behind it."""
    if not winners:
        return ("undefined",)
    if any(rule.then is None for rule in winners):
        return ("open", *sorted({rule.until or "" for rule in winners if rule.then is None}))
    results = {rule.then for rule in winners}
    return ("defined", (*results.pop(), *added)) if len(results) == 1 else ("contradictory",)


def ids_in(body):
    if isinstance(body, dict):
        if RULE_KEYS & set(body):
            return [body["id"]] if "id" in body else []
        return [id for branches in body.values() for below in branches.values() for id in ids_in(below)]
    return [id for one in body for id in ids_in(one)] if isinstance(body, list) else []


def id_part(text):
    return "-".join(filter(None, re.split(r"[\s,/-]+", text.replace("..", "-"))))
