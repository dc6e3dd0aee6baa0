"""Specs that are hard on purpose: what each is made of, and how it is written down.

A shape is a spec in plain Python: factors with values, operations with variants, what is impossible, rules, precedence. `specification` turns
it into JSON that specmatrix reads; `reference.py` judges the same shape by a SAT solver. Every shape is made from a fixed seed.
"""

import itertools
import random
from dataclasses import dataclass, field


@dataclass
class Factor:
    name: str
    values: list = None          # ids; None for a range
    range: tuple = None          # (0, last)
    only_when: list = None       # alternatives


@dataclass
class Rule:
    operation: str
    when: list                   # alternatives, each {factor: [ids]} or {factor: [(from, to)]}
    then: str
    variant: str = None
    asks: bool = False           # a question instead of a result


@dataclass
class Shape:
    name: str
    factors: list
    rules: list
    impossible: list = field(default_factory=list)     # each a list of alternatives
    operations: dict = field(default_factory=lambda: {"go": []})
    precedence: list = field(default_factory=list)     # lists of numbers of rules
    generates: bool = True       # whether `generate` and `show` are run too


# ---------------------------------------------------------------------------------------------------------------- writing


def condition(values):
    if values and isinstance(values[0], tuple):
        return ", ".join(f"{a}..{b}" if a != b else f"{a}" for a, b in values)
    return list(values)


def alternative(conjunction):
    return {name: condition(values) for name, values in conjunction.items()}


def alternatives(cubes):
    return alternative(cubes[0]) if len(cubes) == 1 else [alternative(cube) for cube in cubes]


def specification(shape):
    states = {}
    for factor in shape.factors:
        declared = {"range": f"{factor.range[0]}..{factor.range[1]}"} if factor.range else {"values": factor.values}
        if factor.only_when:
            declared["only_when"] = alternatives(factor.only_when)
        states[factor.name] = declared
    rules = {}
    for number, rule in enumerate(shape.rules):
        written = {"id": f"r{number}"}
        if rule.when and rule.when != [{}]:
            written["when"] = alternatives(rule.when)
        written["question" if rule.asks else "then"] = rule.then
        key = f"{rule.operation}/{rule.variant}" if rule.variant else rule.operation
        rules.setdefault(key, []).append(written)
    written = {
        "specmatrix": 1, "id": "SHAPE", "feature": shape.name.replace("_", " "), "traits": [], "states": states,
        "operations": {name: {"label": f"Do {name}", **({"variants": variants} if variants else {})}
                       for name, variants in shape.operations.items()},
        "dismissed": {"back": "there is no way back"},
        "rules": rules,
    }
    if shape.impossible:
        written["impossible"] = [{"when": alternatives(entry), "because": "it is so"} for entry in shape.impossible]
    if shape.precedence:
        written["precedence"] = [[f"r{rule}" for rule in order] for order in shape.precedence]
    return written


# ----------------------------------------------------------------------------------------------------------------- making


def factors(count, size, prefix="x"):
    return [Factor(f"{prefix}{number}", [f"v{value}" for value in range(size)]) for number in range(count)]


def default(text="The page is shown", **condition):
    return Rule("go", [condition] if condition else [{}], text)


def v(*numbers):
    return [f"v{number}" for number in numbers]


def all_different(count, size, order=""):
    """By pairs of factors; `by_last`: all pairs of the first two, the first three and so on; `by_value`: one value after another."""
    entries = [(a, b, value) for a, b in itertools.combinations(range(count), 2) for value in range(size)]
    if order == "by_last":
        entries.sort(key=lambda entry: (entry[1], entry[0], entry[2]))
    if order == "by_value":
        entries.sort(key=lambda entry: (entry[2], entry[0], entry[1]))
    return Shape(f"all_different_{count}_of_{size}" + (f"_{order}" if order else ""), factors(count, size), [default()],
                 [[{f"x{a}": v(value), f"x{b}": v(value)}] for a, b, value in entries])


