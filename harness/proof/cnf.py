"""The rule of a board as clauses: what satisfies them are its solutions, but those given.

A variable is an open square, true if a queen stands on it. The clauses:

    each row has a queen: one of its open squares is true
    of two squares on a row, on one number of a line, or a step apart, one is false
    no answer given holds again: one of its squares is false

So the formula is unsatisfiable just if the answers are all the solutions that there are; a
satisfying assignment is another solution. A square is open if it is not blocked, no placed queen
of another row attacks it, and no other square of its row is placed: only these are variables,
so that boards of n = 200 with few open squares stay small.

Straight from the definition in `queens.rule`: no approach's code, and none of `Board.columns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path

from queens import Board, Queens, Square

CLAUSES_AT_MOST = 2_000_000

Clause = list[int]


class TooLarge(Exception):
    """The clauses are too many; the message says how many."""


@dataclass(frozen=True)
class Formula:
    """The clauses of a board and of answers: parts of them, each with what it says."""

    board: Board
    answers: Sequence[Queens]
    variables: dict[Square, int]
    parts: list[tuple[str, list[Clause]]]

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        for _, clauses in self.parts:
            yield from clauses

    @property
    def clause_count(self) -> int:
        """How many clauses there are."""
        return sum(len(clauses) for _, clauses in self.parts)

    def queens_of(self, model: Iterable[int]) -> Queens:
        """Return the answer that a satisfying assignment stands for."""
        squares = list(self.variables)
        true = [squares[literal - 1] for literal in model if 0 < literal <= len(squares)]
        return tuple(column for _, column in sorted(true))

    def write(self, path: Path) -> None:
        """Write the formula in DIMACS' format, with comments."""
        with path.open("w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"c queens-compare: {self.board}"
        yield "c A variable is true if a queen stands on its square; rows and columns from 0:"
        for (row, column), variable in self.variables.items():
            yield f"c {variable} is row {row}, column {column}"
        yield f"p cnf {len(self.variables)} {self.clause_count}"
        for comment, clauses in self.parts:
            yield f"c {comment}"
            for clause in clauses:
                yield " ".join(map(str, [*clause, 0]))


def formula_of(
    board: Board, answers: Sequence[Queens] = (), at_most: int = CLAUSES_AT_MOST
) -> Formula:
    """Return the formula of `board`, with `answers` (solutions of it) excluded.

    Raises TooLarge where it has more than `at_most` clauses.
    """
    rows = open_squares(board)
    groups = list(_groups(board, rows))
    count = board.n + len(answers) + sum(comb(len(one), 2) for _, one in groups)
    if count > at_most:
        raise TooLarge(f"{board} has {count:,} clauses, more than {at_most:,}")
    squares = [square for row in rows for square in row]
    variables = {square: number for number, square in enumerate(squares, start=1)}
    parts = [("each row has a queen", [[variables[one] for one in row] for row in rows])]
    pairs: dict[str, list[Clause]] = {}
    for name, group in groups:
        pairs.setdefault(name, []).extend(
            [-variables[one], -variables[other]] for one, other in combinations(group, 2)
        )
    parts += [(f"{name}: not two queens", clauses) for name, clauses in pairs.items()]
    excluded = [
        [-variables[row, column] for row, column in enumerate(queens)] for queens in answers
    ]
    parts += [(f"the answers given, {len(answers)}: none of them again", excluded)]
    return Formula(board, answers, variables, parts)


def open_squares(board: Board) -> list[list[Square]]:
    """Return the squares of each row that may hold a queen, as far as placed queens tell."""
    blocked, placed = set(board.blocked), dict(board.placed)
    attacked = _attacked_by_placed(board)
    return [
        [
            (row, column)
            for column in range(board.n)
            if placed.get(row, column) == column
            and (row, column) not in blocked
            and (row, column) not in attacked
        ]
        for row in range(board.n)
    ]


def _attacked_by_placed(board: Board) -> set[Square]:
    """Return the squares that a placed queen of another row attacks."""
    attacked = set()
    for line in board.lines:
        standing: dict[int, list[int]] = {}
        for row, column in board.placed:
            standing.setdefault(line.number(row, column), []).append(row)
        for row in range(board.n) if standing else ():
            for column, number in enumerate(line.numbers(row)):
                if any(other != row for other in standing.get(number, ())):
                    attacked.add((row, column))
    for row, column in board.placed:
        attacked.update(_steps_from(board, (row, column)))
    return attacked


def _steps_from(board: Board, square: Square) -> Iterator[Square]:
    row, column = square
    for rows, columns in board.rule.steps:
        for other in {row - rows, row + rows}:
            yield from ((other, column - columns), (other, column + columns))


def _groups(board: Board, rows: list[list[Square]]) -> Iterator[tuple[str, list[Square]]]:
    """Yield groups of open squares with at most one queen in each, and what makes them one."""
    for row in rows:
        yield "a row", row
    for line in board.lines:
        numbered: dict[int, list[Square]] = {}
        for row in rows:
            for square in row:
                numbered.setdefault(line.number(*square), []).append(square)
        for group in numbered.values():
            yield f"one number of {line.name}", group
    known = {square for row in rows for square in row}
    for square in sorted(known) if board.rule.steps else ():
        for other in sorted(set(_steps_from(board, square)) & known):
            if other > square:
                yield "a step apart", [square, other]
