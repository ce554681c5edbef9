"""How the end of a solve or a count is said on standard error, and its exit code."""

from __future__ import annotations

import os

from commands.shared import exit_codes
from harness.deliver.outcome import Ending, Outcome
from harness.deliver.progress import say

EXIT_CODES = {
    Ending.COMPLETE: exit_codes.ALL_RIGHT,
    Ending.FIRST: exit_codes.ALL_RIGHT,
    Ending.LIMIT: exit_codes.ALL_RIGHT,
    Ending.OUT_OF_TIME: exit_codes.INCOMPLETE,
    Ending.GAVE_UP: exit_codes.INCOMPLETE,
    Ending.INTERRUPTED: exit_codes.INTERRUPTED,
    Ending.UNSUPPORTED: exit_codes.USAGE,
    Ending.MISCOUNTED: exit_codes.WRONG,
    Ending.WRONG: exit_codes.WRONG,
    Ending.WORKERS_LOST: exit_codes.WRONG,
    Ending.UNWRITABLE: exit_codes.WRONG,
    Ending.CLOSED_PIPE: exit_codes.CLOSED_PIPE,
}
ERRORS = {exit_codes.WRONG, exit_codes.USAGE}


def exit_code_of(outcome: Outcome) -> int:
    """Say how it ended; return the exit code."""
    code = EXIT_CODES[outcome.ending]
    if outcome.ending is not Ending.CLOSED_PIPE:  # nobody is left to read it
        say(f"error: {outcome.sentence}" if code in ERRORS else outcome.sentence)
    return code


def end_process(outcome: Outcome) -> None:
    """Say how it ended and end the process, though the approach has not returned."""
    os._exit(exit_code_of(outcome))
