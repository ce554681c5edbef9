"""Ten thousand changed proofs: each is refused, or valid by MiniSat's unit propagation too.

python -m experiments.mutated_proofs
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from pysat.solvers import Solver

from handwritten import first_fail
from harness.proof.certify import certify
from harness.proof.dimacs import clauses_in, lines_in
from harness.proof.rup import PROVED, check_clauses
from queens import Board, Queens

CHANGES = 10_000


def main() -> None:
    """Print how many changed proofs were refused, valid by both, and valid by ours alone."""
    board, answers = Board(5), list[Queens]()
    first_fail.solve_all(board, answers.append)
    with tempfile.TemporaryDirectory() as name:
        certify(board, answers, folder=Path(name))
        cnf, drup = (next(Path(name).glob(f"*.{end}")) for end in ("cnf", "drup"))
        formula = list(clauses_in(cnf.read_text().splitlines()))
        proof = list(lines_in(drup.read_text().splitlines()))
    chance = random.Random(1)
    refused = both = ours_alone = 0
    for _ in range(CHANGES):
        changed = list(proof)
        place = chance.randrange(len(changed))
        delete, clause = changed.pop(place)
        if clause and chance.random() < 0.7:
            other = list(clause)
            other[chance.randrange(len(other))] = chance.choice((-1, 1)) * chance.randint(1, 25)
            changed.insert(place, (delete, other))
        if check_clauses(formula, changed) != PROVED:
            refused += 1
        elif is_valid(formula, [added for delete, added in changed if not delete]):
            both += 1
        else:
            ours_alone += 1
    print(f"| {CHANGES:,} | {refused:,} | {both:,} | {ours_alone:,} |")


def is_valid(formula: list[list[int]], added: list[list[int]]) -> bool:
    """Return whether each clause added follows by MiniSat's propagation, and all are refuted."""
    with Solver(name="minisat22", bootstrap_with=formula) as solver:
        for clause in added:
            if solver.propagate([-one for one in clause])[0]:
                return False
            solver.add_clause(clause)
        return not solver.solve()


if __name__ == "__main__":
    main()
