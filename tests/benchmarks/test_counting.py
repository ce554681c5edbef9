"""How fast is counted, beside a plain recursion in C.

    uv run pytest tests/benchmarks/test_counting.py -s

Claims, as ratios of processor times on one core: half_boards counts n = 16 at least 50 times
faster than the recursion in C, and n = 18 in less than ten times its time for n = 17, within
1 GB; it compiles in less than 3 s; compiled_bitmasks counts n = 15 at least twice as fast as C
(compiled with -O2; beside it stands what more the C compiler can do).
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from handwritten import bitmasks, compiled_bitmasks, half_boards
from queens import Board
from queens.known import SOLUTIONS
from tests.benchmarks.side_by_side import (
    Seconds,
    compiled_by,
    medians,
    print_table,
    processor_seconds,
    program_seconds,
)

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN_C, BEST_C = "plain C, -O2", "plain C, -O3 native"


def warm_up() -> None:
    """Load and call all compiled code once."""
    for approach in (compiled_bitmasks, half_boards):
        assert approach.count_all(Board(8)) == 92


def test_counting_beside_plain_c(tmp_path: Path) -> None:
    warm_up()
    programs = {
        PLAIN_C: compiled_by(["-O2"], tmp_path),
        BEST_C: compiled_by(["-O3", "-march=native"], tmp_path),
    }
    columns = {}
    for n, rounds in ((12, 5), (14, 5), (15, 3), (16, 3)):
        approaches = [compiled_bitmasks, half_boards, *([bitmasks] if n == 12 else [])]
        candidates: dict[str, Seconds] = {
            name: partial(program_seconds, [str(program), str(n)], SOLUTIONS[n])
            for name, program in programs.items()
        }
        for approach in approaches:
            name = approach.__name__.rpartition(".")[2]
            count = partial(approach.count_all, Board(n))
            candidates[name] = partial(processor_seconds, count, SOLUTIONS[n])
        columns[f"n = {n}"] = medians(candidates, rounds)
    print_table("Counting all solutions", columns, PLAIN_C)
    seconds = columns["n = 15"]
    assert seconds[PLAIN_C] / seconds["compiled_bitmasks"] >= 2
    seconds = columns["n = 16"]
    assert seconds[PLAIN_C] / seconds["half_boards"] >= 50
    assert seconds[BEST_C] / seconds["half_boards"] >= 50


def test_the_step_from_17_to_18() -> None:
    warm_up()
    candidates: dict[str, Seconds] = {
        f"n = {n}": partial(
            processor_seconds, partial(half_boards.count_all, Board(n)), SOLUTIONS[n]
        )
        for n in (16, 17, 18)
    }
    seconds = medians(candidates, rounds=3)
    columns = {n: {"half_boards": value} for n, value in seconds.items()}
    print_table("Counting by halves, one core", columns, "")
    assert seconds["n = 18"] < 10 * seconds["n = 17"]


@pytest.mark.parametrize("n", [18])
def test_memory(n: int) -> None:
    program = (
        "import resource; from handwritten import half_boards; from queens import Board\n"
        f"print(half_boards.count_all(Board({n})))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    )
    output = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True)
    count, peak_bytes = map(int, output.split())
    print(f"\n\nhalf_boards, n = {n}: peak memory {peak_bytes / 1e6:.0f} MB, all of Python with it")
    assert count == SOLUTIONS[n]
    assert peak_bytes < 1e9


def test_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first import, with nothing in the cache, beside a later one: the rest is compiling."""
    program = (
        "import time; import numba, queens, queens.jit; begun = time.process_time()\n"
        "import handwritten.half_boards; print(time.process_time() - begun)"
    )

    def import_seconds(cache: Path) -> float:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
        return float(subprocess.check_output([sys.executable, "-c", program], cwd=ROOT))

    caches = [tmp_path / str(number) for number in range(5)]
    candidates = iter(caches)
    seconds = medians(
        {
            "cold": lambda: import_seconds(next(candidates)),
            "from the cache": lambda: import_seconds(caches[0]),
        },
        rounds=5,
    )
    seconds["compiling alone"] = seconds["cold"] - seconds["from the cache"]
    print_table("Importing half_boards, once Numba is loaded", {"": seconds}, "")
    assert seconds["compiling alone"] < 3
