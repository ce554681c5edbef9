"""The problem and the contract: what every approach imports, and nothing it does not need."""

from queens.board import Board, Queens, Square, attacks
from queens.contract import (
    Counters,
    GaveUp,
    OnSolution,
    Part,
    SolveAll,
    Unsupported,
    first_solution,
    function_of,
)
from queens.drawing import Drawing, draw
from queens.known import known_count
from queens.solution import is_solution
from queens.symmetry import canonical, mirror, orbit_size, rotate, symmetries
from queens.text import text_board
from queens.trace import (
    Attack,
    Cause,
    HallSet,
    Line,
    NoSupport,
    Reported,
    Trace,
    attack,
    shared_line,
)

__all__ = [
    "Attack",
    "Board",
    "Cause",
    "Counters",
    "Drawing",
    "GaveUp",
    "HallSet",
    "Line",
    "NoSupport",
    "OnSolution",
    "Part",
    "Queens",
    "Reported",
    "SolveAll",
    "Square",
    "Trace",
    "Unsupported",
    "attack",
    "attacks",
    "canonical",
    "draw",
    "first_solution",
    "function_of",
    "is_solution",
    "known_count",
    "mirror",
    "orbit_size",
    "rotate",
    "shared_line",
    "symmetries",
    "text_board",
]
