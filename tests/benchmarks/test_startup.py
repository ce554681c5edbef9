"""What the small commands take from the shell's point of view: start-up is all of it.

    uv run pytest tests/benchmarks/test_startup.py -s

Claim: `solve 8 -a bitmasks` takes less than 0.35 s where bare Python takes 0.02 s.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from queens.registry import ROOT

ROUNDS = 15
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import typer'": ["-c", "import typer"],
    "compare.py --help": ["compare.py", "--help"],
    "compare.py list": ["compare.py", "list"],
    "compare.py solve 8 -a bitmasks": ["compare.py", "solve", "8", "-a", "bitmasks"],
    "compare.py count 8 -a bitmasks": ["compare.py", "count", "8", "-a", "bitmasks"],
    "compare.py solve 8 -a cp_sat": ["compare.py", "solve", "8", "-a", "cp_sat"],
}


def seconds(arguments: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
    return time.perf_counter() - begun


def test_startup() -> None:
    taken: dict[str, list[float]] = {command: [] for command in COMMANDS}
    for _ in range(ROUNDS):
        for command, arguments in COMMANDS.items():
            taken[command].append(seconds(arguments))
    print(f"\nseconds, median (lowest), {ROUNDS} rounds")
    for command, times in taken.items():
        print(f"{statistics.median(times):7.3f} ({min(times):.3f})  {command}")