def pigeonhole(pigeons, holes):
    """A factor of two values for each pigeon and hole; no hole with two, no pigeon without one."""
    names = {(p, h): f"p{p}h{h}" for p in range(pigeons) for h in range(holes)}
    made = [Factor(name, v(0, 1)) for name in names.values()]
    entries = [[{names[a, h]: v(1), names[b, h]: v(1)}] for h in range(holes) for a, b in itertools.combinations(range(pigeons), 2)]
    entries += [[{names[p, h]: v(0) for h in range(holes)}] for p in range(pigeons)]
    return Shape(f"pigeonhole_{pigeons}_in_{holes}", made, [default()], entries)


def xor_entries(names, parity):
    """What is impossible so that the factors of two values add up to the parity."""
    return [[{name: v(bit) for name, bit in zip(names, bits)}]
            for bits in itertools.product((0, 1), repeat=len(names)) if sum(bits) % 2 != parity]


def xor_chain(length, shuffled=False):
    draw = random.Random(length)
    bits = [f"x{n}" for n in range(length)]
    sums = [f"s{n}" for n in range(length)]
    entries = xor_entries([bits[0], sums[0]], 0)
    for n in range(1, length):
        entries += xor_entries([sums[n - 1], bits[n], sums[n]], 0)
    names = bits + sums
    if shuffled:
        draw.shuffle(names)
        draw.shuffle(entries)
    rules = [Rule("go", [{sums[-1]: v(0)}], "The page is even"), Rule("go", [{sums[-1]: v(1), bits[0]: v(0)}], "The page is odd")]
    return Shape(f"xor_chain_{length}" + ("_shuffled" if shuffled else ""), [Factor(n, v(0, 1)) for n in names], rules, entries)


def xor_system(variables, equations, seed=1):
    draw = random.Random(seed)
    entries = []
    for _ in range(equations):
        names = [f"x{n}" for n in draw.sample(range(variables), 3)]
        entries += xor_entries(names, draw.randint(0, 1))
    return Shape(f"xor_system_{variables}_{equations}", factors(variables, 2), [default()], entries)


def tseitin(side):
    """A grid whose edges add up to 1 around one corner and to 0 around every other: impossible as a whole."""
    edges = {}
    for row, column in itertools.product(range(side), repeat=2):
        for other in ((row + 1, column), (row, column + 1)):
            if max(other) < side:
                edges[(row, column), other] = f"e{len(edges)}"
    entries = []
    for node in itertools.product(range(side), repeat=2):
        entries += xor_entries([name for ends, name in edges.items() if node in ends], 1 if node == (0, 0) else 0)
    return Shape(f"tseitin_{side}", [Factor(name, v(0, 1)) for name in edges.values()], [default()], entries)


def parity_rules(bits):
    """Every other combination has a rule of its own: no two of them go together, and as many questions are left."""
    rules = [Rule("go", [{f"x{n}": v(bit) for n, bit in enumerate(row)}], f"The page shows {number}")
             for number, row in enumerate(itertools.product((0, 1), repeat=bits)) if sum(row) % 2 == 0]
    return Shape(f"parity_rules_{bits}", factors(bits, 2), rules)


def implications(count, size):
    made = factors(count, size)
    entries = [[{f"x{n}": v(value), f"x{n + 1}": v(*(other for other in range(size) if other < value))}]
               for n in range(count - 1) for value in range(1, size)]
    return Shape(f"implications_{count}_{size}", made, [default(x0=v(0)), default("The page ends", **{f"x{count - 1}": v(size - 1)})], entries)


def clauses(variables, count, width, seed=1, size=2):
    draw = random.Random(seed)
    entries = []
    for _ in range(count):
        entries.append([{f"x{n}": v(draw.randrange(size)) for n in draw.sample(range(variables), width)}])
    rules = [default(x0=v(0)), default("The other page is shown", x1=v(0))]
    return Shape(f"clauses_{variables}x{size}_{count}_of_{width}", factors(variables, size), rules, entries)


