"""Whole process trees, by psutil: how much memory they use, and their end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

import psutil

ROUNDS = 20


def kill_descendants(spare: Collection[int] = ()) -> None:
    """Kill all descendants of this process but those in `spare`.

    Returns when none is left, or after a few rounds if some cannot be killed.
    """
    me = psutil.Process()
    _kill_all(lambda: [child for child in me.children(recursive=True) if child.pid not in spare])


def kill_marked(variable: str, file: str, earlier: Collection[int]) -> None:
    """Kill the processes that have `file` in the environment's `variable`, or open.

    Those whose pids are in `earlier` are not looked at.
    """

    def marked() -> Iterable[psutil.Process]:
        for pid in set(psutil.pids()) - set(earlier):
            with suppress(psutil.Error, OSError):
                process = psutil.Process(pid)
                if _is_marked(process, variable, file):
                    yield process

    _kill_all(marked)


def _is_marked(process: psutil.Process, variable: str, file: str) -> bool:
    with suppress(psutil.Error, OSError):  # of another user's, perhaps
        if process.environ().get(variable) == file:
            return True
    return any(one.path == file for one in process.open_files())


def _kill_all(find: Callable[[], Iterable[psutil.Process]]) -> None:
    for _ in range(ROUNDS):
        doomed = [process for process in find() if _is_alive(process)]
        if not doomed:
            return
        kill(doomed)
        psutil.wait_procs(doomed, timeout=0.5)


def kill_tree(pid: int) -> None:
    """Kill a process and its descendants, if it is still there."""
    with suppress(psutil.NoSuchProcess):
        kill(family(pid))


def kill(processes: Iterable[psutil.Process]) -> None:
    """Kill the processes that are still there."""
    for process in processes:
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            process.kill()


def family(pid: int) -> list[psutil.Process]:
    """Return the descendants of a process and it. Raises psutil.NoSuchProcess if it is gone."""
    process = psutil.Process(pid)
    return [*process.children(recursive=True), process]


def _is_alive(process: psutil.Process) -> bool:
    """Return whether a process can still do anything; a zombie waits for its parent only."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def tree_rss_bytes(pid: int) -> int:
    """Return the resident bytes of a process and its descendants, 0 if it is gone."""
    try:
        return sum(rss_bytes(member.pid) for member in family(pid))
    except psutil.NoSuchProcess:
        return 0


def rss_bytes(pid: int) -> int:
    """Return the resident bytes of one process, 0 if it is gone."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return 0
