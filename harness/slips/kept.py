"""Slips in what is kept from call to call, and in what is not looked at: the board's squares."""

from __future__ import annotations

from functools import partial

from harness.slips.handed_programs import (
    appended,
    first_answers,
    first_size,
    remembered,
    squares,
    used_up,
)
from harness.slips.slip import Slip

CALLS = "Make lists, sets and solvers inside solve_all; no default argument may be a list."

SLIPS: tuple[Slip, ...] = (
    Slip(
        "answers_kept",
        "Answers of earlier calls are handed over again: a list outside the search keeps them.",
        CALLS,
        (partial(appended, True), partial(appended, False)),
        hint="module_state",
    ),
    Slip(
        "answers_remembered",
        "A call on a board of the same size gets the first one's answers, though its squares "
        "differ.",
        "Remember by the whole board, not by board.n; a Board can be a key.",
        (remembered,),
        hint="module_state",
    ),
    Slip(
        "first_answers_again",
        "Every call in a process gets the answers of the first one.",
        CALLS,
        (first_answers,),
        hint="module_state",
    ),
    Slip(
        "arrays_of_the_first_size",
        "Work arrays are made at the first call, and are too small for a larger board.",
        CALLS,
        (partial(first_size, True), partial(first_size, False)),
        hint="module_state",
    ),
    Slip(
        "used_up",
        "A second call finds nothing: an iterator, a flag or a solver is used up by the first.",
        CALLS,
        (used_up,),
        hint="module_state",
    ),
    Slip(
        "placed_ignored",
        "The queens that are placed are not looked at.",
        "board.columns(row) gives the columns open in a row; board.placed has the queens.",
        (partial(squares, placed=True, blocked=False),),
    ),
    Slip(
        "blocked_ignored",
        "The squares that are blocked are not looked at.",
        "board.columns(row) gives the columns open in a row; board.blocked has the squares.",
        (partial(squares, placed=False, blocked=True),),
    ),
    Slip(
        "squares_ignored",
        "The board's own squares are not looked at, neither placed nor blocked ones.",
        "board.columns(row) gives the columns open in a row.",
        (partial(squares, placed=True, blocked=True),),
    ),
)
