"""The stops on region puzzles: a search that guesses beside one that never does.

`without_guessing` is the lesson's own, on a small puzzle that is written down here and searched
when it is asked for. `puzzle_stops` are those of the page of a puzzle that anybody brings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from explain import words
from explain.record import Kind, Record, Search, State, Stop
from explain.recorder import record
from queens import Board, Cause, HallSet, NoSupport, regions

GUESSING, REASONING = "forward_checking", "group_support"
PUZZLE = Board(6, rule=regions(["AAABBC", "AAABBB", "AADDBB", "ADDDBB", "EDDFFB", "DDDFFF"]))

WITHOUT_GUESSING = (
    "A puzzle: one queen a row, column and region, and no two queens touch. {guessing} places "
    "{placed} queens and takes {taken_back} of them back before it has the solution. {reasoning} "
    "needs no guess: it prunes {pruned} squares, each for a reason that the board shows, and one "
    "square is left in each row."
)
SET = (
    "Nothing is placed yet. {square} is pruned: {reason}. The frames are around the squares of the "
    "set that are open."
)
NO_SQUARE = (
    "{square} is pruned: {reason}. People who solve puzzles by hand look for this. It is stronger "
    "than all that AllDifferent between two lines can see."
)


def without_guessing() -> Stop:
    """Return the lesson's stop on the puzzle that is written down here."""
    own = record(PUZZLE, (GUESSING, REASONING))
    return replace(solved(own), record=own)


def puzzle_stops(record: Record) -> list[Stop]:
    """Return the stops on the record of a puzzle; none where it is not solved without a guess."""
    names = {search.approach for search in record.searches}
    if not names.issuperset((GUESSING, REASONING)):
        return []
    found = []
    for stop in (solved, hall_set, no_square):
        try:
            found.append(stop(record))
        except LookupError:  # no such moment in this puzzle
            continue
    return found


def solved(record: Record) -> Stop:
    """Return the stop at the solution: queens taken back, and none placed by choice."""
    guessing, reasoning = record[GUESSING], record[REASONING]
    if any(step[0] == Kind.HIDDEN for step in guessing.steps):
        raise LookupError("the search is not there as a whole")
    if has_guessed(record.board, reasoning):
        raise LookupError(f"{REASONING} guesses")
    reasoning.until_solution()  # raises LookupError if there is none
    end, settled = guessing.until_solution(), reasoning.settled()
    facts = {
        "placed": sum(step[0] == Kind.DECISION for step in guessing.steps[:end]),
        "taken_back": sum(step[0] == Kind.BACKTRACK for step in guessing.steps[:end]),
        "pruned": sum(step[0] == Kind.PRUNED for step in reasoning.steps[:settled]),
    }
    text = WITHOUT_GUESSING.format(**facts, guessing=GUESSING, reasoning=REASONING)
    return Stop("A puzzle without a guess", text, GUESSING, REASONING, end, settled, facts)


def has_guessed(board: Board, search: Search) -> bool:
    """Return whether a queen was ever placed in a row that had more than one square left."""
    state = State(board)
    for index, step in enumerate(search.steps):
        if step[0] == Kind.DECISION and len(state.domains[step[2]]) > 1:
            return True
        state.apply(index, step)
    return False


def hall_set(record: Record) -> Stop:
    """Return the stop at the first square pruned at the start for a set of two or more groups."""
    return _first(
        record,
        "A Hall set of regions",
        SET,
        lambda cause: (
            isinstance(cause, HallSet)
            and len(cause.rows) > 1
            and "region" in (cause.of, cause.line)
        ),
    )


def no_square(record: Record) -> Stop:
    """Return the stop at the first square pruned at the start for what it would leave no square."""
    return _first(
        record,
        "A group left no square",
        NO_SQUARE,
        lambda cause: isinstance(cause, NoSupport) and cause.of != "row",
    )


def _first(record: Record, title: str, text: str, is_wanted: Callable[[Cause], bool]) -> Stop:
    search = record[REASONING]
    for index, step in enumerate(search.steps[: search.settled()]):
        if step[0] == Kind.PRUNED and is_wanted(cause := search.cause(step)):
            square = (step[2], step[3])
            facts = {"square": square, "cause": cause}
            told = text.format(square=square, reason=words.cause(record.board, cause))
            return Stop(title, told, GUESSING, REASONING, 0, index + 1, facts)
    raise LookupError(f"{REASONING} prunes no square so")
