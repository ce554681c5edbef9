"""Ctrl-C while an approach runs in this process, whatever handler its solver installs.

A C++ library may catch the signal itself and end its search as if it were complete; it may
not return to Python for an hour; and a KeyboardInterrupt that Python raises inside a callback
from C++ aborts the process. So the signal is blocked in every thread, and one thread waits
for it. That thread has the search stopped where it is safe, at the next solution; if that
does not come soon, or Ctrl-C comes again, it ends the process itself.
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

    If that does not come soon, `last_words` is called and the process ends. Both do nothing
    until they are set.
    """

    stop: Callable[[], None] = staticmethod(_nothing)
    last_words: Callable[[], None] = staticmethod(_nothing)

    def __init__(self) -> None:
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def begin(self) -> None:
        """Start waiting for the signal, which must be blocked."""
        self._watcher.start()

    def end(self) -> None:
        """Stop waiting."""
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
    """Handle Ctrl-C; yield the object that says how.

    Import the approach inside: a thread that a library started before, when it was imported,
    would receive the signal in place of the waiting one.
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
