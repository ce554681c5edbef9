"""An iterator over the solutions of an approach, which itself calls `on_solution`.

A thread runs the approach and puts its solutions into a bounded queue, from which the loop
takes them: the search is never far ahead of the loop.
"""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from queue import Queue

from harness.deliver.parts import recursion_limit
from queens import Board, OnSolution, Queens
from queens.loading import load
from queens.names import resolve_approach

BUFFERED = 256
STACK_BYTES = 64 * 2**20  # address space, not memory: only what a deep search touches is used


class _Left(BaseException):
    """Ends a search whose loop was left; no `except Exception` catches it."""


@dataclass(frozen=True)
class _End:
    """What comes after the last solution: the error that the search ended with, if any."""

    error: BaseException | None


def solutions(approach: str, board: Board, seed: int = 0) -> Generator[Queens, None, None]:
    """Return an iterator over every solution the approach finds, as it finds them.

    `approach` is a name in the registry; `seed` is for randomised ones. Leaving the loop, or
    closing the iterator, stops the search at its next solution and waits for that. What the
    approach raises (Unsupported, GaveUp) is raised by the iterator.
    """
    module = load(resolve_approach(approach))
    if not hasattr(module, "solve_all"):
        raise ValueError(f"{approach} finds one solution and has no solve_all: call its solve_one")
    seeded = {"seed": seed} if "seed" in inspect.signature(module.solve_all).parameters else {}
    return _pull(lambda on_solution: module.solve_all(board, on_solution, **seeded), board.n)


def _pull(solve_all: Callable[[OnSolution], object], n: int) -> Generator[Queens, None, None]:
    found: Queue[Queens | _End] = Queue(BUFFERED)
    left = threading.Event()

    def on_solution(queens: Queens) -> None:
        found.put(queens)
        if left.is_set():
            raise _Left

    def run() -> None:
        error: BaseException | None = None
        try:
            solve_all(on_solution)
        except BaseException as raised:  # noqa: BLE001  # raised again in the loop
            error = raised
        found.put(_End(error))

    thread = _start(run, n)
    one: Queens | _End = ()
    try:
        while not isinstance(one := found.get(), _End):
            yield one
    finally:
        left.set()
        while not isinstance(one, _End):  # the search may wait for room in the queue
            one = found.get()
        thread.join()
    if one.error:
        raise one.error


def _start(run: Callable[[], None], n: int) -> threading.Thread:
    """Start a thread that may recurse as deep as a board of size n needs."""
    # not lowered again: another thread may be as deep
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(n)))
    stack_bytes = threading.stack_size(STACK_BYTES + n * 2**14)
    try:
        thread = threading.Thread(target=run, name="queens solver", daemon=True)
        thread.start()
    finally:
        threading.stack_size(stack_bytes)
    return thread
