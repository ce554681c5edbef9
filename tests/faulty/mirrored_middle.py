"""Fault: mirror images are doubled for the middle column of odd n too."""

from handwritten import bitmasks
from queens import Board, mirror


def solve_all(board, on_solution, trace=None):
    def both(queens):
        on_solution(queens)
        on_solution(mirror(queens))

    for column in range((board.n + 1) // 2):
        bitmasks.solve_all(Board(board.n, [(0, column)]), both)
    return {}
