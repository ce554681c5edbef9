"""The approaches by name: where each stands and what it needs. Imports none of them.

Adding an approach is one file under models/ or handwritten/ and one line in `APPROACHES`.
The order is the order of tables. What a file says about itself (its description, what it
can do) is read from its source, so that listing forty approaches loads no solver.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TASKS = {"all": "solve_all", "count": "count_all", "one": "solve_one"}
"""What can be asked of an approach, and the function that answers."""

USER_WARM_UP_S = 5.0

LEARNING = "learning"
"""The family of those that keep nogoods (clauses) learned from conflicts."""


@dataclass(frozen=True)
class Approach:
    """One approach: `folder`/`name`.py, or a file of the user's own, which is then `file`.

    `needs` are the distributions it imports, `programs` the executables it starts;
    `families` are the words `-a` takes for it beside its name and its folder. `forkable` says
    whether it works in a forked child of a process that has imported and used it. Choco does
    not: its Java heap is collected by threads that a child lacks, and n = 1000 ends in SIGSEGV.
    `release` is a distribution and the version of it that the approach is run with, in an
    environment of its own; None for what is installed here.
    """

    name: str
    folder: str
    families: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    forkable: bool = True
    file: Path | None = None
    release: tuple[str, str] | None = None

    @property
    def base(self) -> str:
        """Its name without a release: cp_sat of cp_sat@9.14.6206."""
        return self.name.partition("@")[0] if self.release else self.name

    @property
    def module(self) -> str:
        """The name it has as a module; a user's file must not take the name of another."""
        if self.file:
            return f"approach_{re.sub(r'[^A-Za-z0-9_]', '_', self.name)}"
        return f"{self.folder}.{self.base}"

    @property
    def path(self) -> Path:
        """Its file."""
        return self.file or ROOT / self.folder / f"{self.base}.py"

    @property
    def warm_up_limit_s(self) -> float | None:
        """How long its warm-up may take; None for as long as its import.

        A registered solver may have much to compile; a user's file may never end.
        """
        return USER_WARM_UP_S if self.file else None


def _model(
    name: str,
    *needs: str,
    family: str = "",
    programs: tuple[str, ...] = (),
    forkable: bool = True,
) -> Approach:
    return Approach(name, "models", tuple(family.split()), needs, programs, forkable)


def _written(name: str, *needs: str, family: str = "") -> Approach:
    return Approach(name, "handwritten", tuple(family.split()), needs)


APPROACHES = (
    # models: the default solvers
    _model("cp_sat", "ortools", family=LEARNING),
    _model("cp_sat_search", "ortools", family=LEARNING),
    _model("cp_sat_tuned", "ortools", family=LEARNING),
    _model("cp_sat_boolean", "ortools", family=LEARNING),
    _model("original_cp", "ortools"),
    _model("original_cp_value", "ortools"),
    _model("python_constraint", "python-constraint2"),
    _model("python_constraint_backtracking", "python-constraint2"),
    _model("python_constraint_recursive", "python-constraint2"),
    _model("python_constraint_parallel", "python-constraint2"),
    _model("python_constraint_min_conflicts", "python-constraint2", family="local"),
    # models: solvers of the optional extra
    _model("choco", "pychoco", family="solvers", forkable=False),
    _model("choco_bounds", "pychoco", family="solvers", forkable=False),
    _model("minizinc_gecode", family="solvers", programs=("minizinc", "fzn-gecode")),
    _model("nucs", "nucs", family="solvers"),
    _model("cpmpy_cp_sat", "cpmpy", "ortools", family=f"solvers {LEARNING}"),
    _model("cpmpy_choco", "cpmpy", "pychoco", "ortools", family="solvers", forkable=False),
    _model("clingo_asp", "clingo", family=f"solvers {LEARNING}"),
    _model("sat_cnf", "python-sat", family=f"solvers {LEARNING}"),
    _model("model_counter", "pyganak", "python-sat", family=f"solvers {LEARNING}"),
    _model("z3_smt", "z3-solver", family=f"solvers {LEARNING}"),
    _model("pumpkin", "pumpkin-solver", family=f"solvers {LEARNING}"),
    _model("mathopt_mip", "ortools", family="solvers"),
    _model("swi_clpfd", family="solvers", programs=("swipl",)),
    _model("exact_cover_library", "xcover", family="solvers"),
    # handwritten: backtracking that checks
    _written("choose_squares"),
    _written("generate_and_test"),
    _written("linear_scan"),
    _written("boolean_flags"),
    _written("attack_sets"),
    _written("bitmasks"),
    _written("half_board"),
    # handwritten: propagation
    _written("plain_check", family="propagation"),
    _written("forward_checking", family="propagation"),
    _written("arc_consistency", family="propagation"),
    _written("bounds_consistency", family="propagation"),
    _written("alldifferent", family="propagation"),
    _written("pair_consistency", family="propagation"),
    _written("group_support", family="propagation"),
    _written("first_fail", family="propagation"),
    _written("nogood_learning", family=f"propagation {LEARNING}"),
    # handwritten: other exact searches
    _written("dancing_links"),
    _written("zdd"),
    # handwritten: local search and construction
    _written("min_conflicts", family="local"),
    _written("hill_climbing", family="local"),
    _written("simulated_annealing", family="local"),
    _written("genetic", family="local"),
    _written("construction", family="local"),
    # handwritten: compiled
    _written("compiled_bitmasks", "numba", family="compiled"),
    _written("half_boards", "numba", family="compiled"),
)


