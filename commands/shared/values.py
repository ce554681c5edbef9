"""Reads what is typed at the command line into values, and reports what cannot be read.

Options are texts to typer, and are read here or in queens/parsing.py: so every bad value is
reported in the same way. Each reader raises ValueError with one line that names the option,
the value and the fix. Nothing slow is imported here, because every command waits for it.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from commands.shared import exit_codes
from harness.deliver.parts import Spread
from harness.record.lines import RecordError
from queens import Unsupported
from queens.parsing import parse_size, parse_whole, parts
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
            raise ValueError(f"sizes must ascend: write {last}-{first}, not {part!r}")
        if last - first >= SIZES_AT_MOST:
            raise ValueError(f"at most {SIZES_AT_MOST} sizes are allowed, got {part!r}")
        sizes.update(range(first, last + 1))
    return sorted(sizes)


def parse_duration_s(text: str, name: str) -> float:
    """Return a duration in seconds: `10s`, `500ms`, `2m`, `1h`; a bare number is seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h|)", text.strip())
    if match is None:
        raise ValueError(f"{name} must be a duration, as 500ms, 10s, 5m or 2h; got {text!r}")
    duration_s = float(match[1]) * SECONDS[match[2]]
    if duration_s <= 0:
        raise ValueError(f"{name} must be above 0, got {text!r}")
    return duration_s


def parse_bytes(text: str, name: str) -> int:
    """Return an amount of memory in bytes: `2GiB`, `512MiB`, `1.5GB`."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]i?B|B)", text.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f"{name} must be a size with its unit, as 2GiB or 512MiB; got {text!r}")
    size_bytes = int(float(match[1]) * BYTES[match[2].upper()])
    if size_bytes < 1:
        raise ValueError(f"{name} must be above 0, got {text!r}")
    return size_bytes


def parse_share(text: str, name: str) -> float:
    """Return a share that was typed as a percentage: `10%` is 0.1."""
    try:
        percent = float(text.strip().removesuffix("%"))
    except ValueError:
        raise ValueError(f"{name} must be a percentage, as 10%; got {text!r}") from None
    if not 0 <= percent < float("inf"):
        raise ValueError(f"{name} must be at least 0%, got {text!r}")
    return percent / 100


def parse_choice(text: str, name: str, choices: Iterable[str]) -> str:
    """Return the text, which must be one of the choices."""
    known = list(choices)
    if text not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}; got {text!r}")
    return text


def read_spread(
    workers: str | None, cluster: str | None, depth: str | None, checkpoint: Path | None = None
) -> Spread | None:
    """Return where parts are solved; None if all is done in this process."""
    if workers is None and cluster is None and checkpoint is None:
        if depth is not None:
            raise ValueError("--depth splits the board for workers: add --workers W")
        return None
    if workers is not None and cluster is not None:
        raise ValueError("--workers cannot be combined with --cluster")
    return Spread(
        1 if workers is None else parse_whole(workers, "--workers", 1),
        cluster,
        None if depth is None else parse_whole(depth, "--depth", 0),
        checkpoint,
    )


def require(approach: Approach, function: str, fix: str) -> None:
    """Raise ValueError with `fix` unless the approach has this function of the contract."""
    if function not in read_page(approach.path).functions:
        raise ValueError(f"{approach.name} has no {function}: {fix}")


@contextmanager
def clean_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Report what a user can mend in one line, with exit code 2; a decorator too.

    Without `kinds`, ValueError is among them, so put it around the reading of the command
    line only: around an approach it would hide a bug.
    """
    caught = kinds or (ValueError, Unsupported, RecordError)
    try:
        yield
    except caught as error:
        fail(str(error))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise ValueError where what is written to `path`, the value of -o, cannot be."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"-o {path} cannot be written: {error.strerror}") from None


def fail(message: str, exit_code: int = exit_codes.USAGE) -> NoReturn:
    """End the program with one line on standard error and the exit code."""
    sys.stderr.write(f"error: {printable(' '.join(message.split()))}\n")
    raise SystemExit(exit_code)


def printable(text: str) -> str:
    """Return the text with ? for what a terminal would act on: a file may hold anything."""
    return "".join(one if one.isprintable() else "?" for one in text)


def refuse_strangers(context: typer.Context) -> None:
    """Raise ValueError for the first argument that the command does not know, if there is any.

    For commands that take a size: so that -5 is read as a size and refused as one, typer lets
    every unknown word through, and the first may stand for n.
    """
    size = context.params["n"] or ""
    for word in [size, *context.args] if size.startswith("--") else context.args:
        if not word.startswith("-"):
            raise ValueError(f"unexpected argument {word!r}: one board size is expected")
        option = word.partition("=")[0]
        known = [name for parameter in context.command.params for name in parameter.opts]
        close = difflib.get_close_matches(option, known, n=1)
        hint = f"did you mean {close[0]}?" if close else "-h lists the options"
        raise ValueError(f"there is no option {option}: {hint}")
