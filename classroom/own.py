"""The learner's own file, as every part of the classroom keeps it."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

NAME = "mine.py"


def own_file(source: str) -> Path:
    """Write the source into a folder of its own, and return the file."""
    path = Path(mkdtemp()) / NAME
    path.write_text(source, encoding="utf-8")
    return path