@dataclass(frozen=True)
class Page:
    """What an approach's source says: its description and the contract's functions it has.

    `counters` says what each figure counts that its `solve_all` returns: the file's `COUNTERS`,
    or else those of the project's modules that it imports. `search` is the module whose
    `search` it imports: approaches that share one differ in their propagation alone. `seeded`
    are those of its functions that take a `seed`. `teaches` is the sentence after "What it
    teaches": what no other approach shows.
    """

    description: str
    functions: tuple[str, ...]
    counters: dict[str, str]
    search: str | None
    seeded: tuple[str, ...] = ()
    teaches: str = ""


def user_approach(path: Path) -> Approach:
    """Return the approach that a user's file is. Raises ValueError with what is wrong with it."""
    try:
        page = read_page(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"{path} is not Python: {error}") from error
    if not set(page.functions) & set(TASKS.values()):
        raise ValueError(
            f"{path} has none of {', '.join(TASKS.values())}: "
            "define solve_all(board, on_solution) in it"
        )
    return Approach(path.stem, "user", file=path.resolve())


def read_page(path: Path) -> Page:
    """Return what the file at `path` says about itself, without running it.

    A file is parsed again only when it has changed. Raises SyntaxError or OSError as it is.
    """
    status = path.stat()
    return _read_page(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _read_page(path: Path, changed_ns: int, size: int) -> Page:
    """Read a file once, and again when it has changed."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    imported = {
        alias.asname or alias.name: str(node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    defined = [one for one in tree.body if isinstance(one, ast.FunctionDef)]
    names = imported.keys() | {one.name for one in defined}
    if "solve_all" in names:
        names |= {"solve_one"}  # its first solution, as `function_of` takes it
    known = ("build", *TASKS.values(), "solution_arrays", "count_parts", "count_part")
    docstring = ast.get_docstring(tree) or ""
    return Page(
        docstring.partition("\n")[0],
        tuple(name for name in known if name in names),
        _own_counters(tree) or _counters_of(imported.values()),
        imported.get("search"),
        tuple(one.name for one in defined if _takes_seed(one.args)),
        _teaches(docstring),
    )


def _teaches(docstring: str) -> str:
    """Return what follows "What it teaches:" to the end of the sentence; "" if nothing does."""
    said = re.search(r"\bWhat it teaches: (.+?\.)(?=\s|$)", docstring, re.DOTALL)
    return " ".join(said[1].replace("`", "").split()) if said else ""


def _takes_seed(arguments: ast.arguments) -> bool:
    return any(one.arg == "seed" for one in (*arguments.args, *arguments.kwonlyargs))


def _own_counters(tree: ast.Module) -> dict[str, str]:
    """Return the `COUNTERS` that a source assigns, if they are written out."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COUNTERS":
            with suppress(ValueError, AttributeError):  # a user's file may compute them
                stated = ast.literal_eval(node.value).items()
                return {str(name): str(about) for name, about in stated}
    return {}


def _counters_of(modules: Iterable[str]) -> dict[str, str]:
    """Return the counters of those of `modules` that are the project's."""
    counters: dict[str, str] = {}
    for module in modules:
        folder, _, name = module.partition(".")
        file = ROOT / folder / f"{name}.py"
        if folder in ("models", "handwritten") and file.is_file():
            counters |= read_page(file).counters
    return counters


def missing_packages(approach: Approach) -> list[str]:
    """Return the distributions and programs that `approach` needs and that are not installed.

    What one with a release needs is not looked for here: it goes to an environment of its own.
    """
    needs = () if approach.release else approach.needs
    missing = [name for name in needs if version_of(name) is None]
    return missing + [name for name in approach.programs if shutil.which(name) is None]


def version_of(distribution: str) -> str | None:
    """Return the installed version of a distribution, or None."""
    # here and not above: it loads a parser of e-mail, and most commands ask for no version
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def refuse_both(distribution: str, other: str, module: str) -> None:
    """Raise ImportError if two distributions of one module are installed, with the fix.

    Both ship the same module; the later install silently overwrites the earlier.
    """
    if version_of(distribution) is not None and version_of(other) is not None:
        raise ImportError(
            f"{other} and {distribution} are both installed and share the module {module!r}: "
            f"pip uninstall {other} {distribution}, then pip install {distribution}"
        )
