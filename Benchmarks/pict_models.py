"""Models in PICT's language, as far as other programs can be given them: values as numbers, and what they must not combine."""

import re
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path

# The models without constraints that papers and programs have been compared on since 1997, by their signatures.
CLASSIC = """
3^4 3^10 3^13 3^20 3^50 3^100 4^10 4^20 4^40 4^100 4^15_3^17_2^29 4^1_3^39_2^35 5^1_3^8_2^2 5^1_4^4_3^11_2^5
5^6_4^4_3^6_2^4 6^1_5^1_4^6_3^8_2^3 6^2_4^9_2^9 7^1_6^1_5^1_4^6_3^8_2^3 10^1_9^1_8^1_7^1_6^1_5^1_4^1_3^1_2^1 2^10
2^20 2^50 2^100 2^200 5^10 5^20 6^10 7^10 8^10 10^10 10^20 15^15 20^10 TCAS_10^2_4^1_3^2_2^7
""".split()

# The most forbidden combinations of a model: programs take each as an argument or a call.
MAX_FORBIDDEN = 3_000
TOKEN = re.compile(r'\[([^\]]*)\]|"((?:[^"\\]|\\.)*)"|<=|>=|<>|=|[A-Za-z]+')
# What stands between the tokens; anything else must not reach `eval`.
PUNCTUATION = re.compile(r"[\s\d.,(){}<>-]*")
WORDS = {"AND": "and", "OR": "or", "NOT": "not", "IN": "in", "LIKE": "like", "=": "==", "<>": "!="}
CONSTRAINT = re.compile(r"(?is)\s*(?:IF\b(.*?)\bTHEN\b)?(.*?)(?:\bELSE\b(.*))?$")


class Obstacle(Exception):
    """Why a program cannot be given a model."""


class Model:
    def __init__(self, path, set):
        self.path, self.name, self.set = path, path.stem, set
        text = re.sub(r"(?m)^\s*#.*\n|^\s*\n", "", path.read_text())
        parameters, self.submodels, constraints = re.match(
            r"(?s)((?:\s*(?!IF\b)[^\[({][^\n]*\n)*)((?:\{[^\n]*\n)*)(.*)", text
        ).groups()
        self.constraints = [constraint for constraint in constraints.split(";") if constraint.strip()]
        split = [line.split(":", 1) for line in parameters.splitlines()]
        self.names = [name.strip() for name, _ in split]
        # By parameter and value, of `name | other name (weight)` the first.
        self.values = [[re.match(r"\s*([^|(]*[^|(\s])", v)[1] for v in values.split(",")] for _, values in split]
        self.has_negative_values = re.search(r"[:,]\s*~", parameters) is not None

    def forbidden(self):
        """What no row may have one value each of: lists of a parameter and some of its values."""
        if self.has_negative_values:
            raise Obstacle("it knows no negative values")
        if self.submodels or any("@" in name for name in self.names):
            raise Obstacle("it knows no sub-models and no orders of single parameters")
        if any(name.startswith("$") for name in self.names):
            raise Obstacle("it knows no expected results")
        found = [term for constraint in self.constraints for term in self.broken(constraint)]
        if len(found) > MAX_FORBIDDEN:
            raise Obstacle("the constraints forbid too many combinations to list them for it")
        return found

    def broken(self, constraint):
        """The rows that break a constraint as few products of values."""
        condition, then, otherwise = (part and self.python(part) for part in CONSTRAINT.match(constraint).groups())
        text = f"({then}) if ({condition or True}) else ({otherwise or True})"
        named = sorted({int(place) for place in re.findall(r"row\[(\d+)\]", text)})
        test = compile(text, constraint, "eval")
        # By the values of all parameters but the last, those of the last that break it with them.
        broken = {}
        for values in product(*(range(len(self.values[place])) for place in named)):
            row = {place: self.key(place, value) for place, value in zip(named, values)}
            if not eval(test, {"row": row, "fnmatchcase": fnmatchcase}):
                broken.setdefault(values[:-1], []).append(values[-1])
        products = {(*(frozenset([value]) for value in front), frozenset(last)) for front, last in broken.items()}
        for place in range(len(named)):
            joined = {}
            for one in products:
                others = one[:place] + one[place + 1 :]
                joined[others] = joined.get(others, frozenset()) | one[place]
            products = {others[:place] + (values,) + others[place:] for others, values in joined.items()}
        return [[[place, sorted(values)] for place, values in zip(named, one)] for one in sorted(products, key=repr)]

    def key(self, parameter, value):
        """What is compared: a number if all values of the parameter are numbers, else a text in capitals."""
        is_numeric = all(re.fullmatch(r"-?[\d.]+", text) for text in self.values[parameter])
        return float(self.values[parameter][value]) if is_numeric else self.values[parameter][value].upper()

    def python(self, predicate):
        """A predicate as an expression over `row`; the models here name no parameter by a word of the language."""
        places = {name.upper(): place for place, name in enumerate(self.names)}

        def translated(match):
            name, text = match.groups()
            if name is not None:
                return f"row[{places[name.strip().upper()]}]"
            if text is not None:
                return repr(text.upper())
            word = WORDS.get(match[0].upper(), match[0])
            if word.isalpha() and match[0].upper() not in WORDS:
                raise Obstacle(f"`{word}` is a word of a model that this benchmark cannot translate")
            return word

        if not PUNCTUATION.fullmatch(TOKEN.sub("", predicate)):
            raise Obstacle("the constraints hold a sign that this benchmark cannot translate")
        return re.sub(r"(row\[\d+\]) like ('[^']*')", r"fnmatchcase(\1, \2)", TOKEN.sub(translated, predicate)).strip()


def classic(folder):
    folder.mkdir()
    for name in CLASSIC:
        sizes = [int(size) for size, count in re.findall(r"(\d+)\^(\d+)", name) for _ in range(int(count))]
        lines = [f"p{place}: {', '.join(map(str, range(size)))}\n" for place, size in enumerate(sizes)]
        (folder / f"{name}.pict").write_text("".join(lines))
    return [Model(folder / f"{name}.pict", "classic") for name in CLASSIC]


def below(folder):
    """The models in a folder and the folders in it, by set and name."""
    return [Model(path, path.parent.name) for path in sorted(Path(folder).resolve().rglob("*.pict"))]
