"""python-constraint: the two distributions of one module, and what its solvers are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from models import python_constraint_min_conflicts
from queens import Board, GaveUp
from queens.registry import APPROACHES, ROOT

MODULES = [approach.module for approach in APPROACHES if "python-constraint2" in approach.needs]


@pytest.fixture
def old_distribution(tmp_path: Path) -> Path:
    """Return a folder to import from in which the old python-constraint counts as installed."""
    metadata = tmp_path / "python_constraint-1.4.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: python-constraint\nVersion: 1.4.0\n"
    )
    return tmp_path


@pytest.mark.parametrize("module", MODULES)
def test_both_distributions_installed_is_one_clear_message(
    module: str, old_distribution: Path
) -> None:
    code = f"import sys; sys.path.insert(0, {str(old_distribution)!r}); import {module}"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        "ImportError: python-constraint and python-constraint2 are both installed and share "
        "the module 'constraint': pip uninstall python-constraint python-constraint2, "
        "then pip install python-constraint2"
    )


@pytest.mark.parametrize("n", [2, 3])
def test_min_conflicts_gives_up_where_there_is_no_solution(n: int) -> None:
    with pytest.raises(GaveUp, match=f"no solution after 1000 sweeps over {n} rows"):
        python_constraint_min_conflicts.solve_one(Board(n))


@pytest.mark.parametrize("seed", range(5))
def test_min_conflicts_finds_a_solution_of_a_board_of_20(seed: int) -> None:
    assert python_constraint_min_conflicts.solve_one(Board(20), seed=seed) is not None
