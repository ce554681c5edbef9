"""Fault: a helper variable that nothing binds multiplies CP-SAT's solutions."""

from ortools.sat.python import cp_model

from models import cp_sat
from models.cp_sat_worker import Deliver, indices_of


def solve_all(board, on_solution, trace=None):
    model, queens = cp_sat.build(board)
    model.new_bool_var("helper")
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    deliver = Deliver(indices_of(queens), on_solution)
    solver.solve(model, deliver)
    if deliver.raised is not None:
        raise deliver.raised
    return {}
