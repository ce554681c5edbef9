"""Every solution of a CP-SAT model of your own, with several workers and none lost.

    from models.cp_sat_enumeration import enumerate_all

    enumerate_all(model, variables, print, workers=4)

With `enumerate_all_solutions` and more than one worker, CP-SAT (ortools 9.15) loses solutions,
repeats others, and still answers OPTIMAL: of the 720 permutations of 6, eight workers deliver
120 in the median of a hundred runs (`experiments/cp_sat_losses.py`). One worker hands over every
solution. So here the model is split into parts, disjoint and together complete
(`models/cp_sat_parts.py` splits and checks), and each part is solved by CP-SAT with one worker,
on a copy of the model, in another process (`models/cp_sat_pool.py` starts them,
`models/cp_sat_worker.py` is what they run).

Right because nothing is taken on trust: each part must end with a proof that it has no more
solutions; an assignment lies in one part only, so that repeats can only be within a part, where
they are removed; and the part of a process that was killed is solved again without what it had
handed over already, which is kept until the part has ended.

The processes are fresh interpreters that run nothing of the caller's: a program that calls this
needs no `if __name__ == "__main__"`, and it works in a notebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ortools.sat.python import cp_model

from models.cp_sat_parts import PARTS_PER_WORKER, check_parts, split
from models.cp_sat_pool import Pool
from models.cp_sat_worker import Job, Once, Values, enumerate_here, indices_of


def enumerate_all(
    model: cp_model.CpModel,
    variables: Sequence[cp_model.IntVar],
    on_solution: Callable[[Values], object],
    workers: int = 4,
    parameters: cp_model.SatParameters | None = None,
) -> dict[str, int]:
    """Hand each assignment of `variables` that some solution has to `on_solution`, once.

    Returning is the proof that there are no more. `on_solution` is called in this thread, with
    the values in the order of `variables`; whatever it raises stops all workers and comes
    out. With one worker all happens in this process; with more, the order is any. `parameters`
    are a solver's, `solver.parameters`, for those who want another search.

    Returns counters: `solutions` handed over; `repeats`, solutions that differ from one handed
    over only in variables that are not asked for; `parts`; `lost_processes`, which ended in a
    part and were replaced; and the sums of CP-SAT's own (`branches`, `conflicts`). Raises
    ValueError for what cannot be enumerated, RuntimeError if CP-SAT ends without a proof or a
    part's process ends three times.
    """
    variables = list(variables)
    parameters = parameters or cp_model.SatParameters()
    job = _job(model, variables, workers, parameters)
    if workers == 1:
        once = Once(on_solution, job.can_repeat)
        counters = enumerate_here(model.proto, parameters, job.indices, once)
        return {**once.counts, "parts": 1, "lost_processes": 0, **counters}
    parts = split(variables, PARTS_PER_WORKER * workers)
    check_parts(variables, parts)
    return Pool(job, parts, min(workers, len(parts))).run(on_solution)


def _job(
    model: cp_model.CpModel,
    variables: Sequence[cp_model.IntVar],
    workers: int,
    parameters: cp_model.SatParameters,
) -> Job:
    if workers < 1:
        raise ValueError(f"workers must be at least 1, got {workers}")
    for variable in variables:
        is_own = isinstance(variable, cp_model.IntVar) and variable.model_proto is model.proto
        if not is_own:
            raise ValueError(f"{variable} is not a variable of the model: add one that equals it")
    if model.has_objective():
        raise ValueError("the model has an objective: call model.clear_objective() to enumerate")
    if invalid := model.validate():
        raise ValueError(f"the model is not valid: {invalid}")
    asked_for = tuple(indices_of(variables))
    free = {index for index, one in enumerate(model.proto.variables) if len({*one.domain}) > 1}
    can_repeat = not free <= {*asked_for}
    return Job(str(model.proto), str(parameters), asked_for, can_repeat)
