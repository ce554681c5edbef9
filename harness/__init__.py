"""Runs approaches, audits their answers, tabulates and reports.

What `_HOME` names is the library's front door. Each is imported when it is
first asked for, so that `import harness` loads neither NumPy nor pandas.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.deliver.pull import solutions
    from harness.library import compare, load

_HOME = {
    "compare": "harness.library",
    "load": "harness.library",
    "solutions": "harness.deliver.pull",
}

__all__ = ["compare", "load", "solutions"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'harness' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
