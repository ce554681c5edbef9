"""The harness's end of the guard process: sends one job, returns what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
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
        self._guard: subprocess.Popen[str] | None = None

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the guard process, which ends everything it started."""
        if self._guard is not None:
            guard, self._guard = self._guard, None
            assert guard.stdin is not None and guard.stdout is not None
            with suppress(BrokenPipeError):  # a guard that was killed
                guard.stdin.close()
            guard.wait()
            guard.stdout.close()

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
        guard = self._guard = self._guard or _start_guard()
        assert guard.stdin is not None and guard.stdout is not None
        try:
            _send(guard, job)
            reply = guard.stdout.readline()
        except KeyboardInterrupt:
            _send(guard, {"op": "stop"})
            raise KeyboardInterrupt(json.loads(guard.stdout.readline())) from None
        if not reply:
            self.close()
            return {"status": "crashed", "reason": "the guard process was killed"}
        fields: dict[str, Any] = json.loads(reply)
        return fields


def _start_guard() -> subprocess.Popen[str]:
    # -P and PYTHONPATH: the project's modules, whatever lies in the user's folder
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "harness.isolation.guard", isolation()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,  # Ctrl-C is for the harness, which decides what to end
    )


def _send(guard: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert guard.stdin is not None
    with suppress(BrokenPipeError):  # reading the reply says that the guard process is gone
        guard.stdin.write(json.dumps(message) + "\n")
        guard.stdin.flush()
