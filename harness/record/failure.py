"""An exception in the record's words."""

from __future__ import annotations

import traceback
from pathlib import Path


def describe(error: BaseException) -> str:
    """Return an exception in one line, with the place in the approach's file that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return text[:300] + place


def error_fields(error: BaseException) -> dict[str, str]:
    """Return the record's `error` for an exception."""
    return {"type": type(error).__name__, "message": str(error)[:1000]}
