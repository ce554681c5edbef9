"""What an observed search reports, event by event, in the order it happens.

A search that can be observed takes `trace`, which is None in every timed run; each
report stands in a trace block, `if trace:` and nothing more. Recorders and counters implement
`Trace`.

What that costs when it is off: a search with `trace=None` takes 0.99 to 1.09 times as long as
the same search with its trace blocks deleted (attack_sets 1.06 to 1.09, boolean_flags 1.07 to
1.08, bitmasks 1.06, linear_scan 1.02 to 1.03, the propagation family 0.99 to 1.03; four runs on
two cores of a Zen 4, Python 3.11.7,
`pytest tests/benchmarks/test_trace_cost.py -s -o addopts=""`).

A node is one queen placed, chosen or forced, and one for the start: a `decision` for each
queen. A check is one look at one square, against the queens that stand: a `check` for each.

Of a search that prunes, a recorder can rebuild the domains. They begin as
`board.columns(row)`; each square that leaves one is reported by `pruned`, once, with one
exception: a `decision` leaves its row that one column, and the row's other columns go
unreported. `backtrack` brings back all that left since its decision, those included.
Decisions are nested: the last is undone first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from queens.board import Queens, Square

Line = Literal["column", "up", "down"]
"""The lines two queens of different rows can share. On an up diagonal row + column is
constant, on a down diagonal column - row."""


@dataclass(frozen=True)
class Attack:
    """The queen (or forced queen) on `queen` attacks the square along `line`."""

    queen: Square
    line: Line


@dataclass(frozen=True)
class HallSet:
    """`rows` use up the values `values` of `line` between them, so no other row may have one.

    len(rows) == len(values). Values are columns, or row + column, or column - row, as
    `line` says. A Hall interval (bounds consistency) is one whose values are consecutive.
    """

    line: Line
    rows: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True)
class NoSupport:
    """Every column still open in `row` is attacked from the square."""

    row: int


@dataclass(frozen=True)
class Reported:
    """A solver pruned the square and does not say why; `by` names the solver."""

    by: str


Cause = Attack | HallSet | NoSupport | Reported


class Trace(Protocol):
    """The protocol of a trace."""

    def decision(self, row: int, column: int) -> None:
        """A queen is placed on (row, column), chosen or forced: one more node."""

    def refutation(self, row: int, column: int) -> None:
        """Two-way branching only: the branch `not (row, column)` is entered."""

    def check(self, row: int, column: int) -> None:
        """The square (row, column) is checked against the queens; what came of it follows."""

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        """The candidate (row, column) was checked and is refused."""

    def propagator(self, name: str) -> None:
        """The propagator `name` is run once."""

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        """The square (row, column) leaves the domain of `row`."""

    def failure(self, row: int | None) -> None:
        """`row` has no column left; None where the solver does not say which row."""

    def backtrack(self, row: int, column: int) -> None:
        """The queen on (row, column) is removed; all that was pruned since is open again."""

    def solution(self, queens: Queens) -> None:
        """All rows hold a queen; reported before `on_solution` is called."""


def attack(queens: Sequence[int], row: int, column: int) -> Attack | None:
    """Return the attack of the earliest of `queens` (rows 0, 1, ...) on (row, column), if any."""
    for queen_row, queen_column in enumerate(queens):
        line = shared_line((queen_row, queen_column), (row, column))
        if line:
            return Attack((queen_row, queen_column), line)
    return None


def shared_line(first: Square, second: Square) -> Line | None:
    """Return the line that two squares of different rows share, or None."""
    if first[1] == second[1]:
        return "column"
    if first[0] + first[1] == second[0] + second[1]:
        return "up"
    if first[1] - first[0] == second[1] - second[0]:
        return "down"
    return None
