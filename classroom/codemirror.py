"""CodeMirror 5, the editor: one exact version of its npm package. The page does without it too."""

from __future__ import annotations

from pathlib import Path

from classroom.npm import NoPackage, Package

CODEMIRROR = Package(
    "codemirror",
    "5.65.21",
    "6teYk0bA0nR3QP0ihGMoxuKzpl5W80FpnHpBJpgy66NK3cZv5b/d/HY8PnRvfSsCG1MTfr92u2WUl+wT0E40mQ==",
    ("lib/codemirror.js", "lib/codemirror.css", "mode/python/python.js", "LICENSE"),
)


def folder() -> Path | None:
    """Return the folder of its files; None where it cannot be had."""
    try:
        return CODEMIRROR.folder()
    except NoPackage:
        return None
