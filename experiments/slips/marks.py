"""Slips in the way of the search: marks that are not taken back."""

# ruff: noqa: E501  # a change is one line beside another
from __future__ import annotations

Change = tuple[str, *tuple[tuple[str, str], ...]]

SETS_COLUMN = ("            columns.discard(column)\n", "")
SETS_UP = ("            ups.discard(row + column)\n", "")
SETS_DOWN = ("            downs.discard(column - row)\n", "")
FLAGS_COLUMN = ("                self.columns[column] = False\n", "")
FLAGS_UP = ("                self.ups[up] = False\n", "")
FLAGS_DOWN = ("                self.downs[down] = False\n", "")
# bit masks of the whole search in one place, taken back by ^=
WHOLE = (
    (
        "    queens = []\n",
        "    queens = []\n    columns = ups = downs = 0\n",
    ),
    (
        "    def place(row, columns, ups, downs):\n",
        "    def place(row):\n        nonlocal columns, ups, downs\n",
    ),
    ("        free = open_[row] & ~(columns | ups | downs)\n", "        free = open_[row]\n"),
    (
        "            queens.append(bit.bit_length() - 1)\n",
        "            column = bit.bit_length() - 1\n"
        "            up, down = 1 << row + column, 1 << column - row + n\n"
        "            if columns & bit or ups & up or downs & down:\n                continue\n"
        "            columns |= bit\n            ups |= up\n            downs |= down\n"
        "            queens.append(column)\n",
    ),
    (
        "            place(row + 1, columns | bit, (ups | bit) >> 1, (downs | bit) << 1)\n",
        "            place(row + 1)\n"
        "            downs ^= down\n            ups ^= up\n            columns ^= bit\n",
    ),
    ("    place(0, 0, 0, 0)", "    place(0)"),
)
MASK_COLUMN = ("            columns ^= bit\n", "")
MASK_UP = ("            ups ^= up\n", "")
MASK_DOWN = ("            downs ^= down\n", "")
LOOP_MARKS = (
    ("    row = 0\n", "    row = 0\n    columns, ups, downs = set(), set(), set()\n"),
    (
        "            row -= 1\n            continue\n        if at",
        "            row -= 1\n            free(row)\n            continue\n        if at",
    ),
    (
        "            at[row] = 0\n            row -= 1\n",
        "            at[row] = 0\n            row -= 1\n            if row >= 0:\n"
        "                free(row)\n",
    ),
    (
        "    while row >= 0:\n",
        "\n    def free(row):\n        columns.discard(queens[row])\n"
        "        ups.discard(row + queens[row])\n        downs.discard(row - queens[row])\n\n"
        "    while row >= 0:\n",
    ),
    (
        "        if all(q != column and abs(q - column) != row - r for r, q in enumerate(queens[:row])):\n",
        "        if not (column in columns or row + column in ups or row - column in downs):\n"
        "            columns.add(column)\n            ups.add(row + column)\n"
        "            downs.add(row - column)\n",
    ),
)
LOOP_COLUMN = ("        columns.discard(queens[row])\n", "")
LOOP_UP = ("        ups.discard(row + queens[row])\n", "")
LOOP_DOWN = ("        downs.discard(row - queens[row])\n", "")
TEXT_MARKS = (
    ("    def attacked(row, column):\n", "    taken = {}\n\n    def attacked(row, column):\n"),
    (
        "        for above in range(row):\n",
        "        if taken.get(('c', column)) or taken.get(('u', row + column)):\n"
        "            return True\n        return bool(taken.get(('d', row - column)))\n"
        "        for above in range(row):\n",
    ),
    (
        '                grid[row][column] = "Q"\n',
        '                grid[row][column] = "Q"\n'
        "                taken['c', column] = taken['u', row + column] = True\n"
        "                taken['d', row - column] = True\n",
    ),
    (
        '                grid[row][column] = "."\n',
        '                grid[row][column] = "."\n'
        "                taken['d', row - column] = False\n"
        "                taken['u', row + column] = False\n"
        "                taken['c', column] = False\n",
    ),
)
TEXT_COLUMN = ("                taken['c', column] = False\n", "")
TEXT_UP = ("                taken['u', row + column] = False\n", "")
TEXT_DOWN = ("                taken['d', row - column] = False\n", "")

MARKS: dict[str, list[Change]] = {
    "column_mark_kept": [
        ("sets", SETS_COLUMN),
        ("flags", FLAGS_COLUMN),
        ("masks", *WHOLE, MASK_COLUMN),
        ("loop", *LOOP_MARKS, LOOP_COLUMN),
        ("text", *TEXT_MARKS, TEXT_COLUMN),
    ],
    "up_mark_kept": [
        ("sets", SETS_UP),
        ("flags", FLAGS_UP),
        ("masks", *WHOLE, MASK_UP),
        ("loop", *LOOP_MARKS, LOOP_UP),
        ("text", *TEXT_MARKS, TEXT_UP),
    ],
    "down_mark_kept": [
        ("sets", SETS_DOWN),
        ("flags", FLAGS_DOWN),
        ("masks", *WHOLE, MASK_DOWN),
        ("loop", *LOOP_MARKS, LOOP_DOWN),
        ("text", *TEXT_MARKS, TEXT_DOWN),
    ],
    "diagonal_marks_kept": [
        ("sets", SETS_UP, SETS_DOWN),
        ("flags", FLAGS_UP, FLAGS_DOWN),
        ("masks", *WHOLE, MASK_UP, MASK_DOWN),
        ("text", *TEXT_MARKS, TEXT_UP, TEXT_DOWN),
    ],
    "column_and_diagonal_kept": [
        ("sets", SETS_COLUMN, SETS_DOWN),
        ("flags", FLAGS_UP, FLAGS_COLUMN),
        ("masks", *WHOLE, MASK_UP, MASK_COLUMN),
    ],
    "all_marks_kept": [
        ("sets", SETS_COLUMN, SETS_UP, SETS_DOWN),
        ("flags", FLAGS_COLUMN, FLAGS_UP, FLAGS_DOWN),
        ("text", *TEXT_MARKS, TEXT_COLUMN, TEXT_UP, TEXT_DOWN),
    ],
}
