"""Slips in what is handed over, in what is kept from call to call, in what is not looked at."""

# ruff: noqa: E501  # a change is one line beside another
from __future__ import annotations

from experiments.slips.marks import Change

SCAN = "on_solution(tuple(queens))"
COPY = "        on_solution(queens)\n"
LOOP = "on_solution(queens[:])"
TEXT = 'on_solution([line.index("Q") for line in grid])'
MASK = "on_solution(list(queens))"
FLAG = "self.on_solution(list(self.queens))"
FOUND = ("    queens = []\n", "    queens = []\n    found = []\n")
KEEP = (SCAN, "found.append(tuple(queens))")
LATER = "    place(0)\n"


def after(*lines: str, style: str = "scan") -> Change:
    """Return the search that keeps what it finds in `found` and ends with these lines."""
    return (
        style,
        FOUND,
        KEEP,
        (LATER, "    place(0)\n" + "".join(f"    {one}\n" for one in lines)),
    )


def handed(scan: str, copy: str, third: tuple[str, str, str]) -> list[Change]:
    """Return three searches that hand over something else."""
    style, old, new = third
    return [("scan", (SCAN, scan)), ("copy", (COPY, f"        {copy}\n")), (style, (old, new))]


IMAGES = (
    "    def images(queens):\n        n = len(queens)\n        squares = list(enumerate(queens))\n        for _ in range(4):\n"
    "            squares = [(column, n - 1 - row) for row, column in squares]\n"
    "            yield tuple(column for _, column in sorted(squares))\n"
    "            yield tuple(n - 1 - column for _, column in sorted(squares))\n\n"
)
WITH_IMAGES = ("    def is_free", IMAGES + "    def is_free")
HALF = (
    "    for column in board.columns(len(queens)):\n",
    "    columns = board.columns(len(queens))\n    if not queens:\n        columns = [c for c in columns if c < HALF]\n    for column in columns:\n",
)

