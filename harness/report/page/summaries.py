"""What many boards come to, in a line each: verdicts alike together, approaches over all boards.

Up to a dozen boards each have a line of their own, as have all that disagree (the first ten).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from harness.judge.cells import Cell
from harness.judge.comparisons import Score
from harness.judge.facts import Facts
from harness.judge.verdict import BoardVerdict
from harness.report.numbers import exactly, figure, seconds
from queens import Board
from queens.forms.words import boards_in_words

BOARDS_NAMED = 12
FAULTY_NAMED = 10
DRAWN_COLUMNS = 12
PLAIN_COLUMNS = 40
WORDS = ("disagree", "unverified", "proved", "agree")


@dataclass(frozen=True)
class VerdictLine:
    """One board, or many with the same verdict."""

    boards: str
    task: str
    word: str
    solutions: str
    known: str
    completed: str
    said: tuple[str, ...] = ()


def verdict_lines(facts: Facts) -> list[VerdictLine]:
    """Return the verdicts, those that disagree first; of many boards, alike ones in one line."""
    by_word = sorted(facts.verdicts, key=lambda one: WORDS.index(one.word))
    if len(by_word) <= BOARDS_NAMED:
        return [_line(facts, [one]) for one in by_word]
    faulty = [one for one in by_word if one.word == "disagree" or one.said]
    groups: dict[tuple[str, ...], list[BoardVerdict]] = {}
    for one in (*faulty[FAULTY_NAMED:], *(one for one in by_word if one not in faulty)):
        kind = "" if one.board.is_plain else f"{one.board.n}, {one.board.rule.name}"
        groups.setdefault((one.word, one.task, kind), []).append(one)
    return [*(_line(facts, [one]) for one in faulty[:FAULTY_NAMED])] + [
        _line(facts, group) for group in groups.values()
    ]


def _line(facts: Facts, alike: Sequence[BoardVerdict]) -> VerdictLine:
    first, boards = alike[0], [one.board for one in alike]
    one_by_one = len(boards) == 1 or all(board.is_plain for board in boards)
    return VerdictLine(
        boards=boards_in_words(boards) if one_by_one else _kind(boards),
        task=first.task,
        word=first.word,
        solutions=_range(one.solution_count for one in alike),
        known=_range(one.known_count for one in alike),
        completed=_ended(facts, alike),
        said=tuple(first.said) if len(alike) == 1 else (),
    )


def _kind(boards: Sequence[Board]) -> str:
    """Return how many boards there are of a size and a rule."""
    rule = boards[0].rule.name
    return f"{len(boards)} boards, n = {boards[0].n}" + ("" if rule == "queens" else f", {rule}")


def _range(counts: Iterable[int | None]) -> str:
    """Return the least and the largest count; nothing where one is not known."""
    known = list(counts)
    if None in known:
        return ""
    low, high = min(count or 0 for count in known), max(count or 0 for count in known)
    return str(low) if low == high else f"{low} to {high}"


def _ended(facts: Facts, alike: Sequence[BoardVerdict]) -> str:
    """Return which approaches completed: none, all, all but some, and on how many boards."""
    missed: dict[str, int] = {}
    for one in alike:
        for name in facts.tried.get(one.problem, ()):
            if name not in one.complete:
                missed[name] = missed.get(name, 0) + 1
    if not missed:
        return "all"
    if not any(one.complete for one in alike):
        return "none"
    if len(alike) == 1:
        return f"all but {', '.join(missed)}"
    places = (f"{name} on {boards} of {len(alike)}" for name, boards in missed.items())
    return f"all but {', '.join(places)}"


@dataclass(frozen=True)
class Overall:
    """An approach over all boards of a task: texts, and the exact times behind them."""

    approach: str
    solved: str
    times: dict[str, tuple[str, str]]
    fastest_on: int
    nodes: tuple[str, ...] = ()
    forced: str = ""


def are_many_boards(boards: Iterable[Board]) -> bool:
    """Return whether boards are too many to have a column each."""
    distinct = set(boards)
    drawn = any(not board.is_plain for board in distinct)
    return len(distinct) > (DRAWN_COLUMNS if drawn else PLAIN_COLUMNS)


def overall(facts: Facts, task: str) -> list[Overall]:
    """Return a line an approach over all boards of a task, in the order of the scores."""
    cells: dict[str, list[Cell]] = {}
    for cell in facts.cells:
        if cell.key.task == task:
            cells.setdefault(cell.key.approach, []).append(cell)
    fastest = [one.fastest.key for one in facts.comparisons if one.fastest.key.task == task]
    wins = [key.approach for key in dict.fromkeys(fastest)]
    return [
        Overall(
            approach=score.approach,
            solved=f"{score.solved} of {score.boards}",
            times=_times(cells[score.approach], facts, score),
            fastest_on=wins.count(score.approach),
            nodes=_nodes(score),
            forced="" if score.forced is None else f"{score.forced} of {score.boards}",
        )
        for score in facts.scores
        if score.task == task
    ]


TIMES = ("mean", "median", "90 % within", "99 % within", "longest")


def _times(cells: Sequence[Cell], facts: Facts, score: Score) -> dict[str, tuple[str, str]]:
    """Return the figures of the boards' medians, a board not solved as the limit in the mean."""
    solved = sorted(
        cell.solve.median
        for cell in cells
        if cell.solve and cell.is_complete and cell.key not in facts.faulty
    )
    if not solved:
        return dict.fromkeys(TIMES, ("", ""))
    hundredths = quantiles(solved, n=100, method="inclusive") if len(solved) > 1 else solved * 99
    mean_s = score.total_s / score.boards
    values = (mean_s, median(solved), hundredths[89], hundredths[98], solved[-1])
    shown = ((seconds(value), exactly(value)) for value in values)
    return dict(zip(TIMES, shown, strict=True))


def _nodes(score: Score) -> tuple[str, ...]:
    if not score.nodes:
        return ()
    return (figure(score.median_nodes or 0), figure(score.largest_nodes or 0))
