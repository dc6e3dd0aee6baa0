"""What a shape leaves open, judged by a SAT solver from the rules of the language alone.

Every value of every factor is a Boolean variable. A range is cut into classes by the numbers that conditions name; the number behind its end
is an invalid value. A rule is an exception of another one where it covers a proper part of it, which two questions to the solver tell.
"""

import itertools

from pysat.solvers import Cadical153


class Undecided(Exception):
    """The solver would take too long."""


class Reference:
    def __init__(self, shape, conflicts=300_000, pairs=200_000):
        self.shape, self.conflicts, self.pairs = shape, conflicts, pairs
        self.count = 0
        self.solver = Cadical153()
        self.values = {}          # by factor and value: the variable
        self.classes = {}         # by factor: its values; of a range its classes
        self.build()

    # -- variables and clauses

    def new(self):
        self.count += 1
        return self.count

    def add(self, *clause):
        self.solver.add_clause(list(clause))

    def all_of(self, literals):
        both = self.new()
        for literal in literals:
            self.add(-both, literal)
        self.add(both, *(-literal for literal in literals))
        return both

    def any_of(self, literals):
        return -self.all_of([-literal for literal in literals])

    def exactly_one(self, literals):
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals):
        if len(literals) <= 6:
            for one, other in itertools.combinations(literals, 2):
                self.add(-one, -other)
            return
        before = None
        for literal in literals:
            now = self.new()
            self.add(-literal, now)
            if before:
                self.add(-before, now)
                self.add(-before, -literal)
            before = now

    def possible(self, *assumptions):
        # The solver has no budget of conflicts; shapes that are too hard are known by their size and left out by the caller.
        return self.solver.solve(assumptions=list(assumptions))

    # -- the spec

    def conditions(self):
        for entry in self.shape.impossible:
            yield from entry
        for rule in self.shape.rules:
            yield from rule.when
        for factor in self.shape.factors:
            yield from factor.only_when or []

    def build(self):
        shape = self.shape
        cuts = {factor.name: {0, factor.range[1] + 1} for factor in shape.factors if factor.range}
        for cube in self.conditions():
            for name, values in cube.items():
                if values and isinstance(values[0], tuple):
                    for first, last in values:
                        cuts[name] |= {first, last + 1}
        invalid = []
        for factor in shape.factors:
            if factor.range:
                ends = sorted(cut for cut in cuts[factor.name] if cut <= factor.range[1] + 1)
                values = [(a, b - 1) for a, b in zip(ends, ends[1:])] + ["beyond"]
            else:
                values = list(factor.values) + (["none"] if factor.only_when else [])
            self.classes[factor.name] = values
            for value in values:
                self.values[factor.name, value] = self.new()
            self.exactly_one([self.values[factor.name, value] for value in values])
            if factor.range:
                invalid.append(self.values[factor.name, "beyond"])
        self.at_most_one(invalid)
        for factor in shape.factors:
            if factor.only_when:
                applies = self.holds(factor.only_when)
                none = self.values[factor.name, "none"]
                self.add(applies, none)
                self.add(-applies, -none)
        for entry in shape.impossible:
            for cube in entry:
                self.add(*(-literal for literal in self.literals(cube)))

    def literals(self, cube):
        """One literal for each factor of a conjunction."""
        return [self.named(name, values) for name, values in cube.items()]

    def named(self, name, values):
        if values and isinstance(values[0], tuple):
            chosen = [c for c in self.classes[name] if c != "beyond" and any(a <= c[0] and c[1] <= b for a, b in values)]
        else:
            chosen = list(values)
        variables = [self.values[name, value] for value in chosen]
        return variables[0] if len(variables) == 1 else self.any_of(variables)

    def holds(self, cubes):
        parts = [self.all_of(self.literals(cube)) if cube else self.true() for cube in cubes]
        return parts[0] if len(parts) == 1 else self.any_of(parts)

    def true(self):
        variable = self.new()
        self.add(variable)
        return variable

    # -- verdicts

    def verdict(self):
        """`impossible`, or whether something is undefined, contradictory, undecided; `None` for what was not looked at."""
        if not self.possible():
            return {"impossible": True}
        undefined = contradictory = undecided = False
        for operation, variants in self.shape.operations.items():
            for variant in variants or [None]:
                rules = [number for number, rule in enumerate(self.shape.rules)
                         if rule.operation == operation and rule.variant in (None, variant)]
                covers = {number: self.holds(self.shape.rules[number].when) for number in rules}
                undefined = undefined or self.possible(*(-literal for literal in covers.values()))
                if contradictory is None or (contradictory and undecided):
                    continue
                if len(rules) > 1 and len({self.shape.rules[n].then for n in rules}) > 1 or any(self.shape.rules[n].asks for n in rules):
                    found = self.winners(rules, covers)
                    if found is None:
                        contradictory = undecided = None
                    else:
                        contradictory, undecided = contradictory or found[0], undecided or found[1]
        return {"impossible": False, "undefined": undefined, "contradictory": contradictory, "undecided": undecided}

    def winners(self, rules, covers):
        """Whether two rules win that say different things, and whether a question wins; `None` where there are too many rules."""
        if len(rules) ** 2 > self.pairs:
            return None
        exceptions = {number: [] for number in rules}
        for one in rules:
            if not self.possible(covers[one]):
                continue
            model = set(self.solver.get_model())
            for other in rules:
                if one == other or covers[other] not in model:
                    continue
                if not self.possible(covers[one], -covers[other]) and self.possible(covers[other], -covers[one]):
                    exceptions[other].append(one)
        in_play = {}
        for number in rules:
            before = {first for order in self.shape.precedence if number in order for first in order[:order.index(number)]}
            in_play[number] = self.all_of([covers[number]] + [-covers[first] for first in sorted(before & set(rules))])
        wins = {number: self.all_of([in_play[number]] + [-in_play[other] for other in exceptions[number]]) for number in rules}
        asked = [wins[number] for number in rules if self.shape.rules[number].asks]
        results = {}
        for number in rules:
            if not self.shape.rules[number].asks:
                results.setdefault(self.shape.rules[number].then, []).append(wins[number])
        said = [self.any_of(literals) for literals in results.values()]
        asks = self.any_of(asked) if asked else -self.true()
        # Two of them: one that stands behind another.
        two, before = [], None
        for literal in said:
            if before:
                two.append(self.all_of([before, literal]))
            before = literal if before is None else self.any_of([before, literal])
        contradictory = self.possible(self.any_of(two), -asks) if two else False
        return contradictory, (self.possible(asks) if asked else False)
