"""CP-SAT models of every kind, with their assignments by brute force."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, permutations, product
from typing import NamedTuple

from ortools.sat.python import cp_model

Values = tuple[int, ...]


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
