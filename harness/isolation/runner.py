"""The harness's end of the guard process: sends one job, returns what came of it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.isolation.releases import environment_of
from harness.isolation.way import isolation
from harness.record.fields import board_fields
from queens import Board
from queens.registry import ROOT, Approach

CTRL_C_S = 0.1


@dataclass(frozen=True)
class Limits:
    """What one run may use, and how many solutions it may deliver; None is no limit."""

    time_limit_s: float | None = 10.0
    memory_limit_bytes: int | None = 2 * 2**30
    solution_limit: int | None = None
    import_limit_s: float = 60.0

    def warm_up_s(self, approach: Approach) -> float:
        """Return how long the approach may take for its warm-up."""
        at_most_s = approach.warm_up_limit_s
        if at_most_s is None:
            return self.import_limit_s
        return min(self.time_limit_s or at_most_s, at_most_s)


class Runner:
    """A guard process and the way to it. Use as a context manager; leaves nothing running.

    A worker is warmed up on the plain board of size `warm_up_n`, or not at all.
    """

    def __init__(self, warm_up_n: int | None = 6) -> None:
        self.warm_up_n = warm_up_n
        self._guard: Guard | None = None

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the guard process, which ends everything it started."""
        if self._guard is not None:
            guard, self._guard = self._guard, None
            guard.close()

    def run(
        self,
        approach: Approach,
        board: Board,
        task: str,
        limits: Limits,
        mode: str = "time",
        seed: int = 0,
        file: Path | None = None,
        earlier: Sequence[Board] = (),
        adapt: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the fields of one run, `status` always among them.

        `mode` is "time", "observe" or "collect" (which writes all answers to `file`, after calls
        on the boards `earlier` in the same process; `adapt` as in adapting.py). On
        KeyboardInterrupt the run is ended and its fields are in the exception's `args[0]`.
        """
        own = environment_of(approach)
        if own and own.reason:
            return {"status": "not_installed", "reason": own.reason}
        job = {
            "op": "run",
            "python": str(own.python) if own else None,
            "module": approach.module,
            "path": str(approach.file) if approach.file else None,
            "fork": approach.forkable,
            "warm_up_n": self.warm_up_n,
            "adapt": adapt,
            "earlier": [board_fields(one) for one in earlier],
            **board_fields(board),
            "task": task,
            "mode": mode,
            "seed": seed,
            "file": str(file) if file else None,
            "time_limit_s": limits.time_limit_s,
            "memory_limit_bytes": limits.memory_limit_bytes,
            "solution_limit": limits.solution_limit,
            "import_limit_s": limits.import_limit_s,
            "warm_up_limit_s": limits.warm_up_s(approach),
        }
        return self._exchange(job)

    def collect(
        self,
        approach: Approach,
        board: Board,
        limits: Limits,
        seed: int = 0,
        earlier: Sequence[Board] = (),
        task: str = "all",
        adapt: Mapping[str, Any] | None = None,
    ) -> tuple[dict[str, Any], list[Any]]:
        """Return the fields of one run and all it delivered, right or wrong.

        The approach has been called on the boards `earlier` in the same process.
        """
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "answers.jsonl"
            fields = self.run(approach, board, task, limits, "collect", seed, file, earlier, adapt)
            # a process that was killed may have left half a line
            text = file.read_text(encoding="utf-8") if file.exists() else ""
        return fields, [json.loads(line) for line in text.split("\n")[:-1]]

    def _exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        guard = self._guard = self._guard or Guard()
        try:
            guard.send(job)
            reply = guard.reply()
        except KeyboardInterrupt:
            guard.send({"op": "stop"})
            raise KeyboardInterrupt(guard.reply()) from None
        if reply is None:
            self.close()
            return {"status": "crashed", "reason": "the guard process was killed"}
        return reply


class Guard:
    """The guard process and the pipes to it."""

    def __init__(self) -> None:
        # -P and PYTHONPATH: the project's modules, whatever lies in the user's folder
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "harness.isolation.guard", isolation()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
            # Ctrl-C is for the harness, which decides what to end
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in stdout:
                self._replies.put(line)
        self._replies.put("")

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; that the guard process is gone is said by its reply."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def reply(self) -> dict[str, Any] | None:
        """Return its next reply, None if it is gone."""
        while True:
            with suppress(queue.Empty):
                # Windows has Ctrl-C wait for what waits without an end
                line = self._replies.get(timeout=CTRL_C_S)
                return json.loads(line) if line else None

    def close(self) -> None:
        """Let it end everything that it started, and itself."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it was killed
            self._process.stdin.close()
        self._process.wait()
        self._reader.join()
