"""The process an approach lives in: imports it, warms it up, runs it in forked children.

Started by the guard process as `python -m harness.isolation.worker SETTINGS`, one process for each
approach of a campaign. It is the only place of the harness that imports an approach or runs a
user's file. Jobs come in and reports go out as JSON lines over two pipes; what the approach itself
prints goes to the guard process as output and is never read as a report.

An approach that cannot be forked once it is imported (`fork` false) gets one job and then
its process ends.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from harness.isolation.process_tree import die_with_parent
from harness.record.failure import describe, error_fields
from harness.record.fields import board_of
from queens import Board, function_of
from queens.loading import load_file
from queens.registry import TASKS

Report = Callable[[dict[str, Any]], None]
Run = Callable[[ModuleType, Board, dict[str, Any], Report], dict[str, Any]]


def main(settings: dict[str, Any]) -> None:
    """Import the approach, warm it up, and take jobs until the guard process closes the pipe."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    report = _reporter(settings["report_fd"])
    worker_pid = os.getpid()
    begun = time.perf_counter()
    try:
        module = load_approach(settings)
    except BaseException as error:  # noqa: BLE001  # a user's file may raise anything at all
        report({"import_failed": _import_failure(error)})
        return
    import_s = time.perf_counter() - begun
    # with it comes NumPy, which must not hide in (or add to) the approach's import
    from harness.isolation.one_run import MODES

    report({"imported": import_s})
    warmup_s = warm_up(module, settings) if settings["warm_up"] else None
    if os.getpid() != worker_pid:
        os._exit(1)  # a process that the approach forked has come back here: it is not the worker
    # threads do not survive a fork: a child forked now could wait for one forever
    fork = settings["fork"] and threading.active_count() == 1
    report({"ready": {"import_s": import_s, "warmup_s": warmup_s, "fork": fork}})
    for job in _jobs(settings["job_fd"]):
        run = MODES[job["mode"]]
        if not fork:
            run_job(run, module, job, report)
            return
        _fork_and_wait(partial(run_job, run, module, job, report), report)


def _reporter(fd: int) -> Report:
    def report(message: dict[str, Any]) -> None:
        # one write a line: a child's and its parent's lines must not mix
        data = (json.dumps(message, allow_nan=False) + "\n").encode()
        while data:
            data = data[os.write(fd, data) :]

    return report


def _jobs(fd: int) -> Iterator[dict[str, Any]]:
    with os.fdopen(fd, "r", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def load_approach(settings: dict[str, Any]) -> ModuleType:
    """Return the approach: a registered module by name, or a user's file by path."""
    if settings["path"] is None:
        return importlib.import_module(settings["module"])
    return load_file(settings["module"], Path(settings["path"]))


def _import_failure(error: BaseException) -> dict[str, Any]:
    missing = isinstance(error, ModuleNotFoundError)
    return {
        "status": "not_installed" if missing else "crashed",
        "reason": f"the import failed: {describe(error)}",
        "error": error_fields(error),
    }


def warm_up(module: ModuleType, settings: dict[str, Any]) -> float | None:
    """Run the task once on a small board; return its seconds, None if it did not end well.

    What goes wrong here will go wrong, and be reported, in the runs.
    """
    task, n = settings["task"], settings["warm_up_n"]
    function = function_of(module, TASKS[task])
    if function is None or n is None:
        return None
    arguments: list[Any] = [Board(n)]
    if task == "all":
        arguments.append(lambda queens: None)
    begun = time.perf_counter()
    try:
        function(*arguments)
    except BaseException:  # noqa: BLE001  # as said above
        return None
    return time.perf_counter() - begun


def _fork_and_wait(run: Callable[[], None], report: Report) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            die_with_parent()
            run()
            sys.stdout.flush()
            sys.stderr.flush()
            status = 0
        except BaseException:  # noqa: BLE001  # a fault of the harness itself: let it be seen
            traceback.print_exc()
        finally:
            os._exit(status)
    _, wait_status = os.waitpid(pid, 0)
    report({"ended": os.waitstatus_to_exitcode(wait_status)})


def run_job(run: Run, module: ModuleType, job: dict[str, Any], report: Report) -> None:
    """Run one job in this process and report its figures as `result`."""
    board = board_of(job)
    sys.setrecursionlimit(20 * board.n + 10_000)
    report({"started": os.getpid()})
    report({"result": run(module, board, job, report)})


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
