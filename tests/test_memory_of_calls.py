"""What is measured follows no call on the same board; a call that does not search is noted."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.judge.facts import Facts
from harness.report.terminal_notes import incomplete_notes
from queens import Board
from tests.records import events as events_of
from tests.records import measured

REMEMBERS = """
import time

known = {}


def solve_all(board, on_solution):
    if board.n not in known:
        time.sleep(0.02)
        known[board.n] = [(1, 3, 0, 2), (2, 0, 3, 1)] if board.n == 4 else []
    for queens in known[board.n]:
        on_solution(queens)
"""


@pytest.mark.parametrize(
    ("sizes", "warm_up_n"), [([8], 6), ([6], 5), (range(4, 10), 1), (range(1, 11), None)]
)
def test_the_warm_up_is_on_a_size_that_is_not_measured(
    sizes: list[int], warm_up_n: int | None
) -> None:
    assert Plan([], [Board(n) for n in sizes]).warm_up_n == warm_up_n


def test_a_second_call_from_memory_is_noted_and_first_calls_are_searches(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(REMEMBERS)
    plan = Plan(named_approaches(["boolean_flags", own]), [Board(4), Board(6)], repetitions=2)
    facts = Facts(events_of(measured(plan)[0]))
    mine = {cell.board.n: cell for cell in facts.cells if cell.key.approach == "mine"}
    assert min(run.solve_s or 0.0 for run in mine[4].runs) >= 0.02
    assert (mine[4].quicker_from_memory or 0) > 10
    (note,) = [one for one in incomplete_notes(facts.cells) if "memory" in one]
    assert note.endswith(": mine")
    assert [c.quicker_from_memory for c in facts.cells if c.key.approach != "mine"] == [None] * 2
