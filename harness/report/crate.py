"""A report as an RO-Crate: what each file is and what made it, for archives and for machines.

The files stay where they are; `ro-crate-metadata.json` beside them names each with its size and
hash, the people and the licence (CITATION.cff), the software with its versions, and the commands.

Source: Soiland-Reyes et al. (2022), Packaging research artefacts with RO-Crate.
"""

from __future__ import annotations

import hashlib
import importlib.util
import mimetypes
import shlex
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness.judge.facts import Facts
from harness.record.events import End, now, of_kind
from harness.record.file import FILE_NAME, read_record
from queens.forms.words import boards_in_words
from queens.registry import ROOT

Entity = dict[str, Any]

DESCRIPTION = (
    "A record of queens-compare, every answer audited and every run timed, with the page, tables "
    "and figures that were made from it."
)
DESCRIPTIONS = {
    FILE_NAME: "The record: one JSON object a line for each event of the campaign",
    "report.html": "The report as a page",
    "report.md": "The report as Markdown",
}
FORMATS = {
    ".jsonl": "application/jsonl",
    ".md": "text/markdown",
    ".parquet": "application/vnd.apache.parquet",
    ".tex": "application/x-tex",
}
TOOL = "#queens-compare"
NAMED_AT_MOST = 6


def check_crate() -> None:
    """Raise ValueError, with the fix, where what writes a crate is not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("rocrate", "yaml")):
        raise ValueError("--crate needs rocrate: uv sync --extra crate")


def write_crate(directory: Path, files: Iterable[Path]) -> Path:
    """Describe the record of `directory` and these files of its report; return the file written."""
    # the extra `crate`
    from rocrate.rocrate import ROCrate

    facts = Facts(read_record(directory))
    crate = ROCrate()
    named = [path.relative_to(directory).as_posix() for path in files]
    for name in [FILE_NAME, *named]:
        crate.add_file(directory / name, name, properties=_file(directory / name))
    cited = _citation()
    people, licence = _people(cited), _licence(cited)
    software, actions = _software(facts), _actions(facts, directory, named)
    for entity in [*people, *licence, *software, *actions]:
        crate.add_jsonld(dict(entity))  # it takes the name out
    root = _root(facts, cited) | {
        "author": [_reference(one) for one in people],
        "license": [_reference(one) for one in licence],
        "mentions": [_reference(one) for one in actions],
    }
    for key, value in root.items():
        crate.root_dataset[key] = value
    crate.metadata.write(directory)
    return directory / str(crate.metadata.id)


def _root(facts: Facts, cited: Mapping[str, Any]) -> Entity:
    approaches = facts.campaign.approaches
    more = len(approaches) - NAMED_AT_MOST
    names = ", ".join(approaches[:NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
    return {
        "name": f"{names} on {boards_in_words(facts.campaign.boards)}",
        "description": DESCRIPTION,
        "datePublished": _moment(_ended(facts).ended_at) or now(),
        "keywords": ", ".join(map(str, cited.get("keywords", []))),
    }


def _file(path: Path) -> Entity:
    with path.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    form = FORMATS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    about = DESCRIPTIONS.get(path.name) or f"Of the report: {path.stem}"
    fields = {"name": path.name, "description": about, "encodingFormat": form}
    return fields | {"contentSize": str(path.stat().st_size), "sha256": digest}


def _citation() -> dict[str, Any]:
    """Return what CITATION.cff says; nothing where the project is installed without it."""
    import yaml  # the extra `crate`

    file = ROOT / "CITATION.cff"
    return dict(yaml.safe_load(file.read_text(encoding="utf-8"))) if file.exists() else {}


def _people(cited: Mapping[str, Any]) -> list[Entity]:
    """Return the authors: a person has a family name, and all others are groups."""
    found = []
    for number, one in enumerate(cited.get("authors", []), start=1):
        own = " ".join(filter(None, (one.get("given-names"), one.get("family-names"))))
        kind = "Person" if own else "Organization"
        name = {"name": own or one.get("name")}
        found.append({"@id": one.get("orcid") or f"#author-{number}", "@type": kind} | name)
    return found


def _licence(cited: Mapping[str, Any]) -> list[Entity]:
    name = cited.get("license")
    address = f"https://spdx.org/licenses/{name}"
    return [{"@id": address, "@type": "CreativeWork", "name": name}] if name else []


def _software(facts: Facts) -> list[Entity]:
    """Return the tool, the interpreter and every distribution, with the versions of the record."""
    environment = facts.environment
    python, _, version = (environment.python or "").partition(" ")
    versions = {python: version} if python else {}
    versions |= {name: one for name, one in environment.versions.items() if one}
    own = versions.pop("queens-compare", None)
    needed = [_program(f"#software-{quote(name)}", name, one) for name, one in versions.items()]
    tool = _program(TOOL, "queens-compare", own)
    if environment.commit:
        tool["description"] = f"commit {environment.commit}"
    return [tool | {"softwareRequirements": [_reference(one) for one in needed]}, *needed]


def _program(identity: str, name: str, version: str | None) -> Entity:
    program = {"@id": identity, "@type": "SoftwareApplication", "name": name}
    return program if version is None else program | {"softwareVersion": version}


def _actions(facts: Facts, directory: Path, files: Sequence[str]) -> list[Entity]:
    """Return what made the record, and what made the report of it."""
    campaign, environment = facts.campaign, facts.environment
    machine = ", ".join(filter(None, (environment.cpu, environment.os)))
    measured: Entity = {
        "@id": "#run",
        "name": shlex.join(campaign.argv),
        "description": f"The campaign, measured on {machine or 'an unknown machine'}",
        "startTime": _moment(campaign.started_at),
        "endTime": _moment(_ended(facts).ended_at),
        "result": {"@id": FILE_NAME},
    }
    reported: Entity = {
        "@id": "#report",
        "name": shlex.join(["compare.py", "report", directory.name, "--crate"]),
        "endTime": now(),
        "object": {"@id": FILE_NAME},
        "result": [{"@id": quote(name)} for name in files],
    }
    common: Entity = {"@type": "CreateAction", "instrument": {"@id": TOOL}}
    actions = [common | measured, common | reported]
    return [{name: value for name, value in one.items() if value} for one in actions]


def _ended(facts: Facts) -> End:
    ends = of_kind(facts.events, End)
    return ends[-1] if ends else End()


def _moment(text: str | None) -> str | None:
    """Return a time of the record, None where it is none."""
    try:
        return datetime.fromisoformat(text).isoformat() if text else None
    except ValueError:
        return None


def _reference(entity: Entity) -> Entity:
    return {"@id": entity["@id"]}
