# Runs allpairspy on a model in numbers: {"strength": 2, "sizes": [3, 2], "forbidden": [[[0, [1, 2]], [1, [0]]]]}.
import json
import sys

from allpairspy import AllPairs

model = json.load(sys.stdin)
# A combination can be judged once the last of its parameters has a value.
ending = [[] for _ in model["sizes"]]
for combination in model["forbidden"]:
    ending[combination[-1][0]].append([(place, frozenset(values)) for place, values in combination])


def allowed(row):
    for combination in ending[len(row) - 1]:
        if all(row[place] in values for place, values in combination):
            return False
    return True


values = [list(range(size)) for size in model["sizes"]]
for row in AllPairs(values, filter_func=allowed, n=model["strength"]):
    print("\t".join(map(str, row)))
