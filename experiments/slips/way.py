"""Slips in the way of the search: what is taken back elsewhere, where it stops, what it leaves out."""

# ruff: noqa: E501  # a change is one line beside another
from __future__ import annotations

from experiments.slips.marks import Change

WAY: dict[str, list[Change]] = {
    "taken_back_outside_the_loop": [
        (
            "sets",
            (
                "            downs.discard(column - row)\n            ups.discard(row + column)\n"
                "            columns.discard(column)\n",
                "        downs.discard(column - row)\n        ups.discard(row + column)\n"
                "        columns.discard(column)\n",
            ),
            ("        for column in", "        column = 0\n        for column in"),
        ),
    ],
    "queen_kept": [
        ("scan", ("                queens.pop()\n", "")),
        ("flags", ("                self.queens.pop()\n", "")),
        ("masks", ("            queens.pop()\n", "")),
        ("text", ('                grid[row][column] = "."\n', "")),
    ],
    "queen_taken_back_outside_the_loop": [
        (
            "scan",
            ("                queens.pop()\n", "        if queens:\n            queens.pop()\n"),
        ),
        (
            "flags",
            ("                self.queens.pop()\n", ""),
            (
                "                self.columns[column] = False\n",
                "                self.columns[column] = False\n        if self.queens:\n"
                "            self.queens.pop()\n",
            ),
        ),
    ],
    "marks_not_counted": [
        (
            "text",
            (
                "    def attacked(row",
                "    marked = [[False] * n for _ in range(n)]\n\n    def attacked(row",
            ),
            (
                "        for above in range(row):\n",
                "        return marked[row][column]\n        for above in range(row):\n",
            ),
            (
                "    def place(row):\n",
                "    def mark(row, column, value):\n        for r in range(row + 1, n):\n"
                "            for c in range(n):\n"
                "                if c == column or abs(c - column) == r - row:\n"
                "                    marked[r][c] = value\n\n    def place(row):\n",
            ),
            ('[column] = "Q"\n', '[column] = "Q"\n                mark(row, column, True)\n'),
            ('[column] = "."\n', '[column] = "."\n                mark(row, column, False)\n'),
        ),
    ],
    "domains_not_restored": [
        (
            "scan",
            (
                "    queens = []\n",
                "    queens = []\n    left = [list(board.columns(r)) for r in range(board.n)]\n",
            ),
            (
                "        for column in board.columns(row):\n            if is_free(row, column):\n",
                "        for column in list(left[row]):\n            if True:\n",
            ),
            (
                "                place(row + 1)\n",
                "                for r in range(row + 1, board.n):\n"
                "                    for c in (column, column + r - row, column - r + row):\n"
                "                        if c in left[r]:\n                            left[r].remove(c)\n"
                "                place(row + 1)\n",
            ),
        ),
    ],
    "row_not_restarted": [
        ("loop", ("            at[row] = 0\n", "")),
    ],
    "first_solution_only": [
        (
            "scan",
            ("            return\n        for", "            return True\n        for"),
            (
                "                place(row + 1)\n",
                "                if place(row + 1):\n                    return True\n",
            ),
        ),
        (
            "sets",
            ("            return\n        for", "            return True\n        for"),
            (
                "            place(row + 1)\n",
                "            if place(row + 1):\n                return True\n",
            ),
        ),
        ("copy", ("        on_solution(queens)\n", "        on_solution(queens)\n        break\n")),
        (
            "loop",
            (
                "            on_solution(queens[:])\n",
                "            on_solution(queens[:])\n            return\n",
            ),
        ),
    ],
    "first_branch_only": [
        ("scan", ("                place(row + 1)\n", "                return place(row + 1)\n")),
        ("sets", ("            place(row + 1)\n", "            return place(row + 1)\n")),
        (
            "text",
            (
                "                place(row + 1)\n",
                "                place(row + 1)\n                return\n",
            ),
        ),
        (
            "copy",
            (
                "            yield from extend(board, queens + [column])\n",
                "            yield from extend(board, queens + [column])\n            break\n",
            ),
        ),
    ],
    "one_for_each_first_column": [
        (
            "scan",
            ("            return\n        for", "            return True\n        for"),
            (
                "                place(row + 1)\n                queens.pop()\n",
                "                found = place(row + 1)\n                queens.pop()\n                if found and row > 0:\n                    return True\n",
            ),
        ),
    ],
    "a_column_untried": [
        ("scan", ("in board.columns(row)", "in list(board.columns(row))[1:]")),
        (
            "sets",
            ("in board.columns(row)", "in range(1, board.n)"),
            ("in columns or row", "in columns or column not in board.columns(row) or row"),
        ),
        (
            "masks",
            (
                "    queens = []\n",
                "    queens = []\n    open_ = [one & (1 << n - 1) - 1 for one in open_] if n else open_\n",
            ),
        ),
    ],
    "last_column_of_first_row_untried": [
        (
            "scan",
            (
                "            if is_free(row, column):",
                "            if (row > 0 or column < board.n - 1) and is_free(row, column):",
            ),
        ),
        (
            "copy",
            (
                "        if is_safe(queens, column):",
                "        if (queens or column != board.n - 1) and is_safe(queens, column):",
            ),
        ),
        (
            "sets",
            (
                "            if column in",
                "            if row == 0 and column == board.n - 1:\n                break\n            if column in",
            ),
        ),
    ],
    "first_column_of_first_row_untried": [
        (
            "scan",
            (
                "            if is_free(row, column):",
                "            if (row > 0 or column) and is_free(row, column):",
            ),
        ),
        (
            "copy",
            (
                "        if is_safe(queens, column):",
                "        if (queens or column) and is_safe(queens, column):",
            ),
        ),
        (
            "text",
            ("            if not attacked", "            if (row or column > 0) and not attacked"),
        ),
    ],
    "edge_columns_of_first_row_untried": [
        (
            "scan",
            (
                "            if is_free(row, column):",
                "            if (row or 0 < column < board.n - 1) and is_free(row, column):",
            ),
        ),
        (
            "text",
            (
                "            if not attacked",
                "            if (row or column not in (0, n - 1)) and not attacked",
            ),
        ),
    ],
    "base_case_early": [
        ("scan", ("row == board.n", "row == board.n - 1")),
        ("sets", ("row == board.n", "row == board.n - 1")),
        ("masks", ("row == n", "row == n - 1")),
        ("copy", ("len(queens) == board.n", "len(queens) == board.n - 1")),
    ],
    "base_case_late": [
        (
            "scan",
            ("row == board.n", "row == board.n + 1"),
            ("in board.columns(row)", "in (board.columns(row) if row < board.n else ())"),
        ),
        (
            "copy",
            ("len(queens) == board.n", "len(queens) > board.n"),
            (
                "in board.columns(len(queens))",
                "in (board.columns(len(queens)) if len(queens) < board.n else ())",
            ),
        ),
        ("masks", ("row == n", "row == n + 1")),
    ],
    "first_solution_lost": [
        (
            "copy",
            (
                "    for queens in extend(board, []):",
                "    found = extend(board, [])\n    if next(found, None) is None:\n        return\n    for queens in found:",
            ),
        ),
        (
            "loop",
            (
                "            on_solution(queens[:])\n",
                "            if seen:\n                on_solution(queens[:])\n            seen = True\n",
            ),
            ("    row = 0\n", "    row = 0\n    seen = False\n"),
        ),
    ],
    "last_solution_lost": [
        (
            "copy",
            (
                "    for queens in extend(board, []):",
                "    found = list(extend(board, []))\n    for queens in found[:-1]:",
            ),
        ),
        (
            "scan",
            ("tuple(queens))\n            return", "tuple(queens))\n            return"),
            ("    queens = []\n", "    queens = []\n    found = []\n"),
            ("            on_solution(", "            found.append("),
            (
                "    place(0)\n",
                "    place(0)\n    for i in range(len(found) - 1):\n        on_solution(found[i])\n",
            ),
        ),
    ],
    "smallest_boards_left_out": [
        ("scan", ("    queens = []\n", "    queens = []\n    if board.n < 4:\n        return\n")),
        (
            "copy",
            (
                "    for queens in extend",
                "    if board.n <= 3:\n        return\n    for queens in extend",
            ),
        ),
        (
            "masks",
            ("    n = board.n\n", "    n = board.n\n    if n in (1, 2, 3):\n        return\n"),
        ),
    ],
    "marks_one_short": [
        ("flags", ("self.ups = [False] * (2 * n - 1)", "self.ups = [False] * (2 * n - 2)")),
        ("flags", ("self.downs = [False] * (2 * n - 1)", "self.downs = [False] * (2 * n - 2)")),
    ],
    "marks_of_length_n": [
        ("flags", ("self.ups = [False] * (2 * n - 1)", "self.ups = [False] * n")),
        ("flags", ("self.downs = [False] * (2 * n - 1)", "self.downs = [False] * n")),
    ],
}
