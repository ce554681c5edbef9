"""Fault: CP-SAT enumerates with 8 workers, which loses solutions and repeats others.

The status tells nothing of it: it is OPTIMAL in 99 of 100 runs, FEASIBLE in one. So nobody looks
at it here.
"""

from ortools.sat.python import cp_model

from models import cp_sat
from models.cp_sat_worker import Deliver, indices_of


def solve_all(board, on_solution, trace=None):
    model, queens = cp_sat.build(board)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 8
    deliver = Deliver(indices_of(queens), on_solution)
    solver.solve(model, deliver)
    if deliver.raised is not None:
        raise deliver.raised
    return {}
