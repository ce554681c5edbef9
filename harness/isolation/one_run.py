"""One run: calls an approach for a task, under the clock, and says what came of it.

Lives in the run's own process; the worker calls one of `MODES`. Returns the record's fields
as plain JSON types, and reports figures on the way so that they outlive a killed process.
"""

from __future__ import annotations

import inspect
import io
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from harness.isolation.adapting import adapted
from harness.isolation.counting_trace import CountingTrace
from harness.isolation.delivery import Delivery
from harness.isolation.processes.memory import PeakMemory
from harness.isolation.reference import reference_seconds
from harness.judge.validity import plain
from harness.record.failure import describe, error_fields
from harness.record.fields import board_of
from queens import Board, GaveUp, OnSolution, Unsupported, function_of
from queens.registry import TASKS

STOP_GRACE_S = 0.1
KEPT_ANSWER_MAX_N = 100
COMPARED = (
    "status",
    "delivered_count",
    "distinct_count",
    "invalid_count",
    "solution_count",
    "solutions_digest",
    "answer",
)

Report = Callable[[dict[str, Any]], None]


def timed_run(
    module: ModuleType, board: Board, job: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Return the record's fields of one timed run."""
    build_s = _build_seconds(module, board)
    memory = PeakMemory(job["forked"])
    result = answer(module, board, job, report, limit_s=job["time_limit_s"])
    later = {"start_rss_bytes": memory.start, "peak_rss_bytes": memory.peak()}
    return {"build_s": build_s, **result, **later, "reference_s": reference_seconds()}


def _build_seconds(module: ModuleType, board: Board) -> float | None:
    build = getattr(module, "build", None)
    if build is None:
        return None
    begun = time.perf_counter()
    try:
        build(board)
    except Exception:  # noqa: BLE001  # the run itself will raise it again, and it is reported there
        return None
    return time.perf_counter() - begun


def observed_run(
    module: ModuleType, board: Board, job: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Return the fields of an observation: one traced call, and a second one compared with it."""
    deadline = None if job["time_limit_s"] is None else time.perf_counter() + job["time_limit_s"]
    function = function_of(module, TASKS[job["task"]])
    is_traced = function is not None and "trace" in inspect.signature(function).parameters
    trace = CountingTrace() if is_traced else None
    first = answer(module, board, job, report, limit_s=job["time_limit_s"], trace=trace)
    fields = {"status": first["status"], "reason": first["reason"]}
    if first["status"] != "complete":
        return fields
    if trace:
        fields |= trace.figures()
    left = None if deadline is None else deadline - time.perf_counter()
    if left is not None and left <= 0:
        return fields | {"second_call": None, "reason": "no time was left for the second call"}
    late = fields | {"second_call": None, "reason": "the second call did not end in time"}

    def report_late(message: dict[str, Any]) -> None:
        if "timed_out" in message:  # the process ends now: what the first call said stands
            report({"result": late})

    second = answer(module, board, job, report_late, limit_s=left)
    if second["status"] in ("timeout", "cut"):
        return late
    same = all(first[name] == second[name] for name in COMPARED)
    return fields | {
        "second_call": "same" if same else "different",
        "second_delivered_count": second["delivered_count"],
        "second_solve_s": second["solve_s"],
    }


def collected_run(
    module: ModuleType, board: Board, job: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Write every answer, right or wrong, to the file `job["file"]`, a JSON line each.

    Before that the approach is called on the boards `job["earlier"]`, whatever that comes to.
    `job["adapt"]` says which function is called, if it is not the contract's.
    """
    if job["adapt"]:
        module = adapted(module, job["adapt"])
    printed = Printed(sys.stdout)
    for fields in job["earlier"]:
        with suppress(Exception):
            _call(module, board_of(fields), job["task"], lambda queens: None)
    with Path(job["file"]).open("w", encoding="utf-8") as file:

        def keep(batch: list[Any]) -> None:
            file.writelines(json.dumps(plain(answer)) + "\n" for answer in batch)
            file.flush()

        with redirect_stdout(printed):
            found = answer(module, board, job, report, limit_s=job["time_limit_s"], keep=keep)
    return found | {"printed_lines": printed.lines}


class Printed(io.TextIOBase):
    """Standard output that counts its lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.lines = 0

    def write(self, text: str) -> int:
        """Write on, and count."""
        self.lines += text.count("\n")
        return self._stream.write(text)

    def flush(self) -> None:
        """Write on what is buffered."""
        self._stream.flush()


def _call(module: ModuleType, board: Board, task: str, on_solution: OnSolution) -> Any:
    """Return what the approach's function for the task returns."""
    arguments = (board, on_solution) if task == "all" else (board,)
    function = function_of(module, TASKS[task])
    return function(*arguments) if function else None


def answer(
    module: ModuleType,
    board: Board,
    job: dict[str, Any],
    report: Report,
    limit_s: float | None,
    trace: Any = None,
    keep: Callable[[list[Any]], None] | None = None,
) -> dict[str, Any]:
    """Call the approach once for the job's task; return what came of it as record fields."""
    task = job["task"]
    delivery = Delivery(
        board,
        on_progress=lambda figures: report({"progress": figures}),
        limit=job["solution_limit"],
        keep=keep,
    )
    function = function_of(module, TASKS[task])
    assert function is not None
    keywords: dict[str, Any] = {"trace": trace} if trace else {}
    if "seed" in inspect.signature(function).parameters:
        keywords["seed"] = job["seed"]
    arguments = (board, delivery.on_solution) if task == "all" else (board,)
    watch = Watch(delivery, limit_s, report)
    status, returned = "complete", None
    reason: str | None = None
    error: dict[str, str] | None = None
    run_pid = os.getpid()
    watch.start()
    delivery.clock.start()
    try:
        returned = function(*arguments, **keywords)
    except BaseException as raised:  # noqa: BLE001  # whatever it is, it becomes the run's status
        status, reason, error = _status_of(raised)
    if os.getpid() != run_pid:
        os._exit(1)  # a process that the approach forked has come back here: it is not the run
    delivery.clock.pause()
    watch.cancel()
    if task == "one" and status == "complete" and returned is not None:
        delivery.take(returned)
    delivery.flush()
    overrun_s: float | None = None
    if delivery.ended:
        status, error = delivery.stopped or status, None
        overrun_s = watch.overrun_s()
        reason = watch.reason(overrun_s)
    fields = {"status": status, "reason": reason, "error": error, "overrun_s": overrun_s}
    fields |= delivery.figures()
    return fields | _claims(task, fields, delivery, returned)


def _status_of(raised: BaseException) -> tuple[str, str, dict[str, str]]:
    if isinstance(raised, (Unsupported, GaveUp)):
        status = "unsupported" if isinstance(raised, Unsupported) else "gave_up"
        return status, str(raised), error_fields(raised)
    status = "memory" if isinstance(raised, MemoryError) else "crashed"
    return status, describe(raised), error_fields(raised)


def _claims(task: str, fields: dict[str, Any], delivery: Delivery, returned: Any) -> dict[str, Any]:
    """Return what the run claims: its count, its set, its answer, its solver's counters."""
    claims: dict[str, Any] = dict.fromkeys(("solution_count", "solutions_digest", "answer"))
    claims["counters"] = {}
    claims["returned"] = None
    complete = fields["status"] == "complete"
    if task == "all" and complete:
        claims["solution_count"] = delivery.audit.delivered_count
        claims["solutions_digest"] = delivery.audit.digest
        if returned is not None and not isinstance(returned, dict):
            claims["returned"] = _in_words(returned)
        if isinstance(returned, dict):
            claims["counters"] = {
                str(name): value for name, value in returned.items() if type(value) is int
            }
    if task == "one":
        claims["found"] = returned is not None if complete else None
        if complete and returned is not None and delivery.audit.board.n <= KEPT_ANSWER_MAX_N:
            claims["answer"] = plain(returned)
    if task == "count":
        claims["audit"] = "unchecked"
        claims["delivered_count"] = claims["distinct_count"] = claims["invalid_count"] = None
        if complete and type(returned) is int:
            claims["solution_count"] = returned
        elif complete:
            claims["status"] = "crashed"
            claims["reason"] = f"count_all must return an int, it returned {returned!r}"[:200]
    return claims


def _in_words(returned: Any) -> str:
    """Return what came back in a few words: its type, and how many it holds."""
    kind = type(returned).__name__
    return f"a {kind} of {len(returned)}" if hasattr(returned, "__len__") else f"a {kind}"


class Watch:
    """The soft limit: asks the run to stop, and ends it if the solver does not come back."""

    def __init__(self, delivery: Delivery, limit_s: float | None, report: Report) -> None:
        self._delivery = delivery
        self._limit_s = limit_s
        self._report = report
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._begun = 0.0

    def start(self) -> None:
        """Begin to count; the limit counts from here, the audit's pauses included."""
        self._begun = time.perf_counter()
        if self._limit_s is not None:
            self._thread.start()

    def cancel(self) -> None:
        """The run came back by itself."""
        self._ended.set()
        self._elapsed_s = time.perf_counter() - self._begun
        if self._limit_s is not None:
            self._thread.join()

    def overrun_s(self) -> float | None:
        """Return how long after its limit the run came back; None if that is too short to tell."""
        if self._delivery.stopped == "cut" or self._limit_s is None:
            return None
        over_s = self._elapsed_s - self._limit_s
        return over_s if over_s > STOP_GRACE_S / 2 else None

    def reason(self, overrun_s: float | None) -> str:
        """Return why the run was stopped, with how far it overran."""
        if self._delivery.stopped == "cut":
            return "the solution limit was reached"
        late = "" if overrun_s is None else f", stopped {overrun_s:.2g} s after it"
        return f"time limit {self._limit_s:g} s{late}"

    def _watch(self) -> None:
        if self._ended.wait(self._limit_s):
            return
        self._delivery.stop("timeout")
        if self._ended.wait(STOP_GRACE_S):
            return
        # the solver does not come back: report what was delivered and end the process
        self._delivery.flush()
        reason = f"time limit {self._limit_s:g} s, the search did not come back and was ended"
        self._report({"timed_out": {"reason": reason, **self._delivery.figures()}})
        os._exit(0)


MODES = {"time": timed_run, "observe": observed_run, "collect": collected_run}
