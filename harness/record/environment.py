"""The machine, the interpreter and the solvers a campaign is measured with."""

from __future__ import annotations

import platform
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path

import psutil

from harness.record.events import Environment
from queens.registry import ROOT, Approach, version_of


def environment(approaches: Iterable[Approach]) -> Environment:
    """Return the record's environment; None for what this platform does not say."""
    distributions = {
        name for approach in approaches if not approach.release for name in approach.needs
    }
    distributions |= {"numpy", "queens-compare"}
    return Environment(
        python=f"{platform.python_implementation()} {platform.python_version()}",
        os=platform.platform(),
        cpu=_cpu_model(),
        cores=psutil.cpu_count(logical=True),
        memory_bytes=psutil.virtual_memory().total,
        load_1m=round(psutil.getloadavg()[0], 2),
        frequency_governor=_read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        versions={name: version_of(name) for name in sorted(distributions)},
        commit=_commit(),
    )


def _cpu_model() -> str | None:
    for line in (_read("/proc/cpuinfo") or "").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or None


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _commit() -> str | None:
    """Return the checkout's commit, `-dirty` behind it if files differ; None outside one."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def project_version() -> str:
    """Return the version of this project, from its metadata or, not installed, its pyproject."""
    installed = version_of("queens-compare")
    if installed:
        return installed
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
