"""The process an approach lives in: imports it, warms it up, and runs it.

Started by the guard process as `python -m harness.isolation.worker SETTINGS`. It is the only place
of the harness that imports an approach or runs a user's file. Jobs come in as JSON lines on
standard input and reports go out on standard output, and both are taken out of the approach's reach
at once; what the approach itself prints goes to standard error, and is never read as a report.

With isolation by fork there is one worker for each approach of a campaign, and each run is a
forked child. A fresh interpreter, and one whose approach cannot be forked once it is imported
(`fork` false), runs one job and ends.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from harness.isolation.processes.linux import die_with_parent
from harness.isolation.way import FORK, MARK
from harness.record.failure import describe, error_fields
from harness.record.fields import board_of
from queens import Board, function_of
from queens.loading import load_file
from queens.registry import TASKS

Report = Callable[[dict[str, Any]], None]
Run = Callable[[ModuleType, Board, dict[str, Any], Report], dict[str, Any]]


def main(settings: dict[str, Any]) -> None:
    """Import the approach, warm it up, and take jobs until the guard process closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    job_fd, report_fd = _take_pipes()
    report = _reporter(report_fd)
    if settings["isolation"] == FORK:
        die_with_parent()
        jobs = _jobs(job_fd)
    else:
        jobs = _jobs_while_guarded(job_fd)
    worker_pid = os.getpid()
    begun = time.perf_counter()
    try:
        module = load_approach(settings)
    except BaseException as error:  # noqa: BLE001  # a user's file may raise anything at all
        report({"import_failed": _import_failure(error)})
        return
    import_s = time.perf_counter() - begun
    # what it imports must not hide in (or add to) the approach's import
    from harness.isolation.delivery import load_numpy
    from harness.isolation.one_run import MODES

    can_fork = settings["isolation"] == FORK and settings["fork"]
    if can_fork:
        load_numpy()  # once for all children
    report({"imported": import_s})
    warmup_s = warm_up(module, settings) if settings["warm_up"] else None
    if os.getpid() != worker_pid:
        os._exit(1)  # a process that the approach forked has come back here: it is not the worker
    # threads do not survive a fork: a child forked now could wait for one forever
    is_forking = can_fork and threading.active_count() == 1
    report({"ready": {"import_s": import_s, "warmup_s": warmup_s, "fork": is_forking}})
    for job in jobs:
        run = partial(run_job, MODES[job["mode"]], module, job | {"forked": is_forking}, report)
        if not is_forking:
            _run_and_exit(run)
        _fork_and_wait(run, report)


def _take_pipes() -> tuple[int, int]:
    """Return the pipes for jobs and reports; nothing is read from standard input from now on.

    An empty file of the run's is read in its place: whoever inherits it can be found by it.
    """
    job_fd, report_fd = os.dup(0), os.dup(1)
    nothing = os.open(os.environ.get(MARK, os.devnull), os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return job_fd, report_fd


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


def _jobs_while_guarded(fd: int) -> Iterator[dict[str, Any]]:
    """Yield the jobs; end this process, whatever it does, when the guard process is gone."""
    jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def read() -> None:
        for job in _jobs(fd):
            jobs.put(job)
        os._exit(1)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield jobs.get()


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
        die_with_parent()
        _run_and_exit(run)
    _, wait_status = os.waitpid(pid, 0)
    report({"ended": os.waitstatus_to_exitcode(wait_status)})


def _run_and_exit(run: Callable[[], None]) -> NoReturn:
    status = 1
    try:
        run()
        sys.stdout.flush()
        sys.stderr.flush()
        status = 0
    except BaseException:  # noqa: BLE001  # a fault of the harness itself: let it be seen
        traceback.print_exc()
    finally:
        os._exit(status)


def run_job(run: Run, module: ModuleType, job: dict[str, Any], report: Report) -> None:
    """Run one job in this process and report its figures as `result`."""
    board = board_of(job)
    sys.setrecursionlimit(20 * board.n + 10_000)
    report({"started": os.getpid()})
    report({"result": run(module, board, job, report)})


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
