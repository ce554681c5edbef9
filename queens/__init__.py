"""The problem and the contract: what every approach imports, and nothing it does not need."""

from queens.board import Board, Queens, Square
from queens.contract import (
    Counters,
    GaveUp,
    OnSolution,
    Part,
    SolveAll,
    Unsupported,
    first_solution,
    function_of,
    only_plain,
    only_queens,
)
from queens.forms.drawing import Drawing, draw
from queens.forms.text import text_board
from queens.groups import Group, groups_of
from queens.known import known_count
from queens.rule import (
    QUEENS,
    RULES,
    Line,
    Numbering,
    Rule,
    regions,
    rule_of,
)
from queens.solution import is_solution
from queens.symmetry import canonical, mirror, orbit_size, rotate, symmetries
from queens.trace import (
    Attack,
    Cause,
    HallSet,
    Implications,
    LineName,
    Nogood,
    NoSupport,
    Reported,
    Trace,
    attack,
)

__all__ = [
    "QUEENS",
    "RULES",
    "Attack",
    "Board",
    "Cause",
    "Counters",
    "Drawing",
    "GaveUp",
    "Group",
    "HallSet",
    "Implications",
    "Line",
    "LineName",
    "NoSupport",
    "Nogood",
    "Numbering",
    "OnSolution",
    "Part",
    "Queens",
    "Reported",
    "Rule",
    "SolveAll",
    "Square",
    "Trace",
    "Unsupported",
    "attack",
    "canonical",
    "draw",
    "first_solution",
    "function_of",
    "groups_of",
    "is_solution",
    "known_count",
    "mirror",
    "only_plain",
    "only_queens",
    "orbit_size",
    "regions",
    "rotate",
    "rule_of",
    "symmetries",
    "text_board",
]
