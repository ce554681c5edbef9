"""Asks CaDiCaL for a proof that a formula has no solution; a process of its own.

    python -m harness.proof.solver FORMULA.cnf PROOF.drup BYTES

Prints `unsatisfiable` when the proof is written, or else a satisfying assignment on one line.
A proof beyond BYTES ends the process with SIGXFSZ. Its time is limited by who starts it.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from harness.proof.dimacs import clauses_in

SOLVER = "cadical153"
DISTRIBUTION = "python-sat"


def main(formula: Path, proof: Path, size: int) -> None:
    """Write the proof, or print an assignment."""
    import pysolvers
    from pysat.solvers import Solver

    _limit_files(size)
    with proof.open("w+b") as file, Solver(name=SOLVER) as solver:
        # as `with_proof=True` does it, but as text and to a file of our own: reading the binary
        # proof back takes longer than finding it. Stable mode looks for assignments.
        solver.configure({"binary": 0, "stabilize": 0})
        stream = pysolvers.cadical153_tracepr(solver.solver.cadical, file)
        with formula.open(encoding="ascii") as lines:
            for clause in clauses_in(lines):
                solver.add_clause(clause)
        if solver.solve():
            sys.stdout.write(" ".join(map(str, solver.get_model())) + "\n")
        else:
            pysolvers.flushpr(stream)
            sys.stdout.write("unsatisfiable\n")


def _limit_files(size: int) -> None:
    if sys.platform == "win32":  # the proof's size is not limited there
        return
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
