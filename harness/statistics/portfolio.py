"""What several approaches are worth on one set of boards, alone and together.

Each function takes the seconds of each approach on every board, in one order, None where it did not
solve the board within the limit. Standard library only.

Sources: Dolan and Moré (2002), Benchmarking optimization software with performance profiles,
Mathematical Programming 91; Hutter, Hoos, Leyton-Brown and Stützle (2009), ParamILS, JAIR 36
(penalised averages); Xu, Hutter, Hoos and Leyton-Brown (2012), Evaluating component solver
contributions to portfolio-based algorithm selectors, SAT (virtual best, marginal contributions);
Fréchette, Kotthoff, Michalak, Rahwan, Hoos and Leyton-Brown (2016), Using the Shapley value to
analyze algorithm portfolios, AAAI.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Times = Mapping[str, Sequence[float | None]]
PENALTY = 2


def par2(times: Sequence[float | None], limit_s: float) -> float:
    """Return the mean time, a board that was not solved counting as twice the limit.

    So does one that took longer still, as a run may that stops late.
    """
    penalty_s = PENALTY * limit_s
    return sum(penalty_s if one is None else min(one, penalty_s) for one in times) / len(times)


def virtual_best(times: Times, names: Iterable[str] | None = None) -> list[float | None]:
    """Return the shortest time of any approach on each board; None where none solved it."""
    chosen = [times[name] for name in (times if names is None else names)]
    return [
        min((one for one in board if one is not None), default=None)
        for board in zip(*chosen, strict=True)
    ]


def shares(times: Times) -> dict[str, float]:
    """Return the share of the solved boards on which each is the virtual best; ties are halved.

    The shares add up to 1, or are all 0 where no board was solved.
    """
    found = dict.fromkeys(times, 0.0)
    best = virtual_best(times)
    solved = sum(one is not None for one in best)
    for board, shortest in enumerate(best):
        if shortest is not None:
            first = [name for name, own in times.items() if own[board] == shortest]
            for name in first:
                found[name] += 1 / len(first) / solved
    return found


def marginal_contributions(times: Times, limit_s: float) -> dict[str, float]:
    """Return by how many seconds PAR2 of the virtual best grows without each approach."""
    whole = par2(virtual_best(times), limit_s)
    alone = PENALTY * limit_s  # of no approach at all
    found = {}
    for name in times:
        others = [other for other in times if other != name]
        without = par2(virtual_best(times, others), limit_s) if others else alone
        found[name] = without - whole
    return found


def shapley_values(times: Times, limit_s: float) -> dict[str, float]:
    """Return the seconds of PAR2 that each approach saves, on average over all orders of joining.

    A set of approaches is worth what its virtual best saves of twice the limit. On one board that
    is the most that any of them saves, so that the value is exact for any number of approaches:
    the k-th smallest saving adds its distance to the one before, shared by all that save as much.
    The values add up to what all save together.
    """
    found = dict.fromkeys(times, 0.0)
    boards = len(next(iter(times.values()), ()))
    for board in range(boards):
        saved = {
            name: 0.0 if (one := own[board]) is None else max(0.0, PENALTY * limit_s - one)
            for name, own in times.items()
        }
        before = value = 0.0
        for place, name in enumerate(sorted(saved, key=saved.__getitem__)):
            value += (saved[name] - before) / (len(saved) - place)
            before = saved[name]
            found[name] += value / boards
    return found


def profiles(times: Times) -> dict[str, list[tuple[float, float]]]:
    """Return each approach's performance profile: steps of a factor and a share of all boards.

    The share is that of the boards solved within so many times the virtual best's time.
    """
    best = virtual_best(times)
    return {name: _profile(own, best) for name, own in times.items()}


def _profile(
    own: Sequence[float | None], best: Sequence[float | None]
) -> list[tuple[float, float]]:
    ratios = sorted(
        1.0 if one == shortest else one / shortest
        for one, shortest in zip(own, best, strict=True)
        if one is not None and shortest
    )
    return [
        (ratio, (place + 1) / len(own))
        for place, ratio in enumerate(ratios)
        if place + 1 == len(ratios) or ratios[place + 1] != ratio
    ]
