"""A model counter: Ganak adds up the assignments of the clauses of `sat_cnf`, visiting few.

A solution is an assignment of the clauses and each assignment a solution, as there are no
auxiliary variables: their number is the count. A counter (#SAT) decides variables as a SAT
solver does and learns clauses, but where the rest falls into parts that share no variable it
counts each alone and multiplies, and it remembers the count of each part. What it teaches: what
general counting is worth here. Queens hardly fall into parts, so it takes longer to count the
724 solutions of n = 10 than `sat_cnf` takes to enumerate them; `zdd`, which remembers rests of
the board, and `half_boards` count by what they know of the problem.

Right and complete as the counter is, which is exact. A SAT solver is asked first whether there
is any solution: where there is none, the counter prints a line.

Source: Sharma, Roy, Soos and Meel (2019), GANAK: a scalable probabilistic exact model counter,
IJCAI-19; Soos and Meel (2025), Engineering an efficient probabilistic exact model counter, CAV.
"""

from __future__ import annotations

from pyganak import Counter

from models import sat_cnf
from queens import Board, first_solution


def count_all(board: Board) -> int:
    """Return the number of solutions."""
    if first_solution(sat_cnf.solve_all, board) is None:
        return 0
    clauses, squares = sat_cnf.build(board)
    if not squares:
        return 1
    counter = Counter()
    counter.new_vars(len(squares))
    counter.add_clauses(clauses)
    return int(counter.count())
