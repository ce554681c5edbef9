"""Slips in what is tested: which queens, which lines, which numbers of the lines.

Two queens attack each other if they have a number in common: column, row + column, column - row.
"""

from __future__ import annotations

from functools import partial

from harness.slips.searches import right, scan
from harness.slips.slip import Slip
from harness.slips.tested_programs import (
    _ends,
    but,
    by,
    by_keys,
    column,
    distance,
    down,
    mixed_signs,
    modulo,
    nothing_beyond,
    rule_ignored,
    starts,
    straight,
    two_of,
    untested,
    up,
    wrong_numbers,
)

COMPARE = (
    "Compare row + column for one diagonal and column - row for the other, for all queens above."
)


SLIPS: tuple[Slip, ...] = (
    Slip(
        "column_untested",
        "Queens may share a column: the columns are not compared, or their marks are taken away "
        "before the rows below are searched.",
        "Refuse a column that a queen above has.",
        (untested("column"),),
        model="Queens may share a column: the AllDifferent over the columns is missing.",
    ),
    Slip(
        "up_untested",
        "Up diagonals (row + column the same) are not tested: not compared, the other one compared "
        "twice, or their marks taken away before the rows below are searched.",
        COMPARE,
        (untested("up"),),
        model="Up diagonals are left open: the AllDifferent over queens[row] + row is missing, or "
        "the one over queens[row] - row is stated twice.",
    ),
    Slip(
        "down_untested",
        "Down diagonals are not tested (column - row the same): not compared, the other one "
        "compared twice, or their marks taken away before the rows below are searched.",
        COMPARE,
        (untested("down"),),
        model="Down diagonals are left open: the AllDifferent over queens[row] - row is missing, "
        "or the one over queens[row] + row is stated twice.",
    ),
    Slip(
        "diagonals_untested",
        "No diagonal is tested, only columns. In bit masks: are the diagonals' masks shifted?",
        COMPARE,
        (untested("up", "down"),),
        model="Only the columns are all different: the two AllDifferent over the diagonals, "
        "queens[row] + row and queens[row] - row, are missing.",
    ),
    Slip(
        "nothing_tested",
        "Every placement with one queen a row is handed over: nothing is tested, or all marks are "
        "taken away before the rows below are searched.",
        "Test each square against the queens above before the search goes down.",
        (untested("column", "up", "down", "region", "steps"),),
    ),
    Slip(
        "region_untested",
        "Two queens may stand in one region.",
        "Keep the regions that have a queen, and refuse their other squares.",
        (untested("region"),),
    ),
    Slip(
        "touching_untested",
        "Queens may touch, or stand a step of the rule apart: its steps are not tested.",
        "board.rule.steps has the distances in rows and columns that are refused.",
        (untested("steps"),),
    ),
    Slip(
        "rule_ignored",
        "The rule of the board is not looked at: these are the solutions for plain queens.",
        "board.lines and board.rule.steps say which two squares may not both hold a queen.",
        (rule_ignored,),
    ),
    Slip(
        "only_neighbouring_rows",
        "Diagonals are tested against the queen of the row before only; queens further away may "
        "share one.",
        "Compare with every queen above, not with the nearest.",
        (by(lambda r, q, row, c: q == c or (row - r == 1 and abs(q - c) == 1)),),
    ),
    Slip(
        "only_last_queen",
        "A square is tested against the last queen only, in columns and diagonals.",
        "Loop over all queens that stand; is a return one level too deep in that loop?",
        (by(lambda r, q, row, c: row - r == 1 and straight(r, q, row, c)),),
    ),
    Slip(
        "only_first_queen",
        "A square is tested against the first queen only: the loop over the queens ends after its "
        "first round.",
        "`return True` belongs after the loop, not in it.",
        (by(lambda r, q, row, c: r == 0 and straight(r, q, row, c)),),
        hint="return_in_test",
    ),
    Slip(
        "first_queen_untested",
        "The queen of the first row is never compared: the loop over the queens begins one late.",
        "Begin at row 0: range(row), not range(1, row).",
        (by(lambda r, q, row, c: r > 0 and straight(r, q, row, c)),),
        hint="range_from_1",
    ),
    Slip(
        "last_queen_untested",
        "The queen in the row above is never compared: the loop over the queens ends one early.",
        "End at the row above: range(row), not range(row - 1).",
        (by(lambda r, q, row, c: row - r > 1 and straight(r, q, row, c)),),
        hint="range_short",
    ),
    Slip(
        "diagonal_sign",
        "A diagonal has the wrong sign: one queen's number is compared with a number of another "
        "formula.",
        "On both sides the same formula: q + r == column + row, and q - r == column - row.",
        mixed_signs(),
    ),
    Slip(
        "down_index_wraps",
        "The index column - row wraps around: in a list of length n, -1 is the last entry, so two "
        "down diagonals share one mark.",
        "Index with column - row + n - 1, in a list of 2 * n - 1.",
        (by_keys(column, up, modulo(down)),),
    ),
    Slip(
        "up_index_wraps",
        "The up diagonals are numbered modulo n, so two of them share one mark.",
        "row + column goes up to 2 * n - 2: use a list of 2 * n - 1, and no % n.",
        (by_keys(column, down, modulo(up)),),
    ),
    Slip(
        "diagonals_wrap",
        "Both diagonals go on at the other side of the board, as on a torus: their numbers are "
        "taken modulo n, or bits are rotated.",
        "Number diagonals by row + column and column - row, without % n.",
        (by_keys(column, modulo(up), modulo(down)),),
    ),
    Slip(
        "one_set_for_both_diagonals",
        "Both diagonals' numbers are in one set, where row + column of one queen collides with "
        "column - row of another.",
        "Keep two sets, or tell the numbers apart: ('up', row + column).",
        (two_of(up, down), two_of(up, lambda row, c, n: row - c)),
    ),
    Slip(
        "one_set_for_all_lines",
        "Columns and diagonals are in one set of numbers, where they collide.",
        "Keep a set for each line.",
        (two_of(column, up, down), two_of(column, up, lambda row, c, n: row - c)),
    ),
    Slip(
        "absolute_difference",
        "A diagonal is numbered by abs(column - row), which is the same on two diagonals.",
        "Use column - row with its sign.",
        (by_keys(column, up, lambda row, c, n: abs(c - row)),),
    ),
    Slip(
        "product_for_sum",
        "A diagonal's number is a product of row and column, not their sum or difference.",
        COMPARE,
        wrong_numbers(lambda row, c, n: row * c, lambda row, c, n: (row + 1) * (c + 1)),
        model="An AllDifferent is over queens[row] * row: the diagonals are queens[row] + row and "
        "queens[row] - row.",
    ),
    Slip(
        "slope_of_two",
        "A diagonal moves two columns a row: its number is column + 2 * row, or a mask is shifted "
        "by two.",
        "A diagonal moves one column a row.",
        wrong_numbers(lambda row, c, n: c + 2 * row, lambda row, c, n: c - 2 * row),
    ),
    Slip(
        "distance_one_short",
        "Diagonals are a row off: a queen attacks one column less than it should in each row. In "
        "bit masks: the queen's bit is added after the shift.",
        "Add the bit, then shift: (mask | bit) << 1.",
        (distance(-1), distance(-1, "right"), distance(-1, "left")),
    ),
    Slip(
        "distance_one_long",
        "Diagonals are a row off: a queen attacks one column more than it should in each row.",
        "Between queens in rows r and row the distance is row - r.",
        (distance(1), distance(1, "right"), distance(1, "left")),
    ),
    Slip(
        "shortest_diagonals_open",
        "The shortest diagonals, near the corners, are not tested; all others are.",
        "There are 2 * n - 1 each way: do the loops reach both ends?",
        (
            *tuple(
                but(name, *ends)
                for name in ("up", "down")
                for ends in (
                    (lambda n, m=name: _ends(n, m)[0:1],),
                    (lambda n, m=name: _ends(n, m)[0:2],),
                    (lambda n, m=name: _ends(n, m)[2:3],),
                    (lambda n, m=name: _ends(n, m)[2:4],),
                    (lambda n, m=name: (_ends(n, m)[0], _ends(n, m)[2]),),
                    (lambda n, m=name: _ends(n, m),),
                )
            ),
            but("both", lambda n: _ends(n, "up")[::2], lambda n: _ends(n, "down")[::2]),
            but("both", lambda n: _ends(n, "up"), lambda n: _ends(n, "down")),
        ),
    ),
    Slip(
        "main_diagonal_open",
        "The longest diagonal, from corner to corner, is not tested; all others are.",
        "Does a loop over the diagonals leave out its first one, offset 0?",
        (
            but("up", lambda n: (n - 1,)),
            but("down", lambda n: (0,)),
            but("both", lambda n: (n - 1,), lambda n: (0,)),
        ),
    ),
    Slip(
        "only_main_diagonals",
        "Only the two diagonals from corner to corner are tested.",
        "Each square lies on two diagonals, and all of them count.",
        (
            by(lambda r, q, row, c: q == c or (q == r and c == row)),
            lambda call: scan(
                call,
                lambda r, q, row, c: (
                    q == c or (q == r and c == row) or r + q == row + c == call.board.n - 1
                ),
            ),
        ),
    ),
    Slip(
        "half_of_the_diagonals",
        "Half of the diagonals are tested: those that begin in the first row, or the rest.",
        "There are 2 * n - 1 diagonals each way.",
        (
            but("up", starts),
            but("up", lambda n: tuple(range(n - 1))),
            but("up", lambda n: tuple(range(n))),
            but("down", lambda n: tuple(range(-n, 0))),
            but("down", lambda n: tuple(range(1, n))),
            but("both", starts, lambda n: tuple(range(-n, 0))),
            but("both", starts, lambda n: tuple(range(1, n))),
            but("both", lambda n: tuple(range(n - 1)), lambda n: tuple(range(1, n))),
            but("both", lambda n: tuple(range(n - 1)), lambda n: tuple(range(-n, 0))),
        ),
    ),
    Slip(
        "comparison_for_equality",
        "Squares that no queen attacks are refused: the distance in columns is compared by <= or "
        ">= where it should be ==.",
        "abs(q - column) == row - r is the diagonal.",
        (
            by(lambda r, q, row, c: abs(q - c) <= row - r),
            by(lambda r, q, row, c: q == c or abs(q - c) >= row - r),
            by(lambda r, q, row, c: q == c or abs(q - c) < row - r),
            by(lambda r, q, row, c: q == c or abs(q - c) > row - r),
        ),
    ),
    Slip(
        "tested_against_itself",
        "Nothing is found on any board: each square is refused, as if a queen attacked itself.",
        "Compare with the queens of the other rows only: range(row), not range(row + 1).",
        (lambda call: iter(right(call) if call.board.n == 0 else ()),),
        hint="range_long",
    ),
    Slip(
        "exactly_one_a_diagonal",
        "Nothing is found beyond n = 1: more is asked than there can be.",
        "A column has exactly one queen, a diagonal at most one.",
        (partial(nothing_beyond, 1),),
        model="Each diagonal is asked for exactly one queen: n queens cannot be on all 2 * n - 1. "
        "State at most one (sum <= 1).",
    ),
    Slip(
        "knights_too",
        "Queens a knight's step apart are refused as well.",
        "Only columns and diagonals count under this rule.",
        (by(lambda r, q, row, c: straight(r, q, row, c) or {row - r, abs(q - c)} == {1, 2}),),
    ),
)
