"""Many boards in a few words, for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from queens.board import Board

# boards, or groups of boards alike, that a sentence names before it counts the others
BOARDS_NAMED = 6


def boards_in_words(boards: Iterable[Board]) -> str:
    """Return the boards in words, alike ones together: `n = 4 to 9`, `n = 40, 20 placed #a, #b`."""
    groups: list[list[Board]] = []
    for board in boards:
        if groups and _goes_with(groups[-1][-1], board):
            groups[-1].append(board)
        else:
            groups.append([board])
    left = sum(map(len, groups[BOARDS_NAMED:]))
    more = [f"{left} more"] if left else []
    return "; ".join([*map(_group_words, groups[:BOARDS_NAMED]), *more])


def _goes_with(last: Board, board: Board) -> bool:
    if last.is_plain and board.is_plain:
        return board.n == last.n + 1
    head, mark, _ = str(board).partition(" #")
    return bool(mark) and str(last).startswith(f"{head} #")


def _group_words(group: Sequence[Board]) -> str:
    first, last = group[0], group[-1]
    if first is last:
        return str(first)
    if first.is_plain:
        return f"n = {first.n} to {last.n}"
    marks = [f"#{str(board).partition(' #')[2]}" for board in group]
    more = f" and {len(marks) - BOARDS_NAMED} more" if len(marks) > BOARDS_NAMED else ""
    return f"{str(first).partition(' #')[0]} {', '.join(marks[:BOARDS_NAMED])}{more}"
