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
from typing import Protocol

from queens.board import Board, Queens, Square

LineName = str
"""A line or step of the rule by name: column; up, where row + column is constant; down, where
column - row is; region; king's step; ..."""


@dataclass(frozen=True)
class Attack:
    """The queen (or forced queen) on `queen` attacks the square along `line`."""

    queen: Square
    line: LineName


@dataclass(frozen=True)
class HallSet:
    """`rows` use up the values `values` of `line` between them, so no other row may have one.

    len(rows) == len(values). Values are the numbers of `line`: columns, row + column, ... A Hall
    interval (bounds consistency) is one whose values are consecutive. `of` says what `rows`
    are where they are not rows: three regions within three columns are a Hall set as well.
    """

    line: LineName
    rows: tuple[int, ...]
    values: tuple[int, ...]
    of: LineName = "row"


@dataclass(frozen=True)
class NoSupport:
    """Every square still open in `row` is attacked from the square.

    `of` says what `row` is a number of, where it is not a row: a column, a region.
    """

    row: int
    of: LineName = "row"


@dataclass(frozen=True)
class Reported:
    """A solver pruned the square and does not say why; `by` names the solver."""

    by: str


Literal = tuple[int, int, bool]
"""A row, a column, and whether a queen is there."""


@dataclass(frozen=True)
class Nogood:
    """No solution has all of `literals`; the square is ruled out as the others hold."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class Implications:
    """What led to a failure: `literals`, each true when those of `causes` are, and in which way.

    They stand in the order in which they became true, with the number of decisions then open;
    `causes[k]` are places of earlier ones that made literal k true, empty for a decision and for
    what is not asked about. The literals at `conflict` cannot all be true.
    """

    literals: tuple[tuple[int, int, bool, int], ...]
    causes: tuple[tuple[int, ...], ...]
    conflict: tuple[int, ...]


Cause = Attack | HallSet | NoSupport | Reported | Nogood


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

    def learned(self, nogood: Nogood, back: int, graph: Implications) -> None:
        """A failure is explained: the search goes back to `back` decisions and keeps the nogood.

        The first of its literals is false there, as all others are true.
        """

    def backtrack(self, row: int, column: int) -> None:
        """The queen on (row, column) is removed; all that was pruned since is open again."""

    def solution(self, queens: Queens) -> None:
        """All rows hold a queen; reported before `on_solution` is called."""


def attack(board: Board, queens: Sequence[int], row: int, column: int) -> Attack | None:
    """Return the attack of the earliest of `queens` (rows 0, 1, ...) on (row, column), if any."""
    for queen in enumerate(queens):
        line = board.shared(queen, (row, column))
        if line:
            return Attack(queen, line)
    return None
