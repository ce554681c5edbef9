"""An approach as a module; a user's file has an import space of its own.

What lies beside a user's file is found by the imports of that file and of its helpers, before
anything else of the same name, as Python does it for a script; nothing else finds it. So a helper
called queens.py, numpy.py or numbers.py breaks nothing here, and is not hidden from the file.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from queens.registry import ROOT, Approach


def load(approach: Approach) -> ModuleType:
    """Import an approach; raises whatever the import raises."""
    return load_module(approach.module, approach.file)


def load_module(name: str, file: Path | None) -> ModuleType:
    """Import a module by name, or a user's file as the module of that name."""
    return importlib.import_module(name) if file is None else load_file(name, file)


def load_file(name: str, path: Path) -> ModuleType:
    """Run a user's file as the module `name`, a package of what lies beside it."""
    spec = spec_from_file_location(name, path, submodule_search_locations=[str(path.parent)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    space = _Space(name, path)
    space.adopt(spec)
    sys.meta_path.insert(0, space)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last: for imports by name at run time
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        raise _with_clash(error, name).with_traceback(error.__traceback__) from None
    return module


def _with_clash(error: ImportError, name: str) -> ImportError:
    """Return the error, with what to rename if a helper has taken the place of a package."""
    if error.name is None or not error.name.startswith(f"{name}.") or error.path is None:
        return error
    helper = Path(error.path).name
    hidden = error.name.removeprefix(f"{name}.")
    text = f"{error.msg}; {helper} beside the file is imported as {hidden}: rename {helper}"
    return ImportError(text, name=error.name, path=error.path)


class _Space(MetaPathFinder):
    """The modules beside a user's file, as submodules of it."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self._file = file
        self._known: dict[str, bool] = {}
        self._builtins = dict(vars(builtins)) | {"__import__": self._import}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of this space is, None for all others."""
        if not fullname.startswith(f"{self.name}."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            self.adopt(spec)
        return spec

    def adopt(self, spec: ModuleSpec) -> None:
        """Let the module's imports look in this space first."""
        if spec.loader is not None:
            spec.loader = _Own(spec.loader, self._builtins)

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and self._is_beside(name.partition(".")[0]):
            return builtins.__import__(name, {"__package__": self.name}, None, fromlist or (), 1)
        return builtins.__import__(name, globals, locals, fromlist or (), level)

    def _is_beside(self, name: str) -> bool:
        folder = self._file.parent
        if name not in self._known:
            places = (folder / f"{name}.py", folder / name / "__init__.py")
            # what belongs to the project is the project's, whoever imports it
            self._known[name] = folder != ROOT and any(
                one.is_file() and one.resolve() != self._file for one in places
            )
        return self._known[name]


class _Own(Loader):
    """A loader whose modules import by `__import__` of their own."""

    def __init__(self, loader: Loader, names: dict[str, Any]) -> None:
        self._loader = loader
        self._names = names

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to the loader."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with these builtins."""
        module.__dict__["__builtins__"] = self._names
        self._loader.exec_module(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
