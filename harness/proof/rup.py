"""Checks a proof that a formula has no solution: reverse unit propagation, and nothing else.

    python -m harness.proof.rup FORMULA.cnf PROOF.drup

A formula is a list of clauses, a clause a list of literals: 7 is "variable 7 is true", -7 "it is
false", and one literal of each clause must hold. A proof adds clauses, one a line, and deletes
some (d). Each added clause C must follow by unit propagation: assume every literal of C false;
while some clause has all literals false but one, that one must be true; in the end some clause
must have all its literals false. Then C holds wherever the formula does. A proof ends when the
empty clause follows: nothing satisfies the formula. Deleting only makes the rest harder to show.

Two literals of each clause are watched, so that a clause is looked at only when one of these
becomes false. Literal v is number 2v here and -v is 2v + 1, so `^ 1` negates. The watches of a
literal are a linked list: watch 2c + w is place w of clause c. What follows from single literals
stays assigned to the end, even where a clause that it came from is deleted: it was shown.

Shares no code with any approach or solver, and imports nothing of this project but the reading of
lines (dimacs.py). The standard library is all it needs; for long proofs it is compiled with
Numba, if that is there.

Source: Goldberg and Novikov (2003), Verification of proofs of unsatisfiability for CNF formulas,
DATE 2003; Heule, Hunt and Wetzler (2013), Trimming while checking clausal proofs, FMCAD 2013;
the watches: Moskewicz and others (2001), Chaff: engineering an efficient SAT solver, DAC 2001.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from harness.proof.dimacs import DELETE, clauses_in, lines_in, tokens_of

NONE, PROVED, NO_END = -1, 0, -1
COMPILED_FROM = 200_000
"""Literals in formula and proof from which compiling takes less time than it saves."""

LONG_BYTES = 600_000
"""Size of the files from which the same holds for reading them at once."""

Ints = Any
"""Whole numbers by index: an array of the standard library, or of NumPy when compiled."""


class State(NamedTuple):
    """Everything the checker knows."""

    literals: Ints  # of all clauses, one clause after another: of the formula, then of the proof
    begin: Ints  # by clause: where its literals begin; they end where the next one's begin
    first: Ints  # by literal: its first watch
    following: Ints  # by watch: the next one of the same literal
    deleted: Ints  # by clause
    true: Ints  # by literal: 1 if it must be true
    trail: Ints  # the literals that must be true, in the order found
    count: Ints  # how many those are: one number


def propagate(s: State, done: int) -> bool:
    """Assign what follows from the trail from `done` on; return whether a clause has all false."""
    while done < s.count[0]:
        false = s.trail[done] ^ 1
        done += 1
        before, watch = NONE, s.first[false]
        while watch != NONE:
            clause, after = watch >> 1, s.following[watch]
            here = s.begin[clause] + (watch & 1)
            other = s.literals[s.begin[clause] + 1 - (watch & 1)]
            moved_to = NONE
            if not s.deleted[clause] and not s.true[other]:
                for place in range(s.begin[clause] + 2, s.begin[clause + 1]):
                    if not s.true[s.literals[place] ^ 1]:
                        moved_to = s.literals[place]
                        s.literals[place], s.literals[here] = false, moved_to
                        break
            if s.deleted[clause] or moved_to != NONE:  # leave this list
                if before == NONE:
                    s.first[false] = after
                else:
                    s.following[before] = after
                if moved_to != NONE:
                    s.following[watch], s.first[moved_to] = s.first[moved_to], watch
            else:
                before = watch
                if s.true[other ^ 1]:
                    return True
                assign(s, other)
            watch = after
    return False


def assign(s: State, literal: int) -> None:
    """Make `literal` true, if it is not."""
    if not s.true[literal]:
        s.true[literal] = 1
        s.trail[s.count[0]] = literal
        s.count[0] += 1


def follows(s: State, clause: int) -> bool:
    """Return whether `clause` follows by unit propagation; leave the state as it was."""
    kept, shown = s.count[0], False
    for place in range(s.begin[clause], s.begin[clause + 1]):
        shown = shown or bool(s.true[s.literals[place]])
        if not shown:
            assign(s, s.literals[place] ^ 1)
    shown = shown or propagate(s, kept)
    while s.count[0] > kept:
        s.count[0] -= 1
        s.true[s.trail[s.count[0]]] = 0
    return shown


def add(s: State, clause: int) -> bool:
    """Watch two literals of `clause` that are not false, or assign its one; return if none is."""
    begin = free = s.begin[clause]
    for place in range(begin, s.begin[clause + 1]):
        literal = s.literals[place]
        if free < begin + 2 and not s.true[literal ^ 1]:
            s.literals[place], s.literals[free] = s.literals[free], literal
            free += 1
    if free == begin:
        return True
    if free == begin + 1:
        kept = s.count[0]
        assign(s, s.literals[begin])
        return propagate(s, kept)
    for watch in (2 * clause, 2 * clause + 1):
        literal = s.literals[begin + (watch & 1)]
        s.following[watch], s.first[literal] = s.first[literal], watch
    return False


def check(s: State, formula: int, steps: Ints) -> int:
    """Return 0 if the steps prove the formula's clauses unsatisfiable.

    A step is the number of an added clause, or -1 less that of a deleted one. Otherwise return the
    number, from 1, of the first step that does not follow; -1 if the empty clause never does.
    """
    for clause in range(formula):
        if add(s, clause):
            return PROVED
    for number in range(len(steps)):
        clause = steps[number]
        if clause < 0:
            s.deleted[-1 - clause] = 1
        elif not follows(s, clause):
            return number + 1
        elif add(s, clause):
            return PROVED
    return NO_END


# reading, up to here nothing but numbers


def check_files(formula: Path, proof: Path) -> int:
    """Return what `check` says of two files; raise ValueError for a line that is none of theirs."""
    if formula.stat().st_size + proof.stat().st_size >= LONG_BYTES and find_spec("numba"):
        return check_long(formula.read_bytes(), proof.read_bytes())
    with formula.open(encoding="ascii") as cnf, proof.open(encoding="ascii") as drup:
        return check_clauses(clauses_in(cnf), lines_in(drup))


def check_long(formula: bytes, proof: bytes) -> int:
    """Return the same of long files: all lines at once by NumPy, and compiled.

    A deleted clause is found by the sum of random numbers of its literals, whatever their order.
    Were two clauses to have one sum, the wrong one might be deleted, which proves no more.
    """
    import numpy as np

    clauses = tokens_of(formula)
    tokens = np.concatenate([clauses, tokens_of(proof)])
    is_literal = (tokens != 0) & (tokens != DELETE)
    ends = np.flatnonzero(tokens == 0)
    deletes = tokens[np.append(0, ends[:-1] + 1)] == DELETE
    begin = np.append(0, np.cumsum(is_literal)[ends])
    numbers = tokens[is_literal]
    literals = np.where(numbers > 0, 2 * numbers, 1 - 2 * numbers).astype(np.int32)
    count = int(np.count_nonzero(clauses == 0))
    largest = int(literals[: begin[count]].max(initial=1)) | 1
    if (deletes.sum() != (tokens == DELETE).sum()) or literals.max(initial=0) > largest:
        raise ValueError("the proof has a variable that the formula has not, or a stray d")
    codes = np.random.default_rng(1).integers(1, 2**63, largest + 1, dtype=np.uint64)
    sums = np.append(np.uint64(0), np.cumsum(codes[literals]))[begin]
    alive: dict[int, list[int]] = {}
    steps = []
    for clause, (key, delete) in enumerate(
        zip(np.diff(sums).tolist(), deletes.tolist(), strict=True)
    ):
        if not delete:
            alive.setdefault(key, []).append(clause)
        # what is not there need not be deleted: the line itself, which nothing watches, is
        steps.append(-1 - (alive[key].pop() if alive.get(key) else clause) if delete else clause)
    state = State(literals, begin.astype(np.int32), *map(_numpy, _blank(len(begin), largest)))
    return _compiled()(state, count, np.array(steps[count:], np.int32))


def _blank(begins: int, largest: int) -> list[Ints]:
    """Return the arrays of a state in which nothing is watched and nothing true."""
    return [
        array("i", [NONE]) * (largest + 1),
        array("i", [NONE]) * (2 * begins),
        array("b", [0]) * begins,
        array("b", [0]) * (largest + 1),
        array("i", [0]) * (largest + 1),
        array("i", [0]),
    ]


def check_clauses(
    formula: Iterable[Sequence[int]], proof: Iterable[tuple[bool, Sequence[int]]]
) -> int:
    """Return what `check` says of clauses and the lines of a proof (whether to delete, clause)."""
    literals, begin, steps = array("i"), array("i", [0]), array("i")
    alive: dict[tuple[int, ...], list[int]] = {}

    def take(key: tuple[int, ...]) -> int:
        alive.setdefault(key, []).append(len(begin) - 1)
        literals.extend([2 * literal if literal > 0 else 1 - 2 * literal for literal in key])
        begin.append(len(literals))
        return len(begin) - 2

    for clause in formula:
        take(tuple(sorted(set(clause))))
    count, largest = len(begin) - 1, max(literals, default=1) | 1
    for number, (delete, clause) in enumerate(proof, start=1):
        key = tuple(sorted(set(clause)))
        if key and 2 * max(key[-1], -key[0]) > largest:
            raise ValueError(f"line {number} of the proof has a variable that the formula has not")
        if not delete:
            steps.append(take(key))
        else:  # what is not there need not be deleted
            steps.append(-1 - (alive[key].pop() if alive.get(key) else take(key)))
    arrays = [literals, begin, *_blank(len(begin), largest)]
    if len(literals) < COMPILED_FROM:
        return check(State(*arrays), count, steps)
    return _compiled()(State(*map(_numpy, arrays)), count, _numpy(steps))


def _numpy(numbers: Ints) -> Ints:
    import numpy as np

    return np.asarray(numbers)


def _compiled() -> Callable[..., int]:
    """Return `check`, compiled; where Numba is missing, as it is, which takes longer."""
    try:
        from numba import njit
    except ImportError:
        return check
    copies: dict[str, Any] = {**globals()}
    for function in (assign, propagate, follows, add, check):
        copy = FunctionType(function.__code__, copies)
        copies[function.__name__] = _kept(njit, copy)
    compiled: Callable[..., int] = copies["check"]
    return compiled


def _kept(njit: Callable[..., Any], function: FunctionType) -> Any:
    """Return the function compiled, its code kept on disk where there is a folder for it."""
    try:
        return njit(cache=True)(function)
    except RuntimeError:
        return njit(function)


def main(formula: Path, proof: Path) -> int:
    """Print whether the proof holds; return the exit code, 0 if it does and 1 if not."""
    try:
        said = check_files(formula, proof)
    except ValueError as error:
        print(f"refused: {error}")  # noqa: T201
        return 1
    words = {PROVED: "proved", NO_END: "not proved: the empty clause does not follow"}
    print(words.get(said, f"refused: line {said} of the proof does not follow"))  # noqa: T201
    return int(said != PROVED)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
