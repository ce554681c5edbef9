"""The channel inside the clock: takes each solution of a run, stops the run, audits what came.

Lives in the run's own process. Inside the clock a solution is appended to a buffer and one
number compared; everything else (the first solution's time, the audit, the limits) happens
when the buffer reaches its watermark, and the clock is paused meanwhile. Lowering the
watermark is how another thread makes the next solution stop the search.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from harness.judge.validity import PlainAudit
from queens import Board, OnSolution

if TYPE_CHECKING:
    from harness.judge.audit import Audit

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

BUFFER_SQUARES = 2**16
PLAIN_MAX_N = 9
PLAIN_MAX_ANSWERS = 500


def load_numpy() -> type[Audit]:
    """Return the audit with NumPy, whose import costs more than to audit a few answers without."""
    from harness.judge.audit import Audit

    return Audit


def _first_audit(board: Board) -> PlainAudit | Audit:
    """Return the audit to begin with: a small board may have few answers."""
    if "numpy" in sys.modules or board.n > PLAIN_MAX_N:
        return load_numpy()(board)
    return PlainAudit(board)


class Stop(BaseException):
    """Raised through the approach to end its search; no `except Exception` catches it."""


class Clock:
    """Wall and CPU seconds of the approach alone: pauses are left out.

    CPU seconds are those of this process and of the children it has waited for.
    """

    def __init__(self) -> None:
        self._wall_s = self._cpu_s = 0.0
        self._started: tuple[float, float] | None = None

    def start(self) -> None:
        """Continue from the seconds read so far."""
        self._started = (time.perf_counter(), cpu_seconds())

    def pause(self) -> None:
        """Pause; harmless on a paused clock."""
        if self._started:
            self._wall_s += time.perf_counter() - self._started[0]
            self._cpu_s += cpu_seconds() - self._started[1]
            self._started = None

    def read(self) -> tuple[float, float]:
        """Return (wall, CPU) seconds so far."""
        if self._started is None:
            return self._wall_s, self._cpu_s
        wall = time.perf_counter() - self._started[0]
        return self._wall_s + wall, self._cpu_s + cpu_seconds() - self._started[1]


def cpu_seconds() -> float:
    """Return the CPU seconds used by this process and by its children that have ended."""
    if resource is None:
        return sum(os.times()[:4])
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Delivery:
    """Takes the solutions of one run; `on_solution` is the callback to give to the approach.

    `limit` is how many solutions to take before the run is cut. `on_progress` is called
    with `figures()` after each audit, and `keep` (if given) with each batch of answers.
    """

    def __init__(
        self,
        board: Board,
        on_progress: Callable[[dict[str, Any]], None],
        limit: int | None = None,
        keep: Callable[[list[Any]], None] | None = None,
    ) -> None:
        self.audit = _first_audit(board)
        self.clock = Clock()
        self.stopped: str | None = None
        self.ended = False  # whether the search was ended from here, or by itself
        self.audit_s = 0.0
        self.first_solution_s: float | None = None
        self.on_solution = self._channel()
        self._capacity = max(1, min(4096, BUFFER_SQUARES // (board.n + 1)))
        self._limit = limit
        self._on_progress = on_progress
        self._keep = keep
        self._lock = threading.RLock()

    def _channel(self) -> OnSolution:
        self._buffer: list[Any] = []
        self._watermark = 1
        buffer, append = self._buffer, self._buffer.append

        def on_solution(queens: Any) -> None:
            # do not copy: a copy costs time and hides an approach that reuses its list
            append(queens)
            if len(buffer) >= self._watermark:
                self._turn()

        return on_solution

    def _turn(self) -> None:
        """Note the first solution; audit a full buffer; end the search if it is to be ended."""
        with self._lock:
            if self.ended:  # the approach caught Stop and continued
                self._buffer.clear()
                raise Stop
            if self.first_solution_s is None:
                self.first_solution_s = self.clock.read()[0]
            if self.stopped or len(self._buffer) >= self._due():
                self.flush()
                if self.stopped:
                    self.ended = True
                    raise Stop
                self.clock.start()
            self._watermark = self._due()

    def _due(self) -> int:
        """Return the number of buffered solutions at which there is something to do."""
        if self._limit is None:
            return self._capacity
        return min(self._capacity, self._limit - self.audit.delivered_count)

    def take(self, answer: Any) -> None:
        """Take the one answer of a search that has ended already."""
        self.first_solution_s = self.clock.read()[0]
        self._buffer.append(answer)

    def flush(self) -> None:
        """Stop the clock, audit what is buffered and report the figures; cut at the limit."""
        with self._lock:
            self.clock.pause()
            begun = time.perf_counter()
            if self._buffer:
                answers = [_columns(answer) for answer in self._buffer]
                self._buffer.clear()
                if not self.audit.delivered_count and len(answers) > PLAIN_MAX_ANSWERS:
                    self.audit = load_numpy()(self.audit.board)
                self.audit.add(answers)
                if self._keep:
                    self._keep(answers)
            if self._limit is not None and self.audit.delivered_count >= self._limit:
                self.stop("cut")
            self.audit_s += time.perf_counter() - begun
            self._on_progress(self.figures())

    def stop(self, why: str) -> None:
        """Let the next solution end the search; of several reasons the first stands."""
        with self._lock:
            self.stopped = self.stopped or why
            self._watermark = 0

    def figures(self) -> dict[str, Any]:
        """Return the record's fields that this channel knows."""
        solve_s, cpu_s = self.clock.read()
        return {
            "audit": self.audit.word,
            "delivered_count": self.audit.delivered_count,
            "distinct_count": self.audit.distinct_count,
            "invalid_count": self.audit.invalid_count,
            "first_solution_s": self.first_solution_s,
            "solve_s": solve_s,
            "cpu_s": cpu_s,
            "audit_s": self.audit_s,
        }


def _columns(answer: Any) -> Any:
    """Return the answer as a tuple, unless it is no sequence at all: the audit says so then."""
    if isinstance(answer, (tuple, str, bytes, dict, set, frozenset)):
        return answer  # what has no order of rows is no row of columns either
    try:
        return tuple(answer)
    except TypeError:
        return answer
