"""Fault: the import never ends, and what it starts is in a session of its own."""

import os
import subprocess
import time

subprocess.Popen(["sleep", os.environ["QUEENS_TEST_SLEEP"]], start_new_session=True)
time.sleep(600)


def solve_all(board, on_solution, trace=None):
    return {}
