"""Every exit code of the command line, in one place. The README lists the same."""

from __future__ import annotations

ALL_RIGHT = 0
WRONG = 1
"""An answer is wrong, approaches disagree, or a run crashed."""
USAGE = 2
"""The input cannot be used: an option, a board, a file."""
INCOMPLETE = 3
"""Not finished: `run --strict`, `count --time-limit`, a search that gave up."""
SLOWER = 4
"""`diff --fail-on-slowdown` found a cell that is slower."""
INTERRUPTED = 130
"""Ended by Ctrl-C."""
CLOSED_PIPE = 141
"""The reader of standard output has gone, as `solve 12 | head` has."""
