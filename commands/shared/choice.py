"""Which approach to use when none is named: the fastest that is installed.

Which is fastest was measured (tests/benchmarks/test_counting.py): below n = 14 the searches
in plain Python complete before Numba is imported.
"""

from __future__ import annotations

from queens import QUEENS, Board
from queens.registry import APPROACHES, Approach, missing_packages

COMPILED_PAYS_FROM_N = 14
RULES_COMPILED_FROM_N = 12
# and with half of the squares open: few solutions are soon found one by one
HALVES_UP_TO_N = 22  # above, the diagonals of two halves do not fit in a machine word
LINES_OF_HALVES = 42  # that two halves can share
TRIED_IN_ORDER_UP_TO_N = 20


def to_count(board: Board) -> Approach:
    """Return the fastest approach to count the solutions of `board`, start-up included."""
    if board.rule != QUEENS:
        return _to_count_by_any_rule(board)
    if board.n < COMPILED_PAYS_FROM_N:
        return _first_installed("half_board" if board.is_plain else "bitmasks")
    open_squares = sum(len(board.columns(row)) for row in range(board.n))
    if board.n <= HALVES_UP_TO_N and 2 * open_squares > board.n**2:
        return _first_installed("half_boards", "compiled_bitmasks", "bitmasks")
    return to_enumerate(board)


def to_enumerate(board: Board) -> Approach:
    """Return the fastest approach to deliver all solutions, or to count them in parts."""
    if board.rule != QUEENS:
        return _for_any_rule(board)
    if board.n < COMPILED_PAYS_FROM_N:
        return _first_installed("bitmasks")
    return _first_installed("compiled_bitmasks", "bitmasks")


def to_find_one(board: Board) -> Approach:
    """Return the fastest approach to find one solution."""
    if board.rule != QUEENS:
        return _for_any_rule(board)
    if board.n <= TRIED_IN_ORDER_UP_TO_N:
        return _first_installed("bitmasks")
    if board.is_plain:
        return _first_installed("construction", "min_conflicts", "first_fail")
    return _first_installed("cp_sat", "forward_checking", "bitmasks")


def _to_count_by_any_rule(board: Board) -> Approach:
    """Return `half_boards` where the rule is of few enough lines, and the board is mostly open."""
    lines = [line for line in board.lines if line.slope or line.grid is not None]
    numbers = sum(len(line.all_numbers) for line in lines)
    open_squares = sum(len(board.columns(row)) for row in range(board.n))
    if (
        RULES_COMPILED_FROM_N <= board.n <= HALVES_UP_TO_N
        and board.has_columns
        and not board.rule.steps
        and 0 < numbers <= LINES_OF_HALVES
        and 2 * open_squares > board.n**2
    ):
        return _first_installed("half_boards", "compiled_bitmasks", "first_fail")
    return _for_any_rule(board)


def _for_any_rule(board: Board) -> Approach:
    """Return the fastest approach of those that take every rule."""
    if any(line.grid is not None for line in board.lines):
        return _first_installed("first_fail")  # regions: the fewest nodes count
    if board.n < RULES_COMPILED_FROM_N:
        return _first_installed("first_fail")
    return _first_installed("compiled_bitmasks", "first_fail")


def _first_installed(*names: str) -> Approach:
    registry = {approach.name: approach for approach in APPROACHES}
    for name in names:
        if name in registry and not missing_packages(registry[name]):
            return registry[name]
    raise ValueError(f"none of {', '.join(names)} is installed: name another with -a")
