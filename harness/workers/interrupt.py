"""Ctrl-C, TERM and HUP: a command ends and keeps what it has.

TERM comes from `kill` and from a machine that shuts down, HUP from a terminal that closes. For
commands in Python they raise KeyboardInterrupt, as Ctrl-C does. While an approach runs in this
process, that is not enough, whatever handler its solver installs.

A C++ library may catch the signal itself and end its search as if it were complete; it may
not return to Python for an hour; and a KeyboardInterrupt that Python raises inside a callback
from C++ aborts the process. So the signals are blocked in every thread, and one thread waits
for them. That thread has the search stopped where it is safe, at the next solution; if that
does not come soon, or Ctrl-C comes again, it ends the process itself.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE_S = 0.5
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last one on Windows
EXIT_INTERRUPTED = 128 + signal.SIGINT


def ending_signals() -> set[signal.Signals]:
    """Return the signals that end a command, without those that `nohup` has ignored."""
    known = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    ignored = {number for number in known if signal.getsignal(number) is signal.SIG_IGN}
    return {*known} - ignored | {signal.SIGINT}


@contextmanager
def deaf() -> Iterator[None]:
    """Start processes inside that ignore these signals: this process ends them.

    What comes meanwhile is held back until they are started: half a process cannot be ended.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # blocked, not ignored: a solver would replace SIG_IGN by a handler of its own
    with held_back():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ending_signals())
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def held_back() -> Iterator[None]:
    """Let none of these signals interrupt what is inside; what came is handled at its end."""
    # blocking is not enough: another thread may take the signal, and Python calls its handler here
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    handlers = {number: signal.getsignal(number) for number in ending_signals()}
    for number in handlers:
        signal.signal(number, lambda came, frame: held.append(came))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
    for came in held:
        signal.raise_signal(came)


@contextmanager
def keyboard_interrupts() -> Iterator[None]:
    """Let the first of the signals raise KeyboardInterrupt, and another Ctrl-C end at once.

    Another TERM or HUP changes nothing: a terminal that closes may send HUP twice.
    """
    is_ending = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal is_ending
        if not is_ending:
            is_ending = True
            raise KeyboardInterrupt
        if number == signal.SIGINT:
            os._exit(EXIT_INTERRUPTED)

    before = {number: signal.signal(number, interrupt) for number in ending_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _nothing() -> None:
    pass


class CtrlC:
    """What the signals do: `stop` makes the next solution raise KeyboardInterrupt.

    If that does not come soon, `last_words` is called and the process ends. Both do nothing
    until they are set.
    """

    stop: Callable[[], None] = staticmethod(_nothing)
    last_words: Callable[[], None] = staticmethod(_nothing)

    def __init__(self) -> None:
        self._signals = ending_signals()
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def begin(self) -> None:
        """Start waiting for the signals, which must be blocked."""
        self._watcher.start()

    def end(self) -> None:
        """Stop waiting."""
        self._over.set()
        if self._watcher.is_alive() and self._watcher.ident is not None:
            signal.pthread_kill(self._watcher.ident, signal.SIGINT)
        self._watcher.join()

    def _watch(self) -> None:
        signal.sigwait(self._signals)
        if self._over.is_set():
            return
        self.stop()
        patience = threading.Timer(GRACE_S, self._end_at_once)
        patience.start()
        while signal.sigwait(self._signals) != signal.SIGINT:
            pass
        patience.cancel()
        if not self._over.is_set():
            self._end_at_once()

    def _end_at_once(self) -> None:
        self.last_words()
        os._exit(EXIT_INTERRUPTED)


@contextmanager
def interruptible() -> Iterator[CtrlC]:
    """Handle the signals; yield the object that says how.

    Import the approach inside: a thread that a library started before, when it was imported,
    would receive a signal in place of the waiting one.
    """
    ctrl_c = CtrlC()
    if not hasattr(signal, "sigwait"):  # Windows: Python's own handler must do
        yield ctrl_c
        return
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, ending_signals())
    ctrl_c.begin()
    try:
        yield ctrl_c
    finally:
        ctrl_c.end()
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)
