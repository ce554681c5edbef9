"""The contract of an approach on small boards, in the browser's Python, which Node runs too."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings

from classroom import pyodide
from classroom.npm import NoPackage
from queens import Board
from queens.forms.data import board_to_data
from queens.registry import ROOT
from tests import rules
from tests.test_standard_library import WRITTEN


def test_every_search_in_python_alone_keeps_the_contract_there(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    try:
        where = pyodide.folder()
    except NoPackage as reason:
        pytest.skip(str(reason))
    boards = [Board(n) for n in range(1, 6)]

    @settings(max_examples=60, deadline=None, derandomize=True, database=None)
    @given(rules.ruled_boards(max_n=5))
    def draw(board: Board) -> None:
        boards.append(board)

    draw()
    cases = [(board_to_data(board), sorted(rules.solutions(board))) for board in boards]
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    command = [node, ROOT / "tests" / "contract_in_node.mjs", where, ROOT, tmp_path / "cases.json"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert (ended.stderr, ended.returncode) == ("", 0)
    version, answered, wrong = json.loads(ended.stdout)
    assert version == [3, 14]
    assert wrong == []
    alone = {name.removeprefix("handwritten.") for name in WRITTEN}
    assert answered.keys() <= alone
    assert len(answered) > 20
    # five boards are plain: most approaches answer on drawn ones too
    assert sum(right > 50 for right, _ in answered.values()) > 15
    assert min(right for right, _ in answered.values()) > 0
