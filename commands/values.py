"""What is typed at the command line, read into values; and how a slip is said.

Every reader raises ValueError with one line that names the thing, the value and the fix.
Imports no solver and nothing slow: this runs before the first result of every command.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import typer

from commands import exit_codes
from harness.deliver.parts import PartsError
from harness.record.file import RecordError
from queens import Unsupported
from queens.parsing import parse_size, parts
from queens.registry import Approach, read_page

SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "": 1.0}
BYTES = {
    "B": 1,
    "KIB": 2**10,
    "MIB": 2**20,
    "GIB": 2**30,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
}
SIZES_AT_MOST = 1000


def parse_sizes(text: str) -> list[int]:
    """Return the board sizes in ascending order, each once: `8`, `4-10` or `4,6,8-10`."""
    sizes: set[int] = set()
    for part in parts(text, "sizes"):
        ends = re.fullmatch(r"(\d+)\s*-\s*(\d+)", part)
        if ends is None:
            sizes.add(parse_size(part))
            continue
        first, last = parse_size(ends[1]), parse_size(ends[2])
        if last < first:
            raise ValueError(f"sizes {part} run backwards: write {last}-{first}")
        if last - first >= SIZES_AT_MOST:
            raise ValueError(f"sizes {part} are more than {SIZES_AT_MOST}: name fewer")
        sizes.update(range(first, last + 1))
    return sorted(sizes)


def parse_duration_s(text: str) -> float:
    """Return a duration in seconds: `10s`, `500ms`, `2m`, `1h`; a bare number is seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h|)", text.strip())
    if match is None:
        raise ValueError(f"a duration is a number and ms, s, m or h, as 10s or 500ms; got {text!r}")
    duration_s = float(match[1]) * SECONDS[match[2]]
    if duration_s <= 0:
        raise ValueError(f"a duration must be above 0, got {text!r}")
    return duration_s


def parse_bytes(text: str) -> int:
    """Return an amount of memory in bytes: `2GiB`, `512MiB`, `1.5GB`."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]i?B|B)", text.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f"a memory size is a number and MiB or GiB, as 2GiB; got {text!r}")
    size_bytes = int(float(match[1]) * BYTES[match[2].upper()])
    if size_bytes < 1:
        raise ValueError(f"a memory size must be above 0, got {text!r}")
    return size_bytes


def require(approach: Approach, function: str, fix: str) -> None:
    """Raise ValueError with `fix` unless the approach has this function of the contract."""
    if function not in read_page(approach.path).functions:
        raise ValueError(f"{approach.name} has no {function}: {fix}")


@contextmanager
def clean_errors() -> Iterator[None]:
    """Turn what a user can cause and mend into one line and exit code 2; a decorator too.

    ValueError is among them, so put it around the reading of the command line only:
    around an approach it would hide where a fault is.
    """
    try:
        yield
    except (ValueError, Unsupported, RecordError, PartsError) as error:
        fail(str(error))


def fail(message: str, exit_code: int = exit_codes.USAGE) -> NoReturn:
    """End the program: one line on stderr, and the exit code."""
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    raise SystemExit(exit_code)


def refuse_strangers(arguments: Sequence[str], options: Collection[str]) -> None:
    """Raise ValueError for the first argument that is no option of a command, if there is any."""
    for word in arguments:
        if not word.startswith("-"):
            raise ValueError(f"what is {word!r} for? One board size is all the command takes")
        option = word.partition("=")[0]
        close = difflib.get_close_matches(option, options, n=1)
        hint = f"did you mean {close[0]}?" if close else "-h lists them all"
        raise ValueError(f"there is no option {option}: {hint}")


def option_names(context: typer.Context) -> list[str]:
    """Return the names of a command's options."""
    return [name for parameter in context.command.params for name in parameter.opts]
