"""Slips in what is tested: which queens, which lines, which numbers."""

# ruff: noqa: E501  # a change is one line beside another
from __future__ import annotations

from experiments.slips.marks import Change

SCAN_TEST = "q == column or r + q == row + column or q - r == column - row"
SETS_TEST = "column in columns or row + column in ups or column - row in downs"
LOOP_TEST = "q != column and abs(q - column) != row - r"
COPY_TEST = "q == column or abs(q - column) == row - r"
FLAG_TEST = "self.columns[column] or self.ups[up] or self.downs[down]"
TEXT_COLUMN = '            if grid[above][column] == "Q":\n                return True\n'
TEXT_UP = '            if column + far < n and grid[above][column + far] == "Q":\n                return True\n'
TEXT_DOWN = (
    '            if column - far >= 0 and grid[above][column - far] == "Q":\n'
    "                return True\n"
)
MASK_CALL = "columns | bit, (ups | bit) >> 1, (downs | bit) << 1"


def scan(test: str) -> Change:
    """Return the search that compares with every queen by this test."""
    return ("scan", (SCAN_TEST, test))


def copy(test: str) -> Change:
    """Return the same for the search that copies its lists."""
    return ("copy", (COPY_TEST, test))


def sets(test: str) -> Change:
    """Return the search with sets by this test."""
    return ("sets", (SETS_TEST, test))


def loop(test: str) -> Change:
    """Return the iterative search by this test, which a square must pass."""
    return ("loop", (LOOP_TEST, test))


def masks(call: str) -> Change:
    """Return the search with masks that hands these down."""
    return ("masks", (MASK_CALL, call))


def numbered(up: str, down: str) -> Change:
    """Return the search with sets that numbers its diagonals so."""
    return ("sets", ("row + column", up), ("column - row", down))