HANDED: dict[str, list[Change]] = {
    "half_without_mirror_images": [
        ("copy", HALF, ("HALF", "board.n // 2")),
        ("copy", HALF, ("HALF", "(board.n + 1) // 2")),
        (
            "scan",
            ("            if is_free", "            if (row or column < board.n / 2) and is_free"),
        ),
    ],
    "middle_column_mirrored": [
        (
            "copy",
            HALF,
            ("HALF", "(board.n + 1) // 2"),
            (COPY, COPY + "        on_solution([board.n - 1 - q for q in queens])\n"),
        ),
        (
            "scan",
            ("            if is_free", "            if (row or column < board.n / 2) and is_free"),
            (SCAN, SCAN + "\n            on_solution(tuple(board.n - 1 - q for q in queens))"),
        ),
    ],
    "middle_column_left_out": [
        (
            "copy",
            HALF,
            ("HALF", "board.n // 2"),
            (COPY, COPY + "        on_solution([board.n - 1 - q for q in queens])\n"),
        ),
        (
            "scan",
            (
                "            if is_free",
                "            if (row or 2 * column < board.n - 1) and is_free",
            ),
            (SCAN, SCAN + "\n            on_solution(tuple(board.n - 1 - q for q in queens))"),
        ),
    ],
    "mirror_images_of_all": [
        ("copy", (COPY, COPY + "        on_solution([board.n - 1 - q for q in queens])\n")),
        ("loop", (LOOP, LOOP + "\n            on_solution([n - 1 - q for q in queens])")),
    ],
    "fundamental_only": [
        (
            "scan",
            WITH_IMAGES,
            (
                SCAN,
                "if tuple(queens) == min(images(queens)):\n                on_solution(tuple(queens))",
            ),
        ),
        (
            "scan",
            WITH_IMAGES,
            FOUND,
            (
                SCAN,
                "if not any(one in found for one in images(queens)):\n                found.append(tuple(queens))\n                on_solution(tuple(queens))",
            ),
        ),
    ],
    "equal_images_repeated": [
        (
            "scan",
            WITH_IMAGES,
            (
                SCAN,
                "if tuple(queens) == min(images(queens)):\n                for one in images(queens):\n                    on_solution(one)",
            ),
        ),
    ],
    "all_images_of_all": [
        (
            "scan",
            WITH_IMAGES,
            (SCAN, "for one in images(queens):\n                on_solution(one)"),
        ),
    ],
    "buffer_reused": [
        ("scan", (SCAN, "on_solution(queens)")),
        ("sets", ("on_solution(tuple(queens))", "on_solution(queens)")),
        ("loop", (LOOP, "on_solution(queens)")),
        ("masks", (MASK, "on_solution(queens)")),
        ("flags", (FLAG, "self.on_solution(self.queens)")),
        after("for queens in found:", "    pass", "for _ in found:", "    on_solution(queens)"),
    ],
    "each_several_times": [
        ("scan", (SCAN, SCAN + "\n            " + SCAN)),
        ("copy", (COPY, "        for helper in (False, True):\n            on_solution(queens)\n")),
        (
            "loop",
            (
                LOOP,
                LOOP
                + "\n            on_solution(queens[:])\n            on_solution(tuple(queens))",
            ),
        ),
    ],
    "all_so_far_each_time": [
        (
            "scan",
            FOUND,
            (
                SCAN,
                "found.append(tuple(queens))\n            for one in found:\n                on_solution(one)",
            ),
        ),
        (
            "copy",
            ("    for queens in extend", "    found = []\n    for queens in extend"),
            (COPY, "        found.append(queens)\n        list(map(on_solution, found))\n"),
        ),
    ],
    "counts_from_one": handed(
        "on_solution([q + 1 for q in queens])",
        "on_solution([q + 1 for q in queens])",
        ("masks", "bit.bit_length() - 1", "bit.bit_length()"),
    ),
    "squares_for_columns": handed(
        "on_solution(list(enumerate(queens)))",
        "on_solution([(q, r) for r, q in enumerate(queens)])",
        (
            "text",
            TEXT,
            'on_solution([(r, c) for r in range(n) for c in range(n) if grid[r][c] == "Q"])',
        ),
    ),
    "rows_of_text": handed(
        'on_solution(["." * q + "Q" + "." * (board.n - q - 1) for q in queens])',
        'on_solution("\\n".join(" ".join("Q" if c == q else "_" for c in range(board.n)) for q in queens))',
        ("text", TEXT, 'on_solution(["".join(line) for line in grid])'),
    ),
    "digits_for_columns": handed(
        'on_solution("".join(map(str, queens)))',
        "on_solution(str(queens))",
        ("loop", LOOP, 'on_solution(int("".join(map(str, queens))) if n else 0)'),
    ),
    "matrices": handed(
        "on_solution([[int(c == q) for c in range(board.n)] for q in queens])",
        "on_solution([[1 if c == q else 0 for c in range(board.n)] for q in queens])",
        ("text", TEXT, "on_solution([line[:] for line in grid])"),
    ),
    "dicts": handed(
        "on_solution(dict(enumerate(queens)))",
        "on_solution({row: queens[row] for row in range(board.n)})",
        ("loop", LOOP, "on_solution({r + 1: q + 1 for r, q in enumerate(queens)})"),
    ),
    "sets": handed(
        "on_solution(set(enumerate(queens)))",
        "on_solution(set(queens))",
        (
            "text",
            TEXT,
            'on_solution({(r, c) for r in range(n) for c in range(n) if grid[r][c] == "Q"})',
        ),
    ),
    "sorted_columns": handed(
        "on_solution(sorted(queens))",
        "on_solution(sorted(queens))",
        ("masks", MASK, "on_solution(sorted(queens))"),
    ),
    "rows_and_columns_exchanged": handed(
        "on_solution([queens.index(c) for c in range(board.n)])",
        "on_solution([row for _, row in sorted((q, r) for r, q in enumerate(queens))])",
        ("text", TEXT, 'on_solution([[line[c] for line in grid].index("Q") for c in range(n)])'),
    ),
    "columns_from_the_right": handed(
        "on_solution([board.n - 1 - q for q in queens])",
        "on_solution([board.n - q - 1 for q in queens])",
        ("masks", "bit.bit_length() - 1", "n - bit.bit_length()"),
    ),
    "rows_from_the_bottom": handed(
        "on_solution(queens[::-1])",
        "on_solution(list(reversed(queens)))",
        ("text", TEXT, 'on_solution([line.index("Q") for line in grid[::-1]])'),
    ),
    "columns_as_digits": handed(
        'on_solution([int(d) for d in "".join(map(str, queens))])',
        "on_solution([q % 10 for q in queens])",
        ("loop", LOOP, 'on_solution(list(map(int, "".join(map(str, queens)))))'),
    ),
}
