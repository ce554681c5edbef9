"""Approaches by the names that users give: one name, a family, a folder, or all.

Raises ValueError with one line that names what is unknown and what it may have meant.
Imports no approach and no solver.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from queens.parsing import parts
from queens.registry import APPROACHES, Approach, missing_packages, user_approach, version_of

# one version as it is written on a package index; no range, no address
VERSION = re.compile(r"\d[\w.!+-]*")


def resolve_approaches(text: str) -> list[Approach]:
    """Return the approaches that `text` names, in the order of the registry, each once.

    A word is an approach's name, its folder (models, handwritten), one of its families, the path
    of a user's file, or `all`: everything that is installed. Files come last. NAME@VERSION is an
    approach with that release of the first distribution it needs, NAME@DISTRIBUTION=VERSION with
    one of another; releases stand behind their approach in the order they are named.
    """
    chosen: set[Approach] = set()
    own: dict[str, Approach] = {}
    releases: dict[str, Approach] = {}
    for word in parts(text, "approaches"):
        if is_file(word):
            own[word] = user_approach(Path(word))
            continue
        if "@" in word:
            releases[word] = _release(word)
            continue
        meant = [approach for approach in APPROACHES if word in _words(approach)]
        if word == "all":
            meant = [approach for approach in APPROACHES if not missing_packages(approach)]
        elif not meant:
            raise ValueError(_unknown_approach(word))
        chosen.update(meant)
    found = []
    for approach in APPROACHES:
        found += [approach] if approach in chosen else []
        found += [one for one in releases.values() if one.base == approach.name]
    for approach in own.values():
        if approach.name in {one.name for one in found}:
            raise ValueError(f"two approaches are named {approach.name}: rename {approach.path}")
        found.append(approach)
    return found


def _release(word: str) -> Approach:
    """Return the approach that NAME@VERSION or NAME@DISTRIBUTION=VERSION is."""
    name, _, asked = word.partition("@")
    approach = next((one for one in APPROACHES if one.name == name), None)
    if approach is None and any(name in _words(one) for one in APPROACHES):
        raise ValueError(f"{word}: the name of one approach is expected before @")
    if approach is None:
        raise ValueError(f"{word}: {_unknown_approach(name)}")
    if not approach.needs:
        raise ValueError(f"{word}: {name} needs no distribution that has versions: leave @ away")
    first, given, version = asked.rpartition("=") if asked[:1].isalpha() else ("", "", asked)
    distribution = first or approach.needs[0]
    if given and distribution not in approach.needs:
        raise ValueError(f"{word}: {name} needs {', '.join(approach.needs)}, not {distribution}")
    if not VERSION.fullmatch(version):
        raise ValueError(
            f"{word}: a version of {distribution} is expected after @, "
            f"as {name}@{version_of(distribution) or '1.0'}; got {version!r}"
        )
    return replace(approach, name=word, release=(distribution, version))


def is_file(word: str) -> bool:
    """Return whether a word is a user's file and not a name."""
    return word.endswith(".py")


def registered_approach(name: str) -> Approach:
    """Return the approach of the registry that a record names, with its release if it has one.

    A file is none, whatever the name: what a record says is data, and must not choose what is run.
    """
    if "@" in name and name.isprintable():
        return _release(name)
    for approach in APPROACHES:
        if approach.name == name:
            return approach
    raise ValueError(f"there is no approach {name[:200]!r} here: `compare.py list` names them all")


def resolve_approach(name: str) -> Approach:
    """Return the one approach of this name, installed, or of this file.

    Its packages are looked up, not imported.
    """
    if is_file(name):
        return user_approach(Path(name))
    if "@" in name:
        raise ValueError(f"{_release(name).name}: `compare.py run` alone takes other versions")
    for approach in APPROACHES:
        if approach.name == name:
            if missing := missing_packages(approach):
                raise ValueError(f"{name} is not installed: {install_hint(missing)}")
            return approach
    raise ValueError(_unknown_approach(name))


def install_hint(missing: Iterable[str]) -> str:
    """Return how to get these distributions or programs, in a clause."""
    return f"missing {', '.join(missing)}; uv sync --all-extras has all the packages"


def _words(approach: Approach) -> tuple[str, ...]:
    return (approach.name, approach.folder, *approach.families)


def _unknown_approach(word: str) -> str:
    words = {known for approach in APPROACHES for known in _words(approach)} | {"all"}
    close = difflib.get_close_matches(word, sorted(words), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else "`compare.py list` names them all"
    return f"there is no approach {word!r}: {hint}"
