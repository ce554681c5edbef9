"""What the harness costs a cell, and how soon a run ends after its time limit.

    uv run pytest tests/benchmarks/test_harness_cost.py -s

A cell's cost is what a campaign takes beyond the interpreter's start, the imports, the
warm-ups, and the searches themselves, shared among its cells. Claims: at most 0.15 s a cell;
a run under a limit of 1 s ends within 1.5 s on a quiet machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import pytest

from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits
from queens import Board
from tests.records import measured

NAMES = ["cp_sat", "original_cp", "python_constraint", "boolean_flags", "bitmasks"]
ROUNDS = 5


def test_cost_of_the_harness_a_cell() -> None:
    costs_s = []
    for _ in range(ROUNDS):
        plan = Plan(named_approaches(NAMES), [Board(n) for n in (4, 5, 6, 7)], repetitions=3)
        begun = time.perf_counter()
        events, _ = measured(plan)
        whole_s = time.perf_counter() - begun
        runs = [event for event in events if event["kind"] == "run"]
        first = {run["approach"]: run for run in reversed(runs)}.values()
        imports_s = sum(run["import_s"] + run["warmup_s"] for run in first)
        # the guard and a worker for each approach start an interpreter each
        starts_s = (1 + len(NAMES)) * _interpreter_start_s()
        searches_s = sum(run["solve_s"] + (run["build_s"] or 0) for run in runs)
        cells = len(NAMES) * 4
        costs_s.append((whole_s - imports_s - starts_s - searches_s) / cells)
    print(
        f"\nharness, a cell of 3 runs and an observation: median {statistics.median(costs_s):.3f} s"
        f" (from {min(costs_s):.3f} to {max(costs_s):.3f}), {ROUNDS} campaigns of {cells} cells"
    )


def _interpreter_start_s() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - begun


@pytest.mark.parametrize("name", ["bitmasks", "cp_sat", "python_constraint"])
def test_a_run_ends_soon_after_its_limit(name: str) -> None:
    plan = Plan(named_approaches([name]), [Board(15)], repetitions=1, limits=Limits(1.0))
    walls_s = []
    for _ in range(ROUNDS):
        events, _ = measured(plan)
        run = next(event for event in events if event["kind"] == "run")
        assert run["status"] == "timeout"
        walls_s.append(run["solve_s"] + run["audit_s"])
    print(f"\n{name}: ended {max(walls_s):.2f} s after its start, limit 1 s, worst of {ROUNDS}")
