"""How what was regenerated gets into the repository: onto a branch, or as a proposal that people merge.

A push is never forced. Where a branch has moved meanwhile, the outputs are made again on top of what is there now, some times over.

A proposal is a branch of its own, `specmatrix/regenerate-BASE`. It is up to date when merging it would give just what the specs of the
base say; then it is left alone, however far the base is ahead. Commits that people made on it stay: the base is merged with them, and the
outputs are made from that.
"""

import dataclasses
import typing

TRIES = 5
PREFIX = "specmatrix/regenerate-"


@dataclasses.dataclass
class Delivery:
    """What became of the outputs.

    kind: `nothing` to do, `committed`, `proposed`, `refused` by the server, `moved` too often, or in `conflict` with what people did on
    the proposal.
    before, after: the trees without and with the outputs; said: the words of the server.
    """

    kind: str
    before: str
    after: str
    commit: typing.Optional[str] = None
    said: str = ""
    request: typing.Optional[int] = None


def commit(repository, outputs, branch):
    """Commits the outputs to a branch. `None` where the server has no such branch."""
    ref = f"refs/heads/{branch}"
    tip = repository.fetch(ref)
    for _ in range(TRIES):
        if tip is None:
            return None
        before, after = repository.tree(tip), outputs.regenerated(tip)
        if before == after:
            return Delivery("nothing", before, after, tip)
        made = repository.committed(after, [tip])
        said = repository.pushed(made, branch)
        if said is None:
            return Delivery("committed", before, after, made)
        there = repository.fetch(ref)
        if there == tip:
            return Delivery("refused", before, after, said=said)
        tip = there
    return Delivery("moved", before, after)


def propose(repository, outputs, base_branch):
    """Brings the proposal's branch up to date. `None` where the server has no such base."""
    branch = PREFIX + base_branch
    for _ in range(TRIES):
        # What there is to merge needs its history; a first proposal needs none.
        tip = repository.fetch(f"refs/heads/{branch}", with_history=True)
        base = repository.fetch(f"refs/heads/{base_branch}", with_history=tip is not None)
        if base is None:
            return None
        before = repository.tree(base)
        if tip is None or repository.contains(base, tip):
            # There is none, or it was merged.
            after = outputs.regenerated(base)
            if before == after:
                return Delivery("nothing", before, after, base)
            parents = [base]
        elif repository.is_ours(base, tip):
            after = outputs.regenerated(base)
            if before == after:
                return Delivery("nothing", before, after, base)
            if repository.merged(base, tip) == after:
                return Delivery("proposed", before, after, tip)
            parents = [tip] if repository.contains(tip, base) else [tip, base]
        else:
            together = repository.merged(base, tip)
            if together is None:
                return Delivery("conflict", before, outputs.regenerated(base))
            after = outputs.regenerated(together)
            if together == after:
                return Delivery("proposed", before, after, tip)
            parents = [tip] if repository.contains(tip, base) else [tip, base]
        made = repository.committed(after, parents)
        said = repository.pushed(made, branch)
        if said is None:
            return Delivery("proposed", before, after, made)
        if repository.fetch(f"refs/heads/{branch}") == tip:
            return Delivery("refused", before, after, said=said)
    return Delivery("moved", before, after)
