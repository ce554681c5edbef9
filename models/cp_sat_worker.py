"""CP-SAT's enumeration with one worker, and the process that does it for parts of a model.

One worker is the form in which CP-SAT hands over every solution (ortools 9.15): with more it
loses some and repeats others, and its status mostly says OPTIMAL all the same. The board models use
`enumerate_here`; for any model of your own see `models/cp_sat_enumeration.py`, which also
starts this file as a program, one process for each worker. So it imports nothing of the
project.

The search has proved that there are no more only if its status says OPTIMAL (or INFEASIBLE): a
search that was stopped at the very last solution says FEASIBLE.

Source: OR-Tools documentation, CP-SAT, `CpSolverSolutionCallback`.
"""

from __future__ import annotations

import copy
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

# the solver itself: the module around it, `cp_model`, loads pandas, which takes a second
from ortools.sat.python import cp_model_helper

if TYPE_CHECKING or hasattr(cp_model_helper, "CpModelProto"):
    from ortools.sat.python.cp_model_helper import (
        CpModelProto,
        CpSolverResponse,
        CpSolverStatus,
        IntVar,
    )
    from ortools.sat.python.cp_model_helper import SatParameters as SatParameters
else:  # the releases 9.12 to 9.14, which are compared with today's, have protobuf's classes
    from ortools.sat.cp_model_pb2 import CpModelProto, CpSolverStatus
    from ortools.sat.sat_parameters_pb2 import SatParameters

COUNTERS = {
    "branches": "decisions of the clause-learning search, restarts included; a branch that "
    "a learned clause jumps over is never counted",
    "conflicts": "contradictions that ended in a learned clause",
    "restarts": "times the search went back to the start, keeping what it had learned",
}

Values = tuple[int, ...]
Part = tuple[tuple[int, tuple[int, ...]], ...]
"""A part of a model: variables by index, and the domain of each, as the ends of its intervals."""

BLOCK = 256
WAITS_S = 0.1  # what a process has found is passed on at least this often


class Deliver(cp_model_helper.SolutionCallback):
    """Hand the variables' values at each solution on; keep what that raises and stop the search."""

    def __init__(self, indices: Sequence[int], on_solution: Callable[[Values], object]) -> None:
        super().__init__()
        self.indices = indices
        self.on_solution = on_solution
        self.raised: BaseException | None = None

    def OnSolutionCallback(self) -> None:
        """Called by the solver at each solution."""
        # an exception may not cross the C++ frames: it waits here until they are left
        if self.raised is None:
            try:
                self.on_solution(tuple(map(self.SolutionIntegerValue, self.indices)))
            except BaseException as error:  # noqa: BLE001  # raised again when they are left
                self.raised = error
                self.StopSearch()


def enumerate_here(
    model: CpModelProto,
    parameters: SatParameters,
    indices: Sequence[int],
    on_solution: Callable[[Values], object],
) -> dict[str, int]:
    """Hand the variables' values at every solution to `on_solution`; return CP-SAT's counters.

    `indices` are those of the variables in the model. Raises RuntimeError if the search was not
    completed.
    """
    own = copy.deepcopy(parameters)
    own.enumerate_all_solutions = True
    own.num_workers = 1
    deliver = Deliver(indices, on_solution)
    solve: Any = cp_model_helper.SolveWrapper()  # typed in part
    solve.set_parameters(own)
    solve.add_solution_callback(deliver)
    response = solve.solve(model)
    solve.clear_solution_callback(deliver)
    if deliver.raised is not None:
        raise deliver.raised
    if response.status not in (CpSolverStatus.OPTIMAL, CpSolverStatus.INFEASIBLE):
        named = getattr(response.status, "name", response.status)
        raise RuntimeError(f"CP-SAT ended with {named}, not with a proof")
    return counters_of(response)


def counters_of(response: CpSolverResponse) -> dict[str, int]:
    """Return the figures of `COUNTERS` from what CP-SAT answered."""
    return {
        "branches": response.num_branches,
        "conflicts": response.num_conflicts,
        "restarts": response.num_restarts,
    }


def indices_of(variables: Iterable[IntVar]) -> list[int]:
    """Return the variables' indices in their model."""
    return [variable.index for variable in variables]


class Once:
    """Hands on each assignment when it comes first; counts these and those that come again."""

    def __init__(self, on_solution: Callable[[Values], object], can_repeat: bool) -> None:
        self._on_solution = on_solution
        self._seen: set[Values] | None = set() if can_repeat else None
        self.counts = {"solutions": 0, "repeats": 0}

    def __call__(self, values: Values) -> None:
        """Take the values at one solution."""
        if self._seen is not None:
            if values in self._seen:
                self.counts["repeats"] += 1
                return
            self._seen.add(values)
        self.counts["solutions"] += 1
        self._on_solution(values)


@dataclass(frozen=True)
class Job:
    """A model and parameters in protobuf's text format, the variables asked for by index."""

    model: str
    parameters: str
    indices: tuple[int, ...]
    can_repeat: bool

    def part(self, part: Part) -> CpModelProto:
        """Return a copy of the model, restricted to the part."""
        model = CpModelProto()
        model.parse_text_format(self.model)
        for index, ends in part:
            domain = model.variables[index].domain
            domain.clear()
            domain.extend(list(ends))
        return model


class _Blocks:
    """Writes assignments in blocks, when one is full and at the latest after `WAITS_S`."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._waiting: list[Values] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._flush_now_and_then, daemon=True).start()

    def add(self, values: Values) -> None:
        """Write an assignment."""
        with self._lock:
            self._waiting.append(values)
            if len(self._waiting) == BLOCK:
                self._flush()

    def say(self, kind: str, content: object) -> None:
        """Write all that waits and then a message."""
        with self._lock:
            self._flush()
            self._write(kind, content)

    def _flush_now_and_then(self) -> None:
        while True:
            time.sleep(WAITS_S)
            with self._lock:
                self._flush()

    def _flush(self) -> None:
        if self._waiting:
            # pickled apart: whoever reads it can keep the bytes, which are small
            self._write("assignments", pickle.dumps(self._waiting))
            self._waiting = []

    def _write(self, kind: str, content: object) -> None:
        try:
            pickle.dump((kind, content), self._output)
            self._output.flush()
        except OSError:
            os._exit(1)  # who started this process is gone


def _solve(job: Job, part: Part, blocks: _Blocks) -> None:
    once = Once(blocks.add, job.can_repeat)
    parameters = SatParameters()
    parameters.parse_text_format(job.parameters)
    parameters.catch_sigint_signal = False  # who started this process ends it
    try:
        counters = enumerate_here(job.part(part), parameters, job.indices, once)
    except RuntimeError as error:
        blocks.say("failed", str(error))
    else:
        blocks.say("completed", once.counts | counters)


def serve() -> None:
    """Solve the parts that standard input brings, until it ends."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # the solver's log, if asked for, may not get between the answers
    blocks = _Blocks(output)
    job = Job(*pickle.load(sys.stdin.buffer))
    parts: queue.SimpleQueue[Part] = queue.SimpleQueue()

    def read() -> None:
        try:
            while True:
                parts.put(pickle.load(sys.stdin.buffer))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)  # also in the middle of a search: nobody waits for it

    threading.Thread(target=read, daemon=True).start()
    while True:
        _solve(job, parts.get(), blocks)


if __name__ == "__main__":
    serve()
