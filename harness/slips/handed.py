"""Slips in what is handed over: its form, its copies, mirror images, and what is kept of calls."""

from __future__ import annotations

from harness.slips.handed_programs import (
    SYMBOLS,
    appended_under_way,
    begun,
    canonical_ones,
    disjoint,
    each,
    exchanged,
    images_of_each,
    images_of_own_canonical,
    limited,
    lines_of,
    one_of_each,
    ordered_by,
    own_canonical,
    repeated,
    rows_of,
    same_list,
    several,
    spread_digits,
)
from harness.slips.slip import Slip
from queens import mirror, symmetries

A_ROW = "An answer is a sequence of columns, one for each row: (1, 3, 0, 2)."
ONE_SIDE = (
    "Mirror those with the first queen left of the middle; with an odd n search the middle column "
    "too, and do not mirror it."
)

SLIPS: tuple[Slip, ...] = (
    Slip(
        "half_without_mirror_images",
        "Only one half of the first row is searched: the mirror images are missing.",
        "Hand over each with its mirror image, or search all columns of the first row.",
        (
            *tuple(
                begun(columns, images=False)
                for columns in (lambda n: range(n // 2), lambda n: range((n + 1) // 2))
            ),
            one_of_each(lambda queens: [mirror(queens)]),
        ),
    ),
    Slip(
        "middle_column_mirrored",
        "Those with the first queen in the middle column come twice: their mirror images are "
        "found by the search too.",
        ONE_SIDE,
        (begun(lambda n: range((n + 1) // 2), images=True),),
    ),
    Slip(
        "middle_column_left_out",
        "Those with the first queen in the middle column are missing.",
        ONE_SIDE,
        (begun(lambda n: range(n // 2), images=True),),
    ),
    Slip(
        "mirror_images_of_all",
        "Every solution comes twice: the whole first row is searched, and each mirror image handed "
        "over as well.",
        "Search one half and mirror, or search all and do not.",
        (several(lambda queens: (queens, mirror(queens))),),
    ),
    Slip(
        "fundamental_only",
        "One of each came, up to rotation and reflection; all are asked for, images included.",
        "Hand over every image of each, equal ones once.",
        (one_of_each(symmetries), canonical_ones, own_canonical),
    ),
    Slip(
        "one_up_to_rotation",
        "One of each came, up to rotation; all are asked for.",
        "Hand over every image of each, equal ones once.",
        (one_of_each(lambda queens: symmetries(queens)[:4]),),
    ),
    Slip(
        "equal_images_repeated",
        "Images of a symmetrical solution come several times: some of its eight images are equal.",
        "Put the images in a set before handing them over.",
        (images_of_each, images_of_own_canonical),
    ),
    Slip(
        "all_images_of_all",
        "Every solution comes eight times: the search finds all, and the images of each are handed "
        "over as well.",
        "Take the images of one solution of each kind, or none.",
        (several(symmetries),),
    ),
    Slip(
        "buffer_reused",
        "The same list is handed over each time and changed afterwards, so every answer shows its "
        "last state.",
        "Hand over a copy: on_solution(tuple(queens)).",
        fit=same_list,
        hint="bare_name",
    ),
    Slip(
        "each_several_times",
        "Every solution comes equally often, more than once: something that is no queen counts "
        "as a difference, or each is handed over in two places.",
        "Is on_solution called once for each full board, and each set of queens reached one way?",
        fit=repeated,
        model="A helper variable that the queens leave open multiplies the solutions: bind it, "
        "or tell the solver which variables count.",
    ),
    Slip(
        "all_so_far_each_time",
        "With each solution all earlier ones are handed over again.",
        "Hand over the new one only.",
        (appended_under_way,),
        is_ordered=True,
    ),
    Slip(
        "counts_from_one",
        "Columns count from 1.",
        "Columns count from 0: take 1 off each.",
        (each(lambda queens: [column + 1 for column in queens]),),
    ),
    Slip(
        "squares_for_columns",
        "Squares, (row, column), are handed over where columns are due.",
        A_ROW,
        tuple(
            each(change)
            for change in (
                lambda queens: list(enumerate(queens)),
                lambda queens: [(column, row) for row, column in enumerate(queens)],
                lambda queens: [(r + 1, column + 1) for r, column in enumerate(queens)],
                lambda queens: [row * len(queens) + column for row, column in enumerate(queens)],
            )
        ),
    ),
    Slip(
        "rows_of_text",
        "Boards of text are handed over where columns are due.",
        f"{A_ROW} With --returns rows, check reads boards of text.",
        tuple(each(rows_of(*symbols, is_text=True)) for symbols in SYMBOLS)
        + tuple(each(lines_of(*symbols, between)) for symbols in SYMBOLS for between in ("", " "))
        + tuple(
            each(lines_of(*symbols, between, end="\n"))
            for symbols in SYMBOLS
            for between in ("", " ")
        ),
    ),
    Slip(
        "digits_for_columns",
        "A text or a number made of the columns' digits is handed over.",
        A_ROW,
        tuple(
            each(change)
            for change in (
                lambda queens: "".join(map(str, queens)),
                lambda queens: " ".join(map(str, queens)),
                lambda queens: ",".join(map(str, queens)),
                lambda queens: ", ".join(map(str, queens)),
                lambda queens: int("".join(map(str, queens)) or 0),
                lambda queens: list(map(str, queens)),
                lambda queens: str(list(queens)),
                lambda queens: str(tuple(queens)),
            )
        ),
    ),
    Slip(
        "matrices",
        "Matrices are handed over where columns are due.",
        f"{A_ROW} With --returns matrix, check reads matrices.",
        (
            *tuple(
                each(rows_of(queen, empty, is_text=False))
                for queen, empty in ((1, 0), (True, False), *SYMBOLS)
            ),
            each(lambda queens: [int(c == q) for q in queens for c in range(len(queens))]),
        ),
    ),
    Slip(
        "dicts",
        "Dicts are handed over where columns are due.",
        "Hand over the columns in the order of the rows: tuple(d[row] for row in range(n)).",
        (
            each(lambda queens: dict(enumerate(queens))),
            each(lambda queens: {row + 1: column + 1 for row, column in enumerate(queens)}),
            each(lambda queens: {column: row for row, column in enumerate(queens)}),
        ),
    ),
    Slip(
        "sets",
        "Sets are handed over, which have no order: which row a column is of is lost.",
        "Hand over a tuple or a list, in the order of the rows.",
        (each(lambda queens: set(queens)), each(lambda queens: set(enumerate(queens)))),
    ),
    Slip(
        "sorted_columns",
        "The columns are handed over in ascending order: which row each is of is lost.",
        "Hand over the columns in the order of the rows.",
        (each(lambda queens: sorted(queens)),),
    ),
    Slip(
        "rows_and_columns_exchanged",
        "Rows and columns are exchanged: an answer has the row of each column, or the board's "
        "squares are read as (column, row).",
        "queens[row] is the column of the queen in that row; squares are (row, column).",
        (each(exchanged),),
    ),
    Slip(
        "columns_from_the_right",
        "Columns are counted from the right, as the bits of a mask are.",
        "A bit's column is its number from the lowest, bit.bit_length() - 1.",
        (each(mirror),),
    ),
    Slip(
        "rows_from_the_bottom",
        "Rows are in reverse order: the last row is handed over first.",
        "queens[0] is the column of the queen in the first row.",
        (each(lambda queens: queens[::-1]),),
    ),
    Slip(
        "columns_as_digits",
        "A column is kept as one digit, which 10 and more are not.",
        "Keep the columns as numbers, in a list or a tuple.",
        (each(spread_digits), each(lambda queens: [column % 10 for column in queens])),
    ),
    Slip(
        "limit_on_solutions",
        "The search stops after a fixed number of solutions.",
        "Ask for all: a limit on the number is somewhere, perhaps a default of the solver.",
        fit=limited,
        model="The solver stops after a fixed number of solutions, its default: ask it for all.",
    ),
    Slip(
        "found_squares_excluded",
        "After a solution each of its squares is excluded, not their combination.",
        "Exclude the combination: at least one queen must stand elsewhere.",
        fit=disjoint,
        model="The clause that excludes a solution forbids each of its squares: it must be one "
        "clause, with all of its queens, of which one must differ.",
    ),
    Slip(
        "last_row_excluded",
        "After a solution the column of its last row is excluded, not the whole of it.",
        "Exclude the combination of all rows.",
        fit=ordered_by(-1),
        model="The clause that excludes a solution is made of its last row only.",
    ),
)
