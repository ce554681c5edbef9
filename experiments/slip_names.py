"""How many programs with a slip get its name, how many a wrong one, and how many right ones any.

    uv run python -m experiments.slip_names

writes `slip_names.md`. The programs are right searches in seven styles with changed lines; they
share no code with the catalogue's simulations. Each program is called on the default boards of
`check` and on those drawn to tell slips apart, in this process.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.slips.handed import HANDED
from experiments.slips.kept import KEPT
from experiments.slips.marks import MARKS
from experiments.slips.styles import STYLES
from experiments.slips.tested import TESTED
from experiments.slips.way import WAY
from harness.judge.grading import DEFAULT, REPEATED_UP_TO_N, other_board
from harness.slips.naming import Naming, Seen, name_slip
from harness.slips.simulation import ANSWERS_AT_MOST
from queens import Board
from queens.words import shown_value

CHANGES = {**MARKS, **WAY, **TESTED, **HANDED, **KEPT}
OUTPUT = Path(__file__).with_suffix(".md")


@dataclass(frozen=True)
class SlipProgram:
    """A program that has a slip: its name in the catalogue, the style, the source."""

    slip: str
    style: str
    source: str


def programs() -> Iterator[SlipProgram]:
    """Yield all programs; raises ValueError for a change of lines that are not there."""
    for slip, changes in CHANGES.items():
        for style, *pairs in changes:
            source = STYLES[style]
            for old, new in pairs:
                if old not in source:
                    raise ValueError(f"{slip}, {style}: {old!r} is not in the source")
                source = source.replace(old, new)
            yield SlipProgram(slip, style, source)


class _Enough(BaseException):
    """Ends a search that hands over too much."""


def called(source: str, board: Board, earlier: tuple[Board, ...] = ()) -> Seen:
    """Return what a program hands over on a board, after calls on others."""
    space: dict[str, Any] = {}
    exec(compile(source, "program.py", "exec"), space)
    found: list[Any] = []

    def take(answer: Any) -> None:
        found.append(answer)
        if len(found) == ANSWERS_AT_MOST:
            raise _Enough

    for one in earlier:
        try:
            space["solve_all"](one, lambda answer: None)
        except Exception:  # a program with a slip may raise anything; the call below is judged
            continue
    end = "complete"
    try:
        space["solve_all"](board, take)
    except _Enough:
        end = "cut"
    except Exception as error:  # as above: what it raises is how it ended
        end = type(error).__name__
    return Seen(board, [shown_value(answer) for answer in found], earlier, end)


def named(source: str) -> Naming | None:
    """Return the slip that `check` would name for a program."""
    seen = [called(source, board) for board in DEFAULT]
    if all(one.end == "complete" for one in seen):
        for board in DEFAULT:
            again = (board,) if board.n <= REPEATED_UP_TO_N else ()
            seen.append(called(source, board, (other_board(board), *again)))

    def run(board: Board, earlier: tuple[Board, ...]) -> Seen:
        return called(source, board, earlier)

    return name_slip(seen, run, source=source)


def outcome(program: SlipProgram) -> tuple[str, str]:
    """Return right, one of several, none or wrong, and the name that was said."""
    naming = named(program.source)
    if naming is None:
        return "none", ""
    names = [slip.name for slip in naming.slips]
    ignored = {"squares_ignored", "placed_ignored", "blocked_ignored"}
    if program.slip not in names and not (program.slip in ignored and naming.ignored):
        return "wrong", naming.name
    return ("right" if len(names) == 1 else "one of several"), naming.name


def main() -> None:
    """Name every program and write the table."""
    rows = list(_rows())
    counts = Counter(kind for _, kind, _ in rows)
    right = [name for name, source in STYLES.items() if named(source) is None]
    lines = [
        "| programs | right | one of several | none | wrong |",
        "|---|---|---|---|---|",
        f"| {len(rows)} with a slip | {counts['right']} | {counts['one of several']} "
        f"| {counts['none']} | {counts['wrong']} |",
        f"| {len(STYLES)} right ones | - | - | {len(right)} | {len(STYLES) - len(right)} |",
        "",
        "| slip | style | named | as |",
        "|---|---|---|---|",
        *(
            f"| {program.slip} | {program.style} | {kind} | {name} |"
            for program, kind, name in rows
            if kind != "right"
        ),
    ]
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def _rows() -> Iterator[tuple[SlipProgram, str, str]]:
    for program in programs():
        begun = time.perf_counter()
        kind, name = outcome(program)
        print(
            f"{program.slip}, {program.style}: {kind} {name}, {time.perf_counter() - begun:.1f} s"
        )
        yield program, kind, name


if __name__ == "__main__":
    main()
