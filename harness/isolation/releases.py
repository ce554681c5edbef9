"""Environments of their own for approaches that are run with another release of a distribution.

Each is made by uv with the interpreter of here, holds that release and what a worker imports,
and stays in the user's cache. What cannot be made is no error: the reason becomes the status of
the approach's runs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from queens.registry import Approach, version_of

WORKER_NEEDS = ("numpy", "psutil")
PYTHON = Path("Scripts/python.exe") if os.name == "nt" else Path("bin/python")
VERSIONS = "versions.json"
"""Written into an environment when it is whole: each distribution and its version."""


@dataclass(frozen=True)
class Environment:
    """An interpreter and the versions of what it finds, or the reason why there is none."""

    python: Path | None = None
    versions: dict[str, str] = field(default_factory=dict)
    reason: str | None = None


def environment_of(approach: Approach) -> Environment | None:
    """Return the environment of an approach with a release, made if there is none yet.

    None for one that is run with what is installed here. Raises ValueError where uv is needed
    and not found.
    """
    return None if approach.release is None else _environment(*_asked(approach))


def to_make(approaches: Iterable[Approach]) -> list[str]:
    """Return the releases whose environment is not there yet, as DISTRIBUTION VERSION."""
    asked = dict.fromkeys(_asked(one) for one in approaches if one.release)
    return [
        name.replace("==", " ") for name, others in asked if not _is_whole(_place(name, others))
    ]


def make_all(approaches: Iterable[Approach]) -> None:
    """Make the environments that are not there yet, side by side."""
    asked = dict.fromkeys(_asked(one) for one in approaches if one.release)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda one: _environment(*one), asked))


def _asked(approach: Approach) -> tuple[str, tuple[str, ...]]:
    """Return the release as a requirement, and what else goes beside it: as it is here."""
    assert approach.release is not None
    distribution, version = approach.release
    others = sorted({*approach.needs, *WORKER_NEEDS} - {distribution})
    known = {name: version_of(name) for name in others}
    beside = (f"{name}=={known[name]}" if known[name] else name for name in others)
    return f"{distribution}=={version}", tuple(beside)


@lru_cache(maxsize=256)
def _environment(release: str, others: tuple[str, ...]) -> Environment:
    place = _place(release, others)
    if not _is_whole(place) and (reason := _make(place, release, others)):
        return Environment(reason=reason)
    versions = json.loads((place / VERSIONS).read_text(encoding="utf-8"))
    return Environment(place / PYTHON, versions)


def _place(release: str, others: Sequence[str]) -> Path:
    tag = sys.implementation.cache_tag
    text = "\n".join([sys.base_prefix, sys.version, release, *others])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "queens-compare"
    name = f"{release.replace('==', '-')}-{tag}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return cache / "environments" / name


def _is_whole(place: Path) -> bool:
    return (place / VERSIONS).is_file() and (place / PYTHON).exists()


def _make(place: Path, release: str, others: Sequence[str]) -> str | None:
    """Make an environment and move it to its place; return the reason if it cannot be made."""
    shutil.rmtree(place, ignore_errors=True)  # its interpreter is gone
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / "environment"
        try:
            _uv("venv", "--relocatable", "--python", sys.executable, str(made))
            _install(made, release, others)
            listed = json.loads(_uv("pip", "list", "--format", "json", "--python", str(made)))
        except _Failed as failed:
            return _cause(str(failed), release)
        versions = {one["name"]: one["version"] for one in listed}
        (made / VERSIONS).write_text(json.dumps(versions, indent=1), encoding="utf-8")
        with suppress(OSError):  # another process was quicker
            made.rename(place)
    return None


def _install(made: Path, release: str, others: Sequence[str]) -> None:
    """Install the release, and the others as they are here, or else as the release wants them."""
    # no builds: a release without a wheel for this interpreter is said to have none
    command = ("pip", "install", "--no-build", "--compile-bytecode", "--python", str(made), release)
    try:
        _uv(*command, *others)
    except _Failed as failed:
        if "Because" not in str(failed):
            raise
        _uv(*command, *(name.partition("==")[0] for name in others))


class _Failed(Exception):
    """What uv wrote to standard error when it failed."""


def _uv(*arguments: str) -> str:
    command = [*uv_command(), "--quiet", "--no-progress", "--color", "never", *arguments]
    # in an empty place: the settings of a project in the user's folder are not meant
    folder = tempfile.gettempdir()
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise _Failed(ended.stderr)
    return ended.stdout


def uv_command() -> list[str]:
    """Return how to call uv: what started this process, on the path, or as a module of here.

    Raises ValueError with the fix where it is not found.
    """
    for name in (os.environ.get("UV"), "uv"):
        if name and (found := shutil.which(name)):
            return [found]
    if importlib.util.find_spec("uv"):
        return [sys.executable, "-m", "uv"]
    raise ValueError(
        "uv is not found, and makes the environments of other versions: pip install uv"
    )


def _cause(said: str, release: str) -> str:
    """Return in a clause why uv made no environment with the release; the approach's name has it.

    Its messages are drawn as trees, what it concluded from before what it concludes.
    """
    distribution = release.partition("==")[0]
    text = " ".join(re.sub(r"^\W+", "", line).strip() for line in said.splitlines())
    if f"there is no version of {release}" in text:
        return f"there is no such version of {distribution}"
    if because := re.search(r"Because (.*?)(?:,? (?:and|we) |$)", text):
        return because[1].replace(release, distribution)[:200]
    first = text.removeprefix("error: ").split(" cause: ")[:2]
    return f"no environment: {', '.join(first).partition(' hint:')[0] or 'uv did not say why'}"[
        :200
    ]
