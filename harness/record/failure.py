"""An exception in the record's words."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from queens.registry import ROOT

OURS = (
    *(str(ROOT / room) for room in ("harness", "queens", "commands")),
    sysconfig.get_path("stdlib"),
    "<frozen",
)
"""Where a line is that no user can mend."""


def describe(error: BaseException) -> str:
    """Return an exception in one line, with the place in the approach's file that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(OURS)] or frames
    place = f" ({Path(theirs[-1].filename).name}:{theirs[-1].lineno})" if theirs else ""
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return text[:300] + place


def is_of_own_file(error: BaseException) -> bool:
    """Return whether an exception came out of a user's file, or of the import of one."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(frame.f_globals.get("__name__", "").startswith("approach_") for frame in frames)


def error_fields(error: BaseException) -> dict[str, str]:
    """Return the record's `error` for an exception."""
    return {"type": type(error).__name__, "message": str(error)[:1000]}
