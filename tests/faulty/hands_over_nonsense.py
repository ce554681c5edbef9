"""Fault: hands over what is no row of columns: None, text, floats, too few, too large."""


def solve_all(board, on_solution, trace=None):
    for answer in (None, "queens", [0.5] * board.n, [0], [10**30] * board.n, 7, [None]):
        on_solution(answer)
    return {}
