"""The audit: validity, repetition and digest, held to is_solution and to Python's sets."""

from __future__ import annotations

import random
import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.judge.audit import (
    Audit,
    _DistinctKeys,
    join_hex_digests,
    solution_keys,
    valid_rows,
)
from harness.judge.validity import invalid_reason
from queens import Board, is_solution
from tests import brute_force, rules
from tests.strategies import boards


def audit(board: Board, *batches: list) -> Audit:
    result = Audit(board)
    for batch in batches:
        result.add(batch)
    return result


@given(boards(6), st.data())
def test_validity_is_that_of_is_solution(board: Board, data: st.DataObject) -> None:
    column = st.integers(-1, board.n + 1)
    row = st.one_of(
        st.permutations(range(board.n)), st.lists(column, min_size=board.n, max_size=board.n)
    )
    rows = [tuple(drawn) for drawn in data.draw(st.lists(row, min_size=1, max_size=30))]
    array = np.array(rows, dtype=np.int64).reshape(len(rows), board.n)
    expected = [is_solution(board, queens) for queens in rows]
    assert valid_rows(board, array).tolist() == expected
    for queens, valid in zip(rows, expected, strict=True):
        assert (invalid_reason(board, queens) is None) == valid


@given(st.lists(st.sampled_from([*sorted(brute_force.all_solutions(6)), (0, 1, 2, 3, 4, 5)])))
def test_counts_and_digest_are_those_of_the_set(delivered: list) -> None:
    result = audit(Board(6), delivered[:3], delivered[3:])
    valid = [queens for queens in delivered if queens != (0, 1, 2, 3, 4, 5)]
    assert result.delivered_count == len(delivered)
    assert result.invalid_count == len(delivered) - len(valid)
    assert result.distinct_count == len(set(valid))
    assert result.repeated_count == len(valid) - len(set(valid))
    assert result.digest == audit(Board(6), sorted(set(valid), reverse=True)).digest


def test_equal_counts_of_other_sets_have_other_digests() -> None:
    solutions = sorted(brute_force.all_solutions(8))
    digests = {audit(Board(8), solutions[:k] + solutions[k + 1 :]).digest for k in range(92)}
    assert len(digests) == 92


def test_digests_of_disjoint_parts_join() -> None:
    parts = [
        audit(Board(8), sorted(brute_force.solutions(part))).digest for part in Board(8).split(2)
    ]
    assert join_hex_digests(parts) == audit(Board(8), sorted(brute_force.all_solutions(8))).digest


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((1, 3, 0), "it has 3 entries where 4 are due"),
        ((1, 3, 0, 4), "row 3 has 4, which is no column from 0 to 3"),
        ((1, 3, 0, 2.0), "row 3 has 2.0, which is no column from 0 to 3"),
        ((1, 3, 0, None), "row 3 has None, which is no column from 0 to 3"),
        ((1, 3, 0, 10**30), f"row 3 has {10**30}, which is no column from 0 to 3"),
        ((0, 0, 1, 3), "the queens in rows 0 and 1 share a column"),
        ((0, 1, 3, 2), "the queens in rows 0 and 1 share a down diagonal"),
        ((1, 0, 3, 2), "the queens in rows 0 and 1 share an up diagonal"),
        (7, "it is no sequence of columns: 7"),
    ],
)
def test_an_answer_that_is_no_solution_is_named_and_never_crashes(
    answer: object, reason: str
) -> None:
    result = audit(Board(4), [(1, 3, 0, 2), answer, (2, 0, 3, 1)])
    assert (result.invalid_count, result.distinct_count, result.word) == (1, 2, "invalid")
    assert invalid_reason(Board(4), result.invalid_examples[0] if answer != 7 else 7) == reason


def test_reasons_for_placed_and_blocked() -> None:
    assert "placed on (0, 2)" in (invalid_reason(Board(4, [(0, 2)]), (1, 3, 0, 2)) or "")
    assert "blocked square (0, 1)" in (invalid_reason(Board(4, [], [(0, 1)]), (1, 3, 0, 2)) or "")


def test_the_empty_board_has_one_solution() -> None:
    result = audit(Board(0), [()])
    assert (result.delivered_count, result.distinct_count, result.word) == (1, 1, "ok")
    assert audit(Board(0), [(), ()]).word == "duplicate"


def test_boards_larger_than_the_exact_key_are_told_apart() -> None:
    rng = random.Random(0)
    rows = np.array([rng.sample(range(40), 40) for _ in range(5000)])
    assert len(np.unique(solution_keys(rows))) == len({tuple(row) for row in rows.tolist()})


def test_telling_apart_takes_at_most_16_bytes_a_distinct_solution() -> None:
    total, batch = 1_000_000, 4096
    rng = np.random.default_rng(0)
    keys = rng.permutation(total).astype(np.uint64)
    store = _DistinctKeys()
    tracemalloc.start()
    for start in range(0, total, batch):
        store.add(keys[start : start + batch])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert store.count == total
    assert peak <= 16 * total + 400_000
    assert not store.add(keys[:100]).any()


@pytest.mark.filterwarnings("error")
def test_an_array_of_rows_is_audited_as_its_tuples_are() -> None:
    solutions = sorted(brute_force.all_solutions(8))
    block = np.array([*solutions, solutions[0], (0,) * 8], dtype=np.uint8)
    of_array, of_tuples = Audit(Board(8)), Audit(Board(8))
    of_array.add(block)
    of_array.add(block[:0])
    of_tuples.add(block.tolist())
    assert of_array.digest == of_tuples.digest
    assert (of_array.distinct_count, of_array.repeated_count, of_array.invalid_count) == (92, 1, 1)


@settings(max_examples=150)
@given(rules.ruled_boards())
def test_what_is_valid_under_any_rule(board: Board) -> None:
    every = list(product(range(-1, board.n + 1), repeat=board.n))
    valid = valid_rows(board, np.array(every, dtype=np.int64).reshape(len(every), board.n))
    found = {queens for queens, is_valid in zip(every, valid, strict=True) if is_valid}
    assert found == rules.solutions(board)
