"""What memory writing a large file takes: all 2,279,184 solutions of n = 15.

    uv run pytest tests/benchmarks/test_memory_of_files.py -s

Claim: less than 300 MB resident, whatever the format, by the quickest approach installed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from queens.registry import ROOT


def peak_bytes(process: subprocess.Popen[bytes]) -> int:
    """Return the peak of a process's resident memory, read until it ends (Linux)."""
    peak = 0
    while process.poll() is None:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]) * 1024)
        time.sleep(0.02)
    return peak


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("ending", ["parquet", "npy", "csv", "jsonl", "txt"])
def test_peak_of_n_15(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"fifteen.{ending}"
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "compare.py", "solve", "15", "-o", path],
        cwd=ROOT, stderr=subprocess.PIPE,
    )  # fmt: skip
    peak = peak_bytes(process)
    elapsed_s = time.perf_counter() - begun
    assert process.returncode == 0
    assert process.stderr is not None
    said = process.stderr.read().decode().splitlines()[-1]
    size_mb = path.stat().st_size / 1e6
    print(f"\n.{ending}: peak {peak / 1e6:.0f} MB, {elapsed_s:.1f} s, {size_mb:.0f} MB; {said}")
