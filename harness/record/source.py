"""A hash of an approach's source: its file, and what that imports of the project or beside it.

Read without running any of it. A change anywhere in these files is another source, also of a
comment; what an approach needs from elsewhere has a version of its own in the record.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from queens.registry import ROOT

DIGITS = 16
ROOMS = ("queens", "models", "handwritten")


def source_hash(path: Path) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of the source of the file at `path`."""
    digest = hashlib.sha256()
    for name, file in sorted(_reached(path.resolve()).items()):
        # as text: a checkout may have other ends of lines
        text = file.read_text(encoding="utf-8", errors="replace")
        digest.update(f"{name} {len(text)}\n{text}".encode())
    return digest.hexdigest()[:DIGITS]


def _reached(path: Path) -> dict[str, Path]:
    """Return the file and all that it imports, directly or not, by names that are no places."""
    found: dict[str, Path] = {}
    waiting = [path]
    while waiting:
        file = waiting.pop()
        base = ROOT if file.is_relative_to(ROOT) else path.parent
        name = file.relative_to(base).as_posix() if file.is_relative_to(base) else file.name
        if name not in found:
            found[name] = file
            status = file.stat()
            waiting += _imports(file, status.st_mtime_ns, status.st_size)
    return found


@lru_cache(maxsize=512)
def _imports(file: Path, changed_ns: int, size: int) -> tuple[Path, ...]:
    """Return the files of the project, or beside the user's file, that a file imports."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8", errors="replace"))
    except (SyntaxError, ValueError):
        return ()
    names = {name for node in ast.walk(tree) for name in _named(node)}
    files = (_file_of(name, file.parent) for name in sorted(names))
    return tuple(one for one in files if one is not None and one != file)


def _named(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement may import."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        for alias in node.names:
            yield f"{module}.{alias.name}".strip(".")
            yield _home(module, alias.name)


def _home(package: str, name: str) -> str:
    """Return where a package of the project has a name from: queens.board for Board of queens."""
    door = ROOT / package / "__init__.py"
    if package not in ROOMS:
        return package
    return _doors(door).get(name, package)


@lru_cache(maxsize=8)
def _doors(door: Path) -> dict[str, str]:
    tree = ast.parse(door.read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _file_of(module: str, folder: Path) -> Path | None:
    """Return the file of a module of the project, or of one beside the file that imports it."""
    parts = module.split(".")
    is_ours = parts[0] in ROOMS
    if not all(parts) or (not is_ours and _is_of_project(folder)):
        return None
    place = (ROOT if is_ours else folder).joinpath(*parts)
    # the door of a room is no source: what is behind it is named
    tries = [place.with_suffix(".py"), *([] if module in ROOMS else [place / "__init__.py"])]
    return next((one.resolve() for one in tries if one.is_file()), None)


def _is_of_project(folder: Path) -> bool:
    return folder == ROOT or any(folder.is_relative_to(ROOT / room) for room in ROOMS)
