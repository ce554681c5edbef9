"""How hard queens with excluded diagonals are, and how many such boards have no solution.

    uv run python -m experiments.excluded_diagonals

Boards as `--boards excluded:...` draws them: those of one size and seed are nested, so once one
has no solution, no later one has, and bisection finds the number of diagonals with which the
last solution goes. Writes beside this file

    excluded_diagonals_share.csv     of so many boards, how many have no solution
    excluded_diagonals_effort.csv    the processor time of some approaches on the smaller boards

and docs/images/excluded_diagonals.svg from both. With --draw the tables are read, not made.

Source: CSPLib, problem 079, Gent (2017), n-queens completion and excluded diagonals. Published
there: without a solution were 515 of 1,000 boards of n = 20 with 18 diagonals, and 495 of 1,000
of n = 19 with 17.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType
from typing import Any

import altair as alt
import vl_convert

from handwritten import bitmasks, compiled_bitmasks, first_fail
from harness.campaign.drawn_boards import excluded_board
from models import clingo_asp, cp_sat_tuned
from queens import Board, Square, first_solution

HERE = Path(__file__).parent
SHARES, EFFORTS = HERE / "excluded_diagonals_share.csv", HERE / "excluded_diagonals_effort.csv"
PICTURE = HERE.parent / "docs" / "images" / "excluded_diagonals.svg"

SIZES, SEEDS, AROUND = (14, 16, 18, 19, 20), range(1, 301), 8
"""Sizes, seeds, and how far from n the number of diagonals goes."""

EFFORT_N, EFFORT_SEEDS, EFFORT_DIAGONALS = 16, range(1, 21), range(0, 25, 2)
APPROACHES = (bitmasks, first_fail, compiled_bitmasks, cp_sat_tuned, clingo_asp)
PROCESSES = 2

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")  # Okabe and Ito (2008)
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4])


def has_solution(board: Board) -> bool:
    """Return whether a board of queens has a solution."""
    return first_solution(compiled_bitmasks.solve_all, _fewest_first(board)) is not None


def _fewest_first(board: Board) -> Board:
    """Return the board turned or mirrored so that its first rows have few open squares.

    A search in the order of the rows then fails early: it is a hundred times as fast. The
    board has a solution if and only if its image has one.
    """
    last = board.n - 1
    across = [(column, row) for row, column in board.blocked]
    images: list[list[Square]] = [
        [(last - row, column) if flipped else (row, column) for row, column in squares]
        for squares in ([*board.blocked], across)
        for flipped in (False, True)
    ]
    return Board(board.n, blocked=min(images, key=lambda squares: _early_nodes(board.n, squares)))


def _early_nodes(n: int, blocked: Iterable[Square]) -> float:
    """Return the logarithms of the nodes on each level of the first half, summed, unpruned."""
    is_open = [n] * n
    for row, _ in blocked:
        is_open[row] -= 1
    logarithms = [math.log(max(count, 1)) for count in is_open[: n // 2]]
    return sum((n // 2 - level) * one for level, one in enumerate(logarithms))


def first_without(case: tuple[int, int]) -> int:
    """Return the least number of diagonals with which the board of (n, seed) has no solution.

    One more than the largest number looked at, if all of those have one.
    """
    n, seed = case
    low, high = n - AROUND, n + AROUND + 1
    while low < high:
        middle = (low + high) // 2
        if has_solution(excluded_board(n, middle, seed)):
            low = middle + 1
        else:
            high = middle
    return low


def _effort_s(approach: ModuleType, board: Board) -> float:
    started_s = time.process_time()
    first_solution(approach.solve_all, board)
    return time.process_time() - started_s


def efforts_s(case: tuple[int, int]) -> list[float]:
    """Return the processor times of the approach of (place, diagonals), seed by seed."""
    place, diagonals = case
    approach = APPROACHES[place]
    first_solution(approach.solve_all, Board(8))  # imports and compilation are not timed
    return [_effort_s(approach, excluded_board(EFFORT_N, diagonals, seed)) for seed in EFFORT_SEEDS]


def write_shares() -> None:
    """Decide the boards of all sizes and write how many have no solution."""
    rows = []
    with Pool(PROCESSES) as pool:
        for n in SIZES:
            firsts = pool.map(first_without, [(n, seed) for seed in SEEDS], chunksize=10)
            for diagonals in range(n - AROUND, n + AROUND + 1):
                without = sum(first <= diagonals for first in firsts)
                rows.append([n, diagonals, len(firsts), without])
            print(f"n = {n}: half are without a solution at {crossing(rows, n):.1f}", flush=True)
    _write(SHARES, ["n", "diagonals", "boards", "without_solution"], rows)


def crossing(rows: Iterable[Sequence[int]], n: int) -> float:
    """Return the number of diagonals, between two, with which half have no solution."""
    shares = [(row[1], row[3] / row[2]) for row in rows if row[0] == n]
    for (diagonals, share), (_, later) in pairwise(shares):
        if share < 0.5 <= later:
            return diagonals + (0.5 - share) / (later - share)
    return math.nan


def write_efforts() -> None:
    """Time the approaches and write the median and the largest over the seeds."""
    cases = [(place, count) for place in range(len(APPROACHES)) for count in EFFORT_DIAGONALS]
    with Pool(PROCESSES) as pool:
        measured = pool.map(efforts_s, cases, chunksize=1)
    rows: list[list[object]] = []
    for (place, diagonals), seconds in zip(cases, measured, strict=True):
        name = APPROACHES[place].__name__.rpartition(".")[2]
        figures = [f"{one:.6f}" for one in (statistics.median(seconds), max(seconds))]
        rows.append([EFFORT_N, diagonals, name, len(seconds), *figures])
    heads = ["n", "diagonals", "approach", "boards", "median_cpu_s", "largest_cpu_s"]
    _write(EFFORTS, heads, rows)


def _write(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heads)
        writer.writerows(rows)


def draw() -> None:
    """Draw both tables."""
    shares = [
        {
            "diagonals": int(row["diagonals"]),
            "size": f"n = {row['n']}",
            "share": int(row["without_solution"]) / int(row["boards"]),
        }
        for row in _rows(SHARES)
    ]
    efforts = [
        {
            "diagonals": int(row["diagonals"]),
            "approach": row["approach"],
            "milliseconds": 1000 * float(row["median_cpu_s"]),
        }
        for row in _rows(EFFORTS)
    ]
    share = _panel(
        shares, "size", "share", "Share of boards without a solution", alt.Axis(format="%")
    )
    half = alt.Chart(alt.InlineData([{"share": 0.5}])).mark_rule(color="#888888")
    effort = _panel(
        efforts,
        "approach",
        "milliseconds",
        f"Median processor time, n = {EFFORT_N} (ms)",
        alt.Axis(format="~g"),
    )
    picture = alt.hconcat(share + half.encode(y="share:Q"), effort).resolve_scale(
        color="independent", strokeDash="independent"
    )
    look = picture.configure(background="white", font="Arial, 'Liberation Sans', sans-serif")
    PICTURE.write_text(vl_convert.vegalite_to_svg(look.to_json()), encoding="utf-8")


def _panel(
    rows: Sequence[dict[str, object]], name: str, value: str, title: str, axis: alt.Axis
) -> alt.Chart:
    names = list(dict.fromkeys(str(row[name]) for row in rows))
    legend = alt.Legend(title=None, orient="top", columns=3, symbolStrokeWidth=2)
    scale = alt.Scale(type="log") if value == "milliseconds" else alt.Scale()
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(rows), width=330, height=280, title=title)
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("diagonals:Q", title="Diagonals excluded"),
            y=alt.Y(f"{value}:Q", title=None, axis=axis, scale=scale),
            color=alt.Color(f"{name}:N", legend=legend, scale=_scale(names, COLOURS)),
            strokeDash=alt.StrokeDash(f"{name}:N", legend=legend, scale=_scale(names, DASHES)),
        )
    )
    return chart


def _scale(names: Sequence[str], looks: Sequence[Any]) -> alt.Scale:
    # with a domain of their own, colour and dash share one legend
    return alt.Scale(domain=list(names), range=list(looks)[: len(names)])


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main() -> None:
    """Make the tables and the picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--draw", action="store_true", help="read the tables, draw them again")
    if not parser.parse_args().draw:
        write_shares()
        write_efforts()
    draw()


if __name__ == "__main__":
    main()
