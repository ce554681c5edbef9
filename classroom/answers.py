"""What the page asks of Python, and the answers: JSON in, JSON out.

Runs in the browser. `answer` is the one function that the worker calls.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from classroom import boards, graded, propagators, puzzles, questions, solver
from classroom.boards import board_of
from classroom.nodes import Nodes
from explain.recorder import record
from explain.render import data_of
from harness.judge.validity import PlainAudit
from queens import QUEENS, Board
from queens.loading import load
from queens.names import resolve_approach

SEARCHES = (
    "boolean_flags",
    "linear_scan",
    "attack_sets",
    "bitmasks",
    "forward_checking",
    "first_fail",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
    "group_support",
    "pair_consistency",
    "nogood_learning",
)
"""The searches to watch and to measure."""
NEXT_SIZES = 3
LARGEST_MEASURED = 10

Ask = Mapping[str, Any]
Data = dict[str, Any]
Say = Callable[[Data], None]


def answer(text: str, say: Callable[[str], None]) -> str:
    """Return the answer to what the page asks; parts of it go to `say` as they come.

    What cannot be answered has its reason, in one line, under `error`.
    """
    ask = json.loads(text)
    try:
        value = ANSWERS[ask["ask"]](ask, lambda part: say(json.dumps(part)))
    except SyntaxError as error:
        value = {"error": f"line {error.lineno}: {error.msg}", "line": error.lineno}
    except (ValueError, RecursionError) as error:
        value = {"error": str(error)}
    return json.dumps(value)


def watch(board: Board, names: Sequence[str], source: str | None) -> Data:
    """Return the data of explain's page for two searches; `mine` is the learner's own."""
    own = str(graded.own_file(source)) if source else ""
    searches = [own if name == "mine" else name for name in names]
    return data_of(record(board, searches), [])


def grade(source: str, check: Data, say: Say) -> Data:
    """Return the verdict on the learner's file, by the judge that the exercise names."""
    if check["judge"] == "propagator":
        return propagators.judge(source, check["boards"], say)
    return graded.grade(source, check, say)


def measure(board: Board, names: Sequence[str], say: Say) -> Data:
    """Say what each search costs on the board and the next sizes, audited, as it comes."""
    sizes = [board]
    if board.rule == QUEENS and not board.placed and not board.blocked:
        last = min(board.n + NEXT_SIZES, LARGEST_MEASURED + 1)
        sizes += [Board(n) for n in range(board.n + 1, last)]
    for one in sizes:
        found = []
        for name in names:
            row = _measured(one, name)
            found.append((row.pop("digest"), row["audit"]))
            say(row)
        agree = len(set(found)) == 1 and found[0][1] == "ok"
        say({"board": str(one), "verdict": "agree" if agree else "disagree"})
    return {}


def _measured(board: Board, name: str) -> Data:
    solve_all = load(resolve_approach(name)).solve_all
    answers: list[Any] = []
    begun = time.perf_counter()
    solve_all(board, answers.append)
    solve_s = time.perf_counter() - begun
    audit, nodes = PlainAudit(board), Nodes()
    audit.add(answers)
    solve_all(board, lambda queens: None, nodes)
    return {
        "board": str(board),
        "approach": name,
        "solve_s": solve_s,
        "nodes": nodes.count,
        "solutions": audit.distinct_count,
        "audit": audit.word,
        "digest": audit.digest,
    }


ANSWERS: dict[str, Callable[[Ask, Say], Data]] = {
    "look": lambda ask, say: boards.look(board_of(ask["board"])),
    "left": lambda ask, say: boards.left(board_of(ask["board"])),
    "hint": lambda ask, say: boards.hint(board_of(ask["board"]), ask["name"]),
    "conflict": lambda ask, say: solver.conflict(board_of(ask["board"])),
    "move": lambda ask, say: solver.move(board_of(ask["board"])),
    "rival": lambda ask, say: solver.rival(board_of(ask["board"])),
    "read": lambda ask, say: boards.read(ask["text"]),
    "puzzle": lambda ask, say: puzzles.puzzle(ask["n"], ask["seed"], ask["no_guess"], say),
    "question": lambda ask, say: questions.question(ask["topic"], ask["seed"]),
    "reply": lambda ask, say: questions.reply(
        ask["topic"], board_of(ask["board"]), tuple(ask["square"])
    ),
    "watch": lambda ask, say: watch(board_of(ask["board"]), ask["names"], ask.get("source")),
    "measure": lambda ask, say: measure(board_of(ask["board"]), ask["names"], say),
    "grade": lambda ask, say: grade(ask["source"], ask["check"], say),
    "timed_out": lambda ask, say: graded.timed_out(ask["board"], ask["limit_s"]),
}
