"""Slips in the way of the search: taking back, returning, the ends of loops.

Wirth (1971), Program development by stepwise refinement, CACM 14 (4), states the search with
three arrays of marks and what has to be taken back; most slips here break one of its lines.
"""

from __future__ import annotations

from functools import partial

from harness.slips.searches import domains, grid, marks
from harness.slips.slip import Slip
from harness.slips.way_programs import (
    DROP,
    LISTS,
    beyond_the_end,
    early,
    first_branch,
    first_of_each,
    from_size,
    growing,
    index_error,
    kept,
    lost,
    narrowed,
    only_first,
    pointers,
    stale_queens,
)

TAKE_BACK = "Take back in reverse order, right after the call that searches the rows below."
RETURNS = (
    "To find all, let the loop go on after a solution: no return, and no break, where the search "
    "comes back."
)

SLIPS: tuple[Slip, ...] = (
    Slip(
        "column_mark_kept",
        "The mark of the column is not taken back when the search comes back up.",
        TAKE_BACK,
        (kept("column"),),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "up_mark_kept",
        "The mark of one diagonal, up (row + column), is not taken back when the search comes "
        "back up.",
        TAKE_BACK,
        (kept("up"),),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "down_mark_kept",
        "The mark of one diagonal, down (column - row), is not taken back when the search comes "
        "back up.",
        TAKE_BACK,
        (kept("down"),),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "diagonal_marks_kept",
        "The marks of both diagonals are not taken back when the search comes back up.",
        TAKE_BACK,
        (kept("up", "down"),),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "column_and_diagonal_kept",
        "The marks of the column and of one diagonal are not taken back when the search comes "
        "back up.",
        TAKE_BACK,
        (kept("column", "up"), kept("column", "down")),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "all_marks_kept",
        "No mark is taken back when the search comes back up.",
        TAKE_BACK,
        (kept("column", "up", "down"),),
        is_ordered=True,
        hint="mark",
    ),
    Slip(
        "taken_back_outside_the_loop",
        "Marks are taken back after the loop over the columns, not in it: only the last column's "
        "are.",
        "Move the lines that take back into the loop, after the call for the next row.",
        (partial(marks, outside=True),),
        is_ordered=True,
    ),
    Slip(
        "queen_kept",
        "The queen itself is not taken back when the search comes back up.",
        "queens.pop() right after the call that searches the rows below.",
        (
            partial(growing, by_length=False, marked=True, popped_outside=False),
            partial(growing, by_length=False, marked=False, popped_outside=False),
            partial(growing, by_length=False, marked=False, popped_outside=False, above=True),
            partial(growing, by_length=True, marked=False, popped_outside=False),
            partial(growing, by_length=True, marked=True, popped_outside=False),
            stale_queens,
        ),
        is_ordered=True,
        hint="append",
    ),
    Slip(
        "queen_taken_back_outside_the_loop",
        "The queen is taken back after the loop over the columns, not in it.",
        "Move queens.pop() into the loop, after the call for the next row.",
        (
            partial(growing, by_length=False, marked=False, popped_outside=True),
            partial(growing, by_length=False, marked=False, popped_outside=True, above=True),
            partial(growing, by_length=False, marked=True, popped_outside=True),
        ),
        needs=(".pop(", ".remove(", "del "),
        is_ordered=True,
    ),
    Slip(
        "marks_not_counted",
        "Attacked squares are marked True and set to False again, also those that another queen "
        "attacks too.",
        "Count the attacks on each square (+= 1, -= 1), or mark columns and diagonals instead.",
        (
            partial(grid, above=False, own_row=False),
            partial(grid, above=True, own_row=False),
            partial(grid, above=False, own_row=True),
            partial(grid, above=True, own_row=True),
        ),
        is_ordered=True,
    ),
    Slip(
        "domains_not_restored",
        "What was removed from the rows below is not put back when the search comes back up.",
        "Copy the domains before removing, or put back exactly what was removed.",
        (partial(domains, restored="never"),),
        needs=(".remove(", ".discard(", "&= ~", "-= ", ".difference"),
        is_ordered=True,
    ),
    Slip(
        "domains_restored_too_far",
        "When the search comes back up, the rows below get all their columns back, also those "
        "that queens further up attack.",
        "Put back exactly what this queen removed.",
        (partial(domains, restored="full"),),
        is_ordered=True,
    ),
    Slip(
        "row_not_restarted",
        "A row that is entered again goes on where it was left and does not begin at its first "
        "column.",
        "Set the row's column back to its start when the search goes down to it.",
        (pointers,),
        needs=("while",),
        is_ordered=True,
    ),
    Slip(
        "first_solution_only",
        "The search stops at the first solution: a return is kept from a version that finds one.",
        RETURNS,
        (only_first,),
        model="The solver stops at the first solution: many do unless they are asked for all.",
        is_ordered=True,
        hint="return_in_loop",
    ),
    Slip(
        "first_branch_only",
        "Only the first free column of each row is tried: the loop is left after the call for the "
        "next row, whatever that found.",
        RETURNS,
        (first_branch,),
        is_ordered=True,
        hint="return_in_loop",
    ),
    Slip(
        "one_for_each_first_column",
        "One solution comes for each column of the first row: below it, a return is kept from a "
        "version that finds one.",
        RETURNS,
        (partial(first_of_each, 1),),
        is_ordered=True,
        hint="return_in_loop",
    ),
    Slip(
        "one_for_each_first_two",
        "One solution comes for each placement of the first two rows: below them, the search "
        "stops at a solution.",
        RETURNS,
        (partial(first_of_each, 2),),
        is_ordered=True,
        hint="return_in_loop",
    ),
    Slip(
        "a_column_untried",
        "The first or the last column is not tried in any row, so nothing can be found: a loop "
        "begins at 1 or ends one early, or a mask has a bit too few.",
        "range(n) has every column from 0 to n - 1; a mask of n bits is (1 << n) - 1.",
        (narrowed(0, 1), narrowed(1, 0), narrowed(1, 1)),
        hint="range_ends",
    ),
    Slip(
        "last_column_of_first_row_untried",
        "The last column of the first row is not tried; the other rows are complete.",
        "range(n) has every column from 0 to n - 1.",
        (narrowed(0, 1, 0), narrowed(0, 1, -1)),
        hint="range_short",
    ),
    Slip(
        "first_column_of_first_row_untried",
        "The first column of the first row is not tried; the other rows are complete.",
        "Columns count from 0: range(n), not range(1, n).",
        (narrowed(1, 0, 0), narrowed(1, 0, -1)),
        hint="range_from_1",
    ),
    Slip(
        "edge_columns_of_first_row_untried",
        "Neither the first nor the last column of the first row is tried.",
        "Columns go from 0 to n - 1.",
        (narrowed(1, 1, 0), narrowed(1, 1, -1)),
    ),
    Slip(
        "base_case_early",
        "A solution is handed over one row too early: the last row has no queen.",
        "All n rows have a queen when row == n.",
        tuple(partial(early, filler=filler) for filler in (DROP, 0, -1, None)),
        hint="n_minus_1",
    ),
    Slip(
        "base_case_late",
        "The search goes beyond the last row: a solution is looked for one row too late.",
        "All n rows have a queen when row == n; test that before using the row.",
        (partial(beyond_the_end, True), partial(beyond_the_end, False)),
        hint="n_plus_1",
    ),
    Slip(
        "first_solution_lost",
        "The first solution is missing, and no other.",
        "Is the first one taken to see whether there is any, and not handed over?",
        (partial(lost, 1, 0),),
        is_ordered=True,
    ),
    Slip(
        "last_solution_lost",
        "The last solution is missing, and no other.",
        "Does a loop over what was found end one early?",
        (partial(lost, 0, 1),),
        is_ordered=True,
    ),
    Slip(
        "smallest_boards_left_out",
        "Small boards are left out, as if they had no solution: n = 1 has one.",
        "Without a test of n at the start the search is right for n = 1, 2 and 3 as well.",
        (partial(from_size, 4), partial(from_size, 2)),
    ),
    Slip(
        "marks_one_short",
        "A list of marks for a diagonal is one too short: 2 * n - 1 are needed.",
        "row + column goes from 0 to 2 * n - 2.",
        tuple(partial(index_error, which, 2) for which in LISTS),
        is_ordered=True,
    ),
    Slip(
        "marks_of_length_n",
        "A list of marks for a diagonal has n entries: 2 * n - 1 are needed.",
        "row + column goes from 0 to 2 * n - 2.",
        tuple(partial(index_error, which, 0) for which in LISTS),
        is_ordered=True,
    ),
)
