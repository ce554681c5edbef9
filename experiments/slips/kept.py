"""Slips in what is kept from call to call, in where it ends, in what is not looked at."""

# ruff: noqa: E501  # a change is one line beside another
from __future__ import annotations

from experiments.slips.handed import FOUND, KEEP, LATER, SCAN, after
from experiments.slips.marks import Change

KEPT: dict[str, list[Change]] = {
    "limit_on_solutions": [
        after("for one in found[:50]:", "    on_solution(one)"),
        (
            "copy",
            (
                "    for queens in extend(board, []):",
                "    for number, queens in enumerate(extend(board, [])):\n        if number == 10:\n            break",
            ),
        ),
        (
            "scan",
            FOUND,
            (
                SCAN,
                "if len(found) < 3:\n                found.append(1)\n                on_solution(tuple(queens))",
            ),
        ),
    ],
    "found_squares_excluded": [
        after(
            "used = set()",
            "for one in found:",
            "    if not used & set(enumerate(one)):",
            "        used |= set(enumerate(one))",
            "        on_solution(one)",
        ),
    ],
    "last_row_excluded": [
        after(
            "used = set()",
            "for one in found:",
            "    if one and one[-1] not in used:",
            "        used.add(one[-1])",
            "        on_solution(one)",
            "if not board.n:",
            "    on_solution(())",
        ),
    ],
    "answers_kept": [
        (
            "scan",
            ("\ndef solve_all", "\nfound = []\n\n\ndef solve_all"),
            KEEP,
            (LATER, "    place(0)\n    for one in found:\n        on_solution(one)\n"),
        ),
        (
            "copy",
            ("def solve_all(board, on_solution):", "def solve_all(board, on_solution, found=[]):"),
            (
                "    for queens in extend(board, []):\n        on_solution(queens)\n",
                "    found += extend(board, [])\n    for queens in found:\n        on_solution(queens)\n",
            ),
        ),
        (
            "scan",
            ("\ndef solve_all", "\nfound = []\n\n\ndef solve_all"),
            KEEP,
            (
                LATER,
                "    place(0)\n    for one in found:\n        if len(one) == board.n:\n            on_solution(one)\n",
            ),
        ),
    ],
    "answers_remembered": [
        (
            "copy",
            ("def solve_all(", "known = {}\n\n\ndef solve_all("),
            (
                "    for queens in extend(board, []):",
                "    if board.n not in known:\n        known[board.n] = list(extend(board, []))\n    for queens in known[board.n]:",
            ),
        ),
        (
            "scan",
            ("\ndef solve_all", "\nknown = {}\n\n\ndef solve_all"),
            FOUND,
            KEEP,
            (
                LATER,
                "    if board.n not in known:\n        place(0)\n        known[board.n] = found\n    for one in known[board.n]:\n        on_solution(one)\n",
            ),
        ),
    ],
    "first_answers_again": [
        (
            "copy",
            ("def solve_all(", "known = None\n\n\ndef solve_all("),
            (
                "    for queens in extend(board, []):",
                "    global known\n    if known is None:\n        known = list(extend(board, []))\n    for queens in known:",
            ),
        ),
    ],
    "arrays_of_the_first_size": [
        (
            "sets",
            ("\ndef solve_all", "\nqueens = None\n\n\ndef solve_all"),
            (
                "    queens = [0] * board.n\n",
                "    global queens\n    if queens is None:\n        queens = [0] * board.n\n",
            ),
            ("tuple(queens)", "tuple(queens[:board.n])"),
        ),
    ],
    "used_up": [
        (
            "scan",
            ("\ndef solve_all", "\ndone = False\n\n\ndef solve_all"),
            (LATER, "    global done\n    if not done:\n        done = True\n        place(0)\n"),
        ),
        (
            "copy",
            ("def solve_all(", "todo = [True]\n\n\ndef solve_all("),
            (
                "    for queens in extend(board, []):",
                "    for queens in extend(board, []) if todo and todo.pop() else ():",
            ),
        ),
    ],
    "placed_ignored": [
        (
            "scan",
            (
                "in board.columns(row)",
                "in [c for c in range(board.n) if (row, c) not in board.blocked]",
            ),
        ),
        (
            "copy",
            (
                "in board.columns(len(queens))",
                "in [c for c in range(board.n) if (len(queens), c) not in board.blocked]",
            ),
        ),
    ],
    "blocked_ignored": [
        (
            "scan",
            (
                SCAN,
                "if all(queens[r] == c for r, c in board.placed):\n                on_solution(tuple(queens))",
            ),
            ("in board.columns(row)", "in range(board.n)"),
        ),
    ],
    "squares_ignored": [
        ("scan", ("in board.columns(row)", "in range(board.n)")),
        ("masks", ("in board.columns(row)", "in range(n)")),
        ("copy", ("in board.columns(len(queens))", "in range(board.n)")),
    ],
}
