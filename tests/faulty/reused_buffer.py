"""Fault: one list is handed over for every solution, and overwritten by the next."""

from handwritten import attack_sets


def solve_all(board, on_solution, trace=None):
    buffer = [0] * board.n

    def overwrite(queens):
        buffer[:] = queens
        on_solution(buffer)

    return attack_sets.solve_all(board, overwrite)
