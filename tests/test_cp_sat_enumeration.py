"""Every solution of any CP-SAT model, on several workers, compared with brute force."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from itertools import permutations, product
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from models.cp_sat_enumeration import enumerate_all
from models.cp_sat_parts import check_parts, split
from tests.cp_sat_cases import (
    CASES,
    Case,
    Values,
    free_helpers,
    ints,
    knapsack_of_12,
    permutations_of_6,
    ring_in_3_colours,
)

ROOT = Path(__file__).resolve().parent.parent
WORKERS = (1, 2, 4)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterable[None]:
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("make", CASES)
def test_each_assignment_is_handed_over_once(make: Callable[[], Case], workers: int) -> None:
    case = make()
    found: list[Values] = []
    counters = enumerate_all(case.model, case.variables, found.append, workers)
    assert sorted(found) == sorted(case.expected)
    assert counters["solutions"] == len(found)
    assert counters["lost_processes"] == 0
    assert set(counters) >= {"repeats", "parts", "branches", "conflicts"}
    assert counters["parts"] == (1 if workers == 1 else max(1, counters["parts"]))


def test_repeats_through_free_helpers_are_counted() -> None:
    case = free_helpers()
    alone = enumerate_all(case.model, case.variables, lambda values: None, workers=1)
    split_up = enumerate_all(case.model, case.variables, lambda values: None, workers=2)
    assert alone["repeats"] == split_up["repeats"] > 0
    whole = permutations_of_6()
    assert enumerate_all(whole.model, whole.variables, lambda values: None, 2)["repeats"] == 0


class Stop(Exception):
    pass


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("at", [1, 2, 100, 257, 258])
def test_what_the_callback_raises_comes_out(at: int, workers: int) -> None:
    case = ring_in_3_colours()
    stop = Stop()
    found: list[Values] = []

    def on_solution(values: Values) -> None:
        found.append(values)
        if len(found) == at:
            raise stop

    with pytest.raises(Stop) as raised:
        enumerate_all(case.model, case.variables, on_solution, workers)
    assert raised.value is stop
    assert len(set(found)) == len(found) == at
    assert set(found) <= case.expected


@pytest.fixture
def part_processes() -> Callable[[], list[psutil.Process]]:
    """The processes that this test began: those of before are not its own to kill.

    The browser of other tests is a child of the same process.
    """
    before = set(psutil.Process().children())
    return lambda: [child for child in psutil.Process().children() if child not in before]


@pytest.mark.parametrize("workers", [2, 4])
@pytest.mark.parametrize("at", [1, 300, 2000])
def test_the_part_of_a_killed_process_is_solved_again(
    at: int, workers: int, part_processes: Callable[[], list[psutil.Process]]
) -> None:
    case = permutations_of_6(7)
    found: list[Values] = []

    def on_solution(values: Values) -> None:
        found.append(values)
        if len(found) == at:
            part_processes()[0].kill()

    counters = enumerate_all(case.model, case.variables, on_solution, workers)
    assert len(found) == math.factorial(7)
    assert set(found) == case.expected
    assert counters["lost_processes"] == 1


def test_a_part_that_was_half_handed_over_is_continued(
    part_processes: Callable[[], list[psutil.Process]],
) -> None:
    """Killed when some of a part, which takes several blocks, were handed over."""
    case = permutations_of_6(7)
    found: list[Values] = []
    helper = case.model.new_bool_var("helper")
    case.model.add(case.variables[0] >= 0).only_enforce_if(helper)

    def on_solution(values: Values) -> None:
        found.append(values)
        if len(found) == 1 or len(found) == 400:
            for process in part_processes():
                process.kill()

    counters = enumerate_all(case.model, case.variables, on_solution, workers=2)
    assert len(found) == math.factorial(7)
    assert set(found) == case.expected
    assert counters["lost_processes"] >= 2
    assert counters["repeats"] == math.factorial(7)


def test_a_part_whose_process_always_ends_is_given_up(
    part_processes: Callable[[], list[psutil.Process]],
) -> None:
    case = permutations_of_6(7)
    is_over = threading.Event()

    def kill_all() -> None:
        while not is_over.wait(0.01):
            for process in part_processes():
                process.kill()

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(RuntimeError, match=r"ended 3 times in one part.*exit code -9"):
            enumerate_all(case.model, case.variables, lambda values: None, workers=2)
    finally:
        is_over.set()
        killer.join()


def test_a_program_without_a_main_guard_works(tmp_path: Path) -> None:
    program = tmp_path / "colours.py"
    program.write_text(
        "from ortools.sat.python import cp_model\n"
        "from models.cp_sat_enumeration import enumerate_all\n"
        "model = cp_model.CpModel()\n"
        "x = [model.new_int_var(0, 2, '') for _ in range(3)]\n"
        "model.add_all_different(x)\n"
        "enumerate_all(model, x, print, workers=2)\n"
    )
    done = subprocess.run(
        [sys.executable, program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert sorted(done.stdout.splitlines()) == [str(p) for p in permutations(range(3))]
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("workers", WORKERS)
def test_a_search_that_is_not_completed_raises(workers: int) -> None:
    case = knapsack_of_12()
    parameters = cp_model.SatParameters()
    parameters.max_time_in_seconds = 1e-9
    with pytest.raises(RuntimeError, match="not with a proof"):
        enumerate_all(case.model, case.variables, lambda values: None, workers, parameters)


@pytest.mark.parametrize("workers", [1, 2])
def test_parameters_reach_the_search_and_are_not_changed(workers: int) -> None:
    case = ring_in_3_colours()
    parameters = cp_model.SatParameters()
    parameters.log_search_progress = True  # written to standard output, where the answers pass
    parameters.search_branching = cp_model.FIXED_SEARCH
    before = str(parameters)
    found: list[Values] = []
    enumerate_all(case.model, case.variables, found.append, workers, parameters)
    assert set(found) == case.expected
    assert str(parameters) == before


def test_what_cannot_be_enumerated_is_refused() -> None:
    model, variables, _ = permutations_of_6(3)
    other = cp_model.CpModel().new_int_var(0, 1, "of another model")
    flag = model.new_bool_var("flag")
    for variable, named in ((other, "of another model"), (flag.negated(), "flag")):
        with pytest.raises(ValueError, match=named):
            enumerate_all(model, [variable], lambda values: None)
    with pytest.raises(ValueError, match="workers must be at least 1, got 0"):
        enumerate_all(model, variables, lambda values: None, workers=0)
    model.minimize(variables[0])
    with pytest.raises(ValueError, match="clear_objective"):
        enumerate_all(model, variables, lambda values: None)
    model.clear_objective()
    model.new_int_var_from_domain(cp_model.Domain(0, 2**63 - 1), "too large")
    with pytest.raises(ValueError, match="not valid"):
        enumerate_all(model, variables, lambda values: None)


domains = st.sets(st.integers(-6, 6), min_size=1, max_size=6)


@given(st.lists(domains, min_size=1, max_size=4), st.integers(1, 20))
def test_each_assignment_is_in_one_part(sets: list[set[int]], wanted: int) -> None:
    model = cp_model.CpModel()
    x = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(values)), "")
        for values in sets
    ]
    parts = split(x, wanted)
    check_parts(x, parts)
    assert len(parts) >= min(wanted, math.prod(map(len, sets)))
    for values in product(*sets):
        holding = [
            part
            for part in parts
            if all(
                cp_model.Domain.from_flat_intervals(list(ends)).contains(values[index])
                for index, ends in part
            )
        ]
        assert len(holding) == 1


def test_parts_that_lose_or_repeat_something_are_refused() -> None:
    model = cp_model.CpModel()
    x = ints(model, 2, 0, 3)
    parts = split(x, 8)
    for wrong, named in (
        (parts[1:], "not the whole"),
        ([*parts, parts[0]], "overlap"),
        ([*parts[1:], ((0, (0, 0)), (1, (0, 9)))], "outside"),
        ([*parts[1:], ((0, (0, 0)),)], "does not restrict"),
    ):
        with pytest.raises(RuntimeError, match=named):
            check_parts(x, wrong)
