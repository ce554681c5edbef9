"""A record of many runs on drawn boards, as a campaign would leave it, drawn in a moment."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

from harness.record.file import FILE_NAME
from harness.record.lines import Fields
from tests import records

APPROACHES = ("boolean_flags", "forward_checking", "arc_consistency", "bitmasks", "cp_sat")
N = 12
LATE = ("cp_sat", 3)  # the approach and the board that reach the time limit
SHORT = ("boolean_flags", 5)  # those that miss a solution in each run
TORN_REPETITION = 1  # the repetition in which `LATE` reaches the limit


def boards(count: int) -> list[Fields]:
    """Return so many boards, each with another set of blocked squares."""
    source = random.Random(7)
    found: dict[str, list[list[int]]] = {}
    while len(found) < count:
        squares = sorted(source.sample(range(N * N), 6))
        blocked = [[square // N, square % N] for square in squares]
        found[str(blocked)] = blocked
    return [{"n": N, "placed": [], "blocked": blocked} for blocked in found.values()]


def lines(board_count: int, repetitions: int) -> Iterator[Fields]:
    """Yield a campaign of five approaches, its runs in rounds, and its observations."""
    source = random.Random(1)
    drawn = boards(board_count)
    yield records.campaign(
        approaches=list(APPROACHES), boards=drawn, repetitions=repetitions, argv=["compare.py"]
    )
    index = 0
    for repetition in range(repetitions):
        for place, board in enumerate(drawn):
            for approach in source.sample(APPROACHES, len(APPROACHES)):
                yield _run(approach, place, board, repetition, source) | {"order_index": index}
                index += 1
    for place, board in enumerate(drawn):
        for approach in APPROACHES[:4]:
            nodes = 400 + 37 * place + APPROACHES.index(approach)
            seen = records.observation(approach, N, nodes=nodes, blocked=board["blocked"])
            yield seen
    yield {"kind": "end", "ended_at": "2025-07-05T10:12:12+00:00", "why": "finished"}


def _run(
    approach: str, place: int, board: Fields, repetition: int, source: random.Random
) -> Fields:
    family = "models" if approach == "cp_sat" else "handwritten"
    common = {"blocked": board["blocked"], "family": family, "repetition": repetition}
    if (approach, place, repetition) == (*LATE, TORN_REPETITION):
        return records.stopped(approach, N, "timeout", **common)
    count = 100 + place - ((approach, place) == SHORT)
    digest = hashlib.sha256(str(count).encode()).hexdigest()[:32]
    solve_s = (0.002 + 0.003 * APPROACHES.index(approach)) * source.lognormvariate(0, 0.7)
    figures = dict.fromkeys(("delivered_count", "distinct_count", "solution_count"), count)
    return records.run(approach, N, **common, **figures, solutions_digest=digest, solve_s=solve_s)


def write(folder: Path, board_count: int, repetitions: int) -> Path:
    """Write such a record as that of `folder`, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE_NAME).open("w", encoding="utf-8") as file:
        for event in lines(board_count, repetitions):
            file.write(json.dumps(event) + "\n")
    return folder
