"""Fault: never returns, holds every exception back and ignores the signals to stop."""

import signal
import time


def solve_all(board, on_solution, trace=None):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            time.sleep(60)
        except BaseException:  # the fault
            continue