def colouring(nodes, edges, colours, name):
    entries = [[{f"x{a}": v(colour), f"x{b}": v(colour)}] for a, b in edges for colour in range(colours)]
    return Shape(name, factors(nodes, colours), [default()], entries)


def clique(nodes, colours):
    return colouring(nodes, list(itertools.combinations(range(nodes), 2)), colours, f"clique_{nodes}_{colours}")


def random_graph(nodes, count, colours, seed=1):
    edges = random.Random(seed).sample(list(itertools.combinations(range(nodes), 2)), count)
    return colouring(nodes, edges, colours, f"graph_{nodes}_{count}_{colours}")


def latin(side):
    edges = []
    for one, other in itertools.combinations(range(side * side), 2):
        if one // side == other // side or one % side == other % side:
            edges.append((one, other))
    return colouring(side * side, edges, side, f"latin_{side}")


def sudoku():
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    edges = []
    for one, other in itertools.combinations(range(81), 2):
        (r, c), (s, d) = divmod(one, 9), divmod(other, 9)
        if r == s or c == d or (r // 3, c // 3) == (s // 3, d // 3):
            edges.append((one, other))
    shape = colouring(81, edges, 9, "sudoku")
    shape.impossible += [[{f"x{cell}": v(*(n for n in range(9) if n != int(given) - 1))}]
                         for cell, given in enumerate(puzzle) if given != "."]
    return shape


def queens(count):
    entries = []
    for one, other in itertools.combinations(range(count), 2):
        for value in range(count):
            taken = sorted({value, value + other - one, value - other + one} & set(range(count)))
            entries.append([{f"x{one}": v(value), f"x{other}": v(*taken)}])
    return Shape(f"queens_{count}", factors(count, count), [default()], entries)


def grid_rules(sizes, name, keep=lambda number: True, result=lambda number: number):
    """One rule for each combination of some factors."""
    made = [Factor(f"x{n}", [f"v{value}" for value in range(size)]) for n, size in enumerate(sizes)]
    rules = [Rule("go", [{f"x{n}": v(value) for n, value in enumerate(row)}], f"The page shows {result(number)}")
             for number, row in enumerate(itertools.product(*map(range, sizes))) if keep(number)]
    return Shape(name, made, rules)


def random_rules(count, factor_count, size, width, results, name, seed=1, span=1, base=True, ordered=False):
    draw = random.Random(seed)
    rules = [default()] if base else []
    seen = set()
    while len(rules) < count + base:
        cube = {}
        for factor in sorted(draw.sample(range(factor_count), width)):
            cube[f"x{factor}"] = v(*sorted(draw.sample(range(size), span)))
        # The same condition twice is a mistake, and none of these is meant to be one.
        if str(cube) not in seen:
            rules.append(Rule("go", [cube], f"The page shows {draw.randrange(results) if results else len(rules)}"))
        seen.add(str(cube))
    shape = Shape(name, factors(factor_count, size), rules)
    if ordered:
        shape.precedence = [list(range(1 if base else 0, len(rules)))]
    return shape


def nested_thresholds(count, last=1_000_000):
    """Each rule is an exception of the one before it."""
    rules = [Rule("go", [{"amount": [(number * 50, last)]}], f"The page shows {number}") for number in range(count)]
    return Shape(f"nested_thresholds_{count}", [Factor("amount", range=(0, last))], rules)


def steps(count, last=1_000_000, gaps=False):
    width = last // count
    rules = [Rule("go", [{"amount": [(number * width, number * width + width - (2 if gaps else 1))]}], f"The page shows {number % 7}")
             for number in range(count)]
    return Shape(f"steps_{count}" + ("_with_gaps" if gaps else ""), [Factor("amount", range=(0, last)), Factor("plan", v(0, 1))], rules)


def boxes(count, dimensions, thresholds, seed=1, last=1_000_000, results=3):
    draw = random.Random(seed)
    cuts = [sorted(draw.sample(range(1, last), thresholds)) for _ in range(dimensions)]
    rules = [default("The plain page is shown", x0=[(0, last)])]
    for number in range(count):
        cube = {}
        for dimension in range(dimensions):
            a, b = sorted(draw.sample(cuts[dimension], 2))
            cube[f"x{dimension}"] = [(a, b)]
        rules.append(Rule("go", [cube], f"The page shows {number % results}"))
    return Shape(f"boxes_{count}_{dimensions}_{thresholds}", [Factor(f"x{n}", range=(0, last)) for n in range(dimensions)], rules)


def chessboard(side):
    """Rules for the black squares of two ranges."""
    last = 1_000 * side
    field = lambda number: [(number * 1_000, number * 1_000 + 999)]
    rules = [Rule("go", [{"x0": field(a), "x1": field(b)}], "The square is black")
             for a in range(side) for b in range(side) if (a + b) % 2 == 0]
    return Shape(f"chessboard_{side}", [Factor("x0", range=(0, last)), Factor("x1", range=(0, last))], rules)


def nested_applicability(depth, size=2):
    made = factors(depth, size)
    for number in range(1, depth):
        made[number].only_when = [{f"x{number - 1}": v(1)}]
    rules = [default("The page ends", **{f"x{depth - 1}": v(1)}), default(x0=v(0))]
    return Shape(f"nested_applicability_{depth}", made, rules)


def tangled_applicability(count, seed=1):
    draw = random.Random(seed)
    made = factors(count, 3)
    for number in range(3, count):
        made[number].only_when = [{f"x{n}": v(draw.randrange(3)) for n in draw.sample(range(number), 2)} for _ in range(3)]
    return Shape(f"tangled_applicability_{count}", made, [default(x0=v(0)), default("The other page is shown", x1=v(0, 1))])


def variants_reading(variants, factor_count, size, seed=1):
    draw = random.Random(seed)
    names = [f"w{number}" for number in range(variants)]
    rules = []
    for number, name in enumerate(names):
        one, other = draw.sample(range(factor_count), 2)
        rules.append(Rule("go", [{}], f"The page shows {number}", variant=name))
        rules.append(Rule("go", [{f"x{one}": v(0), f"x{other}": v(1)}], f"The page hides {number}", variant=name))
    return Shape(f"variants_{variants}_{factor_count}", factors(factor_count, size), rules, operations={"go": names})


def many_operations(count, rules_each, factor_count=8, size=4, seed=1):
    draw = random.Random(seed)
    rules = []
    for number in range(count):
        for rule in range(rules_each):
            one, other = draw.sample(range(factor_count), 2)
            cube = {f"x{one}": v(draw.randrange(size)), f"x{other}": v(draw.randrange(size))} if rule else {}
            rules.append(Rule(f"o{number}", [cube], f"The page shows {rule % 3}"))
    return Shape(f"operations_{count}_{rules_each}", factors(factor_count, size), rules,
                 operations={f"o{number}": [] for number in range(count)})


def pairs_equal(count, size=2):
    """A rule for each pair of factors that stand far apart: their diagram grows with every pair in between."""
    made = factors(count, size, "x") + factors(count, size, "y")
    rules = [Rule("go", [{f"x{n}": v(value), f"y{n}": v(value)}], f"The page shows {n}") for n in range(count) for value in range(size)]
    return Shape(f"pairs_equal_{count}", made, rules)


def hidden_pairs(count, seed=1):
    """The same with everything entangled: each pair of factors has an entry."""
    draw = random.Random(seed)
    names = list(range(2 * count))
    draw.shuffle(names)
    entries = [[{f"x{a}": v(draw.randrange(3)), f"x{b}": v(draw.randrange(3))}] for a, b in itertools.combinations(names, 2)
               if draw.random() < 0.35]
    return Shape(f"hidden_pairs_{count}", factors(2 * count, 3), [default(x0=v(0))], entries)


def many_alternatives(rules, each, factor_count, size, seed=1):
    draw = random.Random(seed)
    made = [Rule("go", [{f"x{n}": v(draw.randrange(size)) for n in draw.sample(range(factor_count), 3)} for _ in range(each)],
                 f"The page shows {number}") for number in range(rules)]
    return Shape(f"alternatives_{rules}_{each}", factors(factor_count, size), made)


def long_entry(count, factor_count, size, seed=1):
    draw = random.Random(seed)
    entry = [{f"x{n}": v(draw.randrange(size)) for n in draw.sample(range(factor_count), 4)} for _ in range(count)]
    return Shape(f"long_entry_{count}", factors(factor_count, size), [default(x0=v(0, 1))], [entry])


def open_rules(count, factor_count=6, size=6, seed=1):
    shape = random_rules(count, factor_count, size, 2, 0, f"open_rules_{count}", seed, base=False)
    for number, rule in enumerate(shape.rules):
        rule.asks = number % 2 == 0
        rule.then = f"What happens in case {number}?" if rule.asks else rule.then
    return shape


def shapes():
    return [
        all_different(13, 12), all_different(13, 12, "by_last"), all_different(13, 12, "by_value"), all_different(8, 8), all_different(11, 10), all_different(12, 12), all_different(20, 20),
        pigeonhole(7, 6), pigeonhole(10, 9), pigeonhole(13, 12),
        xor_chain(40), xor_chain(80, shuffled=True), xor_chain(300, shuffled=True), xor_system(40, 36), xor_system(80, 76), xor_system(120, 118),
        tseitin(5), tseitin(9), tseitin(14), parity_rules(8), parity_rules(13),
        implications(200, 2), implications(300, 4),
        clauses(60, 150, 2), clauses(60, 256, 3), clauses(150, 640, 3), clauses(250, 1000, 3),
        clauses(16, 31, 3, size=4), clauses(24, 60, 3, size=4), clauses(40, 110, 3, size=3), clauses(40, 60, 2, size=5),
        clique(6, 5), clique(14, 13), random_graph(40, 92, 3), random_graph(80, 180, 3),
        latin(4), latin(5), latin(7), sudoku(), queens(8), queens(14),
        grid_rules([10, 10, 10, 10], "disjoint_10000"),
        random_rules(9_999, 6, 20, 3, 2, "overlapping_10000"),
        random_rules(10_000, 8, 12, 4, 0, "contradictory_10000", base=False),
        random_rules(9_999, 6, 20, 3, 5, "precedence_10000", ordered=True),
        random_rules(1_000, 12, 6, 2, 4, "overlapping_1000_wide", span=3),
        random_rules(300, 20, 3, 2, 0, "contradictory_300_free"),
        random_rules(400, 12, 6, 2, 6, "precedence_400_wide", span=3, ordered=True),
        random_rules(60, 40, 5, 3, 0, "contradictory_60_of_40", span=2),
        random_rules(200, 30, 3, 5, 2, "holes_200_of_30", base=False),
        random_rules(3_000, 10, 2, 9, 0, "booleans_3000", base=False),
        nested_thresholds(100), nested_thresholds(480), steps(480), steps(300, gaps=True), chessboard(20), chessboard(60),
        boxes(60, 2, 80), boxes(120, 3, 80), boxes(200, 5, 60),
        nested_applicability(60), nested_applicability(250), tangled_applicability(24), tangled_applicability(60),
        Shape("many_factors_200", factors(200, 2), [default(x0=v(0))]), Shape("many_factors_60_of_10", factors(60, 10), [default()]),
        grid_rules([1_000], "one_factor_1000"), grid_rules([60, 60], "table_3600", keep=lambda n: n % 3 != 0),
        random_rules(400, 8, 200, 2, 3, "large_factors_200", base=False),
        variants_reading(300, 6, 3), variants_reading(300, 30, 4), many_operations(300, 10), many_operations(1_000, 4),
        pairs_equal(10), pairs_equal(18), hidden_pairs(8), hidden_pairs(14),
        many_alternatives(20, 60, 12, 4), many_alternatives(5, 500, 20, 3), long_entry(500, 14, 4), long_entry(300, 30, 3),
        open_rules(60), open_rules(400),
    ]
