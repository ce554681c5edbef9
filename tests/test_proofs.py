"""Proofs: the clauses are the rule, the checker refuses what does not follow, faults show."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

from explain.proof import proof_of, solutions_of
from explain.record import Kind
from explain.recorder import record
from handwritten import first_fail
from harness import library
from harness.boards.puzzles import puzzle
from harness.campaign.autograder import check
from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits
from harness.proof.certify import ProvingLimits, certify, prover
from harness.proof.cnf import formula_of
from harness.proof.dimacs import clauses_in, lines_in
from harness.proof.rup import PROVED, check_clauses, check_long
from harness.record.certificate import Certificate
from harness.record.events import event_of
from queens import RULES, Board, Queens
from queens.forms.files import read_boards
from tests import records, rules
from tests.command_line import compare
from tests.faulty import eight_workers

FAULTY = Path(__file__).parent / "faulty"
LOSING = (
    "stops_early",
    "faults_cancel",
    "reused_buffer",
    "one_wrong_board",
    "sign_error",
    "hands_over_nonsense",
    "prunes_too_much",
)
RULED = [Board(5), Board(5, rule=RULES["torus"]), Board(5, rule=RULES["kings"])]


@settings(max_examples=100)
@given(rules.ruled_boards(max_n=4))
def test_the_clauses_are_the_rule(board: Board) -> None:
    formula = formula_of(board)
    clauses = list(formula.clauses())
    rows = [[one for one in formula.variables if one[0] == row] for row in range(board.n)]
    found = set()
    for squares in product(*rows):
        true = {formula.variables[square] for square in squares}
        if all(any((abs(one) in true) == (one > 0) for one in clause) for clause in clauses):
            found.add(tuple(column for _, column in squares))
    assert found == rules.solutions(board)


def certified(board: Board, drop: int = 0, **limits: int) -> Certificate:
    pytest.importorskip("pysat")
    answers = sorted(rules.solutions(board))
    return certify(board, answers[drop:], ProvingLimits(**limits) if limits else None)


@pytest.mark.parametrize("rule", ["queens", "torus", "superqueens", "kings"])
def test_all_solutions_are_proved_and_all_but_one_refuted(rule: str) -> None:
    board = Board(5, rule=RULES[rule])
    assert certified(board).result == "proved"
    solutions = sorted(rules.solutions(board))
    if solutions:
        one_less = certified(board, drop=1)
        assert (one_less.result, one_less.missing) == ("missing", list(solutions[0]))


def test_a_limit_is_said() -> None:
    assert "clauses" in (certified(Board(5), clauses=10).reason or "")
    assert "MiB" in (certified(Board(5), proof_bytes=1).reason or "")


def test_a_puzzle_has_exactly_one_solution() -> None:
    board = puzzle(6, 3)
    certificate = certified(board)
    assert (certificate.result, certificate.solution_count) == ("proved", 1)


def test_changed_proofs_are_refused_or_valid_by_another_checker(tmp_path: Path) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    certify(Board(5), sorted(rules.solutions(Board(5))), folder=tmp_path)
    formula = list(clauses_in((tmp_path / "n5-10-answers.cnf").read_text().splitlines()))
    proof = list(lines_in((tmp_path / "n5-10-answers.drup").read_text().splitlines()))
    assert check_clauses(formula, proof) == PROVED
    chance = random.Random(1)
    refused = 0
    for _ in range(300):
        changed = list(proof)
        place = chance.randrange(len(changed))
        delete, clause = changed.pop(place)
        if chance.random() < 0.7 and clause:
            other = list(clause)
            other[chance.randrange(len(other))] = chance.choice((-1, 1)) * chance.randint(1, 25)
            changed.insert(place, (delete, other))
        if check_clauses(formula, changed) != PROVED:
            refused += 1
            continue
        # unit propagation of another hand: MiniSat's, which deletes nothing
        with solvers.Solver(name="minisat22", bootstrap_with=formula) as solver:
            for delete, added in changed:
                if not delete:
                    assert not solver.propagate([-one for one in added])[0]
                    solver.add_clause(added)
            assert not solver.solve()
    assert refused > 30


def test_a_formula_with_a_solution_is_never_proved() -> None:
    formula = list(formula_of(Board(4), [(1, 3, 0, 2)]).clauses())
    assert check_clauses(formula, [(False, [])]) != PROVED


@pytest.mark.parametrize("n", [4, 5, 6])
@pytest.mark.parametrize(
    "name",
    [
        "bitmasks",
        "half_board",
        "boolean_flags",
        "forward_checking",
        "arc_consistency",
        "bounds_consistency",
        "alldifferent",
        "group_support",
        "pair_consistency",
        "first_fail",
        "dancing_links",
        "original_cp",
        "generate_and_test",
    ],
)
def test_a_search_is_its_own_proof(name: str, n: int) -> None:
    boards = [Board(n)] if name in ("bitmasks", "half_board") else [Board(n), puzzle(n, 1)]
    for board in boards:
        search = record(board, [name], steps_at_most=100_000).searches[0]
        formula = formula_of(board, solutions_of(search))
        lines = proof_of(board, search, formula.variables)
        assert check_clauses(formula.clauses(), [(False, one.clause) for one in lines]) == PROVED


@pytest.mark.parametrize("name", LOSING)
def test_a_fault_that_loses_solutions_is_refuted_alone_on_three_rules(name: str) -> None:
    pytest.importorskip("pysat")
    approaches = named_approaches([FAULTY / f"{name}.py"])
    plan = Plan(approaches, RULED, repetitions=1, prove=prover())
    events, _ = records.measured(plan)
    certificates = [one for one in map(event_of, events) if isinstance(one, Certificate)]
    assert [one.board for one in certificates] == RULED
    for certificate, board in zip(certificates, RULED, strict=True):
        assert certificate.result == "missing"
        assert tuple(certificate.missing or ()) in rules.solutions(board)
    assert {verdict.word for verdict in records.verdicts(events)} == {"disagree"}


def test_what_eight_workers_lose_is_refuted_and_nothing_else() -> None:
    found = list[Queens]()
    eight_workers.solve_all(Board(8), found.append)
    distinct = list(dict.fromkeys(map(tuple, found)))
    certificate = certified_as(Board(8), distinct)
    assert certificate.result == ("missing" if len(distinct) < 92 else "proved")


def test_a_board_of_two_hundred_without_a_solution_is_proved() -> None:
    (board,) = read_boards((FAULTY.parent / "golden" / "unsolvable_200.json").read_text()).boards
    assert (board.n, len(board.placed)) == (200, 165)
    assert certified_as(board, []).result == "proved"


def certified_as(board: Board, answers: list[Queens]) -> Certificate:
    pytest.importorskip("pysat")
    return certify(board, answers)


@pytest.mark.parametrize("n", [7, 9])
def test_exactly_one_solution_of_a_puzzle_is_proved_and_none_refuted(n: int) -> None:
    board, found = puzzle(n, 2), list[Queens]()
    first_fail.solve_all(board, found.append)
    assert len(found) == 1
    assert certified_as(board, found).result == "proved"
    refuted = certified_as(board, [])
    assert (refuted.result, refuted.missing) == ("missing", list(found[0]))


@pytest.mark.parametrize("board", [Board(6), Board(5, rule=RULES["torus"]), Board(6, [(0, 0)])])
def test_another_checker_reads_the_files_and_agrees(board: Board, tmp_path: Path) -> None:
    dratify = pytest.importorskip("dratify")
    pytest.importorskip("pysat")
    certify(board, sorted(rules.solutions(board)), folder=tmp_path)
    (cnf,), (drup,) = tmp_path.glob("*.cnf"), tmp_path.glob("*.drup")
    formula = dratify.parse_dimacs_file(str(cnf), strict=True)
    lines = drup.read_text().splitlines()
    assert dratify.check_proof(formula, "\n".join(lines), check_rat=False).ok
    clauses = list(clauses_in(cnf.read_text().splitlines()))
    chance = random.Random(2)
    for _ in range(30):
        changed = list(lines)
        del changed[chance.randrange(len(changed))]
        if check_clauses(clauses, lines_in(changed)) == PROVED:
            assert dratify.check_proof(formula, "\n".join(changed), check_rat=False).ok


def test_check_proves_what_is_right() -> None:
    pytest.importorskip("pysat")
    (approach,) = named_approaches(["boolean_flags"])
    (result,) = check(approach, [Board(5)], Limits(), prove=prover()).boards
    assert result.passed and result.certificate and result.certificate.result == "proved"


def test_prove_writes_a_formula_and_a_proof(tmp_path: Path) -> None:
    done = compare("prove", "6", "-a", "alldifferent", "-o", tmp_path / "p.drup")
    assert (done.returncode, "proved complete" in done.stdout) == (0, True)
    with (tmp_path / "p.cnf").open() as formula, (tmp_path / "p.drup").open() as proof:
        assert check_clauses(clauses_in(formula), lines_in(proof)) == PROVED


def test_a_propagator_that_prunes_too_much_is_named_with_its_step(tmp_path: Path) -> None:
    proof = tmp_path / "p.drup"
    done = compare("prove", "5", "-a", FAULTY / "prunes_too_much.py", "-o", proof)
    assert done.returncode == 1
    said = re.search(r"Step (\d+) does not follow: (.*)", done.stdout)
    assert said, done.stdout + done.stderr
    search = record(Board(5), [str(FAULTY / "prunes_too_much.py")]).searches[0]
    step = search.steps[int(said[1]) - 1]
    assert step[0] == Kind.PRUNED
    # the first square pruned by the wrong cause, a knight's move to the side of the queen
    assert step[2:4] == next(
        one[2:4]
        for one in search.steps
        if one[0] == Kind.PRUNED and not Board(5).attacks(search.cause(one).queen, one[2:4])
    )
    assert f"p.html#step={said[1]}" in done.stderr
    assert "prunes_too_much" in (tmp_path / "p.html").read_text()


def test_an_audit_is_proved_or_shows_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("pysat")
    right = sorted(rules.solutions(Board(6)))
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(f"{list(queens)}\n" for queens in right))
    done = compare("audit", file, "--certify")
    assert (done.returncode, "Proved complete" in done.stdout) == (0, True), done.stdout
    file.write_text("".join(f"{list(queens)}\n" for queens in right[1:]))
    done = compare("audit", file, "--certificates", tmp_path / "kept")
    assert done.returncode == 1
    assert f"the solver found another: {' '.join(map(str, right[0]))}" in done.stdout
    assert len(list((tmp_path / "kept").glob("*.cnf"))) == 1


def test_a_comparison_as_a_call_is_proved(tmp_path: Path) -> None:
    pytest.importorskip("pysat")
    results = library.compare([5], ["boolean_flags"], repetitions=1, certificates=tmp_path)
    assert list(results.verdict["verdict"]) == ["proved"]
    assert len(list(tmp_path.glob("*.drup"))) == 1


def test_a_long_proof_is_read_at_once_and_checked_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pysat")
    board = Board(6)
    certify(board, sorted(rules.solutions(board)), folder=tmp_path)
    (cnf,), (drup,) = tmp_path.glob("*.cnf"), tmp_path.glob("*.drup")
    formula, lines = cnf.read_bytes(), drup.read_text().splitlines()
    clauses = list(clauses_in(cnf.read_text().splitlines()))
    chance = random.Random(3)
    for _ in range(10):
        changed = list(lines)
        del changed[chance.randrange(len(changed))]
        there = check_long(formula, "\n".join(changed).encode())
        assert there == check_clauses(clauses, lines_in(changed))


@pytest.mark.parametrize("line", ["1 x 0", "1 2", "1 d 2 0", "99 0"])
def test_a_long_proof_with_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"line|variable"):
        check_long(b"p cnf 2 2\n1 2 0\n-1 0\n", f"{line}\n".encode())
