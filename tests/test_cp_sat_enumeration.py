"""Every solution of any CP-SAT model, on several workers, compared with brute force."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from models.cp_sat_enumeration import enumerate_all
from models.cp_sat_parts import check_parts, split

ROOT = Path(__file__).resolve().parent.parent
Values = tuple[int, ...]
WORKERS = (1, 2, 4)


class Case(NamedTuple):
    """A model, the variables asked for, and their assignments by brute force."""

    model: cp_model.CpModel
    variables: list[cp_model.IntVar]
    expected: set[Values]


def ints(model: cp_model.CpModel, count: int, low: int, high: int) -> list[cp_model.IntVar]:
    return [model.new_int_var(low, high, f"x{number}") for number in range(count)]


def permutations_of_6(n: int = 6) -> Case:
    model = cp_model.CpModel()
    x = ints(model, n, 0, n - 1)
    model.add_all_different(x)
    return Case(model, x, set(permutations(range(n))))


def ring_in_3_colours() -> Case:
    model = cp_model.CpModel()
    x = ints(model, 8, 0, 2)
    for one, other in zip(x, [*x[1:], x[0]], strict=True):
        model.add(one != other)
    expected = {
        values
        for values in product(range(3), repeat=8)
        if all(a != b for a, b in pairwise((*values, values[0])))
    }
    return Case(model, x, expected)


def knapsack_of_12() -> Case:
    weights = [3, 5, 7, 9, 11, 13, 4, 6, 8, 10, 12, 14]
    model = cp_model.CpModel()
    x = [model.new_bool_var(f"item {weight}") for weight in weights]
    model.add(sum(weight * taken for weight, taken in zip(weights, x, strict=True)) <= 31)
    expected = {
        values
        for values in product((0, 1), repeat=12)
        if sum(weight * taken for weight, taken in zip(weights, values, strict=True)) <= 31
    }
    return Case(model, x, expected)


MAGIC_LINES = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]


def magic_square_of_3() -> Case:
    model = cp_model.CpModel()
    x = ints(model, 9, 1, 9)
    model.add_all_different(x)
    for line in MAGIC_LINES:
        model.add(sum(x[cell] for cell in line) == 15)
    expected = {
        values
        for values in permutations(range(1, 10))
        if all(sum(values[cell] for cell in line) == 15 for line in MAGIC_LINES)
    }
    return Case(model, x, expected)


def free_helpers() -> Case:
    model = cp_model.CpModel()
    x = ints(model, 3, 0, 3)
    helper = model.new_int_var(0, 4, "helper")
    is_large = model.new_bool_var("is large")
    model.add(sum(x) <= helper + 2)
    model.add(x[0] > 1).only_enforce_if(is_large)  # if it is not, x may be anything
    model.new_bool_var("in no constraint")
    expected = {values for values in product(range(4), repeat=3) if sum(values) <= 6}
    return Case(model, x, expected)


def intervals() -> Case:
    lengths, horizon = (2, 3, 1), 7
    model = cp_model.CpModel()
    starts = ints(model, 3, 0, horizon)
    ends = ints(model, 3, 0, horizon)
    model.add_no_overlap(
        model.new_interval_var(start, length, end, "task")
        for start, length, end in zip(starts, lengths, ends, strict=True)
    )
    expected = {
        values
        for values in product(range(horizon + 1), repeat=3)
        if apart(list(zip(values, lengths, strict=True)), horizon)
    }
    return Case(model, starts, expected)


def apart(tasks: Iterable[tuple[int, int]], horizon: int) -> bool:
    ordered = sorted(tasks)
    return all(start + length <= horizon for start, length in ordered) and all(
        start + length <= later for (start, length), (later, _) in pairwise(ordered)
    )


def optional_intervals() -> Case:
    """Only which tasks are done is asked for: where they stand is free."""
    lengths, horizon = (2, 3, 4), 6
    model = cp_model.CpModel()
    done = [model.new_bool_var(f"done {length}") for length in lengths]
    tasks = []
    for length, is_done in zip(lengths, done, strict=True):
        start = model.new_int_var(0, horizon - length, f"start {length}")
        tasks.append(model.new_optional_fixed_size_interval_var(start, length, is_done, "task"))
    model.add_no_overlap(tasks)
    expected = {
        values
        for values in product((0, 1), repeat=3)
        if sum(length * is_done for length, is_done in zip(lengths, values, strict=True)) <= horizon
    }
    return Case(model, done, expected)


def infeasible() -> Case:
    model = cp_model.CpModel()
    x = ints(model, 4, 0, 2)
    model.add_all_different(x)
    return Case(model, x, set())


def holes_and_large_domains() -> Case:
    model = cp_model.CpModel()
    holed = model.new_int_var_from_domain(cp_model.Domain.from_values([-7, -5, 0, 3, 4, 90]), "h")
    large = model.new_int_var(-(10**12), 10**12, "large")
    fixed = model.new_constant(5)
    model.add(large == 10**10 * holed)
    expected = {
        (5, large, large // 10**10, 5) for large in (10**10 * h for h in (-7, -5, 0, 3, 4, 90))
    }
    return Case(model, [fixed, large, holed, fixed], expected)


def nothing_asked_for() -> Case:
    return Case(permutations_of_6(3).model, [], {()})


CASES = [
    permutations_of_6,
    ring_in_3_colours,
    knapsack_of_12,
    magic_square_of_3,
    free_helpers,
    intervals,
    optional_intervals,
    infeasible,
    holes_and_large_domains,
    nothing_asked_for,
]


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
