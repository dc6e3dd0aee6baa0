"""What directors type for questions, in all the ways in which they do, and what may come of it by the question as it reads then."""

import re

import verdicts
from form import ANSWER, BY, COMMENT, DECIDE, ID, KIND, ON, OPTIONS, QUESTION

KINDS = {"en": ["Another result", "Cannot happen", "Out of scope", "Decide later", "Depends on …"],
         "ja": ["別の結果", "起こり得ない", "今回は対象外", "後日決定", "他の条件による"]}
SIGNS = "①②③④⑤⑥⑦⑧⑨"
FIRST = re.compile(r"(?!The answer |この回答を)(.+?)(?: wins?|を優先する)$")
ANSWER_FIRST = ("The answer wins", "この回答を優先する")
OTHERS = ("The other results", "ほかの結果")
HINTS = re.compile(r"“([^“”]*): …”|「([^「」]*)：…」")
REGARDLESS = re.compile(r"\(The answer applies regardless of (.*?)\)|（回答は(.*?)によらず当てはまります）")
LIKE_VALID = re.compile("treated like any other|ほかと同じ扱いです")
NUMBERS = re.compile(r"(?:(\d+)(?: or less|以下)|(\d+)(?: or more|以上)|(\d+)(?: to |〜)(\d+)|(\d+))")


def is_named(rule, name):
    """True if a choice names the results of a rule, whatever quotation marks stand around them."""
    bare = [re.sub("[“”‘’「」『』。]", "", text) for text in (name, *(joint.join(rule.then or ()) for joint in ("; ", "、")))]
    return bare[0] in bare[1:]


def plain(text):
    return " ".join(text.split())


class Generation:
    """What the files of a generation ask, and about which combinations as it reads."""

    def __init__(self, text, suite):
        self.spec = verdicts.Spec(text)
        factors = {line["factor"]: line for line in suite if "factor" in line}
        self.questions = {line["question"]: line for line in suite if "question" in line}
        listed = {name: [value["id"] for value in factor["values"]] for name, factor in factors.items()}
        self.labels = {name: (factor["label"], {value["label"]: value["id"] for value in factor["values"]}) for name, factor in factors.items()}
        self.open = {key for key, verdict in self.spec.verdicts.items() if verdict[0] != "defined"}
        self.regions = {id: self.spec.region(question["where"], listed) if "where" in question else None for id, question in self.questions.items()}
        self.team = {question["question"] for question in self.spec.data.get("questions") or []}


class Typed:
    """What somebody typed into the cells of a row. `licence` says of each combination that was asked about what may become of it."""

    def __init__(self, id, way, cells, licence, generation, team=None, said=(), is_by_label=False):
        self.id, self.way, self.cells, self.licence, self.team = id, way, cells, licence, team
        self.said = [plain(one) for one in (cells.get(ANSWER, ""), *said) if one]
        self.is_by_label, self.is_unchanged, self.is_about_defined, self.state = is_by_label, True, False, "left"
        self.factors = generation.spec.factors
        self.ranges = {name: sorted(map(int, factor.values)) for name, factor in self.factors.items() if factor.is_range}

    def may(self, key):
        """What may become of a combination of a later spec.

        The number outside of a range stood for all beyond. An answer about all values of a factor is about its new ones too, as the rule is that it becomes.
        """
        known = [[]]
        for name, value in key:
            values = [value]
            if name in self.ranges:
                low, *_, high = self.ranges[name]
                values = [str(min(max(int(value), low), high))]
            elif name in self.factors and value not in self.factors[name].values:
                values = self.factors[name].values
            known = [[*one, (name, value)] for one in known for value in values]
        found = [self.licence.get(frozenset(one)) for one in known]
        return set.intersection(*map(set, found)) if all(found) else set()

    def __repr__(self):
        return f"{self.id} {self.way} {list(self.cells.values())}"


