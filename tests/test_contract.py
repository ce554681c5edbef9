"""The contract of an approach, held over every approach that is installed, naming none."""

from __future__ import annotations

import importlib
import inspect
import sys
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings

from queens import Board, GaveUp, Queens, Unsupported, function_of, is_solution
from queens.registry import APPROACHES, LEARNING, Approach, missing_packages, read_page
from tests import brute_force, rules
from tests.strategies import boards

sys.setrecursionlimit(10_000)


def load(approach: Approach) -> ModuleType:
    """Import an approach, or skip for a missing optional package and nothing else."""
    if missing := missing_packages(approach):
        pytest.skip(f"not installed: {', '.join(missing)}")
    return importlib.import_module(approach.module)


def able(function: str) -> list[pytest.ParameterSet]:
    """Return the approaches that have `function`, as test parameters."""
    return [
        pytest.param(approach, id=approach.name)
        for approach in APPROACHES
        if function in read_page(approach.path).functions
    ]


enumerating = pytest.mark.parametrize("approach", able("solve_all"))
counting = pytest.mark.parametrize("approach", able("count_all"))
finding = pytest.mark.parametrize("approach", able("solve_one"))


def drawn(approach: Approach) -> settings:
    """Return how many boards hypothesis draws: fewer where each starts a program of its own."""
    return settings(
        max_examples=12 if approach.programs else 40,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


def largest_n(module: ModuleType) -> int:
    """Return the largest n of the boards to draw: 7, or less for an approach that says so."""
    return min(7, getattr(module, "LARGEST_N", 7))


def enumerate_all(module: ModuleType, board: Board) -> list[Queens]:
    delivered: list[Queens] = []
    counters = module.solve_all(board, delivered.append)
    assert all(isinstance(value, int) for value in counters.values())
    return delivered


def check_delivered(board: Board, delivered: list[Queens]) -> None:
    """Hold what is delivered to brute force: the same set, each solution once, whole ints."""
    assert all(type(queens) is tuple for queens in delivered)
    assert all(type(column) is int for queens in delivered for column in queens)
    assert sorted(delivered) == sorted(brute_force.solutions(board))


def check_refusal(reason: Unsupported) -> None:
    """Hold a refusal to what it must say: the reason, in a sentence."""
    assert len(str(reason)) > 10


def hold_enumeration(module: ModuleType, board: Board) -> bool:
    """Hold `solve_all` to brute force; return False if the board is refused with a reason."""
    try:
        check_delivered(board, enumerate_all(module, board))
    except Unsupported as reason:
        check_refusal(reason)
        return False
    return True


def hold_count(module: ModuleType, board: Board) -> bool:
    """Hold `count_all` to brute force; return False if the board is refused with a reason."""
    try:
        assert module.count_all(board) == len(brute_force.solutions(board))
    except Unsupported as reason:
        check_refusal(reason)
        return False
    return True


def hold_one(module: ModuleType, board: Board) -> None:
    """Hold the answer of `solve_one` to the rules, and a claim that there is none to the set."""
    try:
        solve_one = function_of(module, "solve_one")
        assert solve_one
        queens = solve_one(board)
    except GaveUp:
        return
    except Unsupported as reason:
        check_refusal(reason)
        return
    if queens is None:
        assert not brute_force.solutions(board)
    else:
        assert type(queens) is tuple
        assert is_solution(board, queens)


@enumerating
@pytest.mark.parametrize("n", range(9))
def test_enumerates_exactly_the_solutions(approach: Approach, n: int) -> None:
    taken = hold_enumeration(load(approach), Board(n))
    assert taken or n > 5, "an approach takes every plain board up to n = 5"


@enumerating
def test_enumerates_boards_with_placed_and_blocked_squares(approach: Approach) -> None:
    module = load(approach)

    @drawn(approach)
    @given(boards(largest_n(module)))
    def hold(board: Board) -> None:
        hold_enumeration(module, board)

    hold()


@counting
def test_counts_what_brute_force_counts(approach: Approach) -> None:
    module = load(approach)
    assert all(hold_count(module, Board(n)) for n in range(9))

    @drawn(approach)
    @given(boards())
    def hold(board: Board) -> None:
        hold_count(module, board)

    hold()


@finding
def test_finds_one_solution_or_proves_there_is_none(approach: Approach) -> None:
    module = load(approach)
    for n in range(9):
        hold_one(module, Board(n))

    @drawn(approach)
    @given(boards(largest_n(module)))
    def hold(board: Board) -> None:
        hold_one(module, board)

    hold()


@pytest.mark.parametrize(
    "approach", [pytest.param(approach, id=approach.name) for approach in APPROACHES]
)
def test_takes_any_rule_or_refuses_it_with_a_reason(approach: Approach) -> None:
    module = load(approach)

    def answer(function: str, board: Board, *arguments: object) -> object:
        """Return what the approach answers, or the exception by which it says no."""
        try:
            return getattr(module, function)(board, *arguments)
        except (Unsupported, GaveUp) as reason:
            assert len(str(reason)) > 10
            assert "\n" not in str(reason)
            return reason

    @settings(drawn(approach), max_examples=40 if approach.folder == "handwritten" else 15)
    @given(rules.ruled_boards(max_n=5))
    def hold(board: Board) -> None:
        expected = rules.solutions(board)
        delivered: list[Queens] = []
        if hasattr(module, "solve_all") and not isinstance(
            answer("solve_all", board, delivered.append), Exception
        ):
            assert sorted(delivered) == sorted(expected)
        if hasattr(module, "count_all"):
            count = answer("count_all", board)
            assert isinstance(count, Unsupported) or count == len(expected)
        if hasattr(module, "solve_one"):
            queens = answer("solve_one", board)
            assert isinstance(queens, Exception) or queens in (expected or {None})

    hold()


class StopHereError(Exception):
    """Raised by a callback; nobody else raises it."""


@enumerating
@pytest.mark.parametrize("stop_at", [1, 2, 10])
def test_what_the_callback_raises_comes_out(approach: Approach, stop_at: int) -> None:
    module = load(approach)
    error = StopHereError()
    delivered: list[Queens] = []

    def stop(queens: Queens) -> None:
        delivered.append(queens)
        if len(delivered) == stop_at:
            raise error

    with pytest.raises(StopHereError) as caught:
        module.solve_all(Board(5), stop)
    assert caught.value is error
    assert len(delivered) == stop_at


@enumerating
def test_a_keyboard_interrupt_in_the_callback_comes_out(approach: Approach) -> None:
    module = load(approach)

    def interrupt(queens: Queens) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        module.solve_all(Board(5), interrupt)
    assert hold_enumeration(module, Board(5))


@enumerating
def test_the_file_says_what_its_counters_count(approach: Approach) -> None:
    module = load(approach)
    said = read_page(approach.path).counters
    assert module.solve_all(Board(5), lambda queens: None).keys() <= said.keys()
    assert all(len(about) > 10 for about in said.values())


@enumerating
def test_one_that_learns_and_counts_says_how_often_it_learned(approach: Approach) -> None:
    said = read_page(approach.path).counters
    if LEARNING in approach.families and said:  # one has a library that counts for itself alone
        counters = load(approach).solve_all(Board(6), lambda queens: None)
        assert sum(counters.get(name, 0) for name in ("conflicts", "failures")) > 0


@enumerating
def test_the_second_call_answers_as_the_first(approach: Approach) -> None:
    module = load(approach)
    first = enumerate_all(module, Board(5))
    assert sorted(enumerate_all(module, Board(5))) == sorted(first)
    assert hold_enumeration(module, Board(4))


@enumerating
def test_tracing_changes_no_answer(approach: Approach) -> None:
    module = load(approach)

    class Silent:
        def __getattr__(self, event: str) -> object:
            return lambda *arguments: None

    delivered: list[Queens] = []
    module.solve_all(Board(5), delivered.append, trace=Silent())
    assert sorted(delivered) == sorted(brute_force.all_solutions(5))


@pytest.mark.parametrize(
    "approach", [pytest.param(approach, id=approach.name) for approach in APPROACHES]
)
def test_the_file_keeps_the_house_rules(approach: Approach) -> None:
    """150 lines, a description, and imports of the standard library, its solver and queens."""
    source = approach.path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    page = read_page(approach.path)
    assert 20 <= len(page.description) <= 100
    assert page.functions
    assert "import harness" not in source
    assert "from harness" not in source
    assert "explain" not in [word for line in source.splitlines() for word in line.split()[1:2]]


def test_the_registered_names_are_the_files_that_solve() -> None:
    registered = [approach.path for approach in APPROACHES]
    assert len(set(registered)) == len(registered)
    folders = {path.parent for path in registered}
    on_disk = {
        path
        for folder in folders
        for path in folder.glob("*.py")
        if set(read_page(path).functions) - {"build"}
    }
    assert set(registered) == on_disk


@finding
def test_one_that_is_randomised_is_deterministic_under_its_seed(approach: Approach) -> None:
    module = load(approach)
    solve_one = function_of(module, "solve_one")
    assert solve_one
    if "seed" not in inspect.signature(solve_one).parameters:
        return
    answers = [solve_one(Board(12), seed=7) for _ in range(2)]
    assert answers[0] == answers[1]
