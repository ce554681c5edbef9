"""Ctrl-C while an approach runs in this process, whatever handler its solver installs.

A C++ library may catch the signal itself and stop its search as if it were done; it may not
come back to Python for an hour; and Python's own KeyboardInterrupt, raised between two
instructions of a callback that C++ called, ends the process with an abort. So here the signal
is blocked in every thread, and a thread of its own waits for it. It asks for the end where
that is safe, at the next solution; if that does not come soon, or the user insists, it ends
the process itself.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE_S = 0.5
EXIT_INTERRUPTED = 128 + signal.SIGINT


def _nothing() -> None:
    pass


class CtrlC:
    """What Ctrl-C does: `stop` makes the next solution raise KeyboardInterrupt.

    If that does not come, `last_words` is called and the process ended. Both do nothing
    until they are set.
    """

    stop: Callable[[], None] = staticmethod(_nothing)
    last_words: Callable[[], None] = staticmethod(_nothing)

    def __init__(self) -> None:
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def begin(self) -> None:
        """Begin to wait for the signal, which must be blocked."""
        self._watcher.start()

    def end(self) -> None:
        """Wait no longer."""
        self._over.set()
        if self._watcher.is_alive() and self._watcher.ident is not None:
            signal.pthread_kill(self._watcher.ident, signal.SIGINT)
        self._watcher.join()

    def _watch(self) -> None:
        signal.sigwait({signal.SIGINT})
        if self._over.is_set():
            return
        self.stop()
        patience = threading.Timer(GRACE_S, self._end_at_once)
        patience.start()
        signal.sigwait({signal.SIGINT})
        patience.cancel()
        if not self._over.is_set():
            self._end_at_once()

    def _end_at_once(self) -> None:
        self.last_words()
        os._exit(EXIT_INTERRUPTED)


@contextmanager
def interruptible() -> Iterator[CtrlC]:
    """Take charge of Ctrl-C; yield what says what it does.

    Import the approach within: a thread begun before, as by a library when it is imported,
    would get the signal in the place of the one that waits for it.
    """
    ctrl_c = CtrlC()
    if not hasattr(signal, "sigwait"):  # Windows: Python's own handler must do
        yield ctrl_c
        return
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    ctrl_c.begin()
    try:
        yield ctrl_c
    finally:
        ctrl_c.end()
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)