class Director:
    def __init__(self, random, language):
        self.random, self.is_ja, self.kinds, self.number = random, language == "ja", KINDS[language], 0

    def reply(self, form, number, generation, typed):
        """An answer to the question in a row; `None` if none comes to mind."""
        row = form.rows[number]
        self.row, self.generation, self.number, id = row, generation, self.number + 1, row[ID]
        self.region, self.options = generation.regions[id], [line[1:].strip() for line in row[OPTIONS].split("\n") if line and line[0] in SIGNS]
        self.question = generation.questions[id]["message"]
        self.winners = {key: generation.spec.winners.get(key, []) for key in self.region or ()}
        self.is_contradiction = bool(self.region) and all(generation.spec.verdicts[key][0] == "contradictory" for key in self.region & generation.open)
        self.own = [f"下書きを{self.number}番の箱に移す" if self.is_ja else f"The draft goes to box {self.number}",
                    f"{self.number}番と表示する" if self.is_ja else f"Number {self.number} is shown"]
        beside = {BY: f"Mori {self.number}"} if self.random.random() < 0.6 else {}
        beside.update({ON: "2030-03-04"} if beside and self.random.random() < 0.3 else {})
        beside.update({COMMENT: f"as Jo said {self.number}"} if self.random.random() < 0.15 else {})
        if self.region is None and self.question not in generation.team:
            # “Nothing depends on …. Is that right?”; no answer says which of two statements of the spec holds.
            if re.match("Which of the two holds|どちらが正しいですか", self.question):
                return None
            way, found = "yes", ({self.random.choice([KIND, ANSWER]): "はい" if self.is_ja else "Yes"}, {})
        else:
            ways = [self.option] * 4 * bool(self.options) + [self.text] * 2 + [self.later]
            if self.region:
                ways += [self.excluded] * 2 + [self.depends] * (len(self.split()) > 0) + [self.parts] * 6 * bool(HINTS.search(row[QUESTION]))
            way = self.random.choice(ways)
            found = way(form, number, typed)
            way = way.__name__
        if not found:
            return None
        cells, licence, *rest = found
        rest = rest[0] if rest else {}
        team = (self.question, *rest["team"]) if self.region is None and "team" in rest else None
        found = Typed(id, rest.get("way", way), {**beside, **cells}, licence, generation, team, rest.get("said", ()), rest.get("is_by_label", False))
        # “As written, it is treated like any other”: the answer may say otherwise.
        found.is_about_defined = bool(self.region) and (bool(LIKE_VALID.search(self.question)) or not self.region & generation.open)
        return found

    def results(self, lines, keys=None):
        return {key: {("defined", frozenset(lines))} for key in (self.region if keys is None else keys) or ()}

    # MARK: Choices

    def option(self, form, number, typed):
        orders = [n for n, option in enumerate(self.options) if FIRST.search(option) or option in ANSWER_FIRST]
        choices = [n for n in range(len(self.options)) if self.is_contradiction or n not in orders]
        if not choices:
            return None
        chosen = self.random.choice(choices)
        option, sign, ids = self.options[chosen], SIGNS[chosen], FIRST.search(self.options[chosen])
        licence = self.first(ids[1]) if ids else self.both() if self.is_contradiction else self.results([option])
        way = self.random.choice(["number"] * 3 + ["entry", "words"] + ["result"] * bool(ids) + ["number and order"] * (bool(orders) and not ids))
        said, team = [f"{sign} {option}"], ("then", (option,))
        if way == "number":
            text = self.random.choice([str(chosen + 1), sign, f"{chosen + 1}.", chr(0xFF11 + chosen)])
        elif way == "entry":
            entries = form.choices(number, KIND)
            text = entries[chosen] if len(entries) > chosen and entries[chosen][0] == sign else f"{sign} {option}"
        elif way == "result":
            lines = next((rule.then for _, rule in self.generation.spec.rules if is_named(rule, ids[1]) and rule.then), None)
            text, licence = "\n".join(lines or ()), self.results(lines or ())
        elif way == "number and order" and not self.is_contradiction:
            other = self.random.choice(orders)
            text, found = f"{sign}\n{SIGNS[other]}", FIRST.search(self.options[other])
            licence = {**licence, **(self.first(found[1]) if found else {})}
            said = []
        else:
            way, text = "words", option
        if way in ("entry", "number") and self.random.random() < 0.7:
            return {KIND: text}, licence, {"team": team, "said": [*said, text], "way": way}
        kind = {KIND: self.kinds[0]} if way == "result" else {}
        return {ANSWER: text, **kind} if text else None, licence, {"team": team, "said": said, "way": way}

    def first(self, name):
        """What “… wins” says: the result of that name, where it is among what disagrees."""
        licence = {}
        for key, winners in self.winners.items():
            named = [rule for rule in winners if name in OTHERS or is_named(rule, name)]
            if named:
                licence[key] = {("defined", frozenset(rule.then)) if rule.then else ("open", rule.until or "") for rule in named}
        return licence

    def both(self):
        every = frozenset(line for winners in self.winners.values() for rule in winners for line in rule.then or ())
        return {key: {("defined", frozenset(line for rule in winners for line in rule.then or ())), ("defined", every)} for key, winners in self.winners.items()}

    # MARK: Words

    def text(self, form, number, typed):
        lines = self.own[:self.random.choice([1, 1, 1, 2])]
        # Where there are options, a result of one's own is a choice too.
        kind = {KIND: self.kinds[0]} if self.random.random() < (0.95 if self.options else 0.15) else {}
        return {ANSWER: "\n".join(lines), **kind}, self.results(lines), {"team": ("then", tuple(lines))}

    def excluded(self, form, number, typed):
        kind = self.random.choice(self.kinds[1:3])
        cells = {KIND: kind, ANSWER: f"{self.own[1]}ため" if self.is_ja else f"because {self.own[1]}"} if self.random.random() < 0.98 else {ANSWER: f"{kind}：{self.own[1]}" if self.is_ja else f"{kind}: {self.own[1]}"}
        return cells, {key: {("impossible",)} for key in self.anywhere()}, {"way": "not possible" if kind == self.kinds[1] else "out of scope"}

    def anywhere(self):
        """What cannot occur: all that the sentence says, with every value of what the answer applies regardless of, though another question asks about
        some. An invalid value that is treated like any other cannot occur on one operation alone."""
        factors = self.generation.spec.factors
        free = {"operation": self.generation.spec.places} if LIKE_VALID.search(self.question) else {}
        for said in REGARDLESS.finditer(self.row[QUESTION]):
            free.update({name: factors[name].values for name, (label, _) in self.generation.labels.items() if name in factors and re.search(f"[“「]{re.escape(label)}[”」]", said[0])})
        found = set(self.region)
        for name, values in free.items():
            found = {frozenset({**dict(key), name: value}.items()) for key in found for value in values}
        return found

    def later(self, form, number, typed):
        day = f"2031-{self.random.randrange(1, 10):02}-{self.random.randrange(10, 29)}"
        cells = {KIND: self.kinds[3], self.random.choice([ANSWER, DECIDE, DECIDE, COMMENT]): day}
        if self.random.random() < 0.02:
            cells = {ANSWER: f"{day}までに決定" if self.is_ja else f"decide by {day}"}
        return cells, {key: {("open", day)} for key in self.region or ()}, {"team": ("until", day)}

    def split(self):
        """The factors of which the question is about several values."""
        return [name for name in self.generation.spec.factors if len({dict(key)[name] for key in self.region & self.generation.open}) > 1]

    def depends(self, form, number, typed):
        label = self.generation.labels[self.random.choice(self.split())][0]
        return {KIND: self.kinds[4], ANSWER: label}, {key: {("open", "")} for key in self.region}, {"is_by_label": True}

    def parts(self, form, number, typed):
        hints = [one or other for one, other in HINTS.findall(self.row[QUESTION])]
        parts, licence = [self.part(hint) for hint in hints], {}
        if None in parts:
            return None
        for n, (name, values) in enumerate(parts):
            licence.update(self.results([f"{self.own[0]}-{n}"], {key for key in self.region if dict(key)[name] in values}))
        return {ANSWER: "\n".join(f"{hint}{'：' if self.is_ja else ': '}{self.own[0]}-{n}" for n, hint in enumerate(hints))}, licence, {"is_by_label": True}

    def part(self, hint):
        """The factor and the values that a line for a part begins with."""
        for name, (_, values) in self.generation.labels.items():
            if hint in values and name in self.generation.spec.factors and not self.generation.spec.factors[name].is_range:
                return name, {values[hint]}
        factor, found = next((factor for factor in self.generation.spec.factors.values() if factor.is_range), None), NUMBERS.fullmatch(hint)
        if not factor or not found:
            return None
        most, least, low, high, one = (int(text) if text else None for text in found.groups())
        return factor.name, {value for value in factor.values if (most is None or int(value) <= most) and (least is None or int(value) >= least)
                             and (low is None or low <= int(value) <= high) and (one is None or int(value) == one)}
