"""Fault: is killed by a signal from outside."""

import os
import signal


def solve_all(board, on_solution, trace=None):
    os.kill(os.getpid(), signal.SIGKILL)
