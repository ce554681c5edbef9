"""An iterator over the solutions of an approach, which itself calls `on_solution`.

A thread runs the approach and puts its solutions into a bounded buffer, from which the loop
takes them: the search is never far ahead of the loop.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import threading
from collections.abc import Callable, Generator

from harness.deliver.parts import recursion_limit
from queens import Board, OnSolution, Queens
from queens.names import resolve_approach

BUFFERED = 256
STACK_BYTES = 64 * 2**20  # address space, not memory: only what a deep search touches is used


class _Left(BaseException):
    """Ends a search whose loop was left; no `except Exception` catches it."""


class _Buffer:
    """The solutions that the approach's thread has found and the loop has not taken yet."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._found: list[Queens] = []
        self._left = self._ended = False
        self._error: BaseException | None = None

    def put(self, queens: Queens) -> None:
        """Add a solution; wait while the buffer is full, raise once the loop was left."""
        with self._change:
            while len(self._found) >= BUFFERED and not self._left:
                self._change.wait()
            if self._left:
                raise _Left
            self._found.append(queens)
            self._change.notify()

    def end(self, error: BaseException | None) -> None:
        """Note that the search has ended, and the error if it ended with one."""
        with self._change:
            self._ended, self._error = True, error
            self._change.notify()

    def leave(self) -> None:
        """Stop the search at its next solution."""
        with self._change:
            self._left = True
            self._change.notify()

    def take(self) -> list[Queens]:
        """Wait for solutions and return all there are; at the end, none or the error raised."""
        with self._change:
            while not self._found and not self._ended:
                self._change.wait()
            found, self._found = self._found, []
            self._change.notify()
            if not found and self._error:
                raise self._error
            return found


def solutions(approach: str, board: Board, seed: int = 0) -> Generator[Queens, None, None]:
    """Return an iterator over every solution the approach finds, as it finds them.

    `approach` is a name in the registry; `seed` is for randomised ones. Leaving the loop, or
    closing the iterator, stops the search at its next solution and waits for that. What the
    approach raises (Unsupported, GaveUp) is raised by the iterator.
    """
    module = importlib.import_module(resolve_approach(approach).module)
    if not hasattr(module, "solve_all"):
        raise ValueError(f"{approach} finds one solution and has no solve_all: call its solve_one")
    seeded = {"seed": seed} if "seed" in inspect.signature(module.solve_all).parameters else {}
    return _pull(lambda on_solution: module.solve_all(board, on_solution, **seeded), board.n)


def _pull(solve_all: Callable[[OnSolution], object], n: int) -> Generator[Queens, None, None]:
    buffer = _Buffer()

    def run() -> None:
        try:
            solve_all(buffer.put)
        except BaseException as error:  # noqa: BLE001  # raised again in the loop, by `take`
            buffer.end(error)
        else:
            buffer.end(None)

    thread = _start(run, n)
    try:
        while found := buffer.take():
            yield from found
    finally:
        buffer.leave()
        thread.join()


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
