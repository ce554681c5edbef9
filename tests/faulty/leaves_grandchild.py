"""Fault: starts a grandchild in a session of its own, with an empty environment, and hangs."""

import os
import subprocess
import time


def solve_all(board, on_solution, trace=None):
    if os.fork() == 0:
        os.setsid()
        command = ["sleep", os.environ.get("QUEENS_TEST_SLEEP", "600")]
        subprocess.Popen(command, start_new_session=True, env={"PATH": os.environ["PATH"]})
        os._exit(0)
    time.sleep(60)
