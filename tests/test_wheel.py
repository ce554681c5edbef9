"""The wheel alone, in an empty environment, does what the checkout does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("classroom", "commands", "explain", "handwritten", "harness", "models", "queens")

# `uv run` says where uv is; its cache hands the dependencies over as hard links
UV = os.environ.get("UV") or shutil.which("uv")


def uv(*arguments: str | Path) -> None:
    assert UV is not None
    done = subprocess.run([UV, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if UV is None:
        pytest.skip("not installed: uv")
    folder = tmp_path_factory.mktemp("wheel")
    uv("build", "--quiet", "--wheel", "--out-dir", folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_packages_whole_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.*")]
    kept = {path for path in files if "__pycache__" not in path.parts}
    assert held == {path.relative_to(ROOT).as_posix() for path in kept} | {"compare.py"}
    assert {f"{package}/py.typed" for package in PACKAGES} <= held


def test_the_wheel_counts_in_an_empty_environment(wheel: Path) -> None:
    environment = wheel.parent / "environment"
    uv("venv", "--quiet", "--python", sys.executable, environment)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv("pip", "install", "--quiet", "--python", python, wheel)
    done = subprocess.run(
        [python.with_name("queens-compare"), "count", "8"],
        cwd=wheel.parent,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "92\n"), done.stderr
