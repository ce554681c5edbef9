"""What the browser runs imports nothing beyond the standard library."""

from __future__ import annotations

import json
import subprocess
import sys

from handwritten import alldifferent
from harness.judge.audit import Audit
from harness.judge.validity import PlainAudit
from queens import Board
from queens.registry import ROOT

COMPILED = (
    "compiled_bitmasks",
    "compiled_masks",
    "half_boards",
    "half_boards_kernels",
    "half_boards_pairs",
    "half_boards_strips",
    "half_boards_tables",
    "lanes",
)
WRITTEN = tuple(
    f"handwritten.{file.stem}"
    for file in sorted((ROOT / "handwritten").glob("*.py"))
    if file.stem not in (*COMPILED, "__init__")
)
CORE = (
    "classroom.answers",
    "explain.show",
    "harness.judge.validity",
    "harness.judge.diagnosis",
    "harness.judge.grading",
    "harness.slips.naming",
    "queens.forms.files",
)

PROGRAM = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
ours = ("classroom", "commands", "explain", "handwritten", "harness", "queens", "__main__")
roots = {name.partition(".")[0] for name in sys.modules} - set(ours)
strangers = roots - sys.stdlib_module_names
# of the standard library, and named for the platform
print(json.dumps(sorted(one for one in strangers if not one.startswith("_sysconfigdata"))))
"""


def test_the_core_and_the_searches_need_the_standard_library_only() -> None:
    # -S leaves site-packages out, -I the environment and the working directory
    command = [sys.executable, "-S", "-I", "-c", PROGRAM, str(ROOT), *CORE, *WRITTEN]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    assert json.loads(ended.stdout) == []


def test_the_audit_without_numpy_comes_to_the_same() -> None:
    board = Board(6, blocked=[(0, 1)])
    answers: list[object] = []
    alldifferent.solve_all(board, answers.append)
    delivered = [*answers, answers[0], (0, 0, 0, 0, 0, 0), [1, 3], "none", None]
    slow, fast = PlainAudit(board), Audit(board)
    slow.add(delivered)
    for answer in delivered:
        fast.add([answer])  # type: ignore[list-item]
    names = (
        "delivered_count",
        "distinct_count",
        "repeated_count",
        "invalid_count",
        "repeated_examples",
        "invalid_examples",
        "digest",
        "word",
    )
    assert [getattr(slow, name) for name in names] == [getattr(fast, name) for name in names]
    assert (slow.distinct_count, slow.repeated_count, slow.invalid_count) == (3, 1, 4)