TESTED: dict[str, list[Change]] = {
    "column_untested": [
        scan("r + q == row + column or q - r == column - row"),
        sets("row + column in ups or column - row in downs"),
        ("text", (TEXT_COLUMN, "")),
        masks("columns, (ups | bit) >> 1, (downs | bit) << 1"),
    ],
    "up_untested": [
        scan("q == column or q - r == column - row"),
        sets("column in columns or column - row in downs"),
        ("text", (TEXT_UP, "")),
        masks("columns | bit, ups >> 1, (downs | bit) << 1"),
        scan("q == column or q - r == column - row or r - q == row - column"),
    ],
    "down_untested": [
        scan("q == column or r + q == row + column"),
        copy("q == column or q - column == row - r"),
        ("text", (TEXT_DOWN, "")),
        ("flags", (FLAG_TEST, "self.columns[column] or self.ups[up]")),
    ],
    "diagonals_untested": [
        scan("q == column"),
        copy("column in queens"),
        loop("q != column"),
        masks("columns | bit, ups, downs"),
        ("flags", (FLAG_TEST, "self.columns[column]")),
    ],
    "nothing_tested": [
        ("scan", ("if is_free(row, column):", "if True:")),
        ("text", ("not attacked(row, column)", "attacked")),
        ("loop", ("if all(", "if any([True]) or all(")),
    ],
    "only_neighbouring_rows": [
        scan("q == column or row - r == 1 and abs(q - column) == 1"),
        copy("q == column or (r == row - 1 and q in (column - 1, column + 1))"),
        masks("columns | bit, bit >> 1, bit << 1"),
    ],
    "only_last_queen": [
        ("scan", ("range(row)", "range(max(row - 1, 0), row)")),
        ("copy", ("for r, q in enumerate(queens):", "for r, q in list(enumerate(queens))[-1:]:")),
        masks("bit, bit >> 1, bit << 1"),
    ],
    "only_first_queen": [
        (
            "scan",
            (
                "                return False\n        return True",
                "                return False\n            return True\n        return True",
            ),
        ),
        (
            "copy",
            (
                "            return False\n    return True",
                "            return False\n        else:\n            return True\n    return True",
            ),
        ),
        ("scan", ("range(row)", "range(min(row, 1))")),
    ],
    "first_queen_untested": [
        ("scan", ("range(row)", "range(1, row)")),
        ("text", ("range(row)", "range(1, row)")),
        ("copy", ("enumerate(queens):", "list(enumerate(queens))[1:]:")),
    ],
    "last_queen_untested": [
        ("scan", ("range(row)", "range(row - 1)")),
        ("text", ("range(row)", "range(row - 1)")),
        ("copy", ("enumerate(queens):", "enumerate(queens[:-1]):")),
    ],
    "diagonal_sign": [
        scan("q == column or r + q == row + column or q - r == row - column"),
        scan("q == column or r + q == column - row or q - r == column - row"),
        scan("q == column or r + q == row + column or r - q == column - row"),
        loop("q != column and q + r != column + row and q - r != row - column"),
        copy("q == column or q + r == column - row or q - r == column - row"),
    ],
    "down_index_wraps": [
        (
            "flags",
            ("column - row + n - 1", "column - row"),
            ("self.downs = [False] * (2 * n - 1)", "self.downs = [False] * n"),
        ),
        numbered("row + column", "(column - row) % board.n"),
        scan(
            "q == column or r + q == row + column or (q - r) % board.n == (column - row) % board.n"
        ),
    ],
    "up_index_wraps": [
        numbered("(row + column) % board.n", "column - row"),
        ("flags", ("up, down = row + column", "up, down = (row + column) % n")),
        scan(
            "q == column or (r + q) % board.n == (row + column) % board.n or q - r == column - row"
        ),
    ],
    "diagonals_wrap": [
        numbered("(row + column) % board.n", "(column - row) % board.n"),
        loop("q != column and (q + row - r) % n != column and (q - row + r) % n != column"),
        scan(
            "q == column or (r + q - row - column) % board.n == 0 or (q - r - column + row) % board.n == 0"
        ),
    ],
    "one_set_for_both_diagonals": [
        (
            "sets",
            (
                "columns, ups, downs = set(), set(), set()",
                "columns, ups = set(), set()\n    downs = ups",
            ),
        ),
        (
            "sets",
            ("ups, downs = set(), set(), set()", "ups = set(), set()"),
            ("in downs", "in ups"),
            ("downs.", "ups."),
        ),
        (
            "sets",
            (
                "columns, ups, downs = set(), set(), set()",
                "columns, ups = set(), set()\n    downs = ups",
            ),
            ("column - row", "row - column"),
        ),
    ],
    "one_set_for_all_lines": [
        ("sets", ("columns, ups, downs = set(), set(), set()", "columns = ups = downs = set()")),
    ],
    "absolute_difference": [
        numbered("row + column", "abs(column - row)"),
        scan("q == column or r + q == row + column or abs(q - r) == abs(column - row)"),
        ("flags", ("column - row + n - 1", "abs(column - row)")),
    ],
    "product_for_sum": [
        numbered("row * column", "column - row"),
        scan("q == column or r * q == row * column or q - r == column - row"),
        scan("q == column or r * q == row * column"),
    ],
    "slope_of_two": [
        numbered("column + 2 * row", "column - row"),
        scan("q == column or 2 * r + q == 2 * row + column or q - r == column - row"),
        masks("columns | bit, (ups | bit) >> 2, (downs | bit) << 1"),
    ],
    "distance_one_short": [
        masks("columns | bit, ups >> 1 | bit, downs << 1 | bit"),
        copy("q == column or abs(q - column) == row - r - 1"),
        ("text", ("far = row - above", "far = row - above - 1")),
    ],
    "distance_one_long": [
        copy("q == column or abs(q - column) == row - r + 1"),
        loop("q != column and abs(q - column) != row - r + 1"),
        ("text", ("far = row - above", "far = row - above + 1")),
    ],
    "shortest_diagonals_open": [
        scan("q == column or r + q == row + column > 1 or q - r == column - row"),
        scan(
            "q == column or (r + q == row + column and 2 < row + column < 2 * board.n - 4) or q - r == column - row"
        ),
        loop(
            "q != column and q + r != row + column and (q - r != column - row or abs(q - r) == n - 2)"
        ),
    ],
    "main_diagonal_open": [
        scan("q == column or r + q == row + column or (q - r == column - row != 0)"),
        numbered("row + column", "(column - row or ('main', row))"),
        scan("q == column or (r + q == row + column != board.n - 1) or q - r == column - row"),
    ],
    "only_main_diagonals": [
        scan("q == column or (q == r and row == column) or (q + r == row + column == board.n - 1)"),
        scan("q == column or (q - r == 0 and row - column == 0)"),
    ],
    "half_of_the_diagonals": [
        scan("q == column or r + q == row + column < board.n or q - r == column - row"),
        scan("q == column or r + q == row + column or (q - r == column - row and column >= row)"),
        scan(
            "q == column or (r + q == row + column < board.n) or (q - r == column - row and column >= row)"
        ),
    ],
    "comparison_for_equality": [
        copy("q == column or abs(q - column) >= row - r"),
        copy("q == column or abs(q - column) <= row - r"),
        loop("q != column and abs(q - column) > row - r"),
    ],
    "tested_against_itself": [
        (
            "scan",
            ("range(row)", "range(row + 1)"),
            (
                "            if is_free(row, column):\n                queens.append(column)",
                "            queens.append(column)\n            if not is_free(row, column):\n                queens.pop()\n            else:",
            ),
        ),
        (
            "text",
            ("range(row)", "range(row + 1)"),
            (
                '            if not attacked(row, column):\n                grid[row][column] = "Q"\n',
                '            grid[row][column] = "Q"\n            if attacked(row, column):\n                grid[row][column] = "."\n            else:\n',
            ),
        ),
    ],
    "knights_too": [
        copy("q == column or abs(q - column) == row - r or (row - r) * abs(q - column) == 2"),
        scan(
            "q == column or r + q == row + column or q - r == column - row or (abs(q - column), row - r) in ((1, 2), (2, 1))"
        ),
    ],
    "exactly_one_a_diagonal": [
        (
            "copy",
            (
                "        yield queens\n        return\n",
                "        n = board.n\n        if all(sum(r + q == s for r, q in enumerate(queens)) == 1 for s in range(2 * n - 1)):\n            yield queens\n        return\n",
            ),
        ),
        (
            "scan",
            (
                "            on_solution(tuple(queens))\n",
                "            if len({r + q for r, q in enumerate(queens)}) == 2 * board.n - 1:\n                on_solution(tuple(queens))\n",
            ),
        ),
    ],
}
