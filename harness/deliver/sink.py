"""What stands between an approach and a writer: the limit, the fundamental ones, batches.

Solutions come one at a time from an approach's callback, or in blocks; they go on in batches,
none of which waits for longer than a tick.
"""

from __future__ import annotations

import threading
from typing import Any

from harness.deliver.files import Writer
from queens import Board, Queens, canonical, orbit_size

BATCH = 4096


class Enough(BaseException):
    """Raised through the approach at the limit; no `except Exception` can hold it."""


class Fundamental:
    """Picks one solution of each orbit under the eight symmetries.

    On a plain board that is the smallest of the orbit, which is known without remembering
    the others. Elsewhere the orbit may not be complete, and its first solution is picked.
    """

    def __init__(self, board: Board) -> None:
        self._is_plain = board.is_plain
        self._seen: set[Queens] = set()

    def picks(self, queens: Queens) -> bool:
        """Return whether this solution stands for its orbit."""
        smallest = canonical(queens)
        if self._is_plain:
            return smallest == queens
        if smallest in self._seen:
            return False
        self._seen.add(smallest)
        return True


class Sink:
    """Takes solutions; `found_count` of them came, the writer's `count` were written.

    Raises Enough once `limit` are written, and what the writer raised, if only at the next
    solution where it was a tick that wrote.
    """

    def __init__(
        self,
        writer: Writer,
        board: Board,
        is_unique: bool,
        limit: int | None,
        found_before: int = 0,
    ) -> None:
        self.writer = writer
        self.found_count = found_before
        self._fundamental = Fundamental(board) if is_unique else None
        self._limit = limit
        self._waiting: list[Queens] = []
        self._failure: OSError | None = None
        self._is_interrupted = False
        self._lock = threading.Lock()

    def take(self, queens: Queens) -> None:
        """Take one solution; the approach's `on_solution`."""
        with self._lock:
            self._stop_if_interrupted()
            self._take(tuple(queens))

    def _stop_if_interrupted(self) -> None:
        if self._is_interrupted:
            self._hand_on()
            raise KeyboardInterrupt

    def _take(self, queens: Queens) -> None:
        self.found_count += 1
        if self._fundamental and not self._fundamental.picks(queens):
            return
        self._waiting.append(queens)
        if self._limit is not None and self.writer.count + len(self._waiting) >= self._limit:
            self._hand_on()
            raise Enough
        if self._failure or len(self._waiting) >= BATCH:
            self._hand_on()

    def take_block(self, block: Any) -> None:
        """Take an array of solutions, or a list of them."""
        with self._lock:
            self._stop_if_interrupted()
            if self._fundamental or self._limit is not None:
                for queens in block if isinstance(block, list) else map(tuple, block.tolist()):
                    self._take(queens)
            else:
                self.found_count += len(block)
                self._hand_on()
                self.writer.write(block)

    def tick(self) -> None:
        """Hand on what waits, and let readers see it; keep what goes wrong for the next call."""
        with self._lock:
            try:
                self._hand_on()
                self.writer.flush()
            except OSError as error:
                self._failure = error

    def interrupt(self) -> None:
        """Let the next solution raise KeyboardInterrupt, once what waits is handed on."""
        with self._lock:
            self._is_interrupted = True

    def freeze(self) -> None:
        """Hand on what waits, and take no more: whoever brings another solution waits for ever."""
        if self._lock.acquire(timeout=1):
            self._hand_on()
            self.writer.finish()

    def hand_on(self) -> None:
        """Write what waits."""
        with self._lock:
            self._hand_on()

    def _hand_on(self) -> None:
        if self._failure:
            raise self._failure
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            sizes = [orbit_size(queens) for queens in waiting] if self._fundamental else None
            self.writer.write(waiting, sizes)
