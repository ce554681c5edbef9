"""What the tests of the lesson share: the record, its stops, and counts made by other means."""

from __future__ import annotations

from functools import cache

from explain.lesson import NEEDED, lesson
from explain.record import Kind, Record, Search, State, Stop
from explain.recorder import record
from queens import Board, Square
from tests.rules import attacks

Decisions = tuple[Square, ...]
N = 6


@cache
def six() -> Record:
    return record(Board(N), NEEDED)


@cache
def stops() -> list[Stop]:
    return lesson(six())


def below(search: Search, decisions: Decisions) -> tuple[list[Decisions], list[tuple[int, ...]]]:
    """Return the placements visited at and below `decisions`, and the steps made meanwhile."""
    placements, steps = [], []
    path: list[Square] = []
    for step in search.steps:
        if step[0] == Kind.DECISION:
            path.append((step[2], step[3]))
        is_below = tuple(path[: len(decisions)]) == decisions
        if step[0] == Kind.DECISION and is_below:
            placements.append(tuple(path))
        if is_below:
            steps.append(step)
        if step[0] == Kind.BACKTRACK:
            path.pop()
    return placements, steps


def count(steps: list[tuple[int, ...]], kind: int) -> int:
    return sum(step[0] == kind for step in steps)


def state_at(name: str, position: int) -> State:
    state = State(Board(N))
    for index, step in enumerate(six()[name].steps[:position]):
        state.apply(index, step)
    return state


def free(queens: Decisions, row: int) -> set[int]:
    """Return the columns of `row` that none of the queens attacks."""
    return {
        column
        for column in range(N)
        if not any(attacks((row, column), queen) for queen in queens if queen[0] != row)
    }


def plain_nodes(queens: Decisions) -> int:
    """Return how many placements backtracking visits at and below `queens`."""
    row = len(queens)
    columns = free(queens, row) if row < N else ()
    return 1 + sum(plain_nodes((*queens, (row, column))) for column in columns)
