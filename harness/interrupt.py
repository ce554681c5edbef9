"""Ctrl-C while an approach runs in this process, whatever handler its solver installs.

A C++ library may catch the signal itself and stop its search as if it were done, or may not
come back to Python for an hour. So here the signal is blocked in every thread, and a thread
of its own waits for it, which makes the main thread raise KeyboardInterrupt as soon as that
runs Python again (at the next solution, at the latest). If that does not come soon, or the
user insists, the process ends at once.
"""

from __future__ import annotations

import _thread
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.cli_values import EXIT_INTERRUPTED

GRACE_S = 1.0


@contextmanager
def interruptible(last_words: Callable[[], None]) -> Iterator[None]:
    """Have Ctrl-C raise KeyboardInterrupt here; `last_words` is called before an end at once."""
    if not hasattr(signal, "sigwait"):  # Windows: Python's own handler must do
        yield
        return
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(over, last_words), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        assert watcher.ident is not None
        signal.pthread_kill(watcher.ident, signal.SIGINT)
        watcher.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


def _watch(over: threading.Event, last_words: Callable[[], None]) -> None:
    def end_at_once() -> None:
        last_words()
        os._exit(EXIT_INTERRUPTED)

    signal.sigwait({signal.SIGINT})
    if over.is_set():
        return
    _thread.interrupt_main()
    patience = threading.Timer(GRACE_S, end_at_once)
    patience.daemon = True
    patience.start()
    signal.sigwait({signal.SIGINT})
    if not over.is_set():
        end_at_once()
    patience.cancel()
